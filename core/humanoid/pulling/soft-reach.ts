import { exp } from '../../math/elementary.ts';
import { conjugate, multiply, rotate, shortestArc } from '../../math/quat.ts';
import { add, cross, distance, dot, length, normalize, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { isLocked, turnJoint, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import type { Attempt } from './attempt.ts';
import { foldLimb } from './straight-limbs.ts';

/** Largest share of a limb's length that a soft reach may take. */
export const MOST_SOFT_REACH = 0.25;

/**
 * Metres that a limb spans for a target `wanted` metres from its root: as many up to `firm`, and from there on ever fewer of those that the target goes
 * further, never quite its `full` length. With a = firm, L = full and d = wanted: d′ = a + (L − a)(1 − e^(−(d − a)/(L − a))).
 *
 * Between bones of equal length d′ = L cos(φ/2), so that the bend turns by dφ/dd = 2 e^(−x)/(L sin(φ/2)) ≈ 2 e^(−x/2)/√(2 L (L − a)), where
 * x = (d − a)/(L − a): it is quickest at the join, whereas without softness it has no bound as the limb becomes straight.
 */
export function softSpan(wanted: number, firm: number, full: number): number {
  if (wanted <= firm || firm >= full) return Math.min(wanted, full);
  const room = full - firm;
  return firm + room * (1 - exp(-(wanted - firm) / room));
}

/**
 * The pose of a solved move with the pulled limb as bent as a soft reach wants it and its end on the line to the target, which it misses until the rest of
 * the body leans in. Null where the limb is bent enough, or cannot be. `soft` is the share of its length that it spans last; what it spanned in
 * `snapshot`, where it was grabbed, it spans again as if there were none.
 */
export function softenLimb(rig: Rig, limb: Limb, soft: number, snapshot: Pose, { goals, outcome }: Attempt): Pose | null {
  const { upper, bend, end } = limb;
  const [goal] = goals;
  if (soft === 0 || goal?.kind !== 'position' || isLocked(rig, bend) || isLocked(rig, upper)) return null;
  const before = forwardKinematics(rig.skeleton, snapshot);
  const world = forwardKinematics(rig.skeleton, outcome.pose);
  const [root, middle, tip] = [upper, bend, end].map((joint) => worldPosition(world, joint)) as [Vec3, Vec3, Vec3];
  const wanted = add(tip, subtract(goal.target, pointOf(world, goal.joint, goal.offset ?? ZERO)));
  const full = distance(root, middle) + distance(middle, tip);
  const firm = Math.max((1 - soft) * full, distance(worldPosition(before, upper), worldPosition(before, end)));
  const axis = distance(root, wanted) > firm ? bendAxis(rig, limb, before, world) : null;
  const folded = axis && foldLimb(rig, outcome.pose, limb, axis, softSpan(distance(root, wanted), firm, full));
  if (!folded) return null;
  const tipFolded = worldPosition(forwardKinematics(rig.skeleton, folded), end);
  return turnJoint(rig, folded, upper, shortestArc(subtract(tipFolded, root), subtract(wanted, root)));
}

/**
 * What a limb bends about, a unit vector of the world: its hinge, or else the normal of the plane in which it was bent `before`, towards the side to which
 * it was bent. Null where it was straight.
 */
function bendAxis({ skeleton }: Rig, { upper, bend, end }: Limb, before: WorldTransforms, world: WorldTransforms): Vec3 | null {
  const [root, middle, tip] = [upper, bend, end].map((joint) => worldPosition(before, joint)) as [Vec3, Vec3, Vec3];
  const plane = normalize(cross(subtract(middle, root), subtract(tip, middle)));
  if (length(plane) === 0) return null;
  const normal = rotate(multiply(worldRotation(world, upper), conjugate(worldRotation(before, upper))), plane);
  const limit = skeleton.limits[bend]!;
  if (limit.kind !== 'hinge') return normal;
  const axis = rotate(worldRotation(world, bend), limit.axis);
  return dot(axis, normal) < 0 ? scale(axis, -1) : axis;
}
