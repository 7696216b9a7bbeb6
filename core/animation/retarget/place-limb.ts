import { limbPlaces, turnJoint, turnTo, type Limb } from '../../humanoid/body/limbs.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { flexionIn, flexionTo, limbPlane } from '../../humanoid/limbs/fold-limb.ts';
import { toRadians } from '../../math/angles.ts';
import { conjugate, fromAxisAngle, rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { cross, distance, normalize, perpendicular, scale, subtract, type Vec3, dot } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { sideOf } from '../../humanoid/body/found-bones.ts';
import { bendAxisOf } from '../../humanoid/limbs/pinned-limbs.ts';

/** Where a limb's end has to be. */
export interface LimbTarget {
  readonly limb: Limb;
  /** World, metres. */
  readonly place: Vec3;
  /** World rotation of the end's joint. */
  readonly rotation: Quat;
  /** Toes and their world rotation. Default: they turn with the foot. */
  readonly toes?: { readonly joint: number; readonly rotation: Quat } | null;
}

/** Radians within which a knee or elbow counts as straight: beyond them it bends the way its hinge does. */
const STRAIGHT = toRadians(2);

/**
 * The pose with a limb folded as two bones so that its end is at a place: the elbow or knee to the right length, then the upper bone by the shortest turn that brings
 * the end there, so that the plane of the bend is carried along. A joint that is overstretched stays so, but gets no
 * more so than by as much as counts as straight. A place out of reach is pointed at. Joints may leave their limits.
 */
export function placeLimb(rig: Rig, pose: Pose, { limb, place, rotation, toes }: LimbTarget): Pose {
  const world = forwardKinematics(rig.skeleton, pose);
  const plane = limbPlane(world, limb, bendAxisIn(rig, world, limb));
  const flexion = flexionIn(plane);
  const wanted = flexionTo(plane, distance(plane.root, place));
  const isOverstretched = flexion < -STRAIGHT && wanted < STRAIGHT - flexion;
  const turn = (isOverstretched ? -wanted : wanted) - flexion;
  let bent = turnJoint(rig, pose, limb.bend, fromAxisAngle(plane.axis, turn));
  if (limb.hock >= 0) bent = turnTo(rig, bent, limb.hock, worldRotation(world, limb.hock));
  const end = worldPosition(forwardKinematics(rig.skeleton, bent), limb.end);
  const swing = shortestArc(subtract(end, plane.root), subtract(place, plane.root));
  const placed = turnTo(rig, turnJoint(rig, bent, limb.upper, swing), limb.end, rotation);
  return toes ? turnTo(rig, placed, toes.joint, toes.rotation) : placed;
}

/** What an elbow or a knee turns about when it flexes: its hinge; without one the normal of the limb's plane. In its own frame. */
function bendAxisIn(rig: Rig, world: WorldTransforms, limb: Limb): Vec3 {
  const limit = rig.skeleton.limits[limb.bend]!;
  if (limit.kind === 'hinge') return flexesBackwards(rig, limb) ? scale(limit.axis, -1) : limit.axis;
  const [top, joint, end] = limbPlaces(world, limb);
  const lower = subtract(end, joint);
  const normal = normalize(cross(subtract(joint, top), lower), normalize(perpendicular(lower)));
  return rotate(conjugate(worldRotation(world, limb.bend)), normal);
}

/** Whether an elbow or a knee flexes against the axis of its hinge. The range of that does not tell: it counts from rest, where the limb may be bent already. */
export function flexesBackwards(rig: Rig, { name, bend }: Limb): boolean {
  const limit = rig.skeleton.limits[bend]!;
  if (limit.kind !== 'hinge') return false;
  return dot(limit.axis, bendAxisOf(rig, sideOf(name), name.endsWith('Leg') ? 'Foot' : 'Hand')) < 0;
}
