import type { DirectionGoal, Goal } from '../../ik/request/goals.ts';
import { rotate } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { hipsAxes } from '../body/hips-axes.ts';
import type { Rig } from '../body/rig.ts';
import type { PinnedLimb } from './pinned-limbs.ts';

/** Radians by which hips tilt at most for what legs and trunk do not reach, and by which their left side turns away for that. Our choice. */
const MOST_TILT = 0.8;
const MOST_TURN = 0.3;
/** Radians by which what a knee turns about leaves its direction at most. Our choice. */
const MOST_SWIVEL = 0.3;

/**
 * Goals that measure whether a body is near to how `built` has it, without being in the way of the solver: hips may tilt forwards and backwards, and less to the
 * side and about the upright; knees stay over their feet. Outside of these the solver turns a body over to come a little nearer.
 */
export function boundGoals(rig: Rig, built: Pose, hips: number, legs: readonly PinnedLimb[]): Goal[] {
  const world = forwardKinematics(rig.skeleton, built);
  const keepAxis = (joint: number, axis: Vec3, tolerance: number): DirectionGoal => {
    const target = rotate(worldRotation(world, joint), axis);
    return { kind: 'direction', joint, axis, target, tolerance, weight: 0 };
  };
  return [
    { kind: 'orientation', joint: hips, target: worldRotation(world, hips), tolerance: MOST_TILT, weight: 0 },
    keepAxis(hips, hipsAxes(rig).left, MOST_TURN),
    ...legs.map(({ limb, axis }) => keepAxis(limb.bend, axis, MOST_SWIVEL)),
  ];
}
