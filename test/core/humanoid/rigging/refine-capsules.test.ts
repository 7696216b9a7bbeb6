import { describe, expect, it } from 'vitest';
import { evenSides } from '../../../../core/humanoid/rigging/even-sides.ts';
import { fitSlice, type FittedCapsule } from '../../../../core/humanoid/rigging/fit-capsule.ts';
import { awayFromAxis, refineCapsules } from '../../../../core/humanoid/rigging/refine-capsules.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';

const random = seededRandom(5);

function gaps(capsules: readonly FittedCapsule[], points: readonly Vec3[]): number[] {
  return points.map((point) => Math.min(...capsules.map((capsule) => awayFromAxis(point, capsule) - capsule.radius)));
}

describe('capsules refined to a skin', () => {
  /** A trunk 30 cm wide that is 24 cm deep below and 12 cm above, in the manner of a chest and a waist. */
  const trunk = Array.from({ length: 1200 }, (): Vec3 => {
    const [angle, height] = [2 * Math.PI * random(), 0.5 * random()];
    const depth = height < 0.25 ? 0.12 : 0.06;
    return [0.15 * Math.cos(angle), height, depth * Math.sin(angle)];
  });
  const slices = [0.1, 0.16, 0.22, 0.28, 0.34, 0.4].map((level) => {
    const near = trunk.filter(([, y]) => Math.abs(y - level) < 0.06);
    return fitSlice(near, [0, level, 0], [1, 0, 0], [0, 0, 1])!;
  });
  const front = trunk.filter(([x, y, z]) => z > 0.03 && Math.abs(x) < 0.1 && y > 0.32 && y < 0.4);

  it('do not stand out of where a trunk grows thinner, as its slices do', () => {
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(gaps(slices, front))).toBeLessThan(-0.01);
    expect(mean(gaps(refineCapsules(slices, trunk), front))).toBeGreaterThan(-0.005);
  });

  it('are not moved by what is hidden or hangs loose, nor by too few points', () => {
    const limb: FittedCapsule = { start: [0, 0, 0], end: [0, 1, 0], radius: 0.1 };
    const skin = Array.from({ length: 300 }, (_, i): Vec3 => [0.1 * Math.cos(i), i / 300, 0.1 * Math.sin(i)]);
    const others = [...skin.map(([x, y, z]): Vec3 => [x / 2, y, z / 2]), ...skin.map(([x, y, z]): Vec3 => [2 * x, y, 2 * z])];
    expect(refineCapsules([limb], [...skin, ...others])[0]!.radius).toBeCloseTo(0.1, 4);
    expect(refineCapsules([limb], skin.slice(0, 7))).toEqual([limb]);
  });
});

describe('both sides of a body', () => {
  const arm: FittedCapsule = { start: [0.2, 1, 0], end: [0.5, 1, 0], radius: 0.05 };
  const mirrored = ({ start, end, radius }: FittedCapsule): FittedCapsule => ({
    start: [-start[0], start[1], start[2]],
    end: [-end[0], end[1], end[2]],
    radius,
  });
  const even = (other: FittedCapsule) =>
    evenSides(
      [
        { bone: 'leftUpperArm', capsule: arm },
        { bone: 'rightUpperArm', capsule: other },
      ],
      [0, 0.9, 0],
      [1, 0, 0],
    ).map(({ capsule }) => capsule);

  it('are fitted alike where they are nearly alike', () => {
    const [left, right] = even({ ...mirrored(arm), radius: 0.056 });
    expect(left!.radius).toBeCloseTo(0.053, 12);
    expect(right!.radius).toBe(left!.radius);
    expect(distance(right!.end, mirrored(left!).end)).toBeLessThan(1e-12);
  });

  it('keep what only one of them wears', () => {
    const padded = { ...mirrored(arm), radius: 0.09 };
    expect(even(padded)).toEqual([arm, padded]);
  });
});
