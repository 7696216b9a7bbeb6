import { HAND_PRESETS, type HandPreset } from '../../core/humanoid/anatomy/hand-shape.ts';
import { applyHandPreset, HAND_PRESET_LABELS, handsToShape } from '../state/posing/hands.ts';
import { when, type Command } from './command.ts';

const PRESETS = Object.keys(HAND_PRESETS) as HandPreset[];

/** Shapes of the selected hand, or of both where none is. */
export const HAND_COMMANDS: readonly Command[] = PRESETS.map((preset) => ({
  id: `pose.hand.${preset}`,
  label: HAND_PRESET_LABELS[preset],
  short: HAND_PRESET_LABELS[preset],
  category: 'Pose',
  group: 'Hands and face',
  labelNow: (state) => {
    const [side, other] = handsToShape(state);
    return `${HAND_PRESET_LABELS[preset]}: ${side && !other ? `${side} hand` : 'both hands'}`;
  },
  enabled: when('This character has no fingers.', (state) => handsToShape(state).length > 0),
  run: ({ studio }) => applyHandPreset(studio, preset),
}));
