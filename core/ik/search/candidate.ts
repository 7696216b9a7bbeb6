import { hypot, log, wholePower } from '../../math/elementary.ts';
import { boundaryJoints } from '../mechanism/start-pose.ts';
import type { SolveStatus, StartKind } from '../request/outcome.ts';
import { createSavedState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { GOAL_POSITION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** What candidates are compared by, in this order. */
export interface Standing {
  /** Square metres that the goals leave, see {@link rankedCost}. */
  cost: number;
  /** Joints on a boundary of their limits. */
  limited: number;
  /** Sum of |quaternion difference|² from the pose that came in. */
  travel: number;
}

/** Costs this near to each other (2 %) count as equal, and the next criterion decides. */
const COST_STEP = log(1.02);
/** What a further start leaves must be less than this share of what the present pose led to: a leap has to be worth it. */
const WORTH_A_LEAP = 0.997;
/** The same while the pose hardly had to change (a target that moves on out of reach): then a leap is a flip that everybody sees. */
const WORTH_A_FLIP = 0.75;
/** Travel below which the pose hardly changed: about 8° in one joint. */
const HARDLY = 0.005;

/**
 * Whether standing `a` of a further start beats `b` of another. An order of all standings (costs by steps of 2 %, then joints on their limits, then
 * travel): the best of several parts' bests is the best of all, however the starts were shared out.
 */
export function beats(a: Standing, b: Standing): boolean {
  const difference = Math.round(log(a.cost) / COST_STEP) - Math.round(log(b.cost) / COST_STEP);
  if (difference !== 0 && !Number.isNaN(difference)) return difference < 0;
  if (a.limited !== b.limited) return a.limited < b.limited;
  return a.travel < b.travel;
}

/** Whether the best of the further starts, `leap`, is preferred to what the present pose led to, `home`. */
export function isWorthALeap(leap: Standing, home: Standing): boolean {
  return leap.cost < (home.travel < HARDLY ? WORTH_A_FLIP : WORTH_A_LEAP) * home.cost;
}

/** The standing of the present configuration; `from` holds the rotations that came in. */
export function standingOf(ws: Workspace, from: Float64Array, into: Standing): void {
  into.cost = rankedCost(ws);
  into.limited = into.cost > 0 ? boundaryJoints(ws, ws.now.rotations, ws.now.slides).length : 0;
  into.travel = 0;
  const { rotations } = ws.now;
  for (let i = 0; i < rotations.length; i += 4) {
    const dot =
      rotations[i]! * from[i]! +
      rotations[i + 1]! * from[i + 1]! +
      rotations[i + 2]! * from[i + 2]! +
      rotations[i + 3]! * from[i + 3]!;
    into.travel += 2 - 2 * Math.abs(dot);
  }
}

/** A configuration that was found, and what it leaves. */
export interface Candidate extends SavedState {
  distances: Float64Array;
  angles: Float64Array;
  reached: Uint8Array;
  readonly standing: Standing;
  status: SolveStatus;
  kind: StartKind;
  index: number;
}

/** No candidate yet, for a skeleton of `count` joints. */
export function createCandidate(count: number): Candidate {
  return {
    ...createSavedState(count),
    distances: new Float64Array(8),
    angles: new Float64Array(8),
    reached: new Uint8Array(8),
    standing: { cost: Infinity, limited: 0, travel: 0 },
    status: 'stalled',
    kind: 'present',
    index: 0,
  };
}

/** Forgets what was found. */
export function clearCandidate(candidate: Candidate): void {
  candidate.standing.cost = Infinity;
  candidate.kind = 'present';
  candidate.index = 0;
}

/** Copies the configuration that came in. Others are compared with it by its cost alone. */
export function keepPresent(present: Candidate, ws: Workspace): void {
  saveState(present, ws);
  present.standing.cost = rankedCost(ws);
}

/** Copies the present configuration into the candidate, and what it leaves. */
export function keepCandidate(best: Candidate, ws: Workspace, status: SolveStatus, standing: Standing): void {
  const { effectors, task } = ws;
  if (task.count > best.distances.length) {
    best.distances = new Float64Array(2 * task.count);
    best.angles = new Float64Array(2 * task.count);
    best.reached = new Uint8Array(2 * task.count);
  }
  saveState(best, ws);
  for (let g = 0; g < task.count; g++) {
    best.distances[g] = effectors.distances[g]!;
    best.angles[g] = effectors.angles[g]!;
    best.reached[g] = effectors.reached[g]!;
    if (task.kinds[g] === GOAL_POSITION) measureWanted(best, ws, g);
  }
  best.standing.cost = standing.cost;
  best.standing.limited = standing.limited;
  best.standing.travel = standing.travel;
  best.status = status;
}

/** Distance to what the goal says, which is not what was aimed for when a soft stretch drew the target in. */
function measureWanted(best: Candidate, ws: Workspace, g: number): void {
  const { wanted, targets, tolerances } = ws.task;
  const o = 3 * g;
  if (wanted[o] === targets[o] && wanted[o + 1] === targets[o + 1] && wanted[o + 2] === targets[o + 2]) return;
  const { points } = ws.effectors;
  const distance = hypot(wanted[o]! - points[o]!, wanted[o + 1]! - points[o + 1]!, wanted[o + 2]! - points[o + 2]!);
  best.distances[g] = distance;
  best.reached[g] = distance <= tolerances[g]! ? 1 : 0;
}

/** What candidates are compared by: what is left of the goals that are not reached, each rank a million times the one below it. */
export function rankedCost(ws: Workspace): number {
  const { task, effectors } = ws;
  const { errors } = effectors;
  let cost = 0;
  for (let g = 0; g < task.count; g++) {
    if (task.ranks[g]! >= task.rankCount || effectors.reached[g] === 1) continue;
    const o = 3 * g;
    cost +=
      task.weights[g]! * wholePower(RANK_RATIO, task.ranks[g]!) * (errors[o]! ** 2 + errors[o + 1]! ** 2 + errors[o + 2]! ** 2);
  }
  return cost;
}

const RANK_RATIO = 1e-6;

/** Puts joints that no goal may move back to where `present` has them. */
export function keepUnmovable(ws: Workspace, present: Candidate): void {
  for (let j = 0; j < ws.mechanism.skeleton.count; j++) {
    if (ws.task.movable[j] === 1) continue;
    ws.now.rotations.set(present.rotations.subarray(4 * j, 4 * j + 4), 4 * j);
    ws.now.slides[j] = present.slides[j]!;
    ws.moved[j] = present.moved[j]!;
  }
}
