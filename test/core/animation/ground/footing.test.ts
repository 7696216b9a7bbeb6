import { describe, expect, test } from 'vitest';
import { findFooting, onFooting, type StandingSole } from '../../../../core/animation/ground/footing.ts';
import { createGround, createSurface, placeSurface, type Shape, type Vec3 } from '../../../../core/index.ts';

/** A foot of 25 cm that stands flat on the floor and looks along +Z, its heel so far from the origin. */
function footAt(z: number): StandingSole {
  return { heel: [0, 0, z], ball: [0, 0, z + 0.18], toe: [0, 0, z + 0.25], holds: { heel: true, ball: true } };
}

const stairs = (tread: number) => createGround([createSurface({ kind: 'stairs', steps: 4, rise: 0.2, tread, width: 2 })]);
const placeOf = (sole: StandingSole, shape: ReturnType<typeof createGround>): { readonly heel: Vec3; readonly toe: Vec3 } => {
  const footing = findFooting(sole, shape, 5)!;
  return { heel: onFooting(footing, sole.heel), toe: onFooting(footing, sole.toe) };
};

describe('a foot that comes down', () => {
  test('on the floor stays where it is', () => {
    const { heel, toe } = placeOf(footAt(3), createGround([]));
    expect([...heel, ...toe]).toEqual([0, 0, 3, 0, 0, 3.25].map((each) => expect.closeTo(each, 9)));
  });

  test.each([-1.2, -0.7, -0.55, -0.3, -0.1, 0, 0.02, 0.2, 0.41])(
    'over an edge of a step goes to one step, clear of the next: at %d',
    (z) => {
      const { heel, toe } = placeOf(footAt(z), stairs(0.5));
      expect(heel[1]).toBeCloseTo(toe[1], 6);
      const step = heel[1] / 0.2;
      expect(step).toBeCloseTo(Math.round(step), 5);
      if (step > 0.5 && step < 3.5) {
        const [front, rear] = [-1 + 0.5 * (Math.round(step) - 1), -1 + 0.5 * Math.round(step)];
        expect(heel[2]).toBeGreaterThan(front - 1e-6);
        expect(toe[2]).toBeLessThan(rear - 0.015);
      }
      expect(Math.abs(heel[2] - z)).toBeLessThan(0.3);
    },
  );

  test('behind a step that goes down keeps its heel off the riser', () => {
    const down = createGround([placeSurface(createSurface({ kind: 'box', size: [2, 0.2, 1] }), [0, 0, -0.5])]);
    const { heel } = placeOf(footAt(0.001), down);
    expect([heel[1], heel[2] > 0.015]).toEqual([expect.closeTo(0, 6), true]);
  });

  test('on steps that are shorter than it stands on its ball', () => {
    const { heel, toe } = placeOf(footAt(-0.3), stairs(0.2));
    expect(heel[1]).toBeCloseTo(toe[1], 6);
    expect(toe[1]).toBeGreaterThan(0.1);
  });

  test('on a slope is turned as that', () => {
    const ramp: Shape = { kind: 'ramp', length: 4, height: 1, width: 2 };
    const { heel, toe } = placeOf(footAt(0.2), createGround([createSurface(ramp)]));
    expect((toe[1] - heel[1]) / (toe[2] - heel[2])).toBeCloseTo(0.25, 6);
    expect(heel[1]).toBeCloseTo((heel[2] + 2) / 4, 6);
  });

  test('where nothing carries it finds no footing', () => {
    expect(findFooting(footAt(0), createGround([], null), 5)).toBe(null);
    expect(findFooting(footAt(0), createGround([createSurface({ kind: 'box', size: [9, 9, 9] })]), 5)).toBe(null);
  });
});
