import { normalizeQuat, type Quat } from '../math/quat.ts';
import { UNIT_LENGTH_TOLERANCE } from '../math/tolerances.ts';
import type { Vec3 } from '../math/vec3.ts';
import { checkLimit } from './check-limit.ts';
import { canDrive, checkCouplings, type Coupling } from './couplings.ts';
import { FREE, type Limit } from './limits.ts';

/**
 * An immutable hierarchy of joints as parallel arrays, parents before children.
 *
 * The world transform of joint j is world(parent) · translate(offset) · rotate(rest) · rotate(q), with q from the pose.
 * "World" is the space of the scene the skeleton came from: metres, right-handed, +Y up.
 */
export interface Skeleton {
  readonly count: number;
  readonly names: readonly string[];
  /** Index of each joint's parent, always smaller than the joint's own; −1 for a joint without parent. */
  readonly parents: Int32Array;
  /** 3 × count, metres, in the parent's frame. */
  readonly offsets: Float64Array;
  /** 4 × count, rest rotation in the parent's frame. */
  readonly rest: Float64Array;
  readonly limits: readonly Limit[];
  /** Limits that depend on another joint or on the joint's own swing; empty for most skeletons. */
  readonly couplings: readonly Coupling[];
  /** 0 (moves freely) to 1 (inverse kinematics never moves it), one a joint. */
  readonly stiffness: Float64Array;
  /** The joint that the pose's root translation moves: the hips of a humanoid, otherwise the first joint. */
  readonly root: number;
  /** For each joint the index of its displacement among the pose's prismatic values, or −1. */
  readonly slides: Int32Array;
  readonly slideCount: number;
}

export interface JointDefinition {
  readonly name: string;
  /** Index in the list of definitions, smaller than this joint's; −1 for none. */
  readonly parent: number;
  readonly offset: Vec3;
  /** Default: identity. */
  readonly rest?: Quat;
  /** Default: free. */
  readonly limit?: Limit;
  /** Default: 0. */
  readonly stiffness?: number;
}

/** Builds a skeleton. Throws a `RangeError` with one sentence when a definition cannot be used. */
export function createSkeleton(joints: readonly JointDefinition[], root = 0, couplings: readonly Coupling[] = []): Skeleton {
  const count = joints.length;
  if (count === 0) throw new RangeError('a skeleton needs at least one joint');
  if (!Number.isInteger(root) || root < 0 || root >= count) {
    throw new RangeError(`the root must be a joint index from 0 to ${count - 1}, got ${root}`);
  }
  const parents = new Int32Array(count);
  const offsets = new Float64Array(3 * count);
  const rest = new Float64Array(4 * count);
  const stiffness = new Float64Array(count);
  const slides = new Int32Array(count).fill(-1);
  let slideCount = 0;
  joints.forEach((joint, j) => {
    const where = `joint ${j} "${joint.name}"`;
    if (!Number.isInteger(joint.parent) || joint.parent < -1 || joint.parent >= j) {
      throw new RangeError(`${where}: the parent must come before the joint, got ${joint.parent}`);
    }
    if (!joint.offset.every(Number.isFinite)) {
      throw new RangeError(`${where}: the offset must be three finite numbers, got ${joint.offset.join(', ')}`);
    }
    const rotation = joint.rest ?? [0, 0, 0, 1];
    const norm = Math.hypot(...rotation);
    if (!(Math.abs(norm - 1) < UNIT_LENGTH_TOLERANCE)) {
      throw new RangeError(`${where}: the rest rotation must be a unit quaternion, got length ${norm}`);
    }
    const stiff = joint.stiffness ?? 0;
    if (!(stiff >= 0 && stiff <= 1)) throw new RangeError(`${where}: stiffness must be from 0 to 1, got ${stiff}`);
    const limit = joint.limit ?? FREE;
    checkLimit(limit, where);
    parents[j] = joint.parent;
    offsets.set(joint.offset, 3 * j);
    rest.set(normalizeQuat(rotation), 4 * j);
    stiffness[j] = stiff;
    if (limit.kind === 'prismatic') slides[j] = slideCount++;
  });
  checkCouplings(
    joints.map((joint) => joint.limit ?? FREE),
    couplings,
  );
  return {
    count,
    names: joints.map((joint) => joint.name),
    parents,
    offsets,
    rest,
    limits: joints.map((joint) => joint.limit ?? FREE),
    couplings,
    stiffness,
    root,
    slides,
    slideCount,
  };
}

/** The same hierarchy with other limits (one a joint) or stiffnesses; couplings that no longer fit are dropped. Throws like {@link createSkeleton}. */
export function withLimits(
  skeleton: Skeleton,
  limits: readonly Limit[],
  stiffness: ArrayLike<number> = skeleton.stiffness,
  couplings: readonly Coupling[] = skeleton.couplings.filter((coupling) => fits(limits, coupling)),
): Skeleton {
  return createSkeleton(
    skeleton.names.map((name, j) => ({
      name,
      parent: skeleton.parents[j]!,
      offset: [skeleton.offsets[3 * j]!, skeleton.offsets[3 * j + 1]!, skeleton.offsets[3 * j + 2]!],
      rest: [skeleton.rest[4 * j]!, skeleton.rest[4 * j + 1]!, skeleton.rest[4 * j + 2]!, skeleton.rest[4 * j + 3]!],
      limit: limits[j] ?? FREE,
      stiffness: stiffness[j] ?? 0,
    })),
    skeleton.root,
    couplings,
  );
}

/** Whether a coupling still makes sense with changed limits. */
function fits(limits: readonly Limit[], coupling: Coupling): boolean {
  if (limits[coupling.joint]?.kind !== 'swingTwist') return false;
  return coupling.kind === 'twistBySwing' || canDrive(limits[coupling.hinge]);
}
