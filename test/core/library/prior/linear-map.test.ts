import { describe, expect, test } from 'vitest';
import { finish } from '../../../../core/animation/steps.ts';
import { fitLinearMap } from '../../../../core/library/prior/linear-map.ts';
import { seededRandom } from '../../../../core/math/random.ts';

const random = seededRandom(3);
const X = Array.from({ length: 200 }, () => Array.from({ length: 6 }, () => 4 * random() - 1));
const Y = X.map(([a, b, c, d]) => [2 * a! - 3 * b! + 1, c! + 0.5 * d! - 4]);

function fitted(shift: number, weight: (example: number) => number = () => 1) {
  const examples = {
    count: X.length,
    input: (e: number, i: number) => X[e]![i]!,
    output: (e: number, i: number) => Y[e]![i]!,
    weight,
  };
  return finish(fitLinearMap(6, 2, examples, shift));
}

function predicted(map: ReturnType<typeof fitted>, x: readonly number[], known: readonly number[]): number[] {
  const into = new Float64Array(2);
  map.predict(Float64Array.from(x), known, into);
  return [...into];
}

describe('A linear map found from examples', () => {
  test('finds the rule that the examples follow (seed 3)', () => {
    const [first, second] = predicted(fitted(1e-12), [1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]);
    expect(first).toBeCloseTo(2 - 6 + 1, 6);
    expect(second).toBeCloseTo(3 + 2 - 4, 6);
  });

  test('answers from what is known: from nothing with the mean, else with what the known numbers tell', () => {
    const mean = [0, 1].map((k) => Y.reduce((sum, y) => sum + y[k]!, 0) / Y.length);
    const fromNothing = predicted(fitted(1e-12), [9, 9, 9, 9, 9, 9], []);
    fromNothing.forEach((value, k) => expect(value).toBeCloseTo(mean[k]!, 9));
    // The first three inputs tell all of the first output but nothing of d in the second.
    const [first] = predicted(fitted(1e-12), [1, 2, 3, 99, 99, 99], [0, 1, 2]);
    expect(first).toBeCloseTo(-3, 1);
  });

  test('goes to the mean as the shift grows, and hears examples by their weight', () => {
    const mean = Y.reduce((sum, y) => sum + y[0]!, 0) / Y.length;
    expect(predicted(fitted(1e9), [1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5])[0]).toBeCloseTo(mean, 3);
    const only = fitted(1, (example) => (example === 5 ? 1 : 0));
    expect(predicted(only, [1, 2, 3, 4, 5, 6], [0, 1, 2])[0]).toBeCloseTo(Y[5]![0]!, 9);
  });
});
