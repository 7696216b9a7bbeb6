import { expect, test } from 'vitest';
import { solveCholesky } from '../../../core/math/cholesky.ts';
import { seededRandom } from '../../../core/math/random.ts';

test('solves symmetric systems that a shift makes positive definite, of 3 to 18 rows, and leaves the matrix as it was', () => {
  const random = seededRandom(11);
  for (let size = 3; size <= 18; size += 3) {
    const b = Array.from({ length: size * size }, () => random() - 0.5);
    const a = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) for (let k = 0; k < size; k++) a[i * size + j]! += b[i * size + k]! * b[j * size + k]!;
    }
    // Only the lower triangle is read.
    const lower = a.map((value, i) => (i % size > Math.floor(i / size) ? Number.NaN : value));
    const before = lower.slice();
    const wanted = Array.from({ length: size }, () => random());
    const shift = 0.1;
    const right = Float64Array.from(wanted, (own, i) =>
      wanted.reduce((sum, value, j) => sum + a[i * size + j]! * value, shift * own),
    );
    const x = new Float64Array(size);
    expect(solveCholesky(lower, Float64Array.of(shift), right, new Float64Array(size * size), x, size)).toBe(true);
    wanted.forEach((value, i) => expect(x[i]).toBeCloseTo(value, 9));
    expect(lower).toEqual(before);
  }
});

test('says so when the matrix is not positive definite, in whichever row', () => {
  for (let row = 0; row < 6; row++) {
    const a = Float64Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 1 : 0));
    a[7 * row] = -1;
    expect(solveCholesky(a, Float64Array.of(0.5), new Float64Array(6), new Float64Array(36), new Float64Array(6), 6)).toBe(false);
  }
});
