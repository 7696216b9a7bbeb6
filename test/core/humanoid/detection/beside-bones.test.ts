import { describe, expect, it } from 'vitest';
import { bonesBeside, type StraightBone } from '../../../../core/humanoid/detection/beside-bones.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { distance, dot, length, scale, type Vec3 } from '../../../../core/math/vec3.ts';
import { few } from '../../../helpers/extent.ts';

/** The plain form: every bone is held against every other. */
function isBesideAnother(bones: readonly StraightBone[], bone: number): boolean {
  const point = bones[bone]!.end;
  return bones.some(({ end, isLast }, other) => {
    if (other === bone) return false;
    const share = dot(point, end) / (dot(end, end) || 1);
    if (distance(point, scale(end, share)) > 0.02 * length(end)) return false;
    return distance(point, end) <= 0.01 * length(end) ? !isLast : share > 0 && share < 1;
  });
}

const random = seededRandom(20261126);
const inBox = (size: number): Vec3 => [0, 0, 0].map(() => size * (2 * random() - 1)) as unknown as Vec3;
const onSphere = (): Vec3 => {
  const point = inBox(1);
  return scale(point, 1 / length(point));
};
const around = ([x, y, z]: Vec3, size: number): Vec3 => {
  const [a, b, c] = inBox(size);
  return [x + a, y + b, z + c];
};

/** Stars of bones, by how their ends lie. */
const STARS: readonly (readonly [name: string, endOf: (i: number) => Vec3])[] = [
  ['ends anywhere', () => inBox(1)],
  ['ends on a sphere', onSphere],
  ['ends at one place', () => [0.3, -0.2, 0.9]],
  ['ends close together', () => around([1, 0, 0], 0.006)],
  ['ends on one line', (i) => around([0, 0.001 * (i + 1), 0], 1e-5)],
  ['short ends behind long ones', (i) => (i % 2 === 0 ? around([2, 0, 0], 0.6) : around([-0.02, 0, 0], 0.01))],
  ['ends of very different lengths', () => scale(onSphere(), 10 ** (-5 * random()))],
];

/** Bones of which every `goesOn`-th goes on. */
function starOf(count: number, endOf: (i: number) => Vec3, goesOn: number): StraightBone[] {
  return Array.from({ length: count }, (_, i) => ({ end: endOf(i), isLast: i % goesOn !== 0 }));
}

describe('bones that lie beside others', () => {
  it.each(STARS)('are those that the plain form finds: %s', (_, endOf) => {
    for (const [count, goesOn] of [
      [1, 1],
      [7, 2],
      [60, 5],
      [400, 50],
      [400, 1000],
    ] as const) {
      const bones = starOf(count, endOf, goesOn);
      const isBeside = bonesBeside(bones);
      const found = bones.map((__, bone) => isBeside(bone));
      expect(found).toEqual(bones.map((__, bone) => isBesideAnother(bones, bone)));
    }
  });

  it.each(few(STARS, 3))('are found in work that hardly grows faster than their number: %s', (_, endOf) => {
    const workFor = (count: number) => {
      let looks = 0;
      const counted = starOf(count, endOf, 100).map(({ end, isLast }) => ({
        get end() {
          looks++;
          return end;
        },
        isLast,
      }));
      const isBeside = bonesBeside(counted);
      counted.forEach((__, bone) => isBeside(bone));
      return looks;
    };
    // n log n grows by 4.8 from 1,000 to 4,000, n² by 16.
    expect(workFor(4000) / workFor(1000)).toBeLessThan(8);
  });
});
