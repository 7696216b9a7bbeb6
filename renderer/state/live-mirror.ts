import { SIDES, type Side } from '../../core/humanoid/body/found-bones.ts';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { isMiddleAlike, mirrorChanges } from '../../core/humanoid/transfer/mirror-changes.ts';
import { conjugate, multiply, rotate } from '../../core/math/quat.ts';
import { add, cross, dot, scale, subtract, UNIT_Y, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../core/skeleton/pose.ts';
import { boneOf } from '../../core/humanoid/body/joint-labels.ts';
import type { Studio, StudioState } from './studio.ts';

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

/** Where a point is in the mirror that stands in the middle of the body, through its hips. World, metres. */
export function createBodyMirror(rig: Rig, pose: Pose): (point: Vec3) => Vec3 {
  const hips = rig.humanoid.hips ?? rig.skeleton.root;
  const [world, rest] = [pose, restPose(rig.skeleton)].map((each) => forwardKinematics(rig.skeleton, each)) as [
    ReturnType<typeof forwardKinematics>,
    ReturnType<typeof forwardKinematics>,
  ];
  const turn = multiply(worldRotation(world, hips), conjugate(worldRotation(rest, hips)));
  const across = rotate(turn, cross(UNIT_Y, rig.report.facing));
  const middle = worldPosition(world, hips);
  return (point) => add(point, scale(across, -2 * dot(subtract(point, middle), across)));
}
