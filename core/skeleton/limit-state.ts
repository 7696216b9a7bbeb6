import { wrapAngle } from '../math/angles.ts';
import { checkCoordinates, checkJoint, isNumberFrom } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { atan2, hypot } from '../math/elementary.ts';
import { copyPacked, normalizePacked } from '../math/packed-quats.ts';
import { angleBetween, IDENTITY, normalizeQuat, type Quat } from '../math/quat.ts';
import { AT_LIMIT, CLAMP_TOLERANCE, HALF_TURN_SWING, LIMIT_TOLERANCE, NO_ROOM } from '../math/tolerances.ts';
import { clampSlide, clampSwing, createClampScratch } from './clamp-rotation.ts';
import { isAtEnd } from './limit-flags.ts';
import * as T from './limit-table.ts';
import { createCouplingTable, resolveTwist } from './resolve-couplings.ts';
import type { Limit } from './limits.ts';
import { checkLimit } from './check-limit.ts';
import { checkPose, rotationIndex, rotationOf, slideIndex, type Pose } from './pose.ts';
import { projectPacked } from './project-limit.ts';
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
  const room = createRoom();
  measure(T.createLimitTable([limit]), 0, Float64Array.from(q), 0, room);
  const [a, b, twist] = room.coordinates;
  return { swing: [a!, b!], twist: twist! };
}

/** What a joint that is looked at is measured in. */
interface Room {
  /** a, b and twist, as {@link LimitCoordinates} has them: numbers in an array are none that are allocated. */
  readonly coordinates: Float64Array;
  /** A rotation in the frame of a limit. */
  readonly rotation: Float64Array;
  /** The nearest swing inside. */
  readonly nearest: Float64Array;
}

function createRoom(): Room {
  return { coordinates: new Float64Array(3), rotation: new Float64Array(4), nearest: createClampScratch() };
}

/** Writes the limit coordinates of the rest-relative rotation at `q[at…]` into `room`. */
function measure(table: T.LimitTable, joint: number, q: Float64Array, at: number, room: Room): void {
  const l = room.rotation;
  copyPacked(q, at, l, 0);
  normalizePacked(l, 0);
  T.toLimitFramePacked(table, joint, l, 0, l, 0);
  const lx = l[0]!;
  const ly = l[1]!;
  const lz = l[2]!;
  const lw = l[3]!;
  // As `splitSwingTwist` about z has it: twist = normalise(0, 0, z, w) with w ≥ 0, and swing = l · conj(twist) with w ≥ 0.
  const norm = hypot(lz, lw);
  let tz = 0;
  let tw = 1;
  if (norm > HALF_TURN_SWING) {
    const sign = lw < 0 || (lw === 0 && lz < 0) ? -1 / norm : 1 / norm;
    tz = lz * sign;
    tw = lw * sign;
  }
  const w = lw * tw + lz * tz;
  const h = hypot(lx * tw - ly * tz, lx * tz + ly * tw);
  const factor = (w < 0 ? -1 : 1) * (h > 0 ? (2 * atan2(h, Math.abs(w))) / h : 2);
  room.coordinates[0] = (lx * tw - ly * tz) * factor;
  room.coordinates[1] = (lx * tz + ly * tw) * factor;
  const angle = 2 * atan2(tz, tw);
  room.coordinates[2] = angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}

/**
 * Radians by which the rotation of `joint` in `pose` lies outside its limit (for a sliding joint the greater of that and the metres it has
 * slid too far); 0 inside. Limits that depend on other joints are taken as they are in this pose. Throws a `RangeError` of one sentence when there
 * is no such skeleton or joint, or the pose has the wrong length or a number that is not finite.
 */
export function limitExcess<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>, joint: number): number {
  const { table, room } = resolvedTable(skeleton, pose);
  checkJoint(joint, skeleton.count);
  return excessIn(table, skeleton, pose, joint, room);
}

/** The limits as they are in a pose; both are checked. */
function resolvedTable(skeleton: Skeleton, pose: Pose): KnownTable {
  checkSkeleton(skeleton);
  checkPose(skeleton, pose);
  const known = uncoupledTable(skeleton);
  narrowCones(known, pose);
  return known;
}

interface KnownTable {
  readonly table: T.LimitTable;
  /** Its numbers where no coupling narrows them. */
  readonly numbers: Float64Array;
  /** Room for the limit-frame rotations of all joints, 4 × count. */
  readonly rotations: Float64Array;
  readonly room: Room;
}

/** One a skeleton, which never changes: building a table costs more than most questions to it. */
const knownTables = new WeakMap<Skeleton, KnownTable>();

/** The limits of a skeleton where no coupling narrows them; the same table each time, so it must not be kept beyond the call that asked for it. */
function uncoupledTable(skeleton: Skeleton): KnownTable {
  const known = knownTables.get(skeleton);
  if (known === undefined) {
    const table = T.createLimitTable(skeleton.limits, createCouplingTable(skeleton.limits, skeleton.couplings));
    const rotations = new Float64Array(4 * skeleton.count);
    const fresh = { table, numbers: table.numbers.slice(), rotations, room: createRoom() };
    knownTables.set(skeleton, fresh);
    return fresh;
  }
  const { table, numbers } = known;
  if (table.couplings !== null) {
    table.numbers.set(numbers);
    for (const side of table.couplings.sides) side.half = Infinity;
  }
  return known;
}

/** Writes what the hinges of the pose leave to the cones that depend on them into the table. */
function narrowCones({ table, rotations }: KnownTable, pose: Pose): void {
  const { couplings } = table;
  if (couplings === null) return;
  for (let i = 0; i < couplings.sides.length; i++) {
    const { hinge } = couplings.sides[i]!.coupling;
    copyPacked(pose, rotationIndex(hinge), rotations, 4 * hinge);
    normalizePacked(rotations, 4 * hinge);
    T.toLimitFramePacked(table, hinge, rotations, 4 * hinge, rotations, 4 * hinge);
  }
  couplings.resolveSwings(table, rotations);
}

/** Whether no joint of the pose is outside its limit by more than `tolerance` radians. Throws like {@link limitExcess}. */
export function isInsideLimits<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>, tolerance = LIMIT_TOLERANCE): boolean {
  if (!isNumberFrom(tolerance, 0, Infinity))
    throw new RangeError(`the tolerance must be a number from 0, got ${spellOut(tolerance)}`);
  const { table, room } = resolvedTable(skeleton, pose);
  for (let j = 0; j < skeleton.count; j++) {
    if (excessIn(table, skeleton, pose, j, room) > tolerance) return false;
  }
  return true;
}

/** Takes the twist range as it is at the swing with the coordinates a and b, radians. */
function resolveTwistAt(table: T.LimitTable, joint: number, a: number, b: number): void {
  const { couplings } = table;
  if (couplings === null) return;
  couplings.angle[0] = hypot(a, b);
  resolveTwist(table, couplings, joint);
}

function excessIn(table: T.LimitTable, skeleton: Skeleton, pose: Pose, joint: number, room: Room): number {
  const kind = table.kinds[joint]!;
  if (kind === T.KIND_FREE) return 0;
  const row = T.LIMIT_STRIDE * joint;
  measure(table, joint, pose, rotationIndex(joint), room);
  const { coordinates, nearest } = room;
  const a = coordinates[0]!;
  const b = coordinates[1]!;
  const twist = coordinates[2]!;
  resolveTwistAt(table, joint, a, b);
  const half = table.numbers[row + T.TWIST_HALF]!;
  const middle = table.numbers[row + T.TWIST_MIDDLE]!;
  if (kind === T.KIND_SLIDE) {
    const slid = pose[slideIndex(skeleton, skeleton.slides[joint]!)]!;
    return Math.max(angleBetween(IDENTITY, normalizeQuat(rotationOf(pose, joint))), Math.abs(slid - middle) - half, 0);
  }
  const beyondTwist = half >= Math.PI ? 0 : Math.abs(wrapAngle(twist - middle)) - half;
  if (kind === T.KIND_HINGE) return Math.max(hypot(a, b), beyondTwist, 0);
  if (table.numbers[row + T.SWING_FREE] === 1) return Math.max(beyondTwist, 0);
  nearest[0] = a;
  nearest[1] = b;
  clampSwing(table.numbers, row, nearest, 0);
  return Math.max(hypot(a - nearest[0], b - nearest[1]), beyondTwist, 0);
}

/**
 * Joints that stand on a boundary of their limit, ascending. A boundary that leaves no room at all (a fixed joint) does not count. Throws like {@link
 * limitExcess}.
 */
export function limitedJoints<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>): number[] {
  const { table, room } = resolvedTable(skeleton, pose);
  const limited: number[] = [];
  for (let j = 0; j < skeleton.count; j++) {
    if (isOnBoundary(table, skeleton, pose, j, room)) limited.push(j);
  }
  return limited;
}

function isOnBoundary(table: T.LimitTable, skeleton: Skeleton, pose: Pose, joint: number, room: Room): boolean {
  const kind = table.kinds[joint]!;
  if (kind === T.KIND_FREE) return false;
  const n = table.numbers;
  const row = T.LIMIT_STRIDE * joint;
  measure(table, joint, pose, rotationIndex(joint), room);
  const a = room.coordinates[0]!;
  const b = room.coordinates[1]!;
  const twist = room.coordinates[2]!;
  resolveTwistAt(table, joint, a, b);
  const half = n[row + T.TWIST_HALF]!;
  const middle = n[row + T.TWIST_MIDDLE]!;
  if (kind === T.KIND_SLIDE) {
    const slid = pose[slideIndex(skeleton, skeleton.slides[joint]!)]!;
    return half > NO_ROOM && Math.abs(slid - middle) >= half - AT_LIMIT;
  }
  const twistHasEnd = half > NO_ROOM && half < Math.PI - NO_ROOM;
  if (twistHasEnd && Math.abs(wrapAngle(twist - middle)) >= half - AT_LIMIT) return true;
  if (kind === T.KIND_HINGE || n[row + T.SWING_FREE] === 1) return false;
  const halfA = n[row + (a >= 0 ? 0 : 1)]!;
  const halfB = n[row + (b >= 0 ? 2 : 3)]!;
  if (halfA <= NO_ROOM || halfB <= NO_ROOM) return isAtEnd(a, halfA) || isAtEnd(b, halfB);
  const level = hypot(a / halfA, b / halfB);
  return level > 0 && hypot(a, b) * (1 / level - 1) <= AT_LIMIT;
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
  const known = uncoupledTable(skeleton);
  const { table, room } = known;
  const result = pose.slice() as Pose<Names>;
  const clamped: number[] = [];
  // Hinges first: the cones that depend on them must fit where they come to stand.
  for (let j = 0; j < skeleton.count; j++)
    if (table.kinds[j] !== T.KIND_CONE) clampJoint(skeleton, table, result, j, clamped, room);
  narrowCones(known, result);
  for (let j = 0; j < skeleton.count; j++)
    if (table.kinds[j] === T.KIND_CONE) clampJoint(skeleton, table, result, j, clamped, room);
  return { pose: result, clamped: clamped.sort((a, b) => a - b) };
}

function clampJoint(skeleton: Skeleton, table: T.LimitTable, pose: Pose, joint: number, clamped: number[], room: Room): void {
  if (!(excessIn(table, skeleton, pose, joint, room) > CLAMP_TOLERANCE)) return;
  clamped.push(joint);
  const at = rotationIndex(joint);
  projectPacked(table, joint, pose, at, pose, at);
  const slide = skeleton.slides[joint]!;
  if (slide < 0) return;
  const i = slideIndex(skeleton, slide);
  clampSlide(table.numbers, T.LIMIT_STRIDE * joint, pose, i);
}
