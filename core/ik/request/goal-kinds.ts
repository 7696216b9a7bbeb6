import { checkUnit, isNumberFrom, areNumbersFrom, checkCoordinates } from '../../math/check-numbers.ts';
import { spellOutJoint, checkArray, isList, spellOut } from '../../math/check-values.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type {
  AimGoal,
  DirectionGoal,
  Goal,
  LineGoal,
  OrientationGoal,
  PlaneGoal,
  PoleGoal,
  PositionGoal,
  CentreOfMassGoal,
} from './goals.ts';
import { hypot } from '../../math/elementary.ts';
import { MOST_METRES } from '../../math/tolerances.ts';

/** A kind of goal: the fields that it may have, and what must hold of its own. */
interface GoalKind<Kind extends Goal = Goal> {
  readonly fields: ReadonlySet<string>;
  check(skeleton: Skeleton, goal: Kind, index: number): void;
}

/** The kinds of goals by their names. */
export const GOAL_KINDS: ReadonlyMap<string, GoalKind> = /* @__PURE__ */ goalKinds();

function goalKinds(): ReadonlyMap<string, GoalKind> {
  const ofAll = ['kind', 'weight', 'priority', 'soft', 'order'];
  const ofAPole = [...ofAll, 'joint', 'target', 'maxLinks'];
  const ofAJoint = [...ofAPole, 'tolerance'];
  // The compiler sees to it that no kind is forgotten.
  const kinds = {
    position: kind([...ofAJoint, 'offset', 'frame'], checkPosition),
    plane: kind([...ofAJoint, 'offset', 'normal'], checkPlane),
    line: kind([...ofAJoint, 'offset', 'direction'], checkLine),
    orientation: kind([...ofAJoint, 'frame', 'leverArm'], checkOrientation),
    direction: kind([...ofAJoint, 'axis', 'leverArm'], checkDirection),
    aim: kind([...ofAJoint, 'offset', 'axis'], checkAim),
    pole: kind(ofAPole, checkPole),
    centreOfMass: kind([...ofAll, 'tolerance', 'masses', 'centres', 'support'], checkMasses),
  } satisfies { readonly [Kind in Goal['kind']]: GoalKind<Extract<Goal, { readonly kind: Kind }>> };
  return new Map<string, GoalKind>(Object.entries(kinds));
}

function kind<Kind extends Goal>(fields: readonly string[], check: GoalKind<Kind>['check']): GoalKind<Kind> {
  return { fields: new Set(fields), check };
}

/** A goal for a point of a joint. */
function checkPosition(skeleton: Skeleton, goal: PositionGoal, index: number): void {
  if (goal.offset !== undefined) checkPlace(goal.offset, 3, index, 'the offset');
  checkPlace(goal.target, 3, index, 'the target');
  checkFrame(skeleton, goal, index);
}

/** A goal for the rotation of a joint. */
function checkOrientation(skeleton: Skeleton, goal: OrientationGoal, index: number): void {
  checkUnit(goal.target, 4, `goal ${index}: the target rotation`);
  checkLever(goal, index);
  checkFrame(skeleton, goal, index);
}

/** A goal for an axis of a joint, in the world. */
function checkDirection(_: Skeleton, goal: DirectionGoal, index: number): void {
  checkUnit(goal.axis, 3, `goal ${index}: the axis`);
  checkUnit(goal.target, 3, `goal ${index}: the target direction`);
  checkLever(goal, index);
}

/** A goal for an axis of a joint that points at something. */
function checkAim(_: Skeleton, { offset, target, axis }: AimGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
  checkUnit(axis, 3, `goal ${index}: the axis`);
}

function checkPlane(_: Skeleton, { offset, target, normal }: PlaneGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
  checkUnit(normal, 3, `goal ${index}: the normal`);
}

function checkLine(_: Skeleton, { offset, target, direction }: LineGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
  checkUnit(direction, 3, `goal ${index}: the direction`);
}

function checkPole(_: Skeleton, { target }: PoleGoal, index: number): void {
  checkPlace(target, 3, index, 'the target');
}

/** A goal between two joints: a joint cannot meet itself. */
function checkFrame(skeleton: Skeleton, { frame, joint }: PositionGoal | OrientationGoal, index: number): void {
  if (frame === undefined) return;
  if (Number.isInteger(frame) && frame >= 0 && frame < skeleton.count && frame !== joint) return;
  throw new RangeError(
    `goal ${index}: the frame must be the index of another joint, from 0 to ${skeleton.count - 1}, got ${spellOutJoint(frame)}`,
  );
}

/** Throws a `RangeError` of one sentence unless the masses and the support of a goal for the centre of mass can be used. */
function checkMasses(skeleton: Skeleton, goal: CentreOfMassGoal, index: number): void {
  const { masses, centres, support } = goal;
  const counts = `there must be ${skeleton.count} masses and ${3 * skeleton.count} numbers of centres`;
  if (!isList(masses) || !isList(centres)) refuse(index, counts, isList(masses) ? centres : masses);
  if (masses.length !== skeleton.count || centres.length !== 3 * skeleton.count) {
    throw new RangeError(`goal ${index}: ${counts}, got ${masses.length} and ${centres.length}`);
  }
  let total = 0;
  for (let j = 0; j < skeleton.count; j++) {
    const mass = masses[j]!;
    if (!isNumberFrom(mass, 0, Number.MAX_VALUE)) refuse(index, 'masses must be finite and not negative', mass);
    total += mass;
  }
  if (!(total > 0 && total < Infinity)) refuse(index, 'the masses must have a finite sum above 0', total);
  checkPlace(centres, 3 * skeleton.count, index, 'the centres');
  checkArray(support, `goal ${index}: the support`);
  if (support.length === 0) refuse(index, 'the support must have at least one point', support);
  for (const point of support) checkPlace(point, 2, index, 'each corner of the support');
  if (support.length > 3 && !isConvex(support)) {
    refuse(index, 'the corners of the support must go once round a convex polygon, in order', support);
  }
}

/** Radians, as a sine, by which rounding may turn a corner the other way. */
const STRAIGHT = 1e-9;

/** Whether the corners go once round a convex polygon: every turn is to the same side, and the way goes east once and west once. */
function isConvex(corners: readonly (readonly [x: number, z: number])[]): boolean {
  const count = corners.length;
  let side = 0;
  let heading = 0;
  let changes = 0;
  let [fromX, fromZ] = [0, 0];
  // Twice round, so that every edge has one before it; headings are counted the second time.
  for (let i = 0; i < 2 * count; i++) {
    const [x, z] = corners[i % count]!;
    const [nextX, nextZ] = corners[(i + 1) % count]!;
    const length = hypot(nextX - x, nextZ - z);
    // Corners that coincide make an edge without direction.
    if (length === 0) continue;
    const toX = (nextX - x) / length;
    const toZ = (nextZ - z) / length;
    const turn = fromX * toZ - fromZ * toX;
    if (Math.abs(turn) > STRAIGHT) {
      if (side !== 0 && Math.sign(turn) !== side) return false;
      side = Math.sign(turn);
    }
    if (toX !== 0) {
      if (i >= count && Math.sign(toX) !== heading) changes++;
      heading = Math.sign(toX);
    }
    fromX = toX;
    fromZ = toZ;
  }
  return changes <= 2;
}

/** Throws a `RangeError` of one sentence about goal number `index`. */
export function refuse(index: number, expected: string, got: unknown): never {
  throw new RangeError(`goal ${index}: ${expected}, got ${spellOut(got)}`);
}

/** Throws a `RangeError` unless these are so many finite numbers of metres; makes the words of the sentence only when it is said. */
function checkPlace(values: ArrayLike<number>, count: number, index: number, what: string): void {
  if (!areNumbersFrom(values, count, -MOST_METRES, MOST_METRES)) checkCoordinates(values, count, `goal ${index}: ${what}`);
}

/** Throws a `RangeError` unless the lever arm of a goal, if it has one, can be used. */
function checkLever({ leverArm }: OrientationGoal | DirectionGoal, index: number): void {
  if (leverArm === undefined || (isNumberFrom(leverArm, 0, MOST_METRES) && leverArm > 0)) return;
  refuse(index, `the lever arm must be positive and at most ${MOST_METRES} metres`, leverArm);
}
