import { conjugate, multiply, quatAt, rotate } from '../../math/quat.ts';
import { NO_ROOM } from '../../math/tolerances.ts';
import { vec3At } from '../../math/vec3.ts';
import { createLimitTable, type LimitTable } from '../../skeleton/limit-table.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { createCouplingTable } from '../../skeleton/resolve-couplings.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

/**
 * A skeleton as the solver sees it: every joint's frame is replaced by the frame of its limit, so that a hinge turns about z, a cone is
 * centred on z and a slide moves along z, for every joint of every rig. The rest of `core/ik` needs no other axes.
 *
 * With P and C the limit's parent and child frame, the joint's local rotation is l = conj(P) · q · C, its world rotation W · C, and
 * the hierarchy keeps the usual form world = parent · translate(offset) · rotate(rest) · l with the numbers below.
 */
export interface Mechanism {
  /** What it was made of. */
  readonly skeleton: Skeleton;
  /** Its limits, coupled ones as the present configuration has them. */
  readonly limits: LimitTable;
  /** For each joint: 1 when its limit leaves it any room; limits that are narrower in some poses only leave it room. */
  readonly rooms: Uint8Array;
  /** Joints above each joint, up to the one without parent. */
  readonly depths: Int32Array;
  /** 0, 1, … count − 1: the list of all joints. */
  readonly joints: Int32Array;
  /** 3 × count: conj(C of the parent) applied to the skeleton's offset. */
  readonly offsets: Float64Array;
  /** Metres from each joint to the one above it. */
  readonly lengths: Float64Array;
  /** 4 × count: conj(C of the parent) · rest · P. */
  readonly rests: Float64Array;
}

/** The skeleton in its limits’ frames. */
export function createMechanism(skeleton: Skeleton): Mechanism {
  const { count, parents } = skeleton;
  const limits = createLimitTable(skeleton.limits, createCouplingTable(skeleton.limits, skeleton.couplings));
  const offsets = new Float64Array(3 * count);
  const rests = new Float64Array(4 * count);
  const depths = new Int32Array(count);
  for (let j = 0; j < count; j++) {
    const parent = parents[j]!;
    if (parent >= 0) depths[j] = depths[parent]! + 1;
    const inverse = parent < 0 ? ([0, 0, 0, 1] as const) : conjugate(quatAt(limits.childFrames, parent));
    offsets.set(rotate(inverse, vec3At(skeleton.offsets, j)), 3 * j);
    rests.set(multiply(inverse, multiply(quatAt(skeleton.rest, j), quatAt(limits.parentFrames, j))), 4 * j);
  }
  const joints = Int32Array.from({ length: count }, (_, j) => j);
  const rooms = Uint8Array.from(skeleton.limits, (limit) => (leavesRoom(limit) ? 1 : 0));
  const lengths = Float64Array.from(joints, (j) =>
    Math.sqrt(offsets[3 * j]! ** 2 + offsets[3 * j + 1]! ** 2 + offsets[3 * j + 2]! ** 2),
  );
  return { skeleton, limits, joints, rooms, depths, offsets, lengths, rests };
}

function leavesRoom(limit: Limit): boolean {
  if (limit.kind === 'free') return true;
  if (limit.kind !== 'swingTwist') return limit.max - limit.min > 2 * NO_ROOM;
  return Math.max(...limit.swing) > NO_ROOM || limit.twist[1] - limit.twist[0] > 2 * NO_ROOM;
}
