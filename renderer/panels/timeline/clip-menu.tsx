import { Check, ChevronDown } from 'lucide-react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import type { Clip } from '../../../core/animation/clip.ts';
import { renameClip, showClip } from '../../state/timeline/clip-edits.ts';
import { CONTEXT_MENUS } from '../../commands/context-menus.ts';
import { CommandGroups } from '../widgets/command-groups.tsx';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useNameFocus } from '../widgets/use-name-focus.ts';
import { useServices, useStudio } from '../window-context.tsx';

const NO_CLIPS: readonly Clip[] = [];

/** The clip on the timeline: choose another, name it, make a new one, cut, turn round, join or delete it. */
export function ClipMenu({ clip }: { clip: Clip }) {
  const { studio } = useServices();
  const clips = useStudio((state) => state.document?.history.present.clips ?? NO_CLIPS);
  const isRenaming = useStudio((state) => state.session.isRenamingClip);
  const openMenu = useContextMenu('clip');
  if (isRenaming) return <ClipName name={clip.name} onDone={(name) => renameClip(studio, name)} />;
  return (
    <MenuTrigger>
      <Button className="clip-button" aria-label={`Clip: ${clip.name}`} onContextMenu={openMenu}>
        <span>{clip.name}</span>
        <ChevronDown size={12} aria-hidden />
      </Button>
      <Popover className="popover" placement="right top">
        <Menu className="menu" aria-label="Clips">
          <MenuSection className="menu-section">
            <Header className="visually-hidden">Clips</Header>
            {clips.map(({ id, name }) => (
              <MenuItem key={id} id={id} textValue={name} className="menu-item" onAction={() => showClip(studio, id)}>
                <span>{id === clip.id && <Check size={14} aria-label="shown" />}</span>
                {name}
              </MenuItem>
            ))}
          </MenuSection>
          <CommandGroups {...CONTEXT_MENUS.clip} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The name of the clip while it is written: Enter or leaving keeps it, Escape the one before. */
function ClipName({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const input = useNameFocus();
  return (
    <input
      ref={input}
      className="text-input clip-name"
      aria-label="Name of the clip"
      defaultValue={name}
      onBlur={(event) => onDone(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.value = name;
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
