import { checkCoordinates, checkUnit, isNumberFrom } from '../math/check-numbers.ts';
import { checkArray, checkObject, isList, isObject, spellOut } from '../math/check-values.ts';
import { checkFields } from '../math/near-names.ts';
import { IDENTITY, normalizeQuat, type Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import { checkLimit } from './check-limit.ts';
import { canDrive, checkCouplings, type Coupling } from './couplings.ts';
import { FREE, type Limit } from './limits.ts';

/** Names of joints that the compiler does not know: what has them goes with any skeleton. */
// oxlint-disable-next-line typescript/no-explicit-any -- only `any` stands for other names both ways.
export type AnyNames = any;

/** What the compiler tells skeletons apart by, and what belongs to them; no value has it. */
declare const jointNames: unique symbol;

/** Something of a skeleton whose joints have these names. */
export interface OfJoints<Names> {
  readonly [jointNames]?: ((names: Names) => Names) | undefined;
}

/** The names of the joints where the compiler knows each, otherwise any. */
export type NamesOf<Joints extends readonly JointDefinition[]> = string extends Joints[number]['name']
  ? AnyNames
  : Joints[number]['name'];

/**
 * An immutable hierarchy of joints as parallel arrays, parents before children. It is frozen, with its names, limits and couplings, which are copies; its
 * typed arrays, which JavaScript cannot freeze, are copies too and are not to be written to.
 *
 * The world transform of joint j is world(parent) · translate(offset) · rotate(rest) · rotate(q), with q from the pose.
 * "World" is the space of the scene the skeleton came from: metres, right-handed, +Y up.
 */
export interface Skeleton<Names = AnyNames> extends OfJoints<Names> {
  /** Number of joints. */
  readonly count: number;
  /** One a joint; they need not differ. */
  readonly names: readonly string[];
  /** Index of each joint's parent, always smaller than the joint's own; −1 for a joint without parent. */
  readonly parents: Int32Array;
  /** 3 × count, metres, in the parent's frame. */
  readonly offsets: Float64Array;
  /** 4 × count, rest rotation in the parent's frame. */
  readonly rest: Float64Array;
  /** One a joint: what its rotation (or displacement) relative to rest may be. */
  readonly limits: readonly Limit[];
  /** Limits that depend on another joint or on the joint's own swing; empty for most skeletons. */
  readonly couplings: readonly Coupling[];
  /** 0 (moves freely) to 1 (inverse kinematics never moves it), one a joint. */
  readonly stiffness: Float64Array;
  /** The joint that the pose's root translation moves: the hips of a humanoid, otherwise the first joint. */
  readonly root: number;
  /** For each joint the index of its displacement among the pose's prismatic values, or −1. */
  readonly slides: Int32Array;
  /** Number of prismatic joints. */
  readonly slideCount: number;
  /** Names of the facial expressions whose weights a pose holds too; missing where the character has none. */
  readonly expressions?: readonly string[];
}

/** One joint of a skeleton to be built. */
export interface JointDefinition {
  /** What sentences about the joint call it; joints may share a name. */
  readonly name: string;
  /** Index in the list of definitions, smaller than this joint's; −1 for a joint without parent, which stands in the world. */
  readonly parent: number;
  /** Metres in the parent's frame (the world's without a parent), each at most 1e9. */
  readonly offset: Vec3;
  /** Rotation in the parent's frame where the joint rests: a unit quaternion. Default: identity. */
  readonly rest?: Quat;
  /** Default: free. */
  readonly limit?: Limit;
  /** 0 (moves freely) to 1 (inverse kinematics never moves it). Default: 0. */
  readonly stiffness?: number;
}

const JOINT_FIELDS = /* @__PURE__ */ new Set(['name', 'parent', 'offset', 'rest', 'limit', 'stiffness']);

/**
 * Builds a skeleton of these joints, parents before children. `root` is the joint that a pose's root translation moves; `couplings` are limits that
 * depend on another joint or on the joint's own swing. The compiler tells skeletons apart by the names of their joints, or by a name of their own where
 * they are given one: `const left: Skeleton<'left'> = createSkeleton(joints)`. Throws a `RangeError` of one sentence when there is no joint, or a
 * definition, the root or a coupling cannot be used.
 */
export function createSkeleton<const Joints extends readonly JointDefinition[], Names = NamesOf<Joints>>(
  joints: Joints,
  root = 0,
  couplings: readonly Coupling[] = [],
): Skeleton<Names> {
  checkArray(joints, 'the joints of a skeleton');
  const count = joints.length;
  if (count === 0) throw new RangeError('a skeleton needs at least one joint');
  if (!Number.isInteger(root) || root < 0 || root >= count) {
    throw new RangeError(`the root must be a joint index from 0 to ${count - 1}, got ${spellOut(root)}`);
  }
  const parents = new Int32Array(count);
  const offsets = new Float64Array(3 * count);
  const rest = new Float64Array(4 * count);
  const stiffness = new Float64Array(count);
  const slides = new Int32Array(count).fill(-1);
  let slideCount = 0;
  for (const [j, joint] of joints.entries()) {
    checkObject(joint, `joint ${j}`);
    if (typeof joint.name !== 'string') throw new RangeError(`joint ${j}: the name must be a text, got ${spellOut(joint.name)}`);
    const where = `joint ${j} "${joint.name}"`;
    checkFields(joint, JOINT_FIELDS, where);
    if (!Number.isInteger(joint.parent) || joint.parent < -1 || joint.parent >= j) {
      throw new RangeError(`${where}: the parent must be the index of a joint before it, or -1, got ${spellOut(joint.parent)}`);
    }
    checkCoordinates(joint.offset, 3, `${where}: the offset`);
    const { rest: rotation = IDENTITY, stiffness: stiff = 0, limit = FREE } = joint;
    checkUnit(rotation, 4, `${where}: the rest rotation`);
    if (!isNumberFrom(stiff, 0, 1)) throw new RangeError(`${where}: stiffness must be from 0 to 1, got ${spellOut(stiff)}`);
    checkLimit(limit, where);
    parents[j] = joint.parent;
    offsets.set(joint.offset, 3 * j);
    rest.set(normalizeQuat(rotation), 4 * j);
    stiffness[j] = stiff;
    if (limit.kind === 'prismatic') slides[j] = slideCount++;
  }
  checkCouplings(
    joints.map((joint) => joint.limit ?? FREE),
    couplings,
  );
  return Object.freeze({
    count,
    names: ownCopy(joints.map((joint) => joint.name)),
    parents,
    offsets,
    rest,
    limits: ownCopy(joints.map((joint) => joint.limit ?? FREE)),
    couplings: ownCopy(couplings),
    stiffness,
    root,
    slides,
    slideCount,
  });
}

/** A frozen copy, so that what the caller does to its own objects afterwards never bypasses the checks. */
function ownCopy<Value>(value: Value): Value {
  if (!isObject(value)) return value;
  if (isList(value)) return Object.freeze(Array.from(value, ownCopy)) as Value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, field]) => [key, ownCopy(field)]))) as Value;
}

/** Frozen skeletons that were found good, and stay so: a solve checks one several times. */
const checked = /* @__PURE__ */ new WeakSet<Skeleton>();

/** Throws a `RangeError` unless the value is a skeleton, by its fields: one that came in a message counts. */
export function checkSkeleton(skeleton: Skeleton): void {
  if (checked.has(skeleton)) return;
  if (isObject(skeleton) && Number.isInteger(skeleton.count) && skeleton.count > 0 && Array.isArray(skeleton.couplings)) {
    const { count, parents, offsets, rest, limits, stiffness, slides } = skeleton;
    const numbers = [
      [parents, 1],
      [limits, 1],
      [stiffness, 1],
      [slides, 1],
      [offsets, 3],
      [rest, 4],
    ] as const;
    if (numbers.every(([list, each]) => isList(list) && list.length === each * count)) {
      if (Object.isFrozen(skeleton)) checked.add(skeleton);
      return;
    }
  }
  throw new RangeError(`the skeleton must be one that createSkeleton made, got ${spellOut(skeleton)}`);
}

/**
 * The same hierarchy with other limits and stiffnesses, one a joint; couplings that no longer fit are dropped. Throws a `RangeError` of one
 * sentence when there are not as many as joints, and like {@link createSkeleton}.
 */
export function withLimits<Names>(
  skeleton: Skeleton<Names>,
  limits: readonly Limit[],
  stiffnesses?: ArrayLike<number>,
  couplings?: readonly Coupling[],
): Skeleton<Names> {
  checkSkeleton(skeleton);
  checkArray(limits, 'the limits');
  const stiffness = stiffnesses === undefined ? skeleton.stiffness : stiffnesses;
  if (!isList(stiffness)) throw new RangeError(`the stiffnesses must be a list of numbers, got ${spellOut(stiffness)}`);
  if (limits.length !== skeleton.count || stiffness.length !== skeleton.count) {
    const got = `${limits.length} limits and ${stiffness.length} stiffnesses`;
    throw new RangeError(`a skeleton of ${skeleton.count} joints needs a limit and a stiffness for each, got ${got}`);
  }
  const limited = createSkeleton(
    skeleton.names.map((name, j) => ({
      name,
      parent: skeleton.parents[j]!,
      offset: [skeleton.offsets[3 * j]!, skeleton.offsets[3 * j + 1]!, skeleton.offsets[3 * j + 2]!],
      rest: [skeleton.rest[4 * j]!, skeleton.rest[4 * j + 1]!, skeleton.rest[4 * j + 2]!, skeleton.rest[4 * j + 3]!],
      limit: limits[j]!,
      stiffness: stiffness[j]!,
    })),
    skeleton.root,
    couplings === undefined ? skeleton.couplings.filter((coupling) => fits(limits, coupling)) : couplings,
  );
  return withExpressions(limited, skeleton.expressions ?? []);
}

/** The same hierarchy, whose poses hold a weight for each of these expressions. Throws a `RangeError` of one sentence when two share a name. */
export function withExpressions<Names>(skeleton: Skeleton<Names>, expressions: readonly string[]): Skeleton<Names> {
  checkSkeleton(skeleton);
  checkArray(expressions, 'the expressions');
  for (const [i, name] of expressions.entries()) {
    if (typeof name !== 'string' || name === '')
      throw new RangeError(`expression ${i}: the name must be a text, got ${spellOut(name)}`);
    if (expressions.indexOf(name) < i) throw new RangeError(`expressions need different names, got "${name}" twice`);
  }
  const { expressions: _, ...without } = skeleton;
  return Object.freeze(expressions.length === 0 ? without : { ...without, expressions: Object.freeze([...expressions]) });
}

/** Whether a coupling still makes sense with changed limits. */
function fits(limits: readonly Limit[], coupling: Coupling): boolean {
  if (limits[coupling.joint]?.kind !== 'swingTwist') return false;
  return coupling.kind === 'twistBySwing' || canDrive(limits[coupling.hinge]);
}
