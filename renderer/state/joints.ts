import { setPose } from '../../core/document/edits/posing.ts';
import { setStiffness } from '../../core/document/edits/rig-settings.ts';
import { createJointTurner } from '../../core/humanoid/pulling/turn-joint.ts';
import type { Quat } from '../../core/math/quat.ts';
import { commitEdit } from './editing.ts';
import { jointLabel } from './joint-labels.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';

/** Turns a joint to a rotation relative to its rest, inside its limit; pinned feet hold. */
export function turnJoint(studio: Studio, joint: number, rotation: Quat): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return;
  const { rig, history } = state.document;
  const turned = createJointTurner(rig, pose, joint, history.present.pins, history.present.solver).to(rotation);
  commitEdit(studio, `Turn ${jointLabel(rig, joint).toLowerCase()}`, (project) => setPose(project, turned));
}

/** A locked joint is left alone when handles are pulled: its stiffness is 1. */
export function isLocked(state: StudioState, joint: number): boolean {
  return state.document?.rig.skeleton.stiffness[joint] === 1;
}

/** “Lock left elbow”, or “Unlock …” where it is locked. */
export function lockLabel(state: StudioState, joint: number): string {
  const name = state.document ? jointLabel(state.document.rig, joint).toLowerCase() : 'joint';
  return `${isLocked(state, joint) ? 'Unlock' : 'Lock'} ${name}`;
}

export function toggleLock(studio: Studio, joint: number): void {
  const state = studio.getState();
  // A helper joint is stiff by itself; unlocking it says otherwise.
  const isEdited = state.document?.history.present.rig.stiffness[joint] !== undefined;
  const unlocked = isEdited ? null : 0;
  commitEdit(studio, lockLabel(state, joint), (project) => setStiffness(project, joint, isLocked(state, joint) ? unlocked : 1));
}

/** How much a joint resists being turned by a pull: from 0, freely, to 1, not at all. */
export function setJointStiffness(studio: Studio, joint: number, stiffness: number): void {
  const { document } = studio.getState();
  if (!document) return;
  const label = `Stiffness of ${jointLabel(document.rig, joint).toLowerCase()}`;
  commitEdit(studio, label, (project) => setStiffness(project, joint, stiffness));
}
