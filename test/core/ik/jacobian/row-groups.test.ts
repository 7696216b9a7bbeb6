import { expect, test } from 'vitest';
import { combineColumns, multiplyColumns } from '../../../../core/ik/jacobian/jacobian-products.ts';
import {
  combineRow,
  createRowGroups,
  listRowGroups,
  multiplyRow,
  writeRowSquare,
} from '../../../../core/ik/jacobian/row-groups.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { linearProblem } from '../../../helpers/linear-problem.ts';

test('looked at goal by goal, the system is what it is as a whole, also where lists are used again (60 trees, seed 83)', () => {
  const dice = seededRandom(83);
  const lists = createRowGroups();
  let rows = 0;
  for (let tree = 0; tree < 60; tree++) {
    const { refinement, size } = linearProblem(dice);
    const { count } = refinement.freedoms;
    listRowGroups(lists, refinement, size);
    const factors = Float64Array.from({ length: count }, () => dice() - 0.5);
    const all = new Float64Array(size);
    combineColumns(refinement, size, factors, all);
    for (let row = 0; row < size; row += 3, rows++) {
      const three = new Float64Array(3);
      combineRow(lists, refinement, size, row, factors, three);
      expect([...three]).toEqual([...all.subarray(row, row + 3)]);
      const v = Float64Array.from({ length: size }, (_, i) => (i >= row && i < row + 3 ? dice() : 0));
      const [whole, own] = [new Float64Array(count), new Float64Array(count)];
      multiplyColumns(refinement, size, v, whole);
      multiplyRow(lists, refinement, size, row, v.slice(row, row + 3), own);
      expect([...own]).toEqual([...whole]);
      // vᵀ J W Jᵀ v = Σ w (Jᵀ v)².
      refinement.used.fill(0.7);
      writeRowSquare(lists, refinement, size, row);
      const square = refinement.matrix.slice(0, 9);
      const [x, y, z] = v.slice(row, row + 3) as unknown as [number, number, number];
      const product = [x, y, z].reduce(
        (sum, a, i) => sum + a * (square[3 * i]! * x + square[3 * i + 1]! * y + square[3 * i + 2]! * z),
        0,
      );
      expect(product).toBeCloseTo(
        whole.reduce((sum, value) => sum + 0.7 * value * value, 0),
        9,
      );
    }
  }
  expect(rows).toBeGreaterThan(100);
});
