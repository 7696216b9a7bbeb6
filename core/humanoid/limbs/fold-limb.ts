import { flexionOf } from '../../math/flexion.ts';
import { conjugate, fromAxes, fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, cross, distance, dot, length, normalize, rejectFrom, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { projectOntoLimit } from '../../skeleton/project-limit.ts';
import { turnJoint, turnTo, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { angleAbout } from '../../math/angles.ts';

/** A limb as it is in a pose: world, metres. */
export interface LimbPlane {
  readonly root: Vec3;
  /** Elbow or knee; of a leg with a hock where the knee of a leg of two bones would be that folds alike. */
  readonly bend: Vec3;
  readonly end: Vec3;
  /** Lengths of its two bones. */
  readonly upperLength: number;
  readonly lowerLength: number;
  /** Unit vector that the bend turns about when it flexes. */
  readonly axis: Vec3;
}

/**
 * `axis` is what the bend turns about when it flexes, a unit vector of the bend joint's frame.
 *
 * The bone below a hock stays parallel to the thigh, since the hock turns back as far as the knee turns. With hip h, knee k, hock o and foot f, the leg is
 * the two bones from h to k + f − o and from there to f, whose lengths no bend changes.
 */
export function limbPlane(world: WorldTransforms, limb: Limb, axis: Vec3): LimbPlane {
  const [root, joint, end] = [limb.upper, limb.bend, limb.end].map((each) => worldPosition(world, each)) as [Vec3, Vec3, Vec3];
  const bend = limb.hock < 0 ? joint : add(joint, subtract(end, worldPosition(world, limb.hock)));
  const [upperLength, lowerLength] = [distance(root, bend), distance(bend, end)];
  return { root, bend, end, upperLength, lowerLength, axis: rotate(worldRotation(world, limb.bend), axis) };
}

/** Radians by which a limb is flexed. */
export function flexionIn({ root, bend, end, axis }: LimbPlane): number {
  const [upper, lower] = [rejectFrom(subtract(bend, root), axis), rejectFrom(subtract(end, bend), axis)];
  return angleAbout(axis, upper, lower);
}

/**
 * Radians by which a limb has to be flexed for its end to be `span` metres from its root. What both bones have along the axis, w, no flexion changes: it is
 * flexed as bones square to the axis that span √(span² − w²).
 */
export function flexionTo({ root, bend, end, axis }: LimbPlane, span: number): number {
  const [upper, lower] = [rejectFrom(subtract(bend, root), axis), rejectFrom(subtract(end, bend), axis)];
  const w = dot(subtract(end, root), axis);
  return flexionOf(Math.sqrt(Math.max(0, span * span - w * w)), length(upper), length(lower));
}

/**
 * The pose with a limb folded as two bones: its end at `target` (world, metres) or, where it is too short or its bend stands on its limit, on the line to
 * there, and its bend towards `pole`, a direction of the world. The upper joint may leave its limits.
 */
export function foldLimb(rig: Rig, pose: Pose, limb: Limb, axis: Vec3, target: Vec3, pole: Vec3): Pose {
  const world = forwardKinematics(rig.skeleton, pose);
  const before = limbPlane(world, limb, axis);
  const wanted = flexionOf(distance(before.root, target), before.upperLength, before.lowerLength);
  let bent = turnJoint(rig, pose, limb.bend, fromAxisAngle(before.axis, wanted - flexionIn(before)));
  clampJoint(rig, bent, limb.bend);
  if (limb.hock >= 0) bent = turnWithin(rig, bent, limb.hock, worldRotation(world, limb.hock));
  const { root, end, axis: hinge } = limbPlane(forwardKinematics(rig.skeleton, bent), limb, axis);
  const line = normalize(subtract(target, root));
  const side = rejectFrom(pole, line);
  if (length(line) === 0 || length(side) < 1e-6) return bent;
  const from = planeFrame(subtract(end, root), hinge);
  const to = planeFrame(line, cross(side, line));
  return turnJoint(rig, bent, limb.upper, multiply(to, conjugate(from)));
}

/** The pose with a joint's world rotation set as far as its own limit allows. */
export function turnWithin(rig: Rig, pose: Pose, joint: number, rotation: Quat): Pose {
  const turned = turnTo(rig, pose, joint, rotation);
  clampJoint(rig, turned, joint);
  return turned;
}

/** Brings the joint to the nearest rotation that its own limit allows. */
export function clampJoint(rig: Rig, pose: Pose, joint: number): void {
  setRotation(pose, joint, projectOntoLimit(rig.skeleton.limits[joint]!, rotationOf(pose, joint)));
}

/** The frame whose x points along a limb's line and whose z is the normal of its plane. */
export function planeFrame(line: Vec3, normal: Vec3): Quat {
  const x = normalize(line);
  const z = normalize(rejectFrom(normal, x));
  return fromAxes(x, cross(z, x), z);
}
