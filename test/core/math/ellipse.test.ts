import { expect, test } from 'vitest';
import { nearestOnEllipse } from '../../../core/math/ellipse.ts';
import { seededRandom } from '../../../core/math/random.ts';

/** Writes the point of the ellipse with the semi-axes `a`, `b` nearest to (`x`, `y`) to `out`, and sees that nothing beside it changes. */
function moveToEllipse(a: number, b: number, x: number, y: number, out: Float64Array): void {
  const points = Float64Array.of(7, x, y, 7);
  nearestOnEllipse(Float64Array.of(7, b, a), 2, 1, points, 1);
  expect([points[0], points[3]]).toEqual([7, 7]);
  out.set(points.subarray(1, 3));
}

test('the nearest point of an ellipse is as near as the best of a dense walk around it (10,000 random cases, seed 3)', () => {
  const random = seededRandom(3);
  const out = new Float64Array(2);
  for (let i = 0; i < 10_000; i++) {
    const a = 0.01 + 3.1 * random() ** 3;
    const b = 0.01 + 3.1 * random() ** 3;
    let [x, y] = [0, 0];
    do {
      x = 8 * random() - 4;
      y = 8 * random() - 4;
    } while ((x / a) ** 2 + (y / b) ** 2 <= 1);
    moveToEllipse(a, b, x, y, out);
    expect(Math.abs((out[0]! / a) ** 2 + (out[1]! / b) ** 2 - 1)).toBeLessThan(1e-9);
    let best = Infinity;
    for (let k = 0; k < 360; k++) {
      const t = (k * Math.PI) / 180;
      best = Math.min(best, Math.hypot(x - a * Math.cos(t), y - b * Math.sin(t)));
    }
    expect(Math.hypot(x - out[0]!, y - out[1]!)).toBeLessThanOrEqual(best + 1e-9);
  }
});

test('the nearest point of a circle is that of an ellipse that is hardly longer than wide (1,000 random cases, seed 4)', () => {
  const random = seededRandom(4);
  const [round, oval] = [new Float64Array(2), new Float64Array(2)];
  for (let i = 0; i < 1000; i++) {
    const radius = 0.01 + 3 * random();
    const turn = 2 * Math.PI * random();
    const far = radius * (1 + 2 * random());
    moveToEllipse(radius, radius, far * Math.cos(turn), far * Math.sin(turn), round);
    moveToEllipse(radius, radius * (1 + 1e-13), far * Math.cos(turn), far * Math.sin(turn), oval);
    for (const axis of [0, 1]) expect(Math.abs(round[axis]! - oval[axis]!)).toBeLessThan(1e-11);
  }
});

test('an ellipse without width is a line, one without any axis a point', () => {
  const out = new Float64Array(2);
  moveToEllipse(0, 0.5, 0.3, 0.2, out);
  expect([...out]).toEqual([0, 0.2]);
  moveToEllipse(0, 0.5, 0.3, -2, out);
  expect([...out]).toEqual([0, -0.5]);
  moveToEllipse(0.4, 0, 3, 1, out);
  expect([...out]).toEqual([0.4, 0]);
  moveToEllipse(0, 0, 3, 1, out);
  expect([...out]).toEqual([0, 0]);
});
