import type { Dice } from '../../math/random.ts';
import { clampRotation, clampSlide } from '../../skeleton/clamp-rotation.ts';
import { KIND_SLIDE, LIMIT_STRIDE } from '../../skeleton/limit-table.ts';
import { sampleRotation } from '../../skeleton/sample-limit.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/**
 * Sets every movable joint to a random rotation inside its limit, the share `shares[at]` of the way (by interpolation) from where it stands: 1 forgets
 * the present pose, less disturbs it less.
 */
export function scatter(ws: Workspace, dice: Dice, shares: readonly number[], at: number): void {
  const { task, mechanism, now } = ws;
  const { limits } = mechanism;
  const { after, before } = ws;
  const share = shares[at]!;
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    if (task.movable[j] === 0) continue;
    sampleRotation(limits, j, dice.write, after, 0);
    if (limits.kinds[j] === KIND_SLIDE) {
      now.slides[j]! += share * (after[0]! - now.slides[j]!);
      clampSlide(limits.numbers, LIMIT_STRIDE * j, now.slides, j);
    } else {
      for (let k = 0; k < 4; k++) before[k] = now.rotations[4 * j + k]!;
      if (share < 1) blend(before, after, shares, at);
      clampRotation(limits, j, after, after, 0, ws.clamp);
      for (let k = 0; k < 4; k++) now.rotations[4 * j + k] = after[k]!;
    }
    ws.moved[j] = 1;
  }
}

/** to ← the normalised mean of `from` and `to`, the latter with the weight `shares[at]`, along the short way. */
function blend(from: Float64Array, to: Float64Array, shares: readonly number[], at: number): void {
  const share = shares[at]!;
  const dot = from[0]! * to[0]! + from[1]! * to[1]! + from[2]! * to[2]! + from[3]! * to[3]!;
  const sign = dot < 0 ? -1 : 1;
  for (let i = 0; i < 4; i++) to[i] = (1 - share) * from[i]! + sign * share * to[i]!;
  const norm = Math.sqrt(to[0]! ** 2 + to[1]! ** 2 + to[2]! ** 2 + to[3]! ** 2);
  for (let i = 0; i < 4; i++) to[i] = norm > 0 ? to[i]! / norm : from[i]!;
}
