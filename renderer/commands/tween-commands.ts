import { hasNeighbours, tweenShownPose, type TweenKind } from '../state/keys/tween.ts';
import { NO_SHORTCUTS, type Command, when } from './command.ts';

function tween(id: string, label: string, kind: TweenKind, amount: number, shortcuts: Command['shortcuts']): Command {
  return {
    id: `tween.${id}`,
    label,
    category: 'Key',
    group: 'In-betweens',
    shortcuts,
    enabled: when('Move the playhead between two keys.', hasNeighbours),
    run: ({ studio }) => tweenShownPose(studio, kind, amount),
  };
}

/** Poses made from the keys around the playhead, of the selected part of the body or of all of it. */
export const TWEEN_COMMANDS: readonly Command[] = [
  tween('half', 'Breakdown: halfway between the keys', 'breakdown', 0.5, ['Shift+E']),
  tween('favourBefore', 'Breakdown: near the key before', 'breakdown', 0.25, NO_SHORTCUTS),
  tween('favourAfter', 'Breakdown: near the key after', 'breakdown', 0.75, NO_SHORTCUTS),
  tween('anticipate', 'Breakdown: back beyond the key before', 'breakdown', -0.25, NO_SHORTCUTS),
  tween('overshoot', 'Breakdown: on beyond the key after', 'breakdown', 1.25, NO_SHORTCUTS),
  tween('push', 'Push away from the in-between', 'push', 0.2, ['Alt+ArrowUp']),
  tween('relax', 'Relax towards the in-between', 'push', -0.2, ['Alt+ArrowDown']),
];
