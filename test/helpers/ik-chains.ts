import type { Vec3 } from '../../core/math/vec3.ts';
import { fromAxisAngle, fromAxes, type Quat } from '../../core/math/quat.ts';
import { cross, perpendicular, scale } from '../../core/math/vec3.ts';
import { DEGREES } from '../../core/math/angles.ts';
import { forwardKinematics, pointOf } from '../../core/skeleton/forward-kinematics.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import { sampleLimit } from '../../core/skeleton/sample-limit.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../core/skeleton/skeleton.ts';
import type { Random } from '../../core/math/random.ts';

/** A cone about `axis`, degrees. */
export function coneAbout(axis: Vec3, swing: number, twist: readonly [number, number]): Limit {
  const x = perpendicular(axis);
  const frame = fromAxes(x, cross(axis, x), axis);
  const half = swing * DEGREES;
  return {
    kind: 'swingTwist',
    parentFrame: frame,
    childFrame: frame,
    swing: [half, half, half, half],
    twist: [twist[0] * DEGREES, twist[1] * DEGREES],
  };
}

export function hingeAbout(axis: Vec3, min: number, max: number): Limit {
  return { kind: 'hinge', axis, min: min * DEGREES, max: max * DEGREES };
}

/** `count` joints 0.1 m apart along +Y with the same limit; the tip is 0.1 m beyond the last. */
export function straightChain(count: number, limit: Limit = { kind: 'free' }, length = 0.1): Skeleton {
  return createSkeleton(
    Array.from({ length: count }, (_, j): JointDefinition => ({
      name: `joint${j}`,
      parent: j - 1,
      offset: [0, j === 0 ? 0 : length, 0],
      limit,
    })),
  );
}

export const TIP: Vec3 = [0, 0.1, 0];

/** A left arm in T-pose along +X: clavicle, shoulder, elbow, wrist; the hand's point is 0.1 m beyond the wrist. */
export function humanArm(): Skeleton {
  return createSkeleton([
    { name: 'clavicle', parent: -1, offset: [0, 0, 0], limit: coneAbout([1, 0, 0], 15, [-10, 10]) },
    { name: 'shoulder', parent: 0, offset: [0.15, 0, 0], limit: coneAbout([1, 0, 0], 100, [-80, 80]) },
    { name: 'elbow', parent: 1, offset: [0.3, 0, 0], limit: hingeAbout([0, -1, 0], 0, 150) },
    { name: 'wrist', parent: 2, offset: [0.26, 0, 0], limit: coneAbout([1, 0, 0], 70, [-80, 80]) },
  ]);
}

export const HAND: Vec3 = [0.1, 0, 0];

/** A robot arm along +X: six hinges about z, y, y, x, y and x; the tool's point is 0.1 m beyond the last. */
export function hingedArm(): Skeleton {
  const axes: readonly Vec3[] = [
    [0, 0, 1],
    [0, 1, 0],
    [0, 1, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
  ];
  const lengths = [0, 0.1, 0.25, 0.15, 0.15, 0.1];
  return createSkeleton(
    axes.map((axis, j): JointDefinition => ({
      name: `joint${j}`,
      parent: j - 1,
      offset: [lengths[j]!, 0, 0],
      limit: hingeAbout(axis, -110, 120),
    })),
  );
}

/** The pose of a skeleton of hinges whose angles are `share` of the way from one pose's to another's. */
export function blendOfHinges(skeleton: Skeleton, from: Pose, to: Pose, share: number): Pose {
  const pose = restPose(skeleton);
  skeleton.limits.forEach((limit, j) => {
    if (limit.kind !== 'hinge') throw new Error(`joint ${j} is no hinge`);
    const angle = ([x, y, z, w]: Quat): number => 2 * Math.atan2(x * limit.axis[0] + y * limit.axis[1] + z * limit.axis[2], w);
    const [a, b] = [angle(rotationOf(from, j)), angle(rotationOf(to, j))];
    setRotation(pose, j, fromAxisAngle(limit.axis, a + share * (b - a)));
  });
  return pose;
}

/** A biped of 17 joints with knees and elbows bent 15° in its start pose; feet on the floor. */
export function testBiped(): { skeleton: Skeleton; start: Pose; joint: (name: string) => number } {
  const joints: JointDefinition[] = [{ name: 'hips', parent: -1, offset: [0, 0.92, 0] }];
  const add = (name: string, parent: string, offset: Vec3, limit: Limit): void => {
    joints.push({ name, parent: joints.findIndex((joint) => joint.name === parent), offset, limit });
  };
  add('spine', 'hips', [0, 0.12, 0], coneAbout([0, 1, 0], 30, [-25, 25]));
  add('chest', 'spine', [0, 0.16, 0], coneAbout([0, 1, 0], 25, [-25, 25]));
  add('head', 'chest', [0, 0.3, 0], coneAbout([0, 1, 0], 50, [-70, 70]));
  for (const side of [1, -1]) {
    const s = side === 1 ? 'L' : 'R';
    const out: Vec3 = [side, 0, 0];
    add(`clavicle${s}`, 'chest', [0.03 * side, 0.2, 0], coneAbout(out, 15, [-10, 10]));
    add(`shoulder${s}`, `clavicle${s}`, scale(out, 0.15), coneAbout(out, 100, [-80, 80]));
    add(`elbow${s}`, `shoulder${s}`, scale(out, 0.3), hingeAbout([0, -side, 0], 0, 150));
    add(`wrist${s}`, `elbow${s}`, scale(out, 0.26), coneAbout(out, 70, [-80, 80]));
    add(`hip${s}`, 'hips', [0.1 * side, -0.05, 0], coneAbout([0, -1, 0], 80, [-40, 40]));
    add(`knee${s}`, `hip${s}`, [0, -0.42, 0], hingeAbout([1, 0, 0], 0, 150));
    add(`foot${s}`, `knee${s}`, [0, -0.4, 0], coneAbout([0, 0, 1], 35, [-20, 20]));
  }
  const skeleton = createSkeleton(joints);
  const start = restPose(skeleton);
  skeleton.limits.forEach((limit, j) => {
    if (limit.kind === 'hinge') setRotation(start, j, fromAxisAngle(limit.axis, 15 * DEGREES));
  });
  return { skeleton, start, joint: (name) => skeleton.names.indexOf(name) };
}

/** A random pose, each joint inside its own limits; those that depend on another joint are not looked at. */
export function randomPose(skeleton: Skeleton, random: Random): Pose {
  const pose = restPose(skeleton);
  skeleton.limits.forEach((limit, j) => setRotation(pose, j, sampleLimit(limit, random)));
  return pose;
}

/** Where a joint's point is in a pose, world metres. */
export function placeOf(skeleton: Skeleton, pose: Pose, joint: number, point: Vec3 = [0, 0, 0]): Vec3 {
  return pointOf(forwardKinematics(skeleton, pose), joint, point);
}

export function between(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Radians that each joint turned between two poses. */
export function turnsBetween(skeleton: Skeleton, a: Pose, b: Pose): number[] {
  return Array.from({ length: skeleton.count }, (_, j) => {
    const [p, q] = [rotationOf(a, j), rotationOf(b, j)];
    const sine = Math.hypot(
      p[3] * q[0] - q[3] * p[0] - p[1] * q[2] + p[2] * q[1],
      p[3] * q[1] - q[3] * p[1] - p[2] * q[0] + p[0] * q[2],
      p[3] * q[2] - q[3] * p[2] - p[0] * q[1] + p[1] * q[0],
    );
    return 2 * Math.asin(Math.min(1, sine));
  });
}
