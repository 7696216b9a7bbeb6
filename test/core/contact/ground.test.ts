import { expect, test } from 'vitest';
import { createGround, createSurface, createTouch, placeSurface, seededRandom, type Surface } from '../../../core/index.ts';

const stairs = createSurface({ kind: 'stairs', steps: 4, rise: 0.2, tread: 0.3, width: 2 });
const touch = createTouch();

test('ground is as high as the steps, and the floor beside them', () => {
  const ground = createGround([placeSurface(stairs, [0, 0, 0.6])]);
  const random = seededRandom(3);
  for (let i = 0; i < 200; i++) {
    const [x, z] = [3 * random() - 1.5, 2 * random() - 0.4];
    const isOn = Math.abs(x) < 1 && z > 0 && z < 1.2;
    const height = ground.heightBelow(x, 5, z, touch);
    expect(height).toBeCloseTo(isOn ? 0.2 * Math.ceil(z / 0.3) : 0, 6);
    expect([...touch.point, ...touch.normal]).toEqual([x, height, z, 0, 1, 0].map((each) => expect.closeTo(each, 6)));
  }
});

test('of what lies over each other the highest below the point counts, and within what is solid there is none', () => {
  const table: Surface = createSurface({ kind: 'box', size: [1, 0.1, 1] });
  const ground = createGround([placeSurface(table, [0, 0.7, 0])], -0.5);
  expect(ground.heightBelow(0, 2, 0)).toBeCloseTo(0.8, 6);
  expect(ground.heightBelow(0, 0.6, 0)).toBe(-0.5);
  expect(ground.heightBelow(0, 0.75, 0)).toBe(Infinity);
  expect(ground.heightBelow(0, -0.6, 0)).toBe(-Infinity);
  expect(createGround([], null).heightBelow(0, 1, 0)).toBe(-Infinity);
});

test('a slope has its normal', () => {
  const ground = createGround([createSurface({ kind: 'ramp', length: 2, height: 1, width: 1 })], null);
  expect(ground.heightBelow(0, 3, 0.5, touch)).toBeCloseTo(0.75, 6);
  expect([...touch.normal]).toEqual([0, 2, -1].map((each) => expect.closeTo(each / Math.sqrt(5), 6)));
});
