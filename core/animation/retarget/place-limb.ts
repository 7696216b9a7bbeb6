import { toRadians, wrapAngle } from '../../math/angles.ts';
import { acos, atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat, quatAt, rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { add, cross, distance, dot, normalize, perpendicular, rejectFrom, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { setRotation, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type { Limb } from '../../humanoid/body/limbs.ts';

/** Where a limb's end has to be. */
export interface LimbTarget {
  readonly limb: Limb;
  /** World, metres. */
  readonly place: Vec3;
  /** World rotation of the end's joint. */
  readonly rotation: Quat;
}

/** Radians within which a knee or elbow counts as straight: it then bends the way its hinge does. */
const STRAIGHT = toRadians(2);

/**
 * A function that bends a limb of a pose, in place, as two bones: the elbow or knee to the right length, then the upper bone by the shortest
 * turn that brings the end to its place, so that the plane of the bend is carried along. A hock turns back as far as its knee turns. A place out of reach is
 * pointed at.
 */
export function limbPlacer(skeleton: Skeleton): (pose: Pose, target: LimbTarget) => void {
  const world = createWorldTransforms(skeleton);
  return (pose, { limb, place, rotation }) => {
    forwardKinematics(skeleton, pose, world);
    const top = vec3At(world.positions, limb.upper);
    const belowHock = limb.hock < 0 ? null : quatAt(world.rotations, limb.hock);
    turnTo(skeleton, pose, world, limb.bend, bentMiddle(skeleton, world, limb, distance(top, place)));
    if (belowHock) {
      forwardKinematics(skeleton, pose, world, limb.bend);
      turnTo(skeleton, pose, world, limb.hock, belowHock);
    }
    forwardKinematics(skeleton, pose, world, limb.upper);
    const swing = shortestArc(subtract(vec3At(world.positions, limb.end), top), subtract(place, top));
    turnTo(skeleton, pose, world, limb.upper, multiply(swing, quatAt(world.rotations, limb.upper)));
    forwardKinematics(skeleton, pose, world, limb.upper);
    turnTo(skeleton, pose, world, limb.end, rotation);
  };
}

/** The world rotation of the elbow or knee that brings the end to `reach` metres from the top: by its hinge, or in the plane of its bend. */
function bentMiddle(skeleton: Skeleton, world: WorldTransforms, limb: Limb, reach: number): Quat {
  const rotation = quatAt(world.rotations, limb.bend);
  const [top, joint, end] = [limb.upper, limb.bend, limb.end].map((each) => vec3At(world.positions, each)) as [Vec3, Vec3, Vec3];
  // What lies below a hock stays parallel to the upper bone: it lengthens that, see `limbPlane`.
  const middle = limb.hock < 0 ? joint : add(joint, subtract(end, vec3At(world.positions, limb.hock)));
  const [upper, lower] = [subtract(top, middle), subtract(end, middle)];
  const limit = skeleton.limits[limb.bend]!;
  const isHinge = limit.kind === 'hinge';
  const axis = isHinge ? rotate(rotation, limit.axis) : normalize(cross(lower, upper), normalize(perpendicular(lower)));
  // With R(δ) the turn by δ about the axis a: c² = |u|² + |l|² − 2 u · R(δ) l, and u · R(δ) l = (u · a)(l · a) + m cos(δ − φ).
  const [flatUpper, flatLower] = [rejectFrom(upper, axis), rejectFrom(lower, axis)];
  const m = Math.sqrt(dot(flatUpper, flatUpper) * dot(flatLower, flatLower));
  if (!(m > 0)) return rotation;
  const phi = atan2(dot(upper, cross(axis, lower)), dot(flatUpper, flatLower));
  const along = dot(upper, axis) * dot(lower, axis);
  const cosine = ((dot(upper, upper) + dot(lower, lower) - reach * reach) / 2 - along) / m;
  const bend = Math.PI - acos(Math.max(-1, Math.min(1, cosine)));
  // From straight, which is at φ + π, both ways are as long: a bent joint keeps its way, a straight one takes that of its hinge.
  const straight = wrapAngle(phi + Math.PI);
  const way = isHinge && limit.min + limit.max < 0 ? -1 : 1;
  const keepsItsWay = Math.abs(straight) > STRAIGHT && way * straight > 0;
  const turn = straight + (keepsItsWay ? -way : way) * bend;
  return multiply(fromAxisAngle(axis, turn), rotation);
}

/** Gives a joint of a pose a world rotation, in place; joints below it are not refreshed in `world`. */
export function turnTo(skeleton: Skeleton, pose: Pose, world: WorldTransforms, joint: number, rotation: Quat): void {
  const parent = skeleton.parents[joint]!;
  const rest = quatAt(skeleton.rest, joint);
  const frame = parent < 0 ? rest : multiply(quatAt(world.rotations, parent), rest);
  setRotation(pose, joint, normalizeQuat(multiply(conjugate(frame), rotation)));
}
