import type { Limit } from '../../core/skeleton/limits.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import { limitOffence } from './limit-oracle.ts';

/** Radians by which a joint of a pose is outside its limit as the rest of the pose leaves it; coupled limits are worked out here anew. */
export function poseOffence(skeleton: Skeleton, pose: ArrayLike<number>, joint: number): number {
  return limitOffence(limitIn(skeleton, pose, joint), turnOf(pose, joint));
}

function turnOf(pose: ArrayLike<number>, joint: number): number[] {
  return [0, 1, 2, 3].map((i) => pose[3 + 4 * joint + i]!);
}

function limitIn(skeleton: Skeleton, pose: ArrayLike<number>, joint: number): Limit {
  const limit = skeleton.limits[joint]!;
  if (limit.kind !== 'swingTwist') return limit;
  const swing: [number, number, number, number] = [...limit.swing];
  let twist = limit.twist;
  for (const coupling of skeleton.couplings) {
    if (coupling.joint !== joint) continue;
    if (coupling.kind === 'swingByHinge') {
      const half = interpolate(coupling.points, hingeAngle(skeleton.limits[coupling.hinge]!, turnOf(pose, coupling.hinge)), 1);
      swing[coupling.side] = Math.min(swing[coupling.side], half);
    } else {
      const angle = swingAngle(limit, turnOf(pose, joint));
      const min = Math.min(limit.twist[1], Math.max(limit.twist[0], interpolate(coupling.points, angle, 1)));
      twist = [min, Math.max(min, Math.min(limit.twist[1], interpolate(coupling.points, angle, 2)))];
    }
  }
  return { ...limit, swing, twist };
}

function interpolate(points: readonly (readonly number[])[], x: number, column: number): number {
  const after = points.findIndex((point) => point[0]! > x);
  if (after === 0) return points[0]![column]!;
  if (after < 0) return points.at(-1)![column]!;
  const [a, b] = [points[after - 1]!, points[after]!];
  const share = (x - a[0]!) / (b[0]! - a[0]!);
  return (1 - share) * a[column]! + share * b[column]!;
}

function hingeAngle(limit: Limit, q: readonly number[]): number {
  if (limit.kind !== 'hinge') throw new Error('only hinges drive cones');
  const along = q[0]! * limit.axis[0] + q[1]! * limit.axis[1] + q[2]! * limit.axis[2];
  const angle = 2 * Math.atan2(along, q[3]!);
  const middle = (limit.min + limit.max) / 2;
  return angle - 2 * Math.PI * Math.round((angle - middle) / (2 * Math.PI));
}

/** The angle between the cone's centre and the bone. */
function swingAngle(limit: Extract<Limit, { kind: 'swingTwist' }>, q: readonly number[]): number {
  const centre = turned(limit.parentFrame, [0, 0, 1]);
  const bone = turned(q, turned(limit.childFrame, [0, 0, 1]));
  const cross = [
    centre[1]! * bone[2]! - centre[2]! * bone[1]!,
    centre[2]! * bone[0]! - centre[0]! * bone[2]!,
    centre[0]! * bone[1]! - centre[1]! * bone[0]!,
  ];
  return Math.atan2(Math.hypot(...cross), centre[0]! * bone[0]! + centre[1]! * bone[1]! + centre[2]! * bone[2]!);
}

function turned([x, y, z, w]: readonly number[], v: readonly number[]): number[] {
  const [a, b, c] = [v[0]!, v[1]!, v[2]!];
  const [qx, qy, qz, qw] = [x!, y!, z!, w!];
  return [
    (qw * qw + qx * qx - qy * qy - qz * qz) * a + 2 * (qx * qy - qw * qz) * b + 2 * (qx * qz + qw * qy) * c,
    2 * (qx * qy + qw * qz) * a + (qw * qw - qx * qx + qy * qy - qz * qz) * b + 2 * (qy * qz - qw * qx) * c,
    2 * (qx * qz - qw * qy) * a + 2 * (qy * qz + qw * qx) * b + (qw * qw - qx * qx - qy * qy + qz * qz) * c,
  ];
}
