import { multiplyBranches } from './branch-products.ts';
import type { NewtonSystem } from './newton-state.ts';

/**
 * What the two ends of a goal between two joints add to each other in the Hessian of half the cost: the error e = b − a of the points a and b has no
 * second derivative by a freedom i that moves the one and a freedom j that moves the other, so that H_ij = ∂_i e · ∂_j e, the product of their columns.
 * Of orientations that is the first-order part, which is all where they nearly agree.
 */
export function addClosures(system: NewtonSystem, side: number): void {
  const { newton, freedoms, matrix, columns, moved, movedGoals, movedStarts, marks } = system;
  const { starts, groups } = freedoms;
  const { given } = newton;
  const size = newton.width / 2;
  marks.fill(-1, 0, newton.width);
  for (let upper = 0; upper < groups; upper++) {
    for (let i = movedStarts[upper]!; i < movedStarts[upper + 1]!; i++)
      marks[placeOf(moved[i]!, movedGoals[i]! < given, size)] = upper;
    for (let lower = upper + 1; lower < groups; lower++) {
      for (let i = movedStarts[lower]!; i < movedStarts[lower + 1]!; i++) {
        const row = moved[i]!;
        if (marks[placeOf(row, movedGoals[i]! >= given, size)] !== upper) continue;
        for (let d = starts[upper]!; d < starts[upper + 1]!; d++) {
          const from = d * size + row;
          for (let e = starts[lower]!, to = e * size + row; e < starts[lower + 1]!; e++, to += size) {
            matrix[e * side + d]! +=
              columns[from]! * columns[to]! + columns[from + 1]! * columns[to + 1]! + columns[from + 2]! * columns[to + 2]!;
          }
        }
      }
    }
  }
}

/** Writes H x to `newton.product`: what the branches of the tree make of x, and what the two ends of goals between joints add to each other. */
export function multiplyHessian(system: NewtonSystem, x: Float64Array): void {
  multiplyBranches(system.newton, x);
  if (system.newton.closes) multiplyClosures(system, x);
}

function multiplyClosures(system: NewtonSystem, x: Float64Array): void {
  const { newton, freedoms, columns, moved, movedGoals, movedStarts } = system;
  const { starts, groups } = freedoms;
  const { given, totals, product } = newton;
  const size = newton.width / 2;
  totals.fill(0, 0, newton.width);
  for (let group = 0; group < groups; group++) {
    for (let i = movedStarts[group]!; i < movedStarts[group + 1]!; i++) {
      const place = placeOf(moved[i]!, movedGoals[i]! < given, size);
      for (let d = starts[group]!; d < starts[group + 1]!; d++) {
        const at = d * size + moved[i]!;
        for (let k = 0; k < 3; k++) totals[place + k]! += columns[at + k]! * x[d]!;
      }
    }
  }
  for (let group = 0; group < groups; group++) {
    for (let i = movedStarts[group]!; i < movedStarts[group + 1]!; i++) {
      const other = placeOf(moved[i]!, movedGoals[i]! >= given, size);
      for (let d = starts[group]!; d < starts[group + 1]!; d++) {
        const at = d * size + moved[i]!;
        for (let k = 0; k < 3; k++) product[d]! += columns[at + k]! * totals[other + k]!;
      }
    }
  }
}

/** Where the three numbers of a goal's own end stand, or those of its other end behind all of these. */
function placeOf(row: number, isOwn: boolean, size: number): number {
  return isOwn ? row : size + row;
}
