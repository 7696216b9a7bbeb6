import { setPose } from '../../core/document/edits/posing.ts';
import { mirrorPose } from '../../core/humanoid/transfer/mirror-pose.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { IDENTITY, type Quat } from '../../core/math/quat.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import { bodyPartOf, jointsByBodyPart, type BodyPart } from './body-parts.ts';
import { commitEdit } from './editing.ts';
import { boneOf } from './joint-labels.ts';
import { selectedJoint } from './selection.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';

/** The part of the body that the selected joint or handle belongs to; null where nothing of a body is selected. */
export function selectedPart(state: StudioState): BodyPart | null {
  const rig = state.document?.rig;
  const joint = selectedJoint(state);
  const bone = rig && joint !== null ? boneOf(rig, joint) : null;
  return bone && bodyPartOf(bone);
}

/** Brings every joint of the selected part back to rest. */
export function resetPart(studio: Studio): void {
  const part = selectedPart(studio.getState());
  if (part) changePart(studio, `Reset ${part.toLowerCase()}`, part, () => IDENTITY);
}

/** Keeps how the selected part is held. */
export function copyPart(studio: Studio): void {
  const state = studio.getState();
  const [part, pose, rig] = [selectedPart(state), shownPose(state), state.document?.rig];
  if (!part || !pose || !rig) return;
  studio.setState({ session: { ...state.session, copiedPart: { part, pose: pose.slice(), rig } } });
}

/** Whether the part that was copied can be pasted onto the selected one: the same, or that of the other side. */
export function canPastePart(state: StudioState): boolean {
  const { copiedPart } = state.session;
  const [part, rig] = [selectedPart(state), state.document?.rig];
  if (!copiedPart || !part || !rig || rig.skeleton.count !== copiedPart.rig.skeleton.count) return false;
  return kindOf(copiedPart.part) === kindOf(part);
}

/** Holds the selected part as the copied one was, mirrored where that is of the other side. */
export function pastePart(studio: Studio): void {
  const state = studio.getState();
  const { copiedPart } = state.session;
  const part = selectedPart(state);
  if (!state.document || !copiedPart || !part || !canPastePart(state)) return;
  const from = copiedPart.part === part ? copiedPart.pose : mirrorPose(state.document.rig, copiedPart.pose);
  changePart(studio, `Paste ${part.toLowerCase()}`, part, (joint) => rotationOf(from, joint));
}

/** `Left arm` and `Right arm` are of one kind. */
function kindOf(part: BodyPart): string {
  return part.replace(/^(Left|Right) /, '');
}

function changePart(studio: Studio, label: string, part: BodyPart, rotation: (joint: number) => Quat): void {
  const state = studio.getState();
  const shown = shownPose(state);
  if (!state.document || !shown) return;
  const { rig } = state.document;
  const pose = withPart(rig, shown, part, rotation);
  commitEdit(studio, label, (project) => setPose(project, clampPose(rig.skeleton, pose).pose));
}

function withPart(rig: Rig, pose: Pose, part: BodyPart, rotation: (joint: number) => Quat): Pose {
  const changed = pose.slice();
  for (const joint of jointsByBodyPart(rig).get(part) ?? []) setRotation(changed, joint, rotation(joint));
  return changed;
}
