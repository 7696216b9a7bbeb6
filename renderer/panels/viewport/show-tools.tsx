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
import { Toolbar } from 'react-aria-components';
import type { ExplainedCommand } from '../../commands/explanations.ts';
import { CommandButton } from '../widgets/button.tsx';
import { CommandItem } from '../widgets/command-item.tsx';
import { IconMenu } from '../widgets/icon-menu.tsx';
import { CameraMenu } from './camera-menu.tsx';

const SWITCHES: readonly { readonly id: ExplainedCommand; readonly icon: LucideIcon }[] = [
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
    <IconMenu label="What is shown" icon={Eye} placement="bottom end">
      {SWITCHES.map(({ id }) => (
        <CommandItem key={id} id={id} />
      ))}
    </IconMenu>
  );
}
