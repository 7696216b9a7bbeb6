import { MOST_PRIORITIES } from '../request/check-goals.ts';
import { createBalance, type Balance } from './balance.ts';

/** The kinds of goal in {@link Task.kinds}. */
export const GOAL_POSITION = 0;
export const GOAL_ORIENTATION = 1;
export const GOAL_AIM = 2;
export const GOAL_POLE = 3;
export const GOAL_BALANCE = 4;
/** A point whose target follows the pose: the nearest point of a plane or of a line, or a point of another joint; see `moving-targets.ts`. */
export const GOAL_PLANE = 5;
export const GOAL_LINE = 6;
export const GOAL_MEETING = 7;

/** Share of a goal's weight that a pole has at a joint that other goals move too: it decides among their solutions only. */
export const POLE_SHARE = 1e-4;

/**
 * The goals of one solve, flattened: what the joint step and the refinement read. Arrays are reused from solve to solve.
 *
 * A goal between two joints stands here twice: where it was given, for the joints above the one, and again behind all goals, for those above the other
 * (its counterpart): what is the effector of either is the target of the other. Counterparts act in joint steps, but are neither measured nor counted.
 */
export interface Task {
  /** What takes care of goals that are not common. */
  /** Number of goals; and with their counterparts. */
  count: number;
  total: number;
  /** Of each goal between two joints its counterpart, and the other way round; else −1. */
  counterparts: Int32Array;
  /** Whether any target follows the pose. */
  hasMovingTargets: boolean;
  /** GOAL_POSITION and so on, one a goal. */
  kinds: Uint8Array;
  /** The joint of each goal; 0 for the centre of mass, which has none. */
  joints: Int32Array;
  /** 3 × count: the effector point in the joint's limit frame. */
  offsets: Float64Array;
  /** 3 × count: aim axis in the joint's limit frame; of planes and lines the normal or direction, world. */
  axes: Float64Array;
  /** 3 × count, world: what is aimed for (soft stretch draws it in), and what the goals say. */
  targets: Float64Array;
  wanted: Float64Array;
  /** 4 × count: wanted world rotation of the joint's limit frame. */
  turns: Float64Array;
  /** 4 × count: for the counterpart of an orientation, the rotation that is wanted of the other joint's limit frame in its own. */
  heldTurns: Float64Array;
  /** Importance among goals of the same rank. */
  weights: Float64Array;
  /** Metres or radians that count as reached; infinity for poles. */
  tolerances: Float64Array;
  /** Metres a radian, √2 included: see `effectors.ts`. */
  levers: Float64Array;
  /** 0 for the goals of the highest priority, then 1, …; soft goals come last. */
  ranks: Uint8Array;
  /** The distinct priorities, the highest first. */
  readonly priorities: Float64Array;
  /** Number of ranks, soft goals not counted; and whether there are soft goals, whose rank it is. */
  rankCount: number;
  hasSoftGoals: boolean;
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
  /** The centre-of-mass goal, if there is one. */
  readonly balance: Balance;
}

/** An empty task for a skeleton of `count` joints. */
export function createTask(count: number): Task {
  return {
    count: 0,
    total: 0,
    hasMovingTargets: false,
    ...goalArrays(8),
    priorities: new Float64Array(MOST_PRIORITIES + 1),
    rankCount: 1,
    hasSoftGoals: false,
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
    counterparts: new Int32Array(capacity),
    joints: new Int32Array(capacity),
    offsets: new Float64Array(3 * capacity),
    axes: new Float64Array(3 * capacity),
    targets: new Float64Array(3 * capacity),
    wanted: new Float64Array(3 * capacity),
    turns: new Float64Array(4 * capacity),
    heldTurns: new Float64Array(4 * capacity),
    weights: new Float64Array(capacity),
    tolerances: new Float64Array(capacity),
    levers: new Float64Array(capacity),
    ranks: new Uint8Array(capacity),
    orders: new Int8Array(capacity),
    chainStart: new Int32Array(capacity + 1),
    rooted: new Uint8Array(capacity),
  };
}

/** Makes room in `task` for this many goals of a skeleton of `joints` joints. */
export function reserveTask(task: Task, goals: number, joints: number): void {
  if (goals <= task.kinds.length) return;
  Object.assign(task, goalArrays(2 * goals), {
    goalList: new Int32Array(2 * goals * joints),
    chain: new Int32Array(2 * goals * joints),
  });
}
