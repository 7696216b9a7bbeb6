import { sideOf } from '../body/found-bones.ts';
import { firstWhere } from '../../math/search-interval.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { fromAxisAngle, rotate } from '../../math/quat.ts';
import { cross, length, normalize, rejectFrom, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { limitExcess } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { handleKind, type HandleName } from '../body/handles.ts';
import { isLocked, limbOf, turnJoint, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { bendAxisOf } from './pinned-limbs.ts';
import { angleAbout } from '../../math/angles.ts';
import { turnWithin } from './fold-limb.ts';

/** Share of the body's height that a bend is aside of a straight limb at most. */
const STRAIGHT = 1e-3;
/** Radians that a joint may exceed its limit by and still count as inside while the swivel is searched. */
const INSIDE = 1e-9;

/**
 * The pose with an elbow or a knee swivelled about the line from its limb's root to its end, towards `target`: as far as the upper
 * joint's limits allow. The end stays where it is and, within its own limits, keeps its world rotation.
 * A straight limb turns about itself, so that it bends towards there once it bends. The same pose for other handles, and where the upper joint is locked.
 */
export function swivelLimb(rig: Rig, pose: Pose, handle: HandleName, target: Vec3): Pose {
  const limb = limbOf(rig, handle);
  if (!limb || handleKind(handle) !== 'pole' || isLocked(rig, limb.upper)) return pose;
  const { axis, angle: full } = swivelTo(rig, pose, handle, target);
  if (full === 0) return pose;
  const angle = farthestInside(rig, pose, limb, (share) => fromAxisAngle(axis, share * full)) * full;
  const swivelled = turnJoint(rig, pose, limb.upper, fromAxisAngle(axis, angle));
  if (isLocked(rig, limb.end)) return swivelled;
  return turnWithin(rig, swivelled, limb.end, worldRotation(forwardKinematics(rig.skeleton, pose), limb.end));
}

/**
 * What is left of a pole: the angle about the line from a limb's root to its end, radians from −π to π, that would bring the elbow or knee to the side of
 * `target` (world, metres). 0 for other handles, and for a target on that line, which has no side.
 */
export function swivelTo(
  rig: Rig,
  pose: Pose,
  handle: HandleName,
  target: Vec3,
): { readonly axis: Vec3; readonly angle: number } {
  const limb = limbOf(rig, handle);
  if (!limb || handleKind(handle) !== 'pole') return { axis: ZERO, angle: 0 };
  const world = forwardKinematics(rig.skeleton, pose);
  const root = worldPosition(world, limb.upper);
  const axis = normalize(subtract(worldPosition(world, limb.end), root));
  const now = bendDirection(rig, world, limb, handle, axis);
  const wanted = rejectFrom(subtract(target, root), axis);
  if (length(axis) === 0 || length(now) < NO_DIRECTION || length(wanted) < NO_DIRECTION) return { axis, angle: 0 };
  return { axis, angle: angleAbout(axis, now, wanted) };
}

/** Where a limb bends to, square to its `axis`: where its bend is or, while it is straight, where that would go. */
function bendDirection(rig: Rig, world: WorldTransforms, limb: Limb, handle: HandleName, axis: Vec3): Vec3 {
  const aside = rejectFrom(subtract(worldPosition(world, limb.bend), worldPosition(world, limb.upper)), axis);
  if (length(aside) > STRAIGHT * rig.report.height) return aside;
  const hinge = bendAxisOf(rig, sideOf(handle), handle.endsWith('Knee') ? 'Foot' : 'Hand');
  return cross(axis, rejectFrom(rotate(worldRotation(world, limb.bend), hinge), axis));
}

/** Largest share of the swivel that leaves the upper joint inside its limits. */
function farthestInside(
  rig: Rig,
  pose: Pose,
  { upper }: Limb,
  rotation: (share: number) => ReturnType<typeof fromAxisAngle>,
): number {
  const isInside = (share: number): boolean =>
    limitExcess(rig.skeleton, turnJoint(rig, pose, upper, rotation(share)), upper) <= INSIDE;
  return 1 - firstWhere(0, 1, (less) => isInside(1 - less));
}
