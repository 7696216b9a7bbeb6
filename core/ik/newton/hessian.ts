import { KIND_CONE } from '../../skeleton/limit-table.ts';
import { CONE_STRIDE } from '../jacobian/freedoms.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { placeBalance } from './balance-hessian.ts';
import { writeGoalHessian, writeTurnShare } from './goal-hessian.ts';
import { reserveNewton, type Newton, type NewtonSystem } from './newton-state.ts';

/** Radians of a swing that is taken to be in the centre. */
const SMALL = 1e-4;

/**
 * Writes the Hessian H = −Σ f ∇²e: the second derivatives of the effectors e by the listed freedoms, under `forces` f, one a row of the system. With
 * `ofCost` the forces are what is left, and H is that of half the cost, JᵀJ − Σ r ∇²e. The linear system is written, and `newton.jointForces` are Jᵀ f.
 *
 * A goal exerts a force F on its point and a moment M on its joint. On a freedom j, which moves the point by v_j and turns the joint by a_j, that is
 * the generalised force F · v_j + M · a_j. A freedom i of the same joint or one above turns v_j and a_j too, and changes F and M:
 *
 *   H_ij = −∂_i (F · v_j + M · a_j) = (a_i × F − ∂_i F) · v_j + (a_i × M − ∂_i M) · a_j = b_i · m_j.
 *
 * The two ends of a goal between two joints are summed up apart, as two goals; what they add to each other is in `closures.ts`.
 *
 * So H is not written out: for each freedom and goal it is the `motions` m and the `forceChanges` b, and for the freedoms of one joint `blocks`. That is
 * what `branches.ts` solves with, and `branch-products.ts` multiplies.
 */
export function writeHessian(system: NewtonSystem, ws: Workspace, size: number, forces: Float64Array, ofCost: boolean): void {
  const { newton, freedoms, moved, movedGoals, movedStarts } = system;
  const { kinds, count: given } = ws.task;
  placeGoals(system, ws, size, ofCost);
  const { entryStarts, entries, slots, balance, width } = newton;
  let count = 0;
  for (let group = 0; group < freedoms.groups; group++) {
    const start = freedoms.starts[group]!;
    const end = freedoms.starts[group + 1]!;
    entryStarts[group] = count;
    for (let i = movedStarts[group]!; i < movedStarts[group + 1]!; i++) {
      const row = moved[i]!;
      const g = movedGoals[i]!;
      // A centre of mass over its support asks for nothing.
      if (kinds[g] === GOAL_BALANCE && balance < 0) continue;
      // An aim exerts a force on its point and a moment on its joint; under a given force only how it turns the joint changes.
      if (g >= given) {
        // The joints above the other end of a goal between two are summed up by themselves.
        entries[count] = size + row;
        slots[count++] = size + row;
      } else if (kinds[g] !== GOAL_AIM || ofCost) {
        entries[count] = row;
        slots[count++] = row === balance ? width + 3 * group : row;
      }
      if (kinds[g] === GOAL_AIM) {
        entries[count] = size + row;
        slots[count++] = size + row;
      }
      writeGoalHessian(system, ws, g, start, end, size, forces, ofCost);
    }
    entryStarts[group + 1] = count;
    writeBlock(system, ws, group);
  }
}

/** Makes room for the numbers of the goals, and writes what is the same for all freedoms. */
function placeGoals(system: NewtonSystem, ws: Workspace, size: number, ofCost: boolean): void {
  const { newton, freedoms, rows } = system;
  const { task, mechanism } = ws;
  let width = task.total > task.count ? 2 * size : size;
  for (let g = 0; g < task.count; g++) if (rows[g]! >= 0 && task.kinds[g] === GOAL_AIM) width = 2 * size;
  reserveNewton(newton, width, mechanism.skeleton.count);
  for (let g = 0; ofCost && g < task.count; g++) {
    if (rows[g]! >= 0 && task.kinds[g] === GOAL_ORIENTATION) writeTurnShare(system, task, g);
  }
  newton.width = width;
  newton.given = task.count;
  newton.closes = ofCost && task.total > task.count;
  newton.groups = freedoms.groups;
  placeBalance(system, ws, ofCost);
}

/**
 * Second derivatives among the freedoms of one joint. The twist of a cone stands below its swing, as a joint of its own would. Others turn together:
 * of two, the mean of either above the other. The swing vector's own curves add what {@link curveSwing} says.
 */
function writeBlock({ newton, freedoms }: NewtonSystem, { mechanism }: Workspace, group: number): void {
  const { width, entryStarts, entries, motions, forceChanges, blocks } = newton;
  const start = freedoms.starts[group]!;
  const at = 9 * group;
  const last = entryStarts[group + 1]!;
  if (freedoms.starts[group + 1] === start + 1) {
    let sum = 0;
    for (let i = entryStarts[group]!; i < last; i++) {
      const own = start * width + entries[i]!;
      sum +=
        forceChanges[own]! * motions[own]! +
        forceChanges[own + 1]! * motions[own + 1]! +
        forceChanges[own + 2]! * motions[own + 2]!;
    }
    blocks[at] = sum;
    return;
  }
  const j = freedoms.joints[start]!;
  const isCone = j >= 0 && mechanism.limits.kinds[j] === KIND_CONE;
  let b00 = 0;
  let b01 = 0;
  let b10 = 0;
  let b11 = 0;
  let b02 = 0;
  let b20 = 0;
  let b12 = 0;
  let b21 = 0;
  let b22 = 0;
  for (let i = entryStarts[group]!; i < last; i++) {
    const own = start * width + entries[i]!;
    for (let k = own; k < own + 3; k++) {
      const m0 = motions[k]!;
      const m1 = motions[k + width]!;
      const m2 = motions[k + 2 * width]!;
      const b0 = forceChanges[k]!;
      const b1 = forceChanges[k + width]!;
      const b2 = forceChanges[k + 2 * width]!;
      b00 += b0 * m0;
      b01 += b0 * m1;
      b10 += b1 * m0;
      b11 += b1 * m1;
      b02 += b0 * m2;
      b20 += b2 * m0;
      b12 += b1 * m2;
      b21 += b2 * m1;
      b22 += b2 * m2;
    }
  }
  blocks[at] = b00;
  blocks[at + 3] = (b01 + b10) / 2;
  blocks[at + 4] = b11;
  blocks[at + 6] = isCone ? b02 : (b02 + b20) / 2;
  blocks[at + 7] = isCone ? b12 : (b12 + b21) / 2;
  blocks[at + 8] = b22;
  if (isCone) curveSwing(newton, freedoms.cones, CONE_STRIDE * j, start, at);
}

/**
 * A straight line of swing vectors is no steady turn, unless it goes through the centre. At a swing by θ, with p and q the forces outward and across,
 * this adds q (1/θ − ½ cot θ/2) between outward and across and −p (θ − sin θ) / θ² to across: from the derivative of the left Jacobian of SO(3).
 */
function curveSwing({ jointForces, blocks }: Newton, cones: Float64Array, cone: number, d: number, at: number): void {
  const a = cones[cone]!;
  const b = cones[cone + 1]!;
  const angle = Math.sqrt(a * a + b * b);
  if (angle < SMALL) return;
  // The first freedom as seen from the swing: c outward, s across.
  const c = (a * cones[cone + 4]! + b * cones[cone + 5]!) / angle;
  const s = (a * cones[cone + 5]! - b * cones[cone + 4]!) / angle;
  const outward = c * jointForces[d]! - s * jointForces[d + 1]!;
  const across = s * jointForces[d]! + c * jointForces[d + 1]!;
  const sine = cones[cone + 6]!;
  const cosine = cones[cone + 7]!;
  const mixed = across * (1 / angle - cosine / (2 * sine));
  const square = (-outward * (angle - 2 * sine * cosine)) / (angle * angle);
  blocks[at]! += s * s * square + 2 * s * c * mixed;
  blocks[at + 3]! += s * c * square + (c * c - s * s) * mixed;
  blocks[at + 4]! += c * c * square - 2 * s * c * mixed;
}
