import { setStiffness } from '../../../core/document/edits/rig-settings.ts';
import { createJointTurner } from '../../../core/humanoid/pulling/turn-joint.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Quat } from '../../../core/math/quat.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { commitEdit, commitPose } from '../editing.ts';
import { axisWords } from '../rig/axis-words.ts';
import { withJointAngle } from '../rig/joint-angles.ts';
import { jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import { jointsInWords } from './limb-edits.ts';
import { mirroredLive } from './live-mirror.ts';
import { selectedJoints } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';

/** Turns a joint to a rotation relative to its rest, inside its limit; pinned feet hold. */
export function turnJoint(studio: Studio, joint: number, rotation: Quat): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return;
  const { rig, history } = state.document;
  const turned = createJointTurner(rig, pose, joint, history.present.pins, history.present.solver, true).to(rotation);
  commitPose(studio, `Rotate ${jointInSentence(rig, joint)}`, turned);
}

/**
 * Sets the `index`-th of a joint's angles ({@link jointAngles}) to so many radians, and the same of the joints that are selected with it, where their limits are of
 * the same kind.
 */
export function setJointAngle(studio: Studio, joint: number, index: number, radians: number): void {
  const state = studio.getState();
  const shown = shownPose(state);
  if (!state.document || !shown) return;
  const { rig, history } = state.document;
  const { limits } = rig.skeleton;
  const { pins, solver } = history.present;
  const selected = selectedJoints(state);
  const meant = selected.includes(joint) ? selected.filter((each) => limits[each]!.kind === limits[joint]!.kind) : [joint];
  const turned = meant.reduce((pose, each) => {
    const alike = signOf(rig, joint, index) * signOf(rig, each, index);
    const rotation = withJointAngle(limits[each]!, rotationOf(pose, each), index, alike * radians);
    return createJointTurner(rig, pose, each, pins, solver, true).to(rotation);
  }, shown);
  const mirrored = mirroredLive(state, rig, shown, turned, joint);
  commitPose(studio, `Rotate ${jointsInWords(state, meant)}`, mirrored);
}

/** Which way an axis of a joint counts in words. */
function signOf(rig: Rig, joint: number, index: number): 1 | -1 {
  return axisWords(rig, joint)?.[index]?.sign ?? 1;
}

/** A locked joint is left alone when handles are pulled: its stiffness is 1. */
export function isLocked(state: StudioState, joint: number): boolean {
  return state.document?.rig.skeleton.stiffness[joint] === 1;
}

/** “Lock left elbow”, or “Unlock …” where it is locked. */
export function lockLabel(state: StudioState, joint: number): string {
  const name = state.document ? jointInSentence(state.document.rig, joint) : 'joint';
  return `${isLocked(state, joint) ? 'Unlock' : 'Lock'} ${name}`;
}

export function toggleLock(studio: Studio, joint: number): void {
  toggleLocks(studio, [joint]);
}

/** Locks joints, or unlocks them where all are locked. */
export function toggleLocks(studio: Studio, joints: readonly number[]): void {
  const state = studio.getState();
  const stiffness = state.document?.history.present.rig.stiffness ?? {};
  const locks = !joints.every((joint) => isLocked(state, joint));
  // A helper joint is stiff by itself; unlocking it says otherwise.
  const unlocked = (joint: number) => (stiffness[joint] === undefined ? 0 : null);
  commitEdit(studio, locksLabel(state, joints), (project) =>
    joints.reduce((result, joint) => setStiffness(result, joint, locks ? 1 : unlocked(joint)), project),
  );
}

/** {@link lockLabel} of one joint, or “Lock 3 joints”. */
export function locksLabel(state: StudioState, joints: readonly number[]): string {
  const [first] = joints;
  if (first === undefined) return 'Lock joint';
  if (joints.length === 1) return lockLabel(state, first);
  return `${joints.every((joint) => isLocked(state, joint)) ? 'Unlock' : 'Lock'} ${joints.length} joints`;
}

/** How much a joint resists being turned by a pull: from 0, freely, to 1, not at all. */
export function setJointStiffness(studio: Studio, joint: number, stiffness: number): void {
  const { document } = studio.getState();
  if (!document) return;
  const label = `Stiffness of ${jointInSentence(document.rig, joint)}`;
  commitEdit(studio, label, (project) => setStiffness(project, joint, stiffness));
}
