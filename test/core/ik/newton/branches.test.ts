import { expect, test } from 'vitest';
import { multiplyBranches } from '../../../../core/ik/newton/branch-products.ts';
import { solveBranches } from '../../../../core/ik/newton/branches.ts';
import { solveDense } from '../../../../core/ik/newton/dense-hessian.ts';
import { listFreedoms } from '../../../../core/ik/jacobian/freedoms.ts';
import type { Newton } from '../../../../core/ik/newton/newton-state.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { normalize } from '../../../../core/math/vec3.ts';
import { anyTree, anyTurn, anyVector, JOINTS, readyToRefine, writeCostHessian } from '../../../helpers/any-tree.ts';

/** The whole matrix with its shifts, of the freedoms that are used. */
function dense(newton: Newton, used: readonly number[], count: number): number[][] {
  const unit = new Float64Array(count);
  return used.map((i) => {
    unit.fill(0);
    unit[i] = 1;
    multiplyBranches(newton, unit);
    return used.map((j) => newton.product[j]! + (i === j ? newton.shifts[i]! : 0));
  });
}

/** Gauss elimination without exchanges: the solution of a x = b, and the least pivot, which is positive if a is positive definite. */
function eliminate(a: number[][], b: number[]): { x: number[]; least: number } {
  const rows = a.map((row, i) => [...row, b[i]!]);
  let least = Infinity;
  rows.forEach((row, i) => {
    least = Math.min(least, row[i]!);
    for (const below of rows.slice(i + 1)) {
      const share = below[i]! / row[i]!;
      row.forEach((value, k) => (below[k]! -= share * value));
    }
  });
  const x = rows.map(() => 0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const sum = rows[i]!.slice(0, -1).reduce((total, value, k) => (k > i ? total + value * x[k]! : total), 0);
    x[i] = (rows[i]!.at(-1)! - sum) / rows[i]![i]!;
  }
  return { x, least };
}

test.each(['along the branches', 'written out'])(
  'the Hessian %s is solved as elimination of the whole matrix does, and the solver says when it is not positive definite (300 trees, some freedoms left out, seed 73)',
  (way) => {
    const random = seededRandom(73);
    let solved = 0;
    let refused = 0;
    for (let tree = 0; tree < 300; tree++) {
      const { skeleton, start } = anyTree(random);
      const goals: Goal[] = [
        { kind: 'position', joint: JOINTS - 1, offset: anyVector(random, 0.2), target: anyVector(random), maxLinks: 3 },
        { kind: 'position', joint: JOINTS - 2, target: anyVector(random), weight: 0.5 },
        { kind: 'orientation', joint: JOINTS - 2, target: anyTurn(random), leverArm: 0.3 },
        { kind: 'aim', joint: JOINTS - 3, axis: normalize(anyVector(random)), target: anyVector(random) },
      ];
      if (tree % 2 === 0) {
        const support: [number, number][] =
          tree % 4 === 0
            ? [[0.5, 0.2]]
            : [
                [-9, 3],
                [9, 3],
                [0, 9],
              ];
        goals.push({
          kind: 'centreOfMass',
          masses: Array.from({ length: JOINTS }, () => 1),
          centres: Array.from({ length: 3 * JOINTS }, () => 0.1),
          support,
        });
      }
      const { ws, refinement } = readyToRefine(skeleton, start, goals);
      const { freedoms, newton } = refinement;
      listFreedoms(freedoms, ws, null);
      writeCostHessian(refinement, ws);
      const scale = [0.01, 0.1, 1][tree % 3]!;
      for (let d = 0; d < freedoms.count; d++) {
        newton.used[d] = random() < 0.8 ? 1 : 0;
        newton.shifts[d] = scale * (0.5 + random());
        newton.wanted[d] = 2 * random() - 1;
      }
      const used = Array.from({ length: freedoms.count }, (_, d) => d).filter((d) => newton.used[d] === 1);
      const { x, least } = eliminate(
        dense(newton, used, freedoms.count),
        used.map((d) => newton.wanted[d]!),
      );
      if (Math.abs(least) < 1e-6) continue;
      expect(way === 'written out' ? solveDense(refinement) : solveBranches(newton), `tree ${tree}`).toBe(least > 0);
      if (least < 0) {
        refused++;
        continue;
      }
      solved++;
      const size = Math.max(...x.map(Math.abs));
      used.forEach((d, i) => expect(Math.abs(newton.solution[d]! - x[i]!) / size, `tree ${tree}`).toBeLessThan(1e-8));
      for (let d = 0; d < freedoms.count; d++) if (newton.used[d] === 0) expect(Math.abs(newton.solution[d]!)).toBe(0);
    }
    expect(solved).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(50);
  },
);
