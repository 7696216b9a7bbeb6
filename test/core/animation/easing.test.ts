import { expect, test } from 'vitest';
import { INTERPOLATIONS, type TimeHandles } from '../../../core/animation/clip.ts';
import { backwards, checkInterpolation, eased, timeHandles } from '../../../core/animation/easing.ts';
import { seededRandom } from '../../../core/math/random.ts';

/** The curve as many straight pieces: another way to the same numbers. */
function walked([x1, y1, x2, y2]: TimeHandles, u: number): number {
  const at = (t: number): readonly [number, number] => {
    const mix = (a: number, b: number, share: number) => a + (b - a) * share;
    // De Casteljau, on points.
    const point = (a: number, b: number) => mix(mix(mix(0, a, t), mix(a, b, t), t), mix(mix(a, b, t), mix(b, 1, t), t), t);
    return [point(x1, x2), point(y1, y2)];
  };
  const pieces = 20_000;
  for (let i = 1; i <= pieces; i++) {
    const [x, y] = at(i / pieces);
    if (x < u) continue;
    const [fromX, fromY] = at((i - 1) / pieces);
    return fromY + ((y - fromY) * (u - fromX)) / (x - fromX);
  }
  return 1;
}

test('handles say how much of the way is gone: the curve, walked in small pieces, agrees', () => {
  const random = seededRandom(3);
  for (let i = 0; i < 40; i++) {
    const handles: TimeHandles = [random(), 4 * random() - 1.5, random(), 4 * random() - 1.5];
    for (const u of [0.01, 0.3, 0.5, 0.77, 0.999]) expect(eased(handles, u)).toBeCloseTo(walked(handles, u), 4);
  }
  for (const extreme of [
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 1, 1, 1],
  ] as const) {
    expect(eased(extreme, 0)).toBe(0);
    expect(eased(extreme, 1)).toBeCloseTo(1, 12);
    expect(eased(extreme, 0.5)).toBeCloseTo(walked(extreme, 0.5), 4);
  }
});

test('the named easings are handles: they go as their formulas say', () => {
  const formulas: Readonly<Record<string, (u: number) => number>> = {
    linear: (u) => u,
    ease: (u) => u * u * (3 - 2 * u),
    easeIn: (u) => u * u,
    easeOut: (u) => 1 - (1 - u) ** 2,
    overshoot: (u) => 1 - 2.70158 * (1 - u) ** 3 + 1.70158 * (1 - u) ** 2,
  };
  const named = INTERPOLATIONS.filter((each) => timeHandles(each));
  expect(named.toSorted()).toEqual(Object.keys(formulas).toSorted());
  for (const name of named) {
    for (const u of [0, 0.1, 0.25, 0.5, 0.9, 1]) expect(eased(timeHandles(name)!, u)).toBeCloseTo(formulas[name]!(u), 12);
  }
});

test('a way gone backwards goes where it went, from its end', () => {
  for (const way of [...INTERPOLATIONS, [0.1, -0.5, 0.9, 1.4] as const]) {
    const [there, back] = [timeHandles(way), timeHandles(backwards(way))];
    if (!there || !back) continue;
    for (const u of [0.2, 0.5, 0.8]) expect(eased(back, u)).toBeCloseTo(1 - eased(there, 1 - u), 10);
  }
});

test('what is no way between keys is refused in a sentence', () => {
  const refused = (way: unknown) => () => checkInterpolation(way as never);
  expect(refused('bounce')).toThrow('a way between keys is one of step, linear');
  expect(refused([0, 0, 1])).toThrow(RangeError);
  expect(refused([0, NaN, 1, 1])).toThrow(RangeError);
  expect(refused([-0.1, 0, 1, 1])).toThrow('times from 0 to 1 and shares from -2 to 3');
  expect(refused([0, 0, 1, 3.5])).toThrow('times from 0 to 1');
  expect(refused([0.2, -1, 0.4, 2.5])).not.toThrow();
});
