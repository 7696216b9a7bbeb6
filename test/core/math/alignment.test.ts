import { describe, expect, test } from 'vitest';
import { ADDED, addPair, addRotation, ALIGNMENT_SIZE, bestRotation, writeGain } from '../../../core/math/alignment.ts';
import { multiply, normalizeQuat, rotate, shortestArc, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { dot, type Vec3 } from '../../../core/math/vec3.ts';
import { rotationsAgree } from '../../helpers/arbitraries.ts';

const random = seededRandom(5);
const vector = (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
const rotation = (): Quat => normalizeQuat([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]);

function pairUp(k: Float64Array, weight: number, u: Vec3, v: Vec3): void {
  k.set([weight, ...u, ...v], ADDED);
  addPair(k);
}

describe('the rotation that aligns vector pairs best (Wahba)', () => {
  test('recovers the rotation that made the pairs', () => {
    for (let i = 0; i < 200; i++) {
      const wanted = rotation();
      const k = new Float64Array(ALIGNMENT_SIZE);
      for (let pair = 0; pair < 3; pair++) {
        const u = vector();
        pairUp(k, 0.5 + random(), u, rotate(wanted, u));
      }
      const out = new Float64Array(4);
      expect(bestRotation(k, out)).toBe(true);
      expect(rotationsAgree([out[0]!, out[1]!, out[2]!, out[3]!], wanted, 1e-6)).toBe(true);
    }
  });

  test('aligns noisy pairs at least as well as any of 300 random rotations and any near the one found', () => {
    for (let i = 0; i < 50; i++) {
      const pairs = [1, 2, 3].map(() => ({ u: vector(), v: vector(), w: 0.1 + random() }));
      const cost = (q: Quat): number =>
        pairs.reduce((sum, { u, v, w }) => {
          const r = rotate(q, u);
          return sum + w * ((r[0] - v[0]) ** 2 + (r[1] - v[1]) ** 2 + (r[2] - v[2]) ** 2);
        }, 0);
      const k = new Float64Array(ALIGNMENT_SIZE);
      for (const { u, v, w } of pairs) pairUp(k, w, u, v);
      const out = new Float64Array(4);
      bestRotation(k, out);
      const best: Quat = [out[0]!, out[1]!, out[2]!, out[3]!];
      const gain = pairs.reduce((sum, { u, v, w }) => sum + w * dot(v, rotate(best, u)), 0);
      writeGain(k, out);
      expect(k[ADDED]).toBeCloseTo(gain, 9);
      const found = cost(best);
      for (let trial = 0; trial < 300; trial++) expect(found).toBeLessThanOrEqual(cost(rotation()) + 1e-9);
      // Nor is any near it better.
      for (let trial = 0; trial < 100; trial++) {
        const turn = normalizeQuat([(random() - 0.5) / 50, (random() - 0.5) / 50, (random() - 0.5) / 50, 1]);
        expect(found).toBeLessThanOrEqual(cost(multiply(turn, best)) + 1e-9);
      }
    }
  });

  test('one pair leaves the turn about it free: the shortest arc is chosen', () => {
    const k = new Float64Array(ALIGNMENT_SIZE);
    pairUp(k, 1, [1, 0.2, 0], [-0.3, 1, 0.4]);
    const out = new Float64Array(4);
    bestRotation(k, out);
    expect(rotationsAgree([out[0]!, out[1]!, out[2]!, out[3]!], shortestArc([1, 0.2, 0], [-0.3, 1, 0.4]), 1e-9)).toBe(true);
  });

  test('opposite vectors are aligned by half a turn, the same every time, whatever pairs ask for it', () => {
    const opposite = (pairs: readonly (readonly [Vec3, number])[]): Quat => {
      const k = new Float64Array(ALIGNMENT_SIZE);
      for (const [u, w] of pairs) pairUp(k, w, u, [-2 * u[0], -2 * u[1], -2 * u[2]]);
      const out = new Float64Array(4);
      expect(bestRotation(k, out)).toBe(true);
      for (const [u] of pairs)
        rotate([out[0]!, out[1]!, out[2]!, out[3]!], u).forEach((v, i) => expect(v).toBeCloseTo(-u[i]!, 9));
      return [out[0]!, out[1]!, out[2]!, out[3]!];
    };
    for (let i = 0; i < 50; i++) {
      const u = vector();
      expect(opposite([[u, 1]])).toEqual(opposite([[u, 1]]));
      opposite([
        [[0.3, 0, -0.2], 1],
        [[0.1, 0, 0.5], 2],
      ]);
    }
    for (const axis of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vec3[]) {
      opposite([[axis, 1]]);
    }
  });

  test('a wanted rotation alone is taken as it is; nothing at all says so', () => {
    const wanted = rotation();
    const k = new Float64Array(ALIGNMENT_SIZE);
    k.set([0.3, ...wanted], ADDED);
    addRotation(k);
    const out = new Float64Array(4);
    expect(bestRotation(k, out)).toBe(true);
    expect(rotationsAgree([out[0]!, out[1]!, out[2]!, out[3]!], wanted)).toBe(true);
    expect(bestRotation(new Float64Array(ALIGNMENT_SIZE), out)).toBe(false);
  });
});
