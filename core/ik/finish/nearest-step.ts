import { solveCholesky } from '../../math/cholesky.ts';
import { NO_ROOM } from '../../math/tolerances.ts';
import { KIND_CONE, LIMIT_STRIDE, SWING } from '../../skeleton/limit-table.ts';
import type { Finish } from './finish-state.ts';
import { BLOCKED_DOWN, BLOCKED_UP, CONE_STRIDE, type Freedoms } from './freedoms.ts';
import { addOuter, addScaled, along } from './linearize.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** Times a step is solved again with further blocked freedoms left out. */
const PROJECTIONS = 8;
/** Part of the matrix's mean diagonal that is added: the goals hold already, so damping is needed for rounding only. */
const FLOOR = 1e-9;

/**
 * Solves for the step of least Σ (δ − d)² / w, over the deviations d of the freedoms from where they should go and their mobilities w, that brings
 * the goals' errors r to nothing: δ = d + W Jᵀ y, (J W Jᵀ) y = r − J d. Freedoms that would leave their range are left out. The step is written to
 * `freedoms.step`, y to `finish.solution`. Returns the longest step of a freedom, radians or metres.
 *
 * Where a swing is pressed against its cone, the boundary curves back under a step along it: pressed out by s (the step that is blocked), a
 * step t along a boundary of curvature κ costs s κ t² / w more, as if the freedom had the mobility w / (1 + s κ).
 */
export function solveTowards(deviation: Float64Array, finish: Finish, ws: Workspace, size: number): number {
  const { freedoms, matrix, factor, right, solution, used } = finish;
  const { blocked, mobility, step, count, joints } = freedoms;
  const { kinds } = ws.mechanism.limits;
  matrix.fill(0, 0, size * size);
  for (let d = 0; d < count; d++) {
    used[d] = 0;
    setUsed(deviation, finish, ws, d, size, mobility[d]!);
  }
  for (let projection = 0; projection < PROJECTIONS; projection++) {
    let trace = 0;
    for (let row = 0; row < size; row++) trace += matrix[row * size + row]!;
    const floor = (FLOOR * trace) / size + 1e-300;
    if (!solveCholesky(matrix, floor, right, factor, solution, size)) return 0;
    let left = false;
    for (let d = 0; d < count; d++) {
      if (used[d] === 0) continue;
      step[d] = used[d]! * (deviation[d]! / mobility[d]! + along(finish, ws, d, size, solution));
      if (step[d] === 0 || (blocked[d]! & (step[d]! > 0 ? BLOCKED_UP : BLOCKED_DOWN)) === 0) continue;
      setUsed(deviation, finish, ws, d, size, 0);
      left = true;
      const isFirst = d === 0 || joints[d - 1] !== joints[d];
      if (isFirst && kinds[joints[d]!] === KIND_CONE) {
        const stiffness = 1 + Math.abs(step[d]!) * boundaryCurvature(freedoms, ws, joints[d]!);
        setUsed(deviation, finish, ws, d + 1, size, mobility[d + 1]! / stiffness);
      }
      step[d] = 0;
    }
    if (!left) break;
  }
  let longest = 0;
  for (let d = 0; d < count; d++) longest = Math.max(longest, Math.abs(step[d]!));
  return longest;
}

/** Lets freedom `d` take part with mobility `w` (0: not at all) in the system that is being solved. */
function setUsed(deviation: Float64Array, finish: Finish, ws: Workspace, d: number, size: number, w: number): void {
  const change = w - finish.used[d]!;
  finish.used[d] = change;
  addOuter(finish, ws, d, d + 1, size, finish.used);
  addScaled(finish, ws, d, size, (-deviation[d]! * change) / finish.freedoms.mobility[d]!);
  finish.used[d] = w;
}

/** Curvature (1 / radians) of the boundary of a cone joint's swing where the swing stands; 0 for cones without width. */
function boundaryCurvature({ cones }: Freedoms, ws: Workspace, j: number): number {
  const n = ws.mechanism.limits.numbers;
  const row = LIMIT_STRIDE * j;
  const a = cones[CONE_STRIDE * j]!;
  const b = cones[CONE_STRIDE * j + 1]!;
  const halfA = n[row + SWING + (a >= 0 ? 0 : 1)]!;
  const halfB = n[row + SWING + (b >= 0 ? 2 : 3)]!;
  if (halfA < NO_ROOM || halfB < NO_ROOM) return 0;
  const across = ((a * halfB) / halfA) ** 2 + ((b * halfA) / halfB) ** 2;
  return (halfA * halfB) / (across * Math.sqrt(across));
}
