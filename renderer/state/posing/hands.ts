import {
  fingersOfHand,
  HAND_PRESETS,
  withHandShape,
  type HandPreset,
  type HandShape,
} from '../../../core/humanoid/anatomy/hand-shape.ts';
import { mirrorChanges } from '../../../core/humanoid/transfer/mirror-changes.ts';
import { isFinger } from '../../../core/humanoid/body/bones.ts';
import { SIDES, type Side } from '../../../core/humanoid/body/found-bones.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { commitPose } from '../editing.ts';
import { boneOf } from '../../../core/humanoid/body/joint-labels.ts';
import { setPreview } from '../preview.ts';
import { selectedJoint, selectedJoints } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';

/** The hand that is selected, by its handle, its wrist or one of its fingers, if it has any; else null. */
export function selectedHand(state: StudioState): Side | null {
  return handOfJoint(state, selectedJoint(state));
}

function handOfJoint({ document }: StudioState, joint: number | null): Side | null {
  const rig = document?.rig;
  const bone = rig && joint !== null ? boneOf(rig, joint) : null;
  const side = SIDES.find((each) => bone?.startsWith(each));
  const isOfHand = bone !== null && (bone.endsWith('Hand') || isFinger(bone));
  return rig && side && isOfHand && fingersOfHand(rig, side).length > 0 ? side : null;
}

/** The hands that a preset is for: the selected ones, or all that have fingers. */
export function handsToShape(state: StudioState): readonly Side[] {
  const rig = state.document?.rig;
  if (!rig) return [];
  const hands = selectedJoints(state).map((joint) => handOfJoint(state, joint));
  const selected = SIDES.filter((side) => hands.includes(side));
  return selected.length > 0 && !state.session.mirrorsLive
    ? selected
    : SIDES.filter((side) => fingersOfHand(rig, side).length > 0);
}

/** Gives the hands of {@link handsToShape} a preset, in one step of the history. */
export function applyHandPreset(studio: Studio, preset: HandPreset): void {
  const state = studio.getState();
  const pose = shownPose(state);
  const sides = handsToShape(state);
  if (!state.document || !pose) return;
  const { rig } = state.document;
  const shaped = sides.reduce((before, side) => withHandShape(rig, before, side, HAND_PRESETS[preset]), pose);
  const whose = sides.length === 1 ? `${sides[0]!} hand` : 'hands';
  commitPose(studio, `${HAND_PRESET_LABELS[preset]} of ${whose}`, shaped);
}

export const HAND_PRESET_LABELS: Readonly<Record<HandPreset, string>> = {
  fist: 'Fist',
  point: 'Point',
  open: 'Open hand',
  grip: 'Grip',
};

/** Shows a hand as a slider has it, from the pose `base` on. */
export function previewHand(studio: Studio, base: Pose, side: Side, shape: Partial<HandShape>): void {
  const pose = shapedHand(studio.getState(), base, side, shape);
  if (pose) setPreview(studio, { pose, cause: 'blend' });
}

/** Keeps it as one step of the history. */
export function commitHand(studio: Studio, base: Pose, side: Side, shape: Partial<HandShape>): void {
  const pose = shapedHand(studio.getState(), base, side, shape);
  if (pose) commitPose(studio, `Fingers of ${side} hand`, pose);
}

/** With the live mirror on, the other hand too. */
function shapedHand({ document, session }: StudioState, base: Pose, side: Side, shape: Partial<HandShape>): Pose | null {
  if (!document) return null;
  const shaped = withHandShape(document.rig, base, side, shape);
  return session.mirrorsLive ? mirrorChanges(document.rig, base, shaped, side) : shaped;
}
