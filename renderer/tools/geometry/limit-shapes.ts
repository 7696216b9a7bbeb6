import { fromAxisAngle, fromRotationVector, multiply, quatAt, rotate, type Quat } from '../../../core/math/quat.ts';
import {
  add,
  cross,
  lerp,
  normalize,
  perpendicular,
  rejectFrom,
  scale,
  subtract,
  UNIT_X,
  UNIT_Y,
  UNIT_Z,
  type Vec3,
} from '../../../core/math/vec3.ts';
import { worldPosition, worldRotation, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { HingeLimit, PrismaticLimit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { limitCoordinates } from '../../../core/skeleton/limit-state.ts';
import { rotationOf, slideIndex, type Pose } from '../../../core/skeleton/pose.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';

/** World rotation of a joint's rest frame, given its parent's: what its limit is measured in. */
export function restFrame(skeleton: Skeleton, world: WorldTransforms, joint: number): Quat {
  const parent = skeleton.parents[joint]!;
  const rest = quatAt(skeleton.rest, joint);
  return parent < 0 ? rest : multiply(worldRotation(world, parent), rest);
}

/** The swing on the cone's boundary towards `angle` about its centre, as rotation about x and y of the cone's frame, radians. */
export function swingOnBoundary({ swing }: SwingTwistLimit, angle: number): readonly [x: number, y: number] {
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  return [cosine * (cosine >= 0 ? swing[0] : swing[1]), sine * (sine >= 0 ? swing[2] : swing[3])];
}

/** The bone's direction in the cone's frame after a swing given as rotation about x and y. */
export function swungDirection(x: number, y: number): Vec3 {
  return rotate(fromRotationVector([x, y, 0]), UNIT_Z);
}

export interface ConeShape {
  /** World position of the joint. */
  readonly apex: Vec3;
  /** World points on the boundary, all `radius` from the apex, in order around the cone. */
  readonly rim: readonly Vec3[];
  /** World point at `radius` in the middle of the cone. */
  readonly centre: Vec3;
  /** World point at `radius` along the bone. */
  readonly bone: Vec3;
}

/** World point, `radius` metres from the joint, of the bone swung by rotations about x and y of the cone's frame. */
export function swingPoint(
  skeleton: Skeleton,
  world: WorldTransforms,
  joint: number,
  limit: SwingTwistLimit,
  radius: number,
): (x: number, y: number) => Vec3 {
  const apex = worldPosition(world, joint);
  const frame = multiply(restFrame(skeleton, world, joint), limit.parentFrame);
  return (x, y) => add(apex, scale(rotate(frame, swungDirection(x, y)), radius));
}

/** The cone of a swing-twist limit in the parent's frame, with the bone's direction against it. */
export function coneShape(
  skeleton: Skeleton,
  world: WorldTransforms,
  joint: number,
  limit: SwingTwistLimit,
  radius: number,
  steps = 64,
): ConeShape {
  const apex = worldPosition(world, joint);
  const at = swingPoint(skeleton, world, joint, limit, radius);
  const rim = Array.from({ length: steps }, (_, i) => at(...swingOnBoundary(limit, (2 * Math.PI * i) / steps)));
  const bone = rotate(multiply(worldRotation(world, joint), limit.childFrame), UNIT_Z);
  return { apex, rim, centre: at(0, 0), bone: add(apex, scale(bone, radius)) };
}

/** A range of angles as points on a circle. */
export interface ArcShape {
  /** World centre of the circle. */
  readonly centre: Vec3;
  /** World points from the smallest to the largest allowed angle. */
  readonly arc: readonly Vec3[];
  /** World point at the present angle. */
  readonly present: Vec3;
}

/** World points by twist angle: a circle of `radius` metres around the bone's direction, `along` metres from the joint. */
export function twistPoint(
  skeleton: Skeleton,
  world: WorldTransforms,
  pose: Pose,
  joint: number,
  limit: SwingTwistLimit,
  along: number,
  radius: number,
): (angle: number) => Vec3 {
  const { swing } = limitCoordinates(limit, rotationOf(pose, joint));
  const swung = fromRotationVector([swing[0], swing[1], 0]);
  const frame = multiply(multiply(restFrame(skeleton, world, joint), limit.parentFrame), swung);
  const apex = worldPosition(world, joint);
  return (angle) => add(apex, rotate(frame, [radius * Math.cos(angle), radius * Math.sin(angle), along]));
}

/** The twist range about the bone, on the circle of {@link twistPoint}. */
export function twistShape(
  skeleton: Skeleton,
  world: WorldTransforms,
  pose: Pose,
  joint: number,
  limit: SwingTwistLimit,
  along: number,
  radius: number,
): ArcShape {
  const at = twistPoint(skeleton, world, pose, joint, limit, along, radius);
  const { twist } = limitCoordinates(limit, rotationOf(pose, joint));
  return { centre: lerp(at(0), at(Math.PI), 0.5), arc: arcPoints(limit.twist[0], limit.twist[1], at), present: at(twist) };
}

/** World points by hinge angle, `radius` metres from the joint. `tip`: the bone's end in the joint's frame. */
export function hingePoint(
  skeleton: Skeleton,
  world: WorldTransforms,
  joint: number,
  limit: HingeLimit,
  tip: Vec3,
  radius: number,
): (angle: number) => Vec3 {
  const centre = worldPosition(world, joint);
  const frame = restFrame(skeleton, world, joint);
  const reference = normalize(rejectFrom(tip, limit.axis), perpendicular(limit.axis));
  return (angle) => add(centre, scale(rotate(frame, rotate(fromAxisAngle(limit.axis, angle), reference)), radius));
}

/** The range of a hinge: the sector that its bone sweeps. */
export function hingeShape(
  skeleton: Skeleton,
  world: WorldTransforms,
  pose: Pose,
  joint: number,
  limit: HingeLimit,
  tip: Vec3,
  radius: number,
): ArcShape {
  const at = hingePoint(skeleton, world, joint, limit, tip, radius);
  const { twist } = limitCoordinates(limit, rotationOf(pose, joint));
  return { centre: worldPosition(world, joint), arc: arcPoints(limit.min, limit.max, at), present: at(twist) };
}

/** A joint without limit: the ball on which its bone may point anywhere. */
export interface FreeShape {
  readonly centre: Vec3;
  /** Three circles about the axes of the joint's rest frame, world points. */
  readonly circles: readonly (readonly Vec3[])[];
  /** World point on the ball in the bone's direction. */
  readonly bone: Vec3;
}

/** `tip`: the bone's end in the joint's frame. */
export function freeShape(
  skeleton: Skeleton,
  world: WorldTransforms,
  joint: number,
  tip: Vec3,
  radius: number,
  steps = 48,
): FreeShape {
  const centre = worldPosition(world, joint);
  const frame = restFrame(skeleton, world, joint);
  const circles = [UNIT_X, UNIT_Y, UNIT_Z].map((axis) => {
    const start = scale(perpendicular(axis), radius);
    return Array.from({ length: steps }, (_, i) =>
      add(centre, rotate(frame, rotate(fromAxisAngle(axis, (2 * Math.PI * i) / steps), start))),
    );
  });
  return { centre, circles, bone: add(centre, scale(rotate(worldRotation(world, joint), normalize(tip, UNIT_Y)), radius)) };
}

/** A sliding joint: the rail on which it moves. */
export interface SlideShape {
  /** World ends of the rail. */
  readonly from: Vec3;
  readonly to: Vec3;
  /** Two short lines across each of its ends, at right angles so that one is seen from every side; world points. */
  readonly stops: readonly (readonly [Vec3, Vec3])[];
  /** The same where the joint is on it. */
  readonly present: readonly (readonly [Vec3, Vec3])[];
}

/** `width`: length of the lines across the ends, metres. */
export function slideShape(
  skeleton: Skeleton,
  world: WorldTransforms,
  pose: Pose,
  joint: number,
  limit: PrismaticLimit,
  width: number,
): SlideShape {
  const present = worldPosition(world, joint);
  const axis = rotate(restFrame(skeleton, world, joint), limit.axis);
  const displacement = pose[slideIndex(skeleton, skeleton.slides[joint]!)]!;
  const at = (d: number) => add(present, scale(axis, d - displacement));
  const across = perpendicular(axis);
  const crossAt = (point: Vec3) =>
    [across, cross(axis, across)].map((way) => {
      const half = scale(way, width / 2);
      return [subtract(point, half), add(point, half)] as const;
    });
  const [from, to] = [at(limit.min), at(limit.max)];
  return { from, to, stops: [from, to].flatMap(crossAt), present: crossAt(present) };
}

function arcPoints(min: number, max: number, at: (angle: number) => Vec3): Vec3[] {
  const steps = Math.max(1, Math.ceil((max - min) / (Math.PI / 36)));
  return Array.from({ length: steps + 1 }, (_, i) => at(min + ((max - min) * i) / steps));
}
