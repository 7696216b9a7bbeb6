import { otherJoint } from '../../../core/humanoid/transfer/mirror-limit.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { IDENTITY, type Quat } from '../../../core/math/quat.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { jointsByBodyPart, type BodyPart } from '../rig/body-parts.ts';
import { commitPose } from '../editing.ts';
import { jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import { namedTogether, partsOfSelection } from '../part-of-selection.ts';
import { selectedJoints } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';

/** The parts of the body that the selected joints and handles belong to; none where nothing of a body is selected. */
export function selectedParts(state: StudioState): readonly BodyPart[] {
  return partsOfSelection(state).filter((part) => part !== 'Other');
}

/** Brings every joint of the selected parts back to rest. */
export function resetParts(studio: Studio): void {
  const { rig } = studio.getState().document ?? {};
  const parts = selectedParts(studio.getState());
  if (rig) turnJoints(studio, `Reset ${inSentence(parts)}`, new Map(jointsOf(rig, parts).map((joint) => [joint, IDENTITY])));
}

/** Keeps how the selected parts are held. */
export function copyParts(studio: Studio): void {
  const state = studio.getState();
  const [parts, pose, rig] = [selectedParts(state), shownPose(state), state.document?.rig];
  if (parts.length === 0 || !pose || !rig) return;
  studio.setState({ session: { ...state.session, copiedParts: { parts, pose: pose.slice(), rig } } });
}

/** The selected parts that something was copied for: the same part, or that of the other side. */
export function pastableParts(state: StudioState): readonly BodyPart[] {
  const { copiedParts } = state.session;
  const rig = state.document?.rig;
  if (!copiedParts || !rig || rig.skeleton.count !== copiedParts.rig.skeleton.count) return [];
  const kinds = new Set(copiedParts.parts.map(kindOf));
  return selectedParts(state).filter((part) => kinds.has(kindOf(part)));
}

/** Holds the selected parts as the copied ones were, mirrored where only that of the other side was copied. */
export function pasteParts(studio: Studio): void {
  const state = studio.getState();
  const { copiedParts } = state.session;
  const parts = pastableParts(state);
  if (!state.document || !copiedParts) return;
  const { rig } = state.document;
  const mirrored = mirrorPose(rig, copiedParts.pose);
  const rotations = parts.flatMap((part) => {
    const from = copiedParts.parts.includes(part) ? copiedParts.pose : mirrored;
    return jointsOf(rig, [part]).map((joint) => [joint, rotationOf(from, joint)] as const);
  });
  turnJoints(studio, `Paste ${inSentence(parts)}`, new Map(rotations));
}

/** Brings the selected joints back to rest. */
export function resetSelectedJoints(studio: Studio): void {
  const state = studio.getState();
  const joints = selectedJoints(state);
  turnJoints(studio, `Reset ${jointsInWords(state, joints)}`, new Map(joints.map((joint) => [joint, IDENTITY])));
}

/** The selected joints that have a counterpart on the other side of the body which is not selected itself. */
export function mirrorableJoints(state: StudioState): readonly number[] {
  const rig = state.document?.rig;
  const joints = selectedJoints(state);
  if (!rig) return [];
  return joints.filter((joint) => {
    const other = otherJoint(rig, joint);
    return other !== null && !joints.includes(other);
  });
}

/** Gives the joints on the other side the mirrored rotations of the selected ones. */
export function mirrorSelectedJoints(studio: Studio): void {
  const state = studio.getState();
  const pose = shownPose(state);
  const rig = state.document?.rig;
  const joints = mirrorableJoints(state);
  if (!rig || !pose) return;
  const mirrored = mirrorPose(rig, pose);
  const others = joints.map((joint) => otherJoint(rig, joint)!);
  const rotations = new Map(others.map((other) => [other, rotationOf(mirrored, other)]));
  turnJoints(studio, `Mirror ${jointsInWords(state, joints)} onto the other side`, rotations);
}

/** “left hand”, or “3 joints”. */
export function jointsInWords({ document }: StudioState, joints: readonly number[]): string {
  const [first] = joints;
  if (!document || first === undefined) return 'joint';
  return joints.length === 1 ? jointInSentence(document.rig, first) : `${joints.length} joints`;
}

/** `Left arm` and `Right arm` are of one kind. */
function kindOf(part: BodyPart): string {
  return part.replace(/^(Left|Right) /, '');
}

function inSentence(parts: readonly BodyPart[]): string {
  return namedTogether(parts).toLowerCase();
}

function jointsOf(rig: Rig, parts: readonly BodyPart[]): readonly number[] {
  const byPart = jointsByBodyPart(rig);
  return parts.flatMap((part) => byPart.get(part) ?? []);
}

/** Gives joints rest-relative rotations, inside their limits, in one step of the history. */
function turnJoints(studio: Studio, label: string, rotations: ReadonlyMap<number, Quat>): void {
  const state = studio.getState();
  const shown = shownPose(state);
  if (!state.document || !shown || rotations.size === 0) return;
  const { rig } = state.document;
  const pose: Pose = shown.slice();
  for (const [joint, rotation] of rotations) setRotation(pose, joint, rotation);
  commitPose(studio, label, clampPose(rig.skeleton, pose).pose);
}
