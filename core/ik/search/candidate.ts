import { hypot, writeLog } from '../../math/elementary.ts';
import { restPose, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { countBoundaryJoints } from '../mechanism/start-pose.ts';
import type { SolveStatus, StartKind } from '../request/outcome.ts';
import { createSavedState, restoreJoint, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { GOAL_POSITION } from '../mechanism/task.ts';
import { measureRank, type Workspace } from '../mechanism/workspace.ts';
import { MOST_PRIORITIES } from '../request/check-goals.ts';

/** What candidates are compared by, in the order of the fields. */
export interface Standing {
  /** Square metres that the unreached goals of each rank leave, the most important first. */
  costs: ArrayLike<number>;
  /** Number of ranks. */
  ranks: number;
  /** Joints on a boundary of their limits. */
  limited: number;
  /** Sum of |quaternion difference|² from the pose that came in. */
  travel: number;
}

/** A standing that can be written to, with what starts are not compared by. */
export interface OwnStanding extends Standing {
  readonly costs: Float64Array;
  /** Square metres in one number, see {@link Outcome.cost}; infinity when there is no configuration yet. */
  cost: number;
  /** Square metres that the soft goals leave. */
  softCost: number;
}

/** The standing of no configuration. */
export function createStanding(): OwnStanding {
  return { costs: new Float64Array(MOST_PRIORITIES), ranks: 0, cost: Infinity, limited: 0, travel: 0, softCost: 0 };
}

function copyStanding(from: OwnStanding, into: OwnStanding): void {
  into.costs.set(from.costs);
  into.ranks = from.ranks;
  into.cost = from.cost;
  into.limited = from.limited;
  into.travel = from.travel;
  into.softCost = from.softCost;
}

/**
 * Costs whose logarithms are this near to each other count as equal, and the next criterion decides: ln 1.02, but ln 1.003 for all ranks but the least
 * important.
 */
const COST_STEP = 0.01980262729617973;
const UPPER_COST_STEP = 0.0029955089797983705;
/** What {@link isBetter} computes in. */
const logs = /* @__PURE__ */ new Float64Array(2);

/** A further start is preferred when it leaves less than this share of the cost that the first start leaves. */
const WORTH_SWITCHING = 0.997;
/**
 * The same while the first start hardly changes the pose, as when a target moves on out of reach: another pose is a jump then that everybody sees, and
 * must halve the distance.
 */
const WORTH_A_JUMP = 0.25;
/** Travel below which the pose hardly changed: about 16° in one joint. */
const HARDLY = 0.02;
/** The share for soft goals; and square metres, those of a tenth of a millimetre, that are nothing. */
const SOFT_GAIN = 0.95;
const NOTHING = 1e-8;

/**
 * Whether standing `a` of a further start beats `b` of another. An order of all standings (costs by steps, rank by rank, then joints on their
 * limits, then travel): the best of several parts' bests is the best of all, however the starts were shared out.
 */
export function isBetter(a: Standing, b: Standing): boolean {
  for (let rank = 0; rank < a.ranks; rank++) {
    const step = rank === a.ranks - 1 ? COST_STEP : UPPER_COST_STEP;
    logs[0] = a.costs[rank]!;
    logs[1] = b.costs[rank]!;
    writeLog(logs, 0);
    writeLog(logs, 1);
    const difference = Math.round(logs[0] / step) - Math.round(logs[1] / step);
    if (difference !== 0 && !Number.isNaN(difference)) return difference < 0;
  }
  if (a.limited !== b.limited) return a.limited < b.limited;
  return a.travel < b.travel;
}

/** Whether the best of the further starts is preferred to what the first start has led to. */
export function isWorthSwitching(further: Standing, first: Standing): boolean {
  return compareCosts(further, first, shareToBeat(first), WORTH_SWITCHING) > 0;
}

/** Share of what the first start leaves of a priority that another must come below to be preferred. */
export function shareToBeat(first: Standing): number {
  return first.travel < HARDLY ? WORTH_A_JUMP : WORTH_SWITCHING;
}

/**
 * Compares what two standings leave, rank by rank: 1 where `after` leaves less than `share` of what `before` does, −1 where it leaves more than the
 * `loss`th part (a share too), 0 where neither is so of any rank.
 */
function compareCosts(after: Standing, before: Standing, share: number, loss: number): number {
  for (let rank = 0; rank < after.ranks; rank++) {
    const left = after.costs[rank]!;
    const had = before.costs[rank]!;
    if (left < share * had) return 1;
    if (loss * left > had) return -1;
  }
  return 0;
}

/**
 * Whether `after` leaves less than `share` of what `before` does, of the most important rank in which they differ; ranks of which it leaves up to the
 * `loss`th part more, a share near 1, count as equal. Where all do, whether it is clearly nearer to the soft goals.
 */
export function gains(after: OwnStanding, before: OwnStanding, share: number, loss: number): boolean {
  const compared = compareCosts(after, before, share, loss);
  return compared > 0 || (compared === 0 && after.softCost < SOFT_GAIN * before.softCost - NOTHING);
}

/** The standing of the working configuration; `from` holds the rotations that came in. */
export function standingOf(ws: Workspace, from: Float64Array, into: OwnStanding): void {
  measureLeft(ws, into);
  into.limited = into.cost > 0 ? countBoundaryJoints(ws, ws.now.rotations, ws.now.slides) : 0;
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
  readonly standing: OwnStanding;
  status: SolveStatus;
  kind: StartKind;
  index: number;
  /** The pose whose reading it is, to the byte; null where it has moved on since one was read. */
  pose: Pose | null;
  /** Room for it. */
  readonly ownPose: Pose;
}

/** No candidate yet, for a skeleton. */
export function createCandidate(skeleton: Skeleton): Candidate {
  return {
    ...createSavedState(skeleton.count),
    distances: new Float64Array(8),
    angles: new Float64Array(8),
    reached: new Uint8Array(8),
    standing: createStanding(),
    status: 'stalled',
    kind: 'present',
    index: 0,
    pose: null,
    ownPose: restPose(skeleton),
  };
}

/** Forgets what was found. */
export function clearCandidate(candidate: Candidate): void {
  candidate.standing.cost = Infinity;
  candidate.kind = 'present';
  candidate.index = 0;
  candidate.pose = null;
}

/** Copies the configuration that came in, and what it leaves: others are compared with it by that alone. */
export function keepPresent(present: Candidate, ws: Workspace, standing: OwnStanding): void {
  saveState(present, ws);
  copyStanding(standing, present.standing);
}

/** Copies the working configuration into the candidate, and what it leaves. */
export function keepCandidate(best: Candidate, ws: Workspace, status: SolveStatus, standing: OwnStanding): void {
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
    if (!isDrawnIn(ws, g)) continue;
    best.distances[g] = distanceToWanted(ws, g);
    best.reached[g] = best.distances[g]! <= task.tolerances[g]! ? 1 : 0;
  }
  copyStanding(standing, best.standing);
  best.status = status;
  best.pose = null;
}

/** Whether a soft stretch drew the target of goal `g` in. */
function isDrawnIn({ task: { kinds, wanted, targets } }: Workspace, g: number): boolean {
  const o = 3 * g;
  if (kinds[g] !== GOAL_POSITION) return false;
  return wanted[o] !== targets[o] || wanted[o + 1] !== targets[o + 1] || wanted[o + 2] !== targets[o + 2];
}

/** Distance to what the goal says, which is not what was aimed for when a soft stretch drew the target in. */
function distanceToWanted({ task: { wanted }, effectors: { points } }: Workspace, g: number): number {
  const o = 3 * g;
  return hypot(wanted[o]! - points[o]!, wanted[o + 1]! - points[o + 1]!, wanted[o + 2]! - points[o + 2]!);
}

/** Whether goal `g` leaves nothing: it is where it aims, or, should it have been drawn in further than the chain can shorten, where it is wanted. */
function isSatisfied(ws: Workspace, g: number): boolean {
  return ws.effectors.reached[g] === 1 || (isDrawnIn(ws, g) && distanceToWanted(ws, g) <= ws.task.tolerances[g]!);
}

/** Whether no goal leaves anything, soft goals aside. */
export function areSatisfied(ws: Workspace): boolean {
  for (let g = 0; g < ws.task.count; g++) if (ws.task.ranks[g]! < ws.task.rankCount && !isSatisfied(ws, g)) return false;
  return true;
}

/** Measures what the working configuration leaves of goals that are not reached, and of soft goals. */
export function measureLeft(ws: Workspace, into: OwnStanding): void {
  const { task, effectors } = ws;
  const { errors, accepted } = effectors;
  into.ranks = task.rankCount;
  for (let rank = 0; rank < task.rankCount; rank++) into.costs[rank] = 0;
  into.cost = 0;
  for (let g = 0; g < task.count; g++) {
    const rank = task.ranks[g]!;
    if (rank >= task.rankCount || isSatisfied(ws, g)) continue;
    const o = 3 * g;
    const square =
      (errors[o]! + accepted[o]!) ** 2 + (errors[o + 1]! + accepted[o + 1]!) ** 2 + (errors[o + 2]! + accepted[o + 2]!) ** 2;
    into.costs[rank]! += task.weights[g]! * square;
  }
  for (let rank = 0, share = 1; rank < task.rankCount; rank++, share *= RANK_SHARE) into.cost += share * into.costs[rank]!;
  into.softCost = 0;
  if (!task.hasSoftGoals) return;
  measureRank(ws, task.rankCount);
  into.softCost = ws.measured;
}

/** Share of the rank above it that a rank counts in the one number of an outcome’s cost. */
const RANK_SHARE = 1e-6;

/** Puts joints that no goal may move back to where `present` has them. */
export function keepUnmovable(ws: Workspace, present: Candidate): void {
  for (let j = 0; j < ws.mechanism.skeleton.count; j++) if (ws.task.movable[j] === 0) restoreJoint(ws, present, j);
}
