import { areNumbersFrom, checkCoordinates, checkUnit, isNumberFrom } from '../../math/check-numbers.ts';
import { checkArray, checkObject, isList, isObject, spellOut } from '../../math/check-values.ts';
import { hypot } from '../../math/elementary.ts';
import { suggestNames } from '../../math/near-names.ts';
import { MOST_METRES } from '../../math/tolerances.ts';
import { checkPose, checkPoseLength, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type { CentreOfMassGoal, DirectionGoal, Goal, OrientationGoal, PositionGoal } from './goals.ts';
import { VISITING_ORDERS } from './orders.ts';
import type { SolveOptions } from './options.ts';

/** Different priorities that the goals of one solve may have. */
export const MOST_PRIORITIES = 32;
/** Weights beyond these leave no digits for the other goals. */
const LEAST_WEIGHT = 1e-12;
const MOST_WEIGHT = 1e12;
/** Restarts and iterations beyond these would not end in a lifetime. */
const MOST_ROUNDS = 1_000_000;
const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

const OF_EVERY_GOAL = ['kind', 'weight', 'priority', 'soft', 'order'] as const;
const OF_A_JOINT = [...OF_EVERY_GOAL, 'joint', 'target', 'maxLinks'] as const;

/** The fields that each kind of goal may have. */
const GOAL_FIELDS: ReadonlyMap<Goal['kind'], ReadonlySet<string>> = new Map([
  ['position', new Set([...OF_A_JOINT, 'offset', 'frame', 'tolerance'])],
  ['plane', new Set([...OF_A_JOINT, 'offset', 'normal', 'tolerance'])],
  ['line', new Set([...OF_A_JOINT, 'offset', 'direction', 'tolerance'])],
  ['orientation', new Set([...OF_A_JOINT, 'frame', 'tolerance', 'leverArm'])],
  ['direction', new Set([...OF_A_JOINT, 'axis', 'tolerance', 'leverArm'])],
  ['aim', new Set([...OF_A_JOINT, 'offset', 'axis', 'tolerance'])],
  ['pole', new Set<string>(OF_A_JOINT)],
  ['centreOfMass', new Set([...OF_EVERY_GOAL, 'masses', 'centres', 'support', 'tolerance'])],
]);

/** What a solve may be asked with; the compiler sees to it that none is forgotten. */
const OPTION_FIELDS: ReadonlySet<string> = new Set(
  Object.keys({
    order: true,
    maxIterations: true,
    restarts: true,
    maxUpdates: true,
    seeds: true,
    starts: true,
    randomSeed: true,
    reference: true,
    stiffness: true,
    rootStiffness: true,
    damping: true,
    maxStep: true,
    comfort: true,
    reserve: true,
    into: true,
    trace: true,
  } satisfies { readonly [Option in keyof Required<SolveOptions>]: true }),
);

/** Throws a `RangeError` of one sentence unless every goal can be used with the skeleton. */
export function checkGoals(skeleton: Skeleton, goals: readonly Goal[]): void {
  checkArray(goals, 'the goals');
  let centres = 0;
  for (let index = 0; index < goals.length; index++) {
    const goal = goals[index]!;
    checkGoal(skeleton, goal, index);
    if (goal.kind === 'centreOfMass' && ++centres > 1) refuse(index, 'there can be one centre-of-mass goal', 'a second one');
  }
  if (goals.length <= MOST_PRIORITIES) return;
  const priorities = new Set(goals.map((goal) => goal.priority ?? 0)).size;
  if (priorities > MOST_PRIORITIES)
    throw new RangeError(`goals may have ${MOST_PRIORITIES} different priorities, got ${priorities}`);
}

function checkGoal(skeleton: Skeleton, goal: Goal, index: number): void {
  if (!isObject(goal)) refuse(index, 'a goal must be an object', goal);
  const fields = GOAL_FIELDS.get(goal.kind);
  if (fields !== undefined) checkFields(goal, fields, 'a goal');
  const { weight, order, priority, soft } = goal;
  const maxLinks = goal.kind === 'centreOfMass' ? undefined : goal.maxLinks;
  if (goal.kind !== 'centreOfMass' && !(Number.isInteger(goal.joint) && goal.joint >= 0 && goal.joint < skeleton.count)) {
    refuse(index, `the joint must be an index from 0 to ${skeleton.count - 1}`, goal.joint);
  }
  if (weight !== undefined && weight !== 0 && !isNumberFrom(weight, LEAST_WEIGHT, MOST_WEIGHT)) {
    refuse(index, `the weight must be 0 or from ${LEAST_WEIGHT} to ${MOST_WEIGHT}`, weight);
  }
  if (priority !== undefined && !Number.isFinite(priority)) refuse(index, 'the priority must be finite', priority);
  if (soft !== undefined && typeof soft !== 'boolean') refuse(index, 'soft must be true or false', soft);
  if (maxLinks !== undefined && !(Number.isInteger(maxLinks) && maxLinks >= 0)) {
    refuse(index, 'maxLinks must be a whole number from 0', maxLinks);
  }
  if (order !== undefined && !VISITING_ORDERS.includes(order))
    refuse(index, `the order must be one of ${VISITING_ORDERS.join(', ')}`, order);
  if (
    goal.kind !== 'pole' &&
    goal.tolerance !== undefined &&
    !(isNumberFrom(goal.tolerance, 0, Number.MAX_VALUE) && goal.tolerance > 0)
  ) {
    refuse(index, 'the tolerance must be positive and finite', goal.tolerance);
  }
  switch (goal.kind) {
    case 'position':
    case 'plane':
    case 'line':
    case 'aim':
      if (goal.offset !== undefined) checkPlace(goal.offset, 3, index, 'the offset');
      checkPlace(goal.target, 3, index, 'the target');
      if (goal.kind === 'position') checkFrame(skeleton, goal, index);
      else if (goal.kind === 'plane') checkUnit(goal.normal, 3, `goal ${index}: the normal`);
      else if (goal.kind === 'line') checkUnit(goal.direction, 3, `goal ${index}: the direction`);
      else checkUnit(goal.axis, 3, `goal ${index}: the axis`);
      return;
    case 'pole':
      checkPlace(goal.target, 3, index, 'the target');
      return;
    case 'orientation':
      checkUnit(goal.target, 4, `goal ${index}: the target rotation`);
      checkFrame(skeleton, goal, index);
      checkLever(goal, index);
      return;
    case 'direction':
      checkUnit(goal.axis, 3, `goal ${index}: the axis`);
      checkUnit(goal.target, 3, `goal ${index}: the target direction`);
      checkLever(goal, index);
      return;
    case 'centreOfMass':
      checkMasses(skeleton, goal, index);
      return;
    default:
      refuse(index, `the kind must be one of ${[...GOAL_FIELDS.keys()].join(', ')}`, (goal as { kind: unknown }).kind);
  }
}

/** A goal between two joints: a joint cannot meet itself. */
function checkFrame(skeleton: Skeleton, { frame, joint }: PositionGoal | OrientationGoal, index: number): void {
  if (frame === undefined) return;
  if (Number.isInteger(frame) && frame >= 0 && frame < skeleton.count && frame !== joint) return;
  refuse(index, `the frame must be the index of another joint, from 0 to ${skeleton.count - 1}`, frame);
}

function checkLever({ leverArm }: OrientationGoal | DirectionGoal, index: number): void {
  if (leverArm === undefined || (isNumberFrom(leverArm, 0, MOST_METRES) && leverArm > 0)) return;
  refuse(index, `the lever arm must be positive and at most ${MOST_METRES} metres`, leverArm);
}

/** A field that is not known is misspelt, and would be passed over in silence. */
function checkFields(value: object, known: ReadonlySet<string>, what: string): void {
  for (const field in value) {
    if (known.has(field)) continue;
    throw new RangeError(`${what} cannot have the field ${spellOut(field)}${suggestNames(known, field)}`);
  }
}

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

/** Makes the words of a sentence only when it is said. */
function checkPlace(values: ArrayLike<number>, count: number, index: number, what: string): void {
  if (!areNumbersFrom(values, count, -MOST_METRES, MOST_METRES)) checkCoordinates(values, count, `goal ${index}: ${what}`);
}

function refuse(index: number, expected: string, got: unknown): never {
  throw new RangeError(`goal ${index}: ${expected}, got ${spellOut(got)}`);
}

/** Throws a `RangeError` of one sentence unless every option can be used with the skeleton. */
export function checkOptions(skeleton: Skeleton, options: SolveOptions): void {
  checkObject(options, 'the options');
  checkFields(options, OPTION_FIELDS, 'the options');
  checkOption('maxIterations', options.maxIterations, 1, MOST_ROUNDS, true);
  checkOption('maxUpdates', options.maxUpdates, 1, LARGEST_SEED, true);
  checkStarts(options);
  checkOption('randomSeed', options.randomSeed, -LARGEST_SEED, LARGEST_SEED, false);
  checkOption('rootStiffness', options.rootStiffness, 0, 1, false);
  checkOption('damping', options.damping, 0.1, 1.9, false);
  checkOption('maxStep', options.maxStep, 1e-6, Math.PI, false);
  checkOption('comfort', options.comfort, 0, Math.PI, false);
  checkOption('reserve', options.reserve, 0, 0.5, false);
  const { into, stiffness, order, trace, reference, seeds } = options;
  if (into !== undefined) checkPoseLength(skeleton, into, 'into');
  if (stiffness !== undefined) {
    if (!isList(stiffness) || stiffness.length !== skeleton.count) {
      const got = isList(stiffness) ? stiffness.length : spellOut(stiffness);
      throw new RangeError(`stiffness must have one number a joint, ${skeleton.count}, got ${got}`);
    }
    for (let j = 0; j < skeleton.count; j++) {
      if (!isNumberFrom(stiffness[j], 0, 1))
        throw new RangeError(`stiffness[${j}] must be a number from 0 to 1, got ${spellOut(stiffness[j])}`);
    }
  }
  if (order !== undefined && !VISITING_ORDERS.includes(order)) {
    throw new RangeError(`order must be one of ${VISITING_ORDERS.join(', ')}, got ${spellOut(order)}`);
  }
  if (trace !== undefined && !(isObject(trace) && Array.isArray(trace.steps) && Array.isArray(trace.iterations))) {
    throw new RangeError(`trace must be one that createTrace made, got ${spellOut(trace)}`);
  }
  if (reference !== undefined) checkStartPose(skeleton, reference, 'reference');
  for (let i = 0; seeds !== undefined && i < seeds.length; i++) checkStartPose(skeleton, seeds[i]!, `seeds[${i}]`);
}

/** Throws a `RangeError` of one sentence unless the options say how many starts there are, and which of them to try. */
export function checkStarts(options: SolveOptions): void {
  checkObject(options, 'the options');
  const { restarts, seeds, starts } = options;
  checkOption('restarts', restarts, 0, MOST_ROUNDS, true);
  if (seeds !== undefined) checkArray(seeds, 'seeds');
  if (starts === undefined) return;
  checkObject(starts, 'starts');
  checkOption('starts.first', starts.first ?? NaN, 0, LARGEST_SEED, true);
  checkOption('starts.count', starts.count ?? NaN, 1, LARGEST_SEED, true);
}

/** Throws a `RangeError` that begins with `what` unless a solve can start from the pose, or be drawn to it. */
export function checkStartPose(skeleton: Skeleton, pose: Pose, what: string): void {
  checkPose(skeleton, pose, what);
  for (let i = 0; i < 3; i++) {
    if (Math.abs(pose[i]!) > MOST_METRES) {
      throw new RangeError(`${what}: the root translation must be at most ${MOST_METRES} metres, got ${pose[i]}`);
    }
  }
}

function checkOption(name: string, value: number | undefined, min: number, max: number, whole: boolean): void {
  if (value === undefined) return;
  if (!isNumberFrom(value, min, max) || (whole && !Number.isInteger(value))) {
    throw new RangeError(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, got ${spellOut(value)}`);
  }
}
