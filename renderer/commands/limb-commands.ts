import { canPastePart, copyPart, pastePart, resetPart, selectedPart } from '../state/limb-edits.ts';
import type { StudioState } from '../state/studio.ts';
import { when, type Command } from './command.ts';
import { hasSelectedPart } from './conditions.ts';

function named(verb: string): (state: StudioState) => string {
  return (state) => `${verb} ${selectedPart(state)?.toLowerCase() ?? 'limb'}`;
}

/** The arm, leg, hand, head or trunk that is selected, as a whole. */
export const LIMB_COMMANDS: readonly Command[] = [
  {
    id: 'pose.resetLimb',
    label: 'Reset limb',
    category: 'Pose',
    group: 'Reset',
    shortcuts: ['Shift+X'],
    labelNow: named('Reset'),
    enabled: hasSelectedPart,
    run: ({ studio }) => resetPart(studio),
  },
  {
    id: 'edit.copyLimb',
    label: 'Copy limb',
    category: 'Edit',
    group: 'Clipboard',
    shortcuts: ['Shift+C'],
    labelNow: named('Copy'),
    enabled: hasSelectedPart,
    run: ({ studio }) => copyPart(studio),
  },
  {
    id: 'edit.pasteLimb',
    label: 'Paste limb',
    category: 'Edit',
    group: 'Clipboard',
    shortcuts: ['Shift+V'],
    labelNow: (state) => {
      const { copiedPart } = state.session;
      const part = selectedPart(state);
      const isMirrored = canPastePart(state) && copiedPart?.part !== part;
      return `${named('Paste')(state)}${isMirrored ? ', mirrored' : ''}`;
    },
    enabled: when('Copy a limb first, and select it or its counterpart.', canPastePart),
    run: ({ studio }) => pastePart(studio),
  },
];
