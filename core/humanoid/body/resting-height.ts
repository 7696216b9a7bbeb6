import { worldAtRest, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { handleOf, type HandleName } from './handles.ts';
import type { Rig } from './rig.ts';

/** How high above what it lies on a handle is, as a share of the body's height. Our choice, from figures whose flesh is of usual thickness. */
export const LYING: Readonly<Partial<Record<HandleName, number>>> = {
  hips: 0.06,
  chest: 0.07,
  head: 0.05,
  leftHand: 0.016,
  rightHand: 0.016,
  leftKnee: 0.032,
  rightKnee: 0.032,
  leftElbow: 0.022,
  rightElbow: 0.022,
};

/** World y of a handle whose part of the body rests on the floor, metres: a foot stands as it does at rest, the others lie. */
export function heightOnFloor(rig: Rig, name: HandleName): number {
  const { report, skeleton } = rig;
  const share = LYING[name];
  if (share !== undefined) return report.floor + share * report.height;
  if (name === 'leftFoot' || name === 'rightFoot') {
    const sole = rig.soles?.[name === 'leftFoot' ? 'left' : 'right'];
    if (sole) return report.floor + sole.height;
  }
  const handle = handleOf(rig, name);
  return handle ? worldPosition(worldAtRest(skeleton), handle.joint)[1] : report.floor;
}
