import { checkFunction } from '../math/check-values.ts';
import { checkLimit } from './check-limit.ts';
import { writeSineCosine } from '../math/elementary.ts';
import {
  fromLimitFrame,
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
import { normalizeQuat, type Quat } from '../math/quat.ts';
import type { Random } from '../math/random.ts';
import { composeSwingTwist } from './swing-coordinates.ts';

/**
 * Writes a random rotation inside the limit of `joint`, in its limit frame, to `q[at..at+3]`: uniform over all rotations for a free joint,
 * uniform over the swing ellipse and the twist range for a cone. Returns a random displacement in metres for a sliding joint, else 0.
 */
export function sampleRotation(table: LimitTable, joint: number, random: Random, q: Float64Array, at: number): number {
  const n = table.numbers;
  const row = LIMIT_STRIDE * joint;
  const kind = table.kinds[joint]!;
  if (kind === KIND_FREE) {
    // Shoemake's uniform rotation.
    const u = random();
    q[at] = 2 * Math.PI * random();
    q[at + 2] = 2 * Math.PI * random();
    writeSineCosine(q, at);
    writeSineCosine(q, at + 2);
    q[at] *= Math.sqrt(1 - u);
    q[at + 1]! *= Math.sqrt(1 - u);
    q[at + 2]! *= Math.sqrt(u);
    q[at + 3]! *= Math.sqrt(u);
    return 0;
  }
  const value = n[row + TWIST_MIDDLE]! + n[row + TWIST_HALF]! * (2 * random() - 1);
  if (kind === KIND_SLIDE) {
    q[at] = 0;
    q[at + 1] = 0;
    q[at + 2] = 0;
    q[at + 3] = 1;
    return value;
  }
  q[at] = 0;
  q[at + 1] = 0;
  if (kind === KIND_CONE) {
    // Uniform over the disc, stretched to the ellipse's quadrants.
    const radius = Math.sqrt(random());
    q[at] = 2 * Math.PI * random();
    writeSineCosine(q, at);
    const a = radius * q[at + 1]!;
    const b = radius * q[at];
    q[at] = a * n[row + (a >= 0 ? 0 : 1)]!;
    q[at + 1] = b * n[row + (b >= 0 ? 2 : 3)]!;
  }
  q[at + 2] = value / 2;
  writeSineCosine(q, at + 2);
  composeSwingTwist(q, at);
  return 0;
}

/**
 * A random rest-relative rotation inside `limit`: uniform over all rotations when it is free, over the swing ellipse and the range otherwise;
 * identity for a sliding joint. Throws a `RangeError` of one sentence when the limit cannot be used.
 */
export function sampleLimit(limit: Limit, random: Random): Quat {
  checkFunction(random, 'the random numbers');
  checkLimit(limit, 'the limit');
  const table = createLimitTable([limit]);
  const l = new Float64Array(4);
  sampleRotation(table, 0, random, l, 0);
  return normalizeQuat(fromLimitFrame(table, 0, [l[0]!, l[1]!, l[2]!, l[3]!]));
}
