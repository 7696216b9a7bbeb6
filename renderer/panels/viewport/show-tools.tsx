import {
  Bone,
  CircleQuestionMark,
  Cone,
  Eye,
  Ghost,
  Grid3x3,
  PersonStanding,
  Pill,
  Scale,
  Spline,
  Target,
  Wind,
  type LucideIcon,
} from 'lucide-react';
import { Button, Menu, MenuTrigger, Popover, Toolbar } from 'react-aria-components';
import { CommandButton, WithTooltip } from '../widgets/button.tsx';
import { CommandItem } from '../widgets/command-item.tsx';
import { CameraMenu } from './camera-menu.tsx';

const SWITCHES: readonly { readonly id: string; readonly icon: LucideIcon }[] = [
  { id: 'view.show.mesh', icon: PersonStanding },
  { id: 'view.show.bones', icon: Bone },
  { id: 'view.show.handles', icon: Target },
  { id: 'view.show.limits', icon: Cone },
  { id: 'view.show.grid', icon: Grid3x3 },
  { id: 'view.show.balance', icon: Scale },
  { id: 'view.show.shape', icon: Pill },
  { id: 'view.show.trails', icon: Spline },
  { id: 'view.show.ghosts', icon: Ghost },
  { id: 'view.show.springs', icon: Wind },
];

/** What is shown in the viewport, and the ready-made views; `isFolded`: the switches in a menu, where there is no room for a row of them. */
export function ShowTools({ isFolded }: { isFolded: boolean }) {
  return (
    <Toolbar className="tools show-tools" aria-label="What is shown">
      {isFolded ? <ShowMenu /> : SWITCHES.map(({ id, icon }) => <CommandButton key={id} id={id} icon={icon} />)}
      <span className="tool-line" />
      <CameraMenu />
      <CommandButton id="help.legend" icon={CircleQuestionMark} />
    </Toolbar>
  );
}

function ShowMenu() {
  return (
    <MenuTrigger>
      <WithTooltip label="What is shown" shortcut="">
        <Button className="icon-button" aria-label="What is shown">
          <Eye size={15} strokeWidth={1.9} aria-hidden />
        </Button>
      </WithTooltip>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="What is shown">
          {SWITCHES.map(({ id }) => (
            <CommandItem key={id} id={id} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
