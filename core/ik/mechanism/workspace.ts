import { ALIGNMENT_SIZE } from '../../math/alignment.ts';
import { createClampScratch } from '../../skeleton/clamp-rotation.ts';
import { createConfiguration, type Configuration } from './configuration.ts';
import { createEffectors, measureErrors, placeEffectors, type Effectors } from './effectors.ts';
import type { Mechanism } from './mechanism.ts';
import { placeJoints } from './place-joints.ts';
import { createTask, GOAL_POLE, type Task } from './task.ts';
import type { TraceRecorder } from './trace-recorder.ts';

/** Everything that one solve reads and writes; owned by a solver and reused. */
export interface Workspace {
  readonly mechanism: Mechanism;
  readonly task: Task;
  readonly now: Configuration;
  effectors: Effectors;
  /** Weight of each goal in the cost at present: 0 for goals of a rank that waits. */
  costWeights: Float64Array;
  /** Σ weight · |error|² with these weights, square metres. */
  cost: number;
  /** That of the configuration. */
  readonly moved: Uint8Array;
  /** Joint updates so far; and with them those that were tried and taken back. */
  updates: number;
  work: number;
  /**
   * Size of the last joint step, 2 sin(θ/2) (its angle in radians while that is small) or metres for a slide, 0 when the joint stayed; and the
   * largest since it was set to 0. Kept here, since a function that returns a number allocates it.
   */
  stepSize: number;
  largestStep: number;
  /** What was measured last: a function that returned the number would allocate it wherever engines do not inline the call. */
  measured: number;
  /** Whether the last traced step was shortened so that a cone which the joint drives still holds. */
  held: boolean;
  damping: number;
  maxStep: number;
  /** Radians of comfort in this sweep. */
  comfort: number;
  /** Whether the joints are visited from the root down, for the comfort that each may leave to the next. */
  comesFromRoot: boolean;
  /** Whether steps are taken whole: no damping, cap, comfort or coupled limits. */
  plain: boolean;
  rootMobility: number;
  /** Metres of root translation that count as a radian. */
  rootLength: number;
  trace: TraceRecorder | null;
  readonly alignment: Float64Array;
  readonly step: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly clamp: Float64Array;
  /** The numbers of the limits before a part of them was reserved. */
  readonly unreserved: Float64Array;
  /** The same while they are looked at as another configuration would have them. */
  readonly looked: Float64Array;
}

/** All that the steps of one solve at a time read and write; solvers keep theirs. */
export function createWorkspace(mechanism: Mechanism): Workspace {
  const { count } = mechanism.skeleton;
  const now = createConfiguration(count);
  return {
    mechanism,
    task: createTask(count),
    now,
    effectors: createEffectors(8),
    costWeights: new Float64Array(8),
    cost: 0,
    moved: now.moved,
    updates: 0,
    work: 0,
    stepSize: 0,
    largestStep: 0,
    measured: 0,
    held: false,
    damping: 1,
    maxStep: Math.PI,
    comfort: 0,
    comesFromRoot: false,
    plain: true,
    rootMobility: 0,
    rootLength: 1,
    trace: null,
    alignment: new Float64Array(ALIGNMENT_SIZE),
    step: new Float64Array(4),
    before: new Float64Array(4),
    after: new Float64Array(4),
    clamp: createClampScratch(),
    unreserved: mechanism.limits.numbers.slice(),
    looked: mechanism.limits.numbers.slice(),
  };
}

/** Refreshes the world transforms, the effectors, their errors and the cost from the local state. */
export function refresh(ws: Workspace): void {
  placeJoints(ws.mechanism, ws.now, ws.task.active, ws.task.activeCount);
  refreshGoals(ws);
}

/** Refreshes the effectors, their errors and the cost from world transforms that are up to date. */
export function refreshGoals(ws: Workspace): void {
  const { task, mechanism, now } = ws;
  placeEffectors(task, mechanism, now, ws.effectors);
  measureErrors(task, ws.effectors);
  sumCost(ws);
}

/** Sums up Σ weight · |error|² with the present weights of the cost. */
export function sumCost(ws: Workspace): void {
  const { errors } = ws.effectors;
  let cost = 0;
  for (let g = 0; g < ws.task.count; g++) {
    const o = 3 * g;
    cost += ws.costWeights[g]! * (errors[o]! ** 2 + errors[o + 1]! ** 2 + errors[o + 2]! ** 2);
  }
  ws.cost = cost;
}

/**
 * Measures the metres that the goals in the cost are away, taken together and weighed against the heaviest of them: the same whatever unit weights are
 * given in.
 */
export function measureAway(ws: Workspace): void {
  let heaviest = 0;
  for (let g = 0; g < ws.task.count; g++) heaviest = Math.max(heaviest, ws.costWeights[g]!);
  ws.measured = heaviest > 0 ? Math.sqrt(ws.cost / heaviest) : 0;
}

/** Measures Σ weight · |error|² of the goals of a rank, with their accepted residuals; poles count with the whole distance. Square metres. */
export function measureRank(ws: Workspace, rank: number): void {
  const { task, effectors } = ws;
  const { errors, accepted, points } = effectors;
  let cost = 0;
  for (let g = 0; g < task.count; g++) {
    if (task.ranks[g] !== rank) continue;
    const isPole = task.kinds[g] === GOAL_POLE;
    for (let i = 3 * g; i < 3 * g + 3; i++) {
      cost += task.weights[g]! * (isPole ? task.targets[i]! - points[i]! : errors[i]! + accepted[i]!) ** 2;
    }
  }
  ws.measured = cost;
}

/** Measures the largest turn of a joint from `rotations` to where it stands now, as twice the length of the quaternions' difference: about radians. */
export function measureTurn(ws: Workspace, rotations: Float64Array): void {
  const now = ws.now.rotations;
  let farthest = 0;
  for (let o = 0; o < now.length; o += 4) {
    const dot =
      rotations[o]! * now[o]! +
      rotations[o + 1]! * now[o + 1]! +
      rotations[o + 2]! * now[o + 2]! +
      rotations[o + 3]! * now[o + 3]!;
    farthest = Math.max(farthest, 1 - Math.abs(dot));
  }
  ws.measured = 2 * Math.sqrt(2 * farthest);
}

/** Whether every goal of rank `rank` is within its tolerance. */
export function isRankReached({ task, effectors }: Workspace, rank: number): boolean {
  for (let g = 0; g < task.count; g++) if (task.ranks[g] === rank && effectors.reached[g] === 0) return false;
  return true;
}

/** Whether every soft goal is within its tolerance; never with poles among them, which have none and are followed as far as that goes. */
export function areSoftGoalsReached({ task, effectors }: Workspace): boolean {
  for (let g = 0; g < task.count; g++)
    if (task.ranks[g] === task.rankCount && (effectors.reached[g] === 0 || task.tolerances[g] === Infinity)) return false;
  return true;
}

/** Whether every goal of rank `rank` or above is within its tolerance. */
export function areRanksReached(ws: Workspace, rank: number): boolean {
  const { task, effectors } = ws;
  for (let g = 0; g < task.count; g++) if (task.ranks[g]! <= rank && effectors.reached[g] === 0) return false;
  return true;
}

/** Gives the goals of `rank` `own` times their weight in the cost, those of higher ranks `above` times theirs, and leaves the others out. */
export function setCostWeights(ws: Workspace, rank: number, above = 1, own = 1): void {
  const { task } = ws;
  for (let g = 0; g < task.count; g++) {
    const r = task.ranks[g]!;
    ws.costWeights[g] = task.weights[g]! * (r < rank ? above : r === rank ? own : 0);
  }
  sumCost(ws);
}
