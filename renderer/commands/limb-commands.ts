import { copyParts, pastableParts, pasteParts, resetParts, selectedParts } from '../state/posing/limb-edits.ts';
import { ikOf, selectedLimbs, setIk } from '../state/posing/limb-ik.ts';
import { namedTogether } from '../state/part-of-selection.ts';
import type { BodyPart } from '../state/rig/body-parts.ts';
import type { StudioState } from '../state/studio.ts';
import { when, type Command } from './command.ts';
import { hasSelectedPart } from './conditions.ts';

function named(verb: string, parts: (state: StudioState) => readonly BodyPart[]): (state: StudioState) => string {
  return (state) => `${verb} ${namedTogether(parts(state)).toLowerCase() || 'limb'}`;
}

/** Whether all of the selected arms and legs are in FK. */
function areInFk(state: StudioState): boolean {
  const limbs = selectedLimbs(state);
  return limbs.length > 0 && limbs.every((limb) => ikOf(state, limb) === 0);
}

/** The arms, legs, hands, head or trunk that are selected, as a whole. */
export const LIMB_COMMANDS: readonly Command[] = [
  {
    id: 'pose.limbFk',
    label: 'FK: rotate the limb by rings',
    labelNow: (state) => `FK: rotate ${namedTogether(selectedLimbs(state)).toLowerCase() || 'the limb'} by rings`,
    category: 'Pose',
    group: 'Limbs',
    shortcuts: ['Shift+Q'],
    checked: areInFk,
    enabled: when('Select an arm or a leg first.', (state) => selectedLimbs(state).length > 0),
    run: ({ studio }) => setIk(studio, selectedLimbs(studio.getState()), areInFk(studio.getState()) ? 1 : 0),
  },
  {
    id: 'pose.resetLimb',
    label: 'Reset limb',
    category: 'Pose',
    group: 'Reset',
    shortcuts: { limber: ['Shift+X'], maya: ['Shift+X'], blender: ['Shift+X', 'Alt+G'] },
    labelNow: named('Reset', selectedParts),
    enabled: hasSelectedPart,
    run: ({ studio }) => resetParts(studio),
  },
  {
    id: 'edit.copyLimb',
    label: 'Copy limb',
    category: 'Edit',
    group: 'Clipboard',
    shortcuts: ['Shift+C'],
    labelNow: named('Copy', selectedParts),
    enabled: hasSelectedPart,
    run: ({ studio }) => copyParts(studio),
  },
  {
    id: 'edit.pasteLimb',
    label: 'Paste limb',
    category: 'Edit',
    group: 'Clipboard',
    shortcuts: ['Shift+V'],
    labelNow: (state) => {
      const copied = state.session.copiedParts?.parts ?? [];
      const isMirrored = pastableParts(state).some((part) => !copied.includes(part));
      return `${named('Paste', pastableParts)(state)}${isMirrored ? ', mirrored' : ''}`;
    },
    enabled: when('Copy a limb first, and select it or its counterpart.', (state) => pastableParts(state).length > 0),
    run: ({ studio }) => pasteParts(studio),
  },
];
