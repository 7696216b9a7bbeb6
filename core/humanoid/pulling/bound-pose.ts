import type { DirectionGoal, Goal } from '../../ik/request/goals.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../skeleton/pose.ts';
import type { Rig } from '../body/rig.ts';
import type { PinnedLimb } from './pinned-limbs.ts';

/** How far a body may be from how it was built, radians. */
export interface PoseBounds {
  /** By which hips tilt for what limbs and trunk do not reach, and by which their left side turns away for that. */
  readonly tilt: number;
  readonly turn: number;
  /** By which what a knee turns about leaves its direction. */
  readonly swivel: number;
}

/** Bounds while hips, chest or head are pulled, and while a hand or a foot is: hips may follow that to any side. Our choice. */
export const TRUNK_BOUNDS: PoseBounds = { tilt: 0.8, turn: 0.3, swivel: 0.3 };
export const LIMB_BOUNDS: PoseBounds = { tilt: 0.8, turn: 0.8, swivel: 0.6 };

/**
 * Goals that measure whether a body is near to how `built` has it, without being in the way of the solver: hips may tilt and turn, and knees stay over their feet.
 * Outside of these the solver turns a body over to come a little nearer.
 */
export function boundGoals(
  { skeleton, report }: Rig,
  built: Pose,
  hips: number,
  legs: readonly PinnedLimb[],
  { tilt, turn, swivel }: PoseBounds,
): Goal[] {
  const world = forwardKinematics(skeleton, built);
  const keepAxis = (joint: number, axis: Vec3, tolerance: number): DirectionGoal => {
    const target = rotate(worldRotation(world, joint), axis);
    return { kind: 'direction', joint, axis, target, tolerance, weight: 0 };
  };
  const [x, , z] = report.facing;
  const resting = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), hips);
  return [
    { kind: 'orientation', joint: hips, target: worldRotation(world, hips), tolerance: tilt, weight: 0 },
    keepAxis(hips, rotate(conjugate(resting), [z, 0, -x]), turn),
    ...legs.map(({ limb, axis }) => keepAxis(limb.bend, axis, swivel)),
  ];
}
