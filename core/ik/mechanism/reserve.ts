import { wrapAngle } from '../../math/angles.ts';
import { hypot } from '../../math/elementary.ts';
import { softStretch } from '../../math/soft-stretch.ts';
import {
  finishSwing,
  KIND_CONE,
  KIND_HINGE,
  KIND_SLIDE,
  LIMIT_STRIDE,
  SHARES,
  SWING,
  SWING_FREE,
  TWIST_HALF,
  TWIST_MIDDLE,
  writeTwist,
} from '../../skeleton/limit-table.ts';
import { resolveSwings, resolveTwist } from '../../skeleton/resolve-couplings.ts';
import { readSwingTwist } from '../../skeleton/swing-coordinates.ts';
import { GOAL_POSITION } from './task.ts';
import type { Workspace } from './workspace.ts';

/** What rounding may add to where a joint stands in its range. */
const ROUNDING = 1e-9;

/**
 * Keeps the last `share` of every movable joint's range in reserve: hinges and twists lose it at both ends, cones all around, and coupled limits in
 * proportion to what the couplings leave, wherever the solve takes that. A joint that already stands in its reserve keeps what it uses.
 * {@link releaseReserve} gives everything back.
 */
export function holdReserve(ws: Workspace, share: number): void {
  const { task, mechanism, now } = ws;
  const { limits } = mechanism;
  const { couplings, numbers: n } = limits;
  // Scratch: a and b of the joint's swing, and its twist.
  const coordinates = ws.before;
  ws.unreserved.set(n);
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    const kind = limits.kinds[j]!;
    if (task.movable[j] === 0 || (kind !== KIND_HINGE && kind !== KIND_CONE)) continue;
    const row = LIMIT_STRIDE * j;
    readSwingTwist(now.rotations, 4 * j, coordinates, 0);
    const swingA = coordinates[0]!;
    const swingB = coordinates[1]!;
    if (couplings !== null) {
      couplings.angle[0] = hypot(swingA, swingB);
      resolveTwist(limits, couplings, j);
    }
    const half = n[row + TWIST_HALF]!;
    const middle = n[row + TWIST_MIDDLE]!;
    let low = 1;
    let high = 1;
    if (half < Math.PI) {
      const level = half > 0 ? wrapAngle(coordinates[2]! - middle) / half : 1;
      low = used(-level, share);
      high = used(level, share);
      writeTwist(n, row, middle - half * low, middle + half * high);
    }
    let around = 1;
    if (kind === KIND_CONE) {
      const halfA = n[row + SWING + (swingA >= 0 ? 0 : 1)]!;
      const halfB = n[row + SWING + (swingB >= 0 ? 2 : 3)]!;
      around = used(halfA > 0 && halfB > 0 ? hypot(swingA / halfA, swingB / halfB) : 1, share);
      if (n[row + SWING_FREE] === 0) {
        for (let side = 0; side < 4; side++) n[row + SWING + side]! *= around;
        finishSwing(n, row);
      }
    }
    if (couplings === null) continue;
    couplings.shares[SHARES * j] = low;
    couplings.shares[SHARES * j + 1] = high;
    couplings.shares[SHARES * j + 2] = around;
  }
}

/** Share of a range that may be used by a joint that stands at `level` of it, without the `share` in reserve. */
function used(level: number, share: number): number {
  return Math.min(1, Math.max(1 - share, level + ROUNDING));
}

/** Gives every joint the range again that it had before, wherever the joints have come to since. */
export function releaseReserve({ mechanism, unreserved, now }: Workspace): void {
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
export function softenTargets(ws: Workspace, share: number): void {
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

/** Measures the metres from the effector of goal `g` up to the last joint of its chain along the bones; 0 when nothing moves for it. */
function measureChain(ws: Workspace, g: number): void {
  const { task, mechanism } = ws;
  const { lengths, skeleton } = mechanism;
  ws.measured = 0;
  if (task.chainStart[g] === task.chainStart[g + 1]) return;
  const o = 3 * g;
  let length = Math.sqrt(task.offsets[o]! ** 2 + task.offsets[o + 1]! ** 2 + task.offsets[o + 2]! ** 2);
  const top = task.chain[task.chainStart[g + 1]! - 1]!;
  for (let j = task.joints[g]!; j > top; j = skeleton.parents[j]!) length += lengths[j]!;
  ws.measured = length;
}

/** Measures the metres of the longest chain of the task; 1 when none has a length. */
export function measureLongestChain(ws: Workspace): void {
  let longest = 0;
  for (let g = 0; g < ws.task.count; g++) {
    measureChain(ws, g);
    longest = Math.max(longest, ws.measured);
  }
  ws.measured = longest > 0 ? longest : 1;
}
