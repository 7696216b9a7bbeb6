import { KIND_SLIDE, LIMIT_STRIDE, TWIST_HALF, TWIST_MIDDLE } from '../../skeleton/limit-table.ts';
import { GOAL_POSITION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { shareToBeat } from './candidate.ts';
import type { Search } from './search-state.ts';
import { ADDED, addPair, bestRotation, writeGain } from '../../math/alignment.ts';

/**
 * Of many goals on rigid parts (markers of a body, each measured with some error) the share of what is left that no pose can avoid, above which the
 * first start is taken to have found their best fit: another could only fit a little better.
 */
const FITTED = 0.25;

/**
 * Whether no further start can be preferred to what the first has led to: goals are out of reach, and of every priority the first leaves as little as
 * the lengths of the links allow, but for what another start would have to gain. The same where the goals contradict each other so much that
 * the first is their best fit.
 */
export function isUnbeatable({ ws, first }: Search): boolean {
  const { standing } = first;
  if (!(standing.cost > 0 && standing.cost < Infinity)) return false;
  const share = shareToBeat(standing);
  for (let rank = 0; rank < standing.ranks; rank++) {
    const left = standing.costs[rank]!;
    if (left === 0) continue;
    measureLinks(ws, rank);
    if (ws.measured >= share * left) continue;
    measureParts(ws, rank);
    if (ws.measured < Math.min(share, FITTED) * left) return false;
  }
  return true;
}

/**
 * Measures the square metres that every pose leaves of the goals of one rank at least, from the lengths of the links alone: a position further from the
 * highest joint that may move than all links together, or nearer than the longest of them without the others, stays so far away. Metres that the limits
 * keep, and those that goals take from each other, are not in it.
 */
function measureLinks(ws: Workspace, rank: number): void {
  const { task } = ws;
  ws.measured = 0;
  // Where the root may move, nothing is too far.
  if (ws.rootMobility > 0 && task.rootMoves) return;
  let sum = 0;
  for (let g = 0; g < task.count; g++) {
    if (task.ranks[g] !== rank || task.kinds[g] !== GOAL_POSITION) continue;
    measureDistance(ws, g);
    const distance = ws.measured;
    if (distance > task.tolerances[g]!) sum += task.weights[g]! * distance * distance;
  }
  ws.measured = sum;
}

/** Measures the metres that the effector of position goal `g` stays away from its target at least, whatever the joints do. */
export function measureDistance(ws: Workspace, g: number): void {
  const { task, mechanism, now } = ws;
  const { skeleton, limits } = mechanism;
  const { parents } = skeleton;
  const o = 3 * g;
  let link = Math.sqrt(task.offsets[o]! ** 2 + task.offsets[o + 1]! ** 2 + task.offsets[o + 2]! ** 2);
  let reach = 0;
  let longest = 0;
  let anchor = -1;
  let sliding = 0;
  let whole = 0;
  let most = 0;
  for (let j = task.joints[g]!; j >= 0; j = parents[j]!) {
    whole += link;
    most = Math.max(most, link);
    link = mechanism.lengths[j]!;
    if (limits.kinds[j] === KIND_SLIDE) {
      const row = LIMIT_STRIDE * j;
      sliding += Math.abs(limits.numbers[row + TWIST_MIDDLE]!) + limits.numbers[row + TWIST_HALF]! + Math.abs(now.slides[j]!);
    }
    if (task.movable[j] === 0) continue;
    anchor = j;
    reach = whole + sliding;
    longest = most;
  }
  ws.measured = 0;
  if (anchor < 0) return;
  const a = 3 * anchor;
  const distance = Math.sqrt(
    (task.targets[o]! - now.positions[a]!) ** 2 +
      (task.targets[o + 1]! - now.positions[a + 1]!) ** 2 +
      (task.targets[o + 2]! - now.positions[a + 2]!) ** 2,
  );
  ws.measured = Math.max(distance - reach, 2 * longest - reach - distance, 0);
}

/**
 * Measures the square metres that every pose leaves of the goals of one rank at least, from the parts alone, each free to go anywhere: points of one
 * joint keep their distances from each other, so that targets that do not are not all met. What goals within their tolerances may leave does not count.
 */
function measureParts(ws: Workspace, rank: number): void {
  const { active, activeCount } = ws.task;
  let sum = 0;
  for (let i = 0; i < activeCount; i++) {
    measurePart(ws, rank, active[i]!);
    sum += Math.max(0, ws.measured);
  }
  ws.measured = sum;
}

/**
 * Measures Σ w (|R (o − ō) − (t − t̄)|² − tolerance²) over the points o of one joint and their targets t, for the best rotation R (Wahba's problem),
 * which leaves Σ w (|o − ō|² + |t − t̄|²) − 2 qᵀK q.
 */
function measurePart(ws: Workspace, rank: number, joint: number): void {
  const { task, alignment: k, step: q } = ws;
  const { offsets: from, targets: to, weights, tolerances, joints, ranks, kinds } = task;
  let points = 0;
  let weight = 0;
  let spread = 0;
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let tx = 0;
  let ty = 0;
  let tz = 0;
  k.fill(0);
  for (let g = 0; g < task.count; g++) {
    if (joints[g] !== joint || ranks[g] !== rank || kinds[g] !== GOAL_POSITION) continue;
    const w = weights[g]!;
    const o = 3 * g;
    points++;
    weight += w;
    fx += w * from[o]!;
    fy += w * from[o + 1]!;
    fz += w * from[o + 2]!;
    tx += w * to[o]!;
    ty += w * to[o + 1]!;
    tz += w * to[o + 2]!;
    for (let i = o; i < o + 3; i++) spread += w * (from[i]! ** 2 + to[i]! ** 2);
    spread -= w * tolerances[g]! ** 2;
    k[ADDED] = w;
    for (let i = 0; i < 3; i++) {
      k[ADDED + 1 + i] = from[o + i]!;
      k[ADDED + 4 + i] = to[o + i]!;
    }
    addPair(k);
  }
  ws.measured = 0;
  if (points < 2) return;
  k[ADDED] = -1 / weight;
  k[ADDED + 1] = fx;
  k[ADDED + 2] = fy;
  k[ADDED + 3] = fz;
  k[ADDED + 4] = tx;
  k[ADDED + 5] = ty;
  k[ADDED + 6] = tz;
  addPair(k);
  spread -= (fx * fx + fy * fy + fz * fz + tx * tx + ty * ty + tz * tz) / weight;
  if (!bestRotation(k, q)) return;
  writeGain(k, q);
  ws.measured = spread - 2 * k[ADDED];
}
