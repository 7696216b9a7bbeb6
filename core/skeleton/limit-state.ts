import { wrapAngle } from '../math/angles.ts';
import { checkCoordinates } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { atan2, hypot } from '../math/elementary.ts';
import { angleBetween, IDENTITY, normalizeQuat, type Quat } from '../math/quat.ts';
import { splitSwingTwist, twistAngle } from '../math/swing-twist.ts';
import { AT_LIMIT, CLAMP_TOLERANCE, LIMIT_TOLERANCE, NO_ROOM } from '../math/tolerances.ts';
import { UNIT_Z } from '../math/vec3.ts';
import { clampRotation, clampSlide, clampSwing, createClampScratch } from './clamp-rotation.ts';
import { isAtEnd } from './limit-flags.ts';
import * as T from './limit-table.ts';
import { createCouplingTable } from './resolve-couplings.ts';
import type { Limit } from './limits.ts';
import { checkLimit } from './check-limit.ts';
import { checkPose, rotationOf, setRotation, slideIndex, type Pose } from './pose.ts';
import { checkSkeleton, type AnyNames, type Skeleton } from './skeleton.ts';

/** A joint's rotation in the coordinates of its limit: the swing, which moves the limit's z axis, after the twist about it. */
export interface LimitCoordinates {
  /** Axis · angle of the swing about x and y, radians, √(a² + b²) ≤ π. */
  readonly swing: readonly [a: number, b: number];
  /** Angle about z in (−π, π], radians; a hinge’s own angle. */
  readonly twist: number;
}

/**
 * Coordinates of the rest-relative rotation `q` (any length above 0) in the limit's own frame. A free joint is measured about its own axes.
 * Throws a `RangeError` of one sentence when the limit or a number of `q` cannot be used.
 */
export function limitCoordinates(limit: Limit, q: Quat): LimitCoordinates {
  checkLimit(limit, 'the limit');
  checkCoordinates(q, 4, 'the rotation');
  return coordinatesIn(T.createLimitTable([limit]), 0, q);
}

function coordinatesIn(table: T.LimitTable, joint: number, q: Quat): LimitCoordinates {
  const { swing, twist } = splitSwingTwist(T.toLimitFrame(table, joint, normalizeQuat(q)), UNIT_Z);
  const h = hypot(swing[0], swing[1]);
  const factor = h > 0 ? (2 * atan2(h, swing[3])) / h : 2;
  return { swing: [swing[0] * factor, swing[1] * factor], twist: twistAngle(twist, UNIT_Z) };
}

/**
 * Radians by which the rotation of `joint` in `pose` lies outside its limit (for a sliding joint the greater of that and the metres it has
 * slid too far); 0 inside. Limits that depend on other joints are taken as they are in this pose. Throws a `RangeError` of one sentence when there
 * is no such skeleton or joint, or the pose has the wrong length or a number that is not finite.
 */
export function limitExcess<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>, joint: number): number {
  const table = resolvedTable(skeleton, pose);
  if (!(Number.isInteger(joint) && joint >= 0 && joint < skeleton.count)) {
    throw new RangeError(`the joint must be an index from 0 to ${skeleton.count - 1}, got ${spellOut(joint)}`);
  }
  return excessIn(table, skeleton, pose, joint);
}

/** The limits as they are in a pose; both are checked. */
function resolvedTable(skeleton: Skeleton, pose: Pose): T.LimitTable {
  checkSkeleton(skeleton);
  checkPose(skeleton, pose);
  const table = uncoupledTable(skeleton);
  narrowCones(table, pose);
  return table;
}

interface KnownTable {
  readonly table: T.LimitTable;
  /** Its numbers where no coupling narrows them. */
  readonly numbers: Float64Array;
}

/** One a skeleton, which never changes: building a table costs more than most questions to it. */
const knownTables = new WeakMap<Skeleton, KnownTable>();

/** The limits of a skeleton where no coupling narrows them; the same table each time, so it must not be kept beyond the call that asked for it. */
function uncoupledTable(skeleton: Skeleton): T.LimitTable {
  const known = knownTables.get(skeleton);
  if (known === undefined) {
    const table = T.createLimitTable(skeleton.limits, createCouplingTable(skeleton.limits, skeleton.couplings));
    knownTables.set(skeleton, { table, numbers: table.numbers.slice() });
    return table;
  }
  const { table, numbers } = known;
  if (table.couplings !== null) {
    table.numbers.set(numbers);
    for (const side of table.couplings.sides) side.half = Infinity;
  }
  return table;
}

/** Writes what the hinges of the pose leave to the cones that depend on them into the table. */
function narrowCones(table: T.LimitTable, pose: Pose): void {
  if (table.couplings === null) return;
  const rotations = new Float64Array(4 * table.kinds.length);
  for (const { coupling } of table.couplings.sides) {
    const { hinge } = coupling;
    rotations.set(T.toLimitFrame(table, hinge, normalizeQuat(rotationOf(pose, hinge))), 4 * hinge);
  }
  table.couplings.resolveSwings(table, rotations);
}

/** Whether no joint of the pose is outside its limit by more than `tolerance` radians. Throws like {@link limitExcess}. */
export function isInsideLimits<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>, tolerance = LIMIT_TOLERANCE): boolean {
  const table = resolvedTable(skeleton, pose);
  for (let j = 0; j < skeleton.count; j++) {
    if (excessIn(table, skeleton, pose, j) > tolerance) return false;
  }
  return true;
}

function excessIn(table: T.LimitTable, skeleton: Skeleton, pose: Pose, joint: number): number {
  const kind = table.kinds[joint]!;
  if (kind === T.KIND_FREE) return 0;
  const row = T.LIMIT_STRIDE * joint;
  const { swing, twist } = coordinatesIn(table, joint, rotationOf(pose, joint));
  table.couplings?.resolveTwist(table, joint, hypot(swing[0], swing[1]));
  const half = table.numbers[row + T.TWIST_HALF]!;
  const middle = table.numbers[row + T.TWIST_MIDDLE]!;
  if (kind === T.KIND_SLIDE) {
    const slid = pose[slideIndex(skeleton, skeleton.slides[joint]!)]!;
    return Math.max(angleBetween(IDENTITY, normalizeQuat(rotationOf(pose, joint))), Math.abs(slid - middle) - half, 0);
  }
  const beyondTwist = half >= Math.PI ? 0 : Math.abs(wrapAngle(twist - middle)) - half;
  if (kind === T.KIND_HINGE) return Math.max(hypot(swing[0], swing[1]), beyondTwist, 0);
  const nearest = createClampScratch();
  nearest.set(swing);
  if (table.numbers[row + T.SWING_FREE] === 0) clampSwing(table.numbers, row, nearest, 0);
  return Math.max(hypot(swing[0] - nearest[0]!, swing[1] - nearest[1]!), beyondTwist, 0);
}

/**
 * Joints that stand on a boundary of their limit, ascending. A boundary that leaves no room at all (a fixed joint) does not count. Throws like {@link
 * limitExcess}.
 */
export function limitedJoints<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>): number[] {
  const table = resolvedTable(skeleton, pose);
  const limited: number[] = [];
  for (let j = 0; j < skeleton.count; j++) {
    if (isOnBoundary(table, skeleton, pose, j)) limited.push(j);
  }
  return limited;
}

function isOnBoundary(table: T.LimitTable, skeleton: Skeleton, pose: Pose, joint: number): boolean {
  const kind = table.kinds[joint]!;
  if (kind === T.KIND_FREE) return false;
  const n = table.numbers;
  const row = T.LIMIT_STRIDE * joint;
  const { swing, twist } = coordinatesIn(table, joint, rotationOf(pose, joint));
  table.couplings?.resolveTwist(table, joint, hypot(swing[0], swing[1]));
  const half = n[row + T.TWIST_HALF]!;
  const middle = n[row + T.TWIST_MIDDLE]!;
  if (kind === T.KIND_SLIDE) {
    const slid = pose[slideIndex(skeleton, skeleton.slides[joint]!)]!;
    return half > NO_ROOM && Math.abs(slid - middle) >= half - AT_LIMIT;
  }
  const twistHasEnd = half > NO_ROOM && half < Math.PI - NO_ROOM;
  if (twistHasEnd && Math.abs(wrapAngle(twist - middle)) >= half - AT_LIMIT) return true;
  if (kind === T.KIND_HINGE || n[row + T.SWING_FREE] === 1) return false;
  const halfA = n[row + (swing[0] >= 0 ? 0 : 1)]!;
  const halfB = n[row + (swing[1] >= 0 ? 2 : 3)]!;
  if (halfA <= NO_ROOM || halfB <= NO_ROOM) return isAtEnd(swing[0], halfA) || isAtEnd(swing[1], halfB);
  const level = hypot(swing[0] / halfA, swing[1] / halfB);
  return level > 0 && hypot(swing[0], swing[1]) * (1 / level - 1) <= AT_LIMIT;
}

/** What {@link clampPose} gives. */
export interface ClampedPose<Names = AnyNames> {
  /** A new pose inside every limit. */
  readonly pose: Pose<Names>;
  /** Joints that stood outside by more than the tolerance and were clamped, ascending. */
  readonly clamped: readonly number[];
}

/**
 * Brings every joint of `pose` to the nearest rotation that its limit allows. Joints that were inside keep their bytes. Limits
 * that depend on a hinge are taken as that hinge stands once it is inside its own.
 * Throws a `RangeError` when the skeleton is none, or the pose has the wrong length or a number that is not finite.
 */
export function clampPose<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>): ClampedPose<Names> {
  checkSkeleton(skeleton);
  checkPose(skeleton, pose);
  const table = uncoupledTable(skeleton);
  const result = Float64Array.from(pose);
  const clamped: number[] = [];
  // Hinges first: the cones that depend on them must fit where they come to stand.
  for (let j = 0; j < skeleton.count; j++) if (table.kinds[j] !== T.KIND_CONE) clampJoint(skeleton, table, result, j, clamped);
  narrowCones(table, result);
  for (let j = 0; j < skeleton.count; j++) if (table.kinds[j] === T.KIND_CONE) clampJoint(skeleton, table, result, j, clamped);
  return { pose: result, clamped: clamped.sort((a, b) => a - b) };
}

function clampJoint(skeleton: Skeleton, table: T.LimitTable, pose: Pose, joint: number, clamped: number[]): void {
  if (!(excessIn(table, skeleton, pose, joint) > CLAMP_TOLERANCE)) return;
  clamped.push(joint);
  const l = Float64Array.from(T.toLimitFrame(table, joint, normalizeQuat(rotationOf(pose, joint))));
  clampRotation(table, joint, l, l, 0, createClampScratch());
  setRotation(pose, joint, normalizeQuat(T.fromLimitFrame(table, joint, [l[0]!, l[1]!, l[2]!, l[3]!])));
  const slide = skeleton.slides[joint]!;
  if (slide < 0) return;
  const i = slideIndex(skeleton, slide);
  pose[i] = clampSlide(table.numbers, T.LIMIT_STRIDE * joint, pose[i]!);
}
