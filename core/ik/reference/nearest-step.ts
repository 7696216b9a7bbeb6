import { solveCholesky } from '../../math/cholesky.ts';
import type { Refinement } from '../refinement/refinement-state.ts';
import { isAcross, writeBoundaryCurvature } from '../jacobian/cone-boundary.ts';
import { BLOCKED_DOWN, BLOCKED_UP } from '../jacobian/ends.ts';
import { addOuter, combineColumns, combineGroup, multiplyColumns } from '../jacobian/jacobian-products.ts';
import { reserveMatrix } from '../jacobian/linear-system.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** Times a step is solved again with further blocked freedoms left out. */
const PROJECTIONS = 8;
/** Part of the matrix's mean diagonal that is added: the goals hold already, so damping is needed for rounding only. */
const FLOOR = 1e-9;

/**
 * Solves for the step of least Σ (δ − d)² / w, over the deviations d of the freedoms from where they should go and their mobilities w, that brings
 * the goals' errors r to nothing: δ = d + W Jᵀ y, (J W Jᵀ) y = r − J d. Freedoms that would leave their range are left out; those
 * that only others had pushed out, which are left out by now, come back once. The step is written to `freedoms.step`, y to `refinement.solution`, the
 * mobilities that were used to `refinement.used`.
 *
 * Where a swing is pressed against its cone, the boundary curves back under a step along it: pressed out by s (the step that is blocked), a
 * step t along a boundary of curvature κ costs s κ t² / w more, as if the freedom had the mobility w / (1 + s κ).
 */
export function solveTowards(deviation: Float64Array, refinement: Refinement, ws: Workspace, size: number): void {
  reserveMatrix(refinement, size);
  const { freedoms, matrix, factor, shift, right, solution, used, newton } = refinement;
  const { jointForces } = newton;
  const { blocked, mobility, step, count, groups, starts } = freedoms;
  matrix.fill(0, 0, size * size);
  for (let d = 0; d < count; d++) {
    used[d] = mobility[d]!;
    step[d] = -deviation[d]!;
  }
  for (let group = 0; group < groups; group++) addOuter(refinement, group, starts[group]!, starts[group + 1]!, size, used);
  combineColumns(refinement, size, step, right);
  let mayReturn = true;
  for (let projection = 0; projection < PROJECTIONS; projection++) {
    let trace = 0;
    for (let row = 0; row < size; row++) trace += matrix[row * size + row]!;
    shift[0] = (FLOOR * trace) / size + 1e-300;
    if (!solveCholesky(matrix, shift, right, factor, solution, size)) {
      step.fill(0, 0, count);
      return;
    }
    multiplyColumns(refinement, size, solution, jointForces);
    let left = false;
    for (let group = 0; group < groups; group++) {
      for (let d = starts[group]!; d < starts[group + 1]!; d++) {
        step[d] = used[d]! * (deviation[d]! / mobility[d]! + jointForces[d]!);
        if (step[d] === 0 || (blocked[d]! & (step[d]! > 0 ? BLOCKED_UP : BLOCKED_DOWN)) === 0) continue;
        left = true;
        if (isAcross(freedoms, ws, d)) {
          writeBoundaryCurvature(freedoms, ws, d, ws.clamp);
          const stiffness = 1 + Math.abs(step[d]!) * ws.clamp[0]!;
          setUsed(deviation, refinement, group, d + 1, size, mobility[d + 1]! / stiffness);
        }
        setUsed(deviation, refinement, group, d, size, 0);
        step[d] = 0;
      }
    }
    if (left) continue;
    if (!mayReturn || projection === PROJECTIONS - 1 || !release(deviation, refinement, ws, size)) return;
    mayReturn = false;
  }
}

/** Lets freedoms take part again that were left out while others pushed them, and would now leave their end inward; whether there are any. */
function release(deviation: Float64Array, refinement: Refinement, ws: Workspace, size: number): boolean {
  const { freedoms, used, newton } = refinement;
  const { blocked, mobility, groups, starts } = freedoms;
  let any = false;
  for (let group = 0; group < groups; group++) {
    for (let d = starts[group]!; d < starts[group + 1]!; d++) {
      if (used[d] !== 0 || blocked[d] === 0) continue;
      const toward = deviation[d]! + mobility[d]! * newton.jointForces[d]!;
      if (toward === 0 || (blocked[d]! & (toward > 0 ? BLOCKED_UP : BLOCKED_DOWN)) !== 0) continue;
      setUsed(deviation, refinement, group, d, size, mobility[d]!);
      if (isAcross(freedoms, ws, d) && used[d + 1] !== 0) setUsed(deviation, refinement, group, d + 1, size, mobility[d + 1]!);
      any = true;
    }
  }
  return any;
}

/** Lets freedom `d` take part with mobility `w` (0: not at all) in the system that is being solved. */
function setUsed(deviation: Float64Array, refinement: Refinement, group: number, d: number, size: number, w: number): void {
  const { used, right, freedoms } = refinement;
  const { step, mobility } = freedoms;
  const change = w - used[d]!;
  used[d] = change;
  addOuter(refinement, group, d, d + 1, size, used);
  step[d] = (-deviation[d]! * change) / mobility[d]!;
  combineGroup(refinement, group, d, d + 1, size, step, right);
  used[d] = w;
}
