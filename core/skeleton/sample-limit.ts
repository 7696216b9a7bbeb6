import { checkFunction } from '../math/check-values.ts';
import { checkLimit } from './check-limit.ts';
import { writeSineCosine } from '../math/elementary.ts';
import {
  fromLimitFramePacked,
  KIND_CONE,
  KIND_FREE,
  KIND_SLIDE,
  LIMIT_STRIDE,
  TWIST_HALF,
  TWIST_MIDDLE,
  createLimitTable,
  type LimitTable,
} from './limit-table.ts';
import type { Limit } from './limits.ts';
import { IDENTITY, normalizeQuat, quatAt, type Quat } from '../math/quat.ts';
import type { Random } from '../math/random.ts';
import { composeSwingTwist } from './swing-coordinates.ts';

/**
 * Writes a random rotation inside the limit of `joint`, in its limit frame, to `q[at..at+3]`: uniform over all rotations for a free joint,
 * uniform over the swing ellipse and the twist range for a cone; for a sliding joint a random displacement, metres, to `q[at]`. `draw` writes a random
 * number in [0, 1) to a place of an array.
 */
export function sampleRotation(
  table: LimitTable,
  joint: number,
  draw: (v: Float64Array, at: number) => void,
  q: Float64Array,
  at: number,
): void {
  const n = table.numbers;
  const row = LIMIT_STRIDE * joint;
  const kind = table.kinds[joint]!;
  if (kind === KIND_FREE) {
    // Shoemake's uniform rotation.
    draw(q, at + 1);
    const u = q[at + 1]!;
    draw(q, at);
    draw(q, at + 2);
    q[at]! *= 2 * Math.PI;
    q[at + 2]! *= 2 * Math.PI;
    writeSineCosine(q, at);
    writeSineCosine(q, at + 2);
    q[at]! *= Math.sqrt(1 - u);
    q[at + 1]! *= Math.sqrt(1 - u);
    q[at + 2]! *= Math.sqrt(u);
    q[at + 3]! *= Math.sqrt(u);
    return;
  }
  draw(q, at);
  const value = n[row + TWIST_MIDDLE]! + n[row + TWIST_HALF]! * (2 * q[at]! - 1);
  if (kind === KIND_SLIDE) {
    q[at] = value;
    return;
  }
  q[at] = 0;
  q[at + 1] = 0;
  if (kind === KIND_CONE) {
    // Uniform over the disc, stretched to the ellipse's quadrants.
    draw(q, at);
    const radius = Math.sqrt(q[at]);
    draw(q, at);
    q[at] *= 2 * Math.PI;
    writeSineCosine(q, at);
    const a = radius * q[at + 1]!;
    const b = radius * q[at];
    q[at] = a * n[row + (a >= 0 ? 0 : 1)]!;
    q[at + 1] = b * n[row + (b >= 0 ? 2 : 3)]!;
  }
  q[at + 2] = value / 2;
  writeSineCosine(q, at + 2);
  composeSwingTwist(q, at);
}

/**
 * A random rest-relative rotation inside `limit`: uniform over all rotations when it is free, over the swing ellipse and the range otherwise;
 * identity for a sliding joint. Throws a `RangeError` of one sentence when the limit cannot be used.
 */
export function sampleLimit(limit: Limit, random: Random): Quat {
  checkFunction(random, 'the random numbers');
  checkLimit(limit, 'the limit');
  const table = createLimitTable([limit]);
  const l = new Float64Array([0, 0, 0, 1]);
  const draw = (v: Float64Array, at: number): void => {
    v[at] = random();
  };
  sampleRotation(table, 0, draw, l, 0);
  if (table.kinds[0] === KIND_SLIDE) return IDENTITY;
  fromLimitFramePacked(table, 0, l, 0, l, 0);
  return normalizeQuat(quatAt(l, 0));
}
