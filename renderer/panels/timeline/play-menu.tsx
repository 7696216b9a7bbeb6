import { Gauge } from 'lucide-react';
import { Button, Menu, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { speedLabel } from '../../commands/playback-commands.ts';
import { shownClip } from '../../state/timeline/clips.ts';
import { SPEEDS } from '../../state/timeline/playback.ts';
import { WithTooltip } from '../widgets/button.tsx';
import { CommandItem } from '../widgets/command-item.tsx';
import { useStudio } from '../window-context.tsx';

const GROUPS: readonly (readonly string[])[] = [
  SPEEDS.map((speed) => `play.speed.${speed}`),
  ['key.loop', 'play.pingPong', 'view.show.springs'],
  ['play.from', 'play.to', 'play.all'],
];

/** How fast, which way and what of the clip is played. A speed that is not the clip's own is shown. */
export function PlayMenu() {
  const speed = useStudio((state) => state.session.playback.speed);
  const pingPong = useStudio((state) => state.session.playback.pingPong);
  const loops = useStudio((state) => shownClip(state)?.loop ?? false);
  const label = `Playback: ${speedLabel(speed)}${pingPong ? ', back and forth' : loops ? ', in a loop' : ', once'}`;
  return (
    <MenuTrigger>
      <WithTooltip label={label}>
        <Button className={speed === 1 && !pingPong ? 'icon-button' : 'icon-button play-speed'} aria-label={label}>
          {speed === 1 ? <Gauge size={15} strokeWidth={1.9} aria-hidden /> : speedLabel(speed)}
        </Button>
      </WithTooltip>
      <Popover className="popover" placement="top">
        <Menu className="menu" aria-label="Playback">
          {GROUPS.map((ids) => (
            <MenuSection key={ids[0]} className="menu-section" aria-label="Playback">
              {ids.map((id) => (
                <CommandItem key={id} id={id} />
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
