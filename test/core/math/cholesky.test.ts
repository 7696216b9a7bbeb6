import { expect, test } from 'vitest';
import { solveCholesky } from '../../../core/math/cholesky.ts';
import { seededRandom } from '../../../core/math/random.ts';

test('solves symmetric positive definite systems of every size up to 12', () => {
  const random = seededRandom(11);
  for (let size = 1; size <= 12; size++) {
    const b = Array.from({ length: size * size }, () => random() - 0.5);
    const a = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        for (let k = 0; k < size; k++) a[i * size + j]! += b[i * size + k]! * b[j * size + k]!;
        if (i === j) a[i * size + j]! += 0.1;
      }
    }
    const x = Array.from({ length: size }, () => random());
    const right = Float64Array.from(x, (_, i) => x.reduce((sum, value, j) => sum + a[i * size + j]! * value, 0));
    expect(solveCholesky(a, right, size)).toBe(true);
    x.forEach((value, i) => expect(right[i]).toBeCloseTo(value, 9));
  }
});

test('says so when the matrix is not positive definite', () => {
  expect(solveCholesky(Float64Array.from([1, 2, 2, 1]), Float64Array.from([1, 1]), 2)).toBe(false);
});
