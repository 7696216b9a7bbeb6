import type { Vec3 } from '../math/vec3.ts';
import { rotationIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { SavedPose } from './saved-pose.ts';

/** Where one effector is in every pose of a library. */
export interface EffectorPoints {
  readonly poses: readonly SavedPose[];
  /** 3 × poses, metres, in the root's frame. */
  readonly points: Float32Array;
}

/**
 * Where a point fixed to `joint` is in each pose; joints that a pose does not speak of are at rest. What `former`, a table of the same
 * effector, has of a pose is copied.
 */
export function effectorPoints(
  skeleton: Skeleton,
  poses: readonly SavedPose[],
  joint: number,
  offset: Vec3,
  former?: EffectorPoints,
): EffectorPoints {
  const points = new Float32Array(3 * poses.length);
  const chain = chainToRoot(skeleton, joint);
  const known = new Map(former?.poses.map(({ pose }, row): [Pose, number] => [pose, row]));
  const point = new Float64Array(3);
  poses.forEach((saved, i) => {
    const row = known.get(saved.pose);
    if (row !== undefined && former!.poses[row]!.joints === saved.joints) {
      for (let k = 0; k < 3; k++) points[3 * i + k] = former!.points[3 * row + k]!;
      return;
    }
    point.set(offset);
    carryToRoot(skeleton, chain, saved, point);
    points.set(point, 3 * i);
  });
  return { poses, points };
}

/** The joint and those above it, up to the root, which is left out. */
function chainToRoot(skeleton: Skeleton, joint: number): number[] {
  const chain: number[] = [];
  for (let j = joint; j >= 0 && j !== skeleton.root; j = skeleton.parents[j]!) chain.push(j);
  return chain;
}

/** Brings a point from the frame of the chain's first joint into the root's: p := offset + rest · q · p, from the joint up. */
function carryToRoot({ count, rest, offsets }: Skeleton, chain: readonly number[], saved: SavedPose, point: Float64Array): void {
  // The root translation, −1, and every joint.
  const isWhole = saved.joints.length > count;
  for (const j of chain) {
    if (isWhole || saved.joints.includes(j)) rotatePoint(saved.pose, rotationIndex(j), point);
    rotatePoint(rest, 4 * j, point);
    for (let k = 0; k < 3; k++) point[k]! += offsets[3 * j + k]!;
  }
}

/** Turns a point, in place, by the unit quaternion at index `o`: p + 2w (v × p) + 2 v × (v × p). */
function rotatePoint(quaternions: ArrayLike<number>, o: number, point: Float64Array): void {
  const x = quaternions[o]!;
  const y = quaternions[o + 1]!;
  const z = quaternions[o + 2]!;
  const w = quaternions[o + 3]!;
  const px = point[0]!;
  const py = point[1]!;
  const pz = point[2]!;
  const tx = 2 * (y * pz - z * py);
  const ty = 2 * (z * px - x * pz);
  const tz = 2 * (x * py - y * px);
  point[0] = px + w * tx + y * tz - z * ty;
  point[1] = py + w * ty + z * tx - x * tz;
  point[2] = pz + w * tz + x * ty - y * tx;
}
