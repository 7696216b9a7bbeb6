import { chosenGap, fillChosenGap, STEP_NAMES } from '../state/keys/fill-gap.ts';
import type { StepKind } from '../../core/animation/propose/foot-moves.ts';
import type { TweenKind } from '../../core/document/tween-pose.ts';
import { hasNeighbours, tweenShownPose } from '../state/keys/tween.ts';
import { NO_SHORTCUTS, when, type Command } from './command.ts';

function tween(
  id: string,
  label: string,
  kind: TweenKind,
  amount: number,
  shortcuts: NonNullable<Command['shortcuts']>,
): Command {
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

function body(id: string, label: string, shortcuts: NonNullable<Command['shortcuts']>, kind?: StepKind): Command {
  return {
    id: `tween.${id}`,
    label,
    category: 'Key',
    group: 'In-betweens',
    shortcuts,
    enabled: when(
      'Select two keys with frames between them, or move the playhead between two keys.',
      (state) => chosenGap(state) !== null,
    ),
    run: ({ studio }) => fillChosenGap(studio, 1, kind),
  };
}

/** What lies between keys, filled as a body moves; and poses made from the keys around the playhead, of the selected part of the body or of all of it. */
export const TWEEN_COMMANDS: readonly Command[] = [
  body('body', 'In-between: fill the gap as a body moves', ['Shift+B']),
  ...(['step', 'walk', 'jump'] as const).map((kind) =>
    body(`body.${kind}`, `In-between: ${STEP_NAMES[kind].toLowerCase()} from key to key`, NO_SHORTCUTS, kind),
  ),
  tween('half', 'Breakdown: halfway between the keys', 'breakdown', 0.5, ['Shift+E']),
  tween('favourBefore', 'Breakdown: near the key before', 'breakdown', 0.25, NO_SHORTCUTS),
  tween('favourAfter', 'Breakdown: near the key after', 'breakdown', 0.75, NO_SHORTCUTS),
  tween('anticipate', 'Breakdown: back beyond the key before', 'breakdown', -0.25, NO_SHORTCUTS),
  tween('overshoot', 'Breakdown: on beyond the key after', 'breakdown', 1.25, NO_SHORTCUTS),
  tween('push', 'Push away from the in-between', 'push', 0.2, ['Alt+ArrowUp']),
  tween('relax', 'Relax towards the in-between', 'push', -0.2, ['Alt+ArrowDown']),
];
