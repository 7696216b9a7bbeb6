import { conjugate, multiply, normalizeQuat, quatAt, rotate } from '../../math/quat.ts';
import { DEGREES } from '../../math/angles.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isBelow } from '../../skeleton/hierarchy.ts';
import { KIND_SLIDE } from '../../skeleton/limit-table.ts';
import { createBalance, setBalance, type Balance } from './balance.ts';
import type { Goal } from '../request/goals.ts';
import type { Mechanism } from './mechanism.ts';
import type { SolveOptions } from '../request/options.ts';
import { VISITING_ORDERS } from '../request/orders.ts';

export const GOAL_POSITION = 0;
export const GOAL_ORIENTATION = 1;
export const GOAL_AIM = 2;
export const GOAL_POLE = 3;
export const GOAL_BALANCE = 4;

/** Share of a goal's weight that a pole has at a joint that other goals move too: it decides among their solutions only. */
export const POLE_SHARE = 1e-4;

/** Default tolerances: metres of a position, radians of a direction, metres of the centre of mass. */
const POSITION_TOLERANCE = 1e-3;
const ANGLE_TOLERANCE = DEGREES;
const BALANCE_TOLERANCE = 5e-3;

/** The goals of one solve, flattened: what the joint step and the finish read. Arrays are reused from solve to solve. */
export interface Task {
  count: number;
  kinds: Uint8Array;
  joints: Int32Array;
  /** 3 × count: the effector point in the joint's limit frame. */
  offsets: Float64Array;
  /** 3 × count: aim axis in the joint's limit frame. */
  axes: Float64Array;
  /** 3 × count, world: what is aimed for (soft stretch draws it in), and what the goals say. */
  targets: Float64Array;
  wanted: Float64Array;
  /** 4 × count: wanted world rotation of the joint's limit frame. */
  turns: Float64Array;
  weights: Float64Array;
  tolerances: Float64Array;
  /** Metres a radian, √2 included: see `effectors.ts`. */
  levers: Float64Array;
  /** 0 for the goals of the highest priority, then 1, …; wishes come last. */
  ranks: Uint8Array;
  rankCount: number;
  /** Index among `VISITING_ORDERS`, −1 when neither the goal nor the options name an order. */
  orders: Int8Array;
  /** Joints that carry a goal and all their ancestors, ascending. */
  readonly active: Int32Array;
  activeCount: number;
  /** Depth of the active joint furthest down the tree. */
  deepest: number;
  /** For each joint: 1 when some goal may move it. */
  readonly movable: Uint8Array;
  /** Goals that joint j moves: `goalList[goalStart[j] .. goalStart[j + 1]]`. */
  readonly goalStart: Int32Array;
  goalList: Int32Array;
  /** For each joint: the goal that it moves when that is one alone, about a position; else −1. */
  readonly soleGoal: Int32Array;
  /** Movable joints of goal g from the effector up: `chain[chainStart[g] .. chainStart[g + 1]]`. */
  chainStart: Int32Array;
  chain: Int32Array;
  /** Whether root translation may help goal g. */
  rooted: Uint8Array;
  /** Goals that the root translation moves. */
  rootMoves: boolean;
  /** 1 − stiffness of each joint. */
  readonly mobility: Float64Array;
  readonly balance: Balance;
}

export function createTask(count: number): Task {
  return {
    count: 0,
    ...goalArrays(8),
    rankCount: 1,
    active: new Int32Array(count),
    activeCount: 0,
    deepest: 0,
    movable: new Uint8Array(count),
    goalStart: new Int32Array(count + 1),
    goalList: new Int32Array(8 * count),
    soleGoal: new Int32Array(count),
    chain: new Int32Array(8 * count),
    rootMoves: false,
    mobility: new Float64Array(count),
    balance: createBalance(count),
  };
}

function goalArrays(capacity: number) {
  return {
    kinds: new Uint8Array(capacity),
    joints: new Int32Array(capacity),
    offsets: new Float64Array(3 * capacity),
    axes: new Float64Array(3 * capacity),
    targets: new Float64Array(3 * capacity),
    wanted: new Float64Array(3 * capacity),
    turns: new Float64Array(4 * capacity),
    weights: new Float64Array(capacity),
    tolerances: new Float64Array(capacity),
    levers: new Float64Array(capacity),
    ranks: new Uint8Array(capacity),
    orders: new Int8Array(capacity),
    chainStart: new Int32Array(capacity + 1),
    rooted: new Uint8Array(capacity),
  };
}

/** Fills `task` for the goals, which have been checked. */
export function compileTask(task: Task, mechanism: Mechanism, goals: readonly Goal[], options: SolveOptions): void {
  const joints = mechanism.skeleton.count;
  if (goals.length > task.kinds.length) {
    Object.assign(task, goalArrays(2 * goals.length), {
      goalList: new Int32Array(2 * goals.length * joints),
      chain: new Int32Array(2 * goals.length * joints),
    });
  }
  task.count = goals.length;
  const stiffness = options.stiffness ?? mechanism.skeleton.stiffness;
  for (let j = 0; j < joints; j++) task.mobility[j] = 1 - stiffness[j]!;
  writeRanks(task, goals);
  for (let g = 0; g < goals.length; g++) writeGoal(task, mechanism, goals[g]!, g, options);
  writeChains(task, mechanism, goals, (options.rootStiffness ?? 1) < 1);
  writeLevers(task, mechanism, goals);
  task.wanted.set(task.targets);
}

function writeRanks(task: Task, goals: readonly Goal[]): void {
  let highest = 0;
  for (let g = 0; g < goals.length; g++) {
    const own = goals[g]!.priority ?? 0;
    let rank = 0;
    // Rank = number of distinct priorities above the goal's own.
    for (let h = 0; h < goals.length; h++) {
      const other = goals[h]!.priority ?? 0;
      if (isWish(goals[h]!) || other <= own) continue;
      let first = true;
      for (let i = 0; i < h; i++) if (!isWish(goals[i]!) && (goals[i]!.priority ?? 0) === other) first = false;
      if (first) rank++;
    }
    task.ranks[g] = rank;
    if (!isWish(goals[g]!) && rank > highest) highest = rank;
  }
  for (let g = 0; g < goals.length; g++) if (isWish(goals[g]!)) task.ranks[g] = highest + 1;
  task.rankCount = highest + 1;
}

function isWish(goal: Goal): boolean {
  return goal.kind === 'pole' || goal.wish === true;
}

function writeGoal(task: Task, mechanism: Mechanism, goal: Goal, g: number, options: SolveOptions): void {
  const order = goal.order ?? options.order;
  task.orders[g] = order === undefined ? -1 : VISITING_ORDERS.indexOf(order);
  task.weights[g] = goal.weight ?? 1;
  task.joints[g] = goal.kind === 'centreOfMass' ? 0 : goal.joint;
  const { childFrames } = mechanism.limits;
  const o = 3 * g;
  switch (goal.kind) {
    case 'position':
      task.kinds[g] = GOAL_POSITION;
      writeVector(task.offsets, o, goal.offset ? toFrame(childFrames, goal.joint, goal.offset) : ORIGIN);
      writeVector(task.targets, o, goal.target);
      task.tolerances[g] = goal.tolerance ?? POSITION_TOLERANCE;
      return;
    case 'orientation':
      task.kinds[g] = GOAL_ORIENTATION;
      writeVector(task.offsets, o, ORIGIN);
      task.turns.set(multiply(normalizeQuat(goal.target), quatAt(childFrames, goal.joint)), 4 * g);
      task.tolerances[g] = goal.tolerance ?? ANGLE_TOLERANCE;
      return;
    case 'aim':
      task.kinds[g] = GOAL_AIM;
      writeVector(task.offsets, o, goal.offset ? toFrame(childFrames, goal.joint, goal.offset) : ORIGIN);
      writeVector(task.axes, o, toFrame(childFrames, goal.joint, goal.axis));
      writeVector(task.targets, o, goal.target);
      task.tolerances[g] = goal.tolerance ?? ANGLE_TOLERANCE;
      return;
    case 'pole':
      task.kinds[g] = GOAL_POLE;
      writeVector(task.offsets, o, ORIGIN);
      writeVector(task.targets, o, goal.target);
      task.tolerances[g] = Infinity;
      return;
    case 'centreOfMass':
      task.kinds[g] = GOAL_BALANCE;
      task.tolerances[g] = goal.tolerance ?? BALANCE_TOLERANCE;
      setBalance(task.balance, mechanism, goal);
  }
}

/** A vector of the joint's frame in the frame of its limit: conj(C) v. */
function toFrame(childFrames: Float64Array, joint: number, v: Vec3): Vec3 {
  return rotate(conjugate(quatAt(childFrames, joint)), v);
}

const ORIGIN: Vec3 = [0, 0, 0];

function writeVector(out: Float64Array, at: number, v: Vec3): void {
  out[at] = v[0];
  out[at + 1] = v[1];
  out[at + 2] = v[2];
}

/** Whether the goal's point is the joint's own origin, which no rotation of the joint moves. */
function turnsInPlace(task: Task, mechanism: Mechanism, g: number, joint: number): boolean {
  if (task.joints[g] !== joint || mechanism.limits.kinds[joint] === KIND_SLIDE) return false;
  if (task.kinds[g] !== GOAL_POSITION && task.kinds[g] !== GOAL_POLE) return false;
  const o = 3 * g;
  return task.offsets[o]! ** 2 + task.offsets[o + 1]! ** 2 + task.offsets[o + 2]! ** 2 < NO_DIRECTION * NO_DIRECTION;
}

/** Finds the active joints, the chains of the goals and the goals of the joints. */
function writeChains(task: Task, mechanism: Mechanism, goals: readonly Goal[], rootFree: boolean): void {
  const { skeleton } = mechanism;
  const { parents, root, count } = skeleton;
  const { movable, goalStart } = task;
  movable.fill(0);
  goalStart.fill(0);
  let length = 0;
  let balanceGoal = -1;
  task.rootMoves = false;
  for (let g = 0; g < goals.length; g++) {
    task.chainStart[g] = length;
    task.rooted[g] = 0;
    const goal = goals[g]!;
    if (goal.kind === 'centreOfMass') {
      balanceGoal = g;
      for (let j = count - 1; j >= 0; j--) {
        movable[j]! |= 2;
        if (task.mobility[j] === 0 || mechanism.rooms[j] === 0 || !isBelow(parents, root, j)) continue;
        task.chain[length++] = j;
        goalStart[j + 1]!++;
        movable[j]! |= 1;
      }
      task.rooted[g] = rootFree ? 1 : 0;
    } else {
      let links = goal.maxLinks ?? Infinity;
      for (let j = goal.joint; j >= 0; j = parents[j]!) {
        movable[j]! |= 2;
        if (links-- <= 0) continue;
        if (task.mobility[j]! > 0 && mechanism.rooms[j] === 1 && !turnsInPlace(task, mechanism, g, j)) {
          task.chain[length++] = j;
          goalStart[j + 1]!++;
          movable[j]! |= 1;
        }
        if (j === root) {
          task.rooted[g] = rootFree ? 1 : 0;
          links = 0;
        }
      }
    }
    if (task.rooted[g] === 1) task.rootMoves = true;
  }
  task.chainStart[goals.length] = length;
  task.activeCount = 0;
  task.deepest = 0;
  for (let j = 0; j < count; j++) {
    if (movable[j]! >= 2) {
      task.active[task.activeCount++] = j;
      task.deepest = Math.max(task.deepest, mechanism.depths[j]!);
    }
    movable[j]! &= 1;
    goalStart[j + 1]! += goalStart[j]!;
  }
  // Filling moves each start to the next joint's; shifting back restores them.
  for (let g = 0; g < goals.length; g++) {
    for (let i = task.chainStart[g]!; i < task.chainStart[g + 1]!; i++) task.goalList[goalStart[task.chain[i]!]!++] = g;
  }
  for (let j = count; j > 0; j--) goalStart[j] = goalStart[j - 1]!;
  goalStart[0] = 0;
  for (let j = 0; j < count; j++) {
    const g = task.goalList[goalStart[j]!]!;
    const own = goalStart[j + 1]! - goalStart[j]!;
    task.soleGoal[j] = own === 1 && task.kinds[g] === GOAL_POSITION ? g : -1;
  }
  task.balance.goal = balanceGoal;
}

/** λ of each orientation and aim goal: half the mean length of its chain's links, unless the goal says otherwise. */
function writeLevers(task: Task, mechanism: Mechanism, goals: readonly Goal[]): void {
  const { offsets } = mechanism;
  for (let g = 0; g < goals.length; g++) {
    const goal = goals[g]!;
    if (goal.kind !== 'orientation' && goal.kind !== 'aim') continue;
    let sum = 0;
    let links = 0;
    const start = task.chainStart[g]!;
    const end = task.chainStart[g + 1]!;
    for (let i = start; i < end - 1; i++) {
      const o = 3 * task.chain[i]!;
      const length = Math.sqrt(offsets[o]! ** 2 + offsets[o + 1]! ** 2 + offsets[o + 2]! ** 2);
      if (length === 0) continue;
      sum += length;
      links++;
    }
    const given = goal.kind === 'orientation' ? goal.leverArm : undefined;
    task.levers[g] = Math.SQRT2 * (given ?? (links > 0 ? sum / (2 * links) : DEFAULT_LEVER));
  }
}

/** λ in metres for a goal whose chain has no length. */
const DEFAULT_LEVER = 0.1;
