import { wrapAngle } from '../../math/angles.ts';
import { hypot } from '../../math/elementary.ts';
import { softStretch } from '../../math/soft-stretch.ts';
import { SHARES } from '../../skeleton/couplings.ts';
import { limitCoordinates } from '../../skeleton/limit-state.ts';
import {
  fromLimitFrame,
  KIND_CONE,
  KIND_HINGE,
  KIND_SLIDE,
  LIMIT_STRIDE,
  SWING_FREE,
  TWIST_HALF,
  TWIST_MIDDLE,
  writeSwing,
  writeTwist,
} from '../../skeleton/limit-table.ts';
import { resolveSwings, resolveTwist } from '../../skeleton/resolve-couplings.ts';
import { measureChain } from './reach.ts';
import { GOAL_POSITION } from './task.ts';
import type { Workspace } from './workspace.ts';

/** What rounding may add to where a joint stands in its range. */
const ROUNDING = 1e-9;

/**
 * Keeps the last `share` of every movable joint's range in reserve: hinges and twists lose it at both ends, cones all around, and coupled limits in
 * proportion to what the couplings leave, wherever the solve takes that. A joint that already stands in its reserve keeps what it uses.
 * {@link releaseReserve} gives everything back.
 */
function holdReserve(ws: Workspace, share: number): void {
  const { task, mechanism, now } = ws;
  const { limits, skeleton } = mechanism;
  const { couplings, numbers: n } = limits;
  ws.unreserved.set(n);
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    const kind = limits.kinds[j]!;
    if (task.movable[j] === 0 || (kind !== KIND_HINGE && kind !== KIND_CONE)) continue;
    const row = LIMIT_STRIDE * j;
    const q = now.rotations;
    const l = [q[4 * j]!, q[4 * j + 1]!, q[4 * j + 2]!, q[4 * j + 3]!] as const;
    const { swing, twist } = limitCoordinates(skeleton.limits[j]!, fromLimitFrame(limits, j, l));
    if (couplings !== null) resolveTwist(limits, couplings, j, hypot(swing[0], swing[1]));
    const half = n[row + TWIST_HALF]!;
    const middle = n[row + TWIST_MIDDLE]!;
    let low = 1;
    let high = 1;
    if (half < Math.PI) {
      const level = half > 0 ? wrapAngle(twist - middle) / half : 1;
      low = used(-level, share);
      high = used(level, share);
      writeTwist(n, row, middle - half * low, middle + half * high);
    }
    let around = 1;
    if (kind === KIND_CONE) {
      const halves = [n[row]!, n[row + 1]!, n[row + 2]!, n[row + 3]!];
      const a = halves[swing[0] >= 0 ? 0 : 1]!;
      const b = halves[swing[1] >= 0 ? 2 : 3]!;
      const factor = used(a > 0 && b > 0 ? hypot(swing[0] / a, swing[1] / b) : 1, share);
      if (n[row + SWING_FREE] === 0) {
        writeSwing(
          n,
          row,
          halves.map((value) => value * factor),
        );
      }
      around = factor;
    }
    couplings?.shares.set([low, high, around], SHARES * j);
  }
}

/** Share of a range that may be used by a joint that stands at `level` of it, without the `share` in reserve. */
function used(level: number, share: number): number {
  return Math.min(1, Math.max(1 - share, level + ROUNDING));
}

/** Gives every joint the range again that it had before, wherever the joints have come to since. */
function releaseReserve({ mechanism, unreserved, now }: Workspace): void {
  const { limits } = mechanism;
  limits.numbers.set(unreserved);
  if (limits.couplings === null) return;
  limits.couplings.shares.fill(1);
  resolveSwings(limits, now.rotations);
}

/** Part of the soft stretch that is never used: nearer to full length a millimetre of the target would be many degrees in the joints. */
const NEVER = 1 / 3;

/**
 * A target in the last `share` of a chain's length L, or beyond it, is drawn in along its line to the chain's top by the soft stretch from
 * L (1 − share) to L (1 − share / 3).
 * Joint speeds stay bounded as a target passes full reach. Chains that the root translation may follow, or that sliding joints lengthen or carry
 * along, are left alone.
 */
function softenTargets(ws: Workspace, share: number): void {
  const { task, now } = ws;
  for (let g = 0; g < task.count; g++) {
    const start = task.chainStart[g]!;
    const end = task.chainStart[g + 1]!;
    if (task.kinds[g] !== GOAL_POSITION || start === end || (task.rooted[g] === 1 && ws.rootMobility > 0) || slides(ws, g))
      continue;
    const top = task.chain[end - 1]!;
    const o = 3 * g;
    measureChain(ws, g);
    const length = ws.measured;
    const x = task.targets[o]! - now.positions[3 * top]!;
    const y = task.targets[o + 1]! - now.positions[3 * top + 1]!;
    const z = task.targets[o + 2]! - now.positions[3 * top + 2]!;
    const distance = Math.sqrt(x * x + y * y + z * z);
    const from = length * (1 - share);
    if (distance <= from || length === 0) continue;
    const factor = softStretch(distance, from, (length - from) * (1 - NEVER)) / distance;
    task.targets[o] = now.positions[3 * top]! + x * factor;
    task.targets[o + 1] = now.positions[3 * top + 1]! + y * factor;
    task.targets[o + 2] = now.positions[3 * top + 2]! + z * factor;
  }
}

/** Whether a joint that may move for goal `g` slides. */
function slides({ task, mechanism }: Workspace, g: number): boolean {
  for (let i = task.chainStart[g]!; i < task.chainStart[g + 1]!; i++) {
    if (mechanism.limits.kinds[task.chain[i]!] === KIND_SLIDE) return true;
  }
  return false;
}

/** The reserve as a part that is handed to a solver. */
export const RESERVING = { hold: holdReserve, release: releaseReserve, softenTargets } as const;
export type Reserving = typeof RESERVING;
