import {
  ArrowDownToLine,
  Axis3d,
  BicepsFlexed,
  CirclePersonArmsSpread,
  Crosshair,
  Ellipsis,
  Eye,
  Feather,
  FlipHorizontal2,
  Hand,
  Magnet,
  Move3d,
  Rotate3d,
  Shield,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useRef } from 'react';
import { Toolbar } from 'react-aria-components';
import type { ExplainedCommand } from '../../commands/explanations.ts';
import { CommandButton, TooltipSide } from '../widgets/button.tsx';
import { CommandItem } from '../widgets/command-item.tsx';
import { IconMenu } from '../widgets/icon-menu.tsx';
import { useSize } from '../widgets/use-size.ts';
import { useStudio } from '../window-context.tsx';
import { FollowTool } from './follow-tool.tsx';
import { fittingTools } from './fitting-tools.ts';

interface Tool {
  readonly id: ExplainedCommand;
  readonly icon: LucideIcon;
}

/** The tools of the viewport; a line stands between groups. */
const GROUPS: readonly (readonly Tool[])[] = [
  [
    { id: 'pose.tool.pull', icon: Hand },
    { id: 'pose.tool.rotate', icon: Rotate3d },
  ],
  [
    { id: 'pose.followers.limb', icon: BicepsFlexed },
    { id: 'pose.followers.upperBody', icon: UserRound },
    { id: 'pose.followers.wholeBody', icon: CirclePersonArmsSpread },
    { id: 'pose.liveMirror', icon: FlipHorizontal2 },
    { id: 'pose.relax', icon: Feather },
    { id: 'pose.gaze', icon: Eye },
  ],
  [
    { id: 'view.show.gizmo', icon: Move3d },
    { id: 'pose.space.next', icon: Axis3d },
    { id: 'pose.snapToFloor', icon: Magnet },
    { id: 'pose.floorStops', icon: ArrowDownToLine },
    { id: 'pose.bodyStops', icon: Shield },
  ],
  [{ id: 'view.frame', icon: Crosshair }],
];

/** The tools, beside the picture so that they cover nothing of it; those for which there is no height stand in a menu. */
export function ToolColumn() {
  const column = useRef<HTMLDivElement>(null);
  const { height } = useSize(column);
  const scale = useStudio((state) => state.session.settings.scale);
  const { shown, more } = fittingTools(GROUPS, height / scale);
  return (
    <div ref={column} className="tool-column">
      <TooltipSide value="right">
        <Toolbar className="tools" orientation="vertical" aria-label="Tools">
          {shown.map((group, place) => (
            <div key={group[0]?.id} className={place === 0 ? '' : 'tool-group'}>
              {group.map(({ id, icon }) => (
                <CommandButton key={id} id={id} icon={icon} />
              ))}
            </div>
          ))}
          {more.length > 0 && (
            <IconMenu label="More tools" icon={Ellipsis} placement="right top">
              {more.map(({ id }) => (
                <CommandItem key={id} id={id} />
              ))}
            </IconMenu>
          )}
          <FollowTool />
        </Toolbar>
      </TooltipSide>
    </div>
  );
}
