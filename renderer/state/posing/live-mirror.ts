import { SIDES, type Side } from '../../../core/humanoid/body/found-bones.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { isMiddleAlike, mirrorChanges } from '../../../core/humanoid/transfer/mirror-changes.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { boneOf } from '../../../core/humanoid/body/joint-labels.ts';
import type { Studio, StudioState } from '../studio.ts';

/** Whether what is done to one side of the body happens to the other side too, in a mirror, while it is posed. */
export function toggleLiveMirror(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, mirrorsLive: !session.mirrorsLive } });
}

/** The side that a joint is on; null in the middle, and for joints that are no bones of the body. */
export function sideOfJoint(rig: Rig, joint: number): Side | null {
  const bone = boneOf(rig, joint);
  return SIDES.find((side) => bone?.startsWith(side)) ?? null;
}

/** `leftHand` and `rightHand`; null for handles of the middle. */
export function handleOnOtherSide(handle: HandleName): HandleName | null {
  if (handle.startsWith('left')) return handle.replace('left', 'right') as HandleName;
  return handle.startsWith('right') ? (handle.replace('right', 'left') as HandleName) : null;
}

/** What is turned on one side is turned on the other too, where the mirror is on. */
export function mirroredLive({ session }: StudioState, rig: Rig, before: Pose, after: Pose, joint: number): Pose {
  const side = session.mirrorsLive ? sideOfJoint(rig, joint) : null;
  return side ? mirrorChanges(rig, before, after, side) : after;
}

/** The pose of a pull that moved both sides alike, made so to the last digit; where the trunk went along or something stopped it, it is as it was solved. */
export function mirroredPull({ session }: StudioState, rig: Rig, before: Pose, after: Pose, joint: number): Pose {
  const side = session.mirrorsLive && !session.bodyStops && !session.floorStops ? sideOfJoint(rig, joint) : null;
  return side && isMiddleAlike(rig, before, after) ? mirrorChanges(rig, before, after, side) : after;
}
