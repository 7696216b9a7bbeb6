import type { DirectionGoal, Goal } from '../../ik/request/goals.ts';
import { rotate } from '../../math/quat.ts';
import { dot, length, normalize, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
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
/** Share of what their feet are apart that knees stay apart, and what of that is rounding. Our choice. */
const LEAST_APART = 0.5;
const ROUNDING = 1e-6;

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

/**
 * Whether the knees of two legs whose feet stand are as far from each other as half of what the feet are, or as `built` has them where that is less: knees that come in further
 * would cross before the hips stop.
 */
export function kneesStayApart({ skeleton }: Rig, built: Pose, pose: Pose, legs: readonly PinnedLimb[]): boolean {
  const [one, other] = legs;
  if (!one || !other) return true;
  const apart = (of: Pose): { readonly knees: number; readonly feet: number } => {
    const { positions } = forwardKinematics(skeleton, of);
    const between = (part: 'bend' | 'end'): Vec3 =>
      subtract(vec3At(positions, other.limb[part]), vec3At(positions, one.limb[part]));
    const feet = between('end');
    return { knees: dot(between('bend'), normalize(feet)), feet: length(feet) };
  };
  const before = apart(built);
  return apart(pose).knees >= Math.min(before.knees, LEAST_APART * before.feet) - ROUNDING * before.feet;
}
