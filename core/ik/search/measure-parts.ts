import { ADDED, addPair, bestRotation, writeGain } from '../../math/alignment.ts';
import { GOAL_POSITION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/**
 * Measures the square metres that every pose leaves of the goals of one rank at least, from the parts alone, each free to go anywhere: points of one
 * joint keep their distances from each other, so that targets that do not are not all met. What goals within their tolerances may leave does not count.
 */
export function measureParts(ws: Workspace, rank: number): void {
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
