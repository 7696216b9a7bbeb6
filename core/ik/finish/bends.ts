import { cos, sin } from '../../math/elementary.ts';
import { KIND_CONE } from '../../skeleton/limit-table.ts';
import { GOAL_AIM, GOAL_BALANCE, type Task } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { Finish } from './finish-state.ts';
import { CONE_STRIDE } from './freedoms.ts';
import { writeGoalBends } from './goal-bends.ts';
import { along, endOfJoint } from './linearize.ts';
import { reserveNewton, type Newton } from './newton-state.ts';

/** Metres within which the support's nearest point is one of its corners. */
const ON_CORNER = 1e-9;
/** Radians of a swing that is taken to be in the centre. */
const SMALL = 1e-4;

/**
 * Writes the second derivatives H = −Σ f ∇²e of the effectors e under the `forces` f (a row of the system each) by the listed freedoms, in the form that
 * `branches.ts` solves; `writeColumns` has been called. With `ofCost` the forces are what is left, and H is that of half the cost, JᵀJ − Σ r ∇²e.
 *
 * A goal pulls with a force F on its point and with a moment M on its joint. A freedom j moves the point by v_j and turns by a_j: it is pulled with
 * F · v_j + M · a_j. Where a freedom i of a joint above turns by a_i, v_j and a_j turn with it and F and M change, so that the second derivative is
 * −∂_i (F · v_j + M · a_j) = (a_i × F − ∂_i F) · v_j + (a_i × M − ∂_i M) · a_j: a number b_i of freedom i times a number m_j of freedom j.
 */
export function writeBends(finish: Finish, ws: Workspace, size: number, forces: Float64Array, ofCost: boolean): void {
  const { newton, freedoms } = finish;
  listGroups(finish, ws);
  placeGoals(finish, ws, ofCost);
  listEntries(finish, ws);
  for (let group = 0; group < newton.groups; group++) {
    const start = newton.starts[group]!;
    const end = newton.starts[group + 1]!;
    const j = freedoms.joints[start]!;
    for (let d = start; d < end; d++) newton.pulls[d] = along(finish, ws, d, size, forces);
    const { task } = ws;
    const first = j < 0 ? 0 : task.goalStart[j]!;
    const last = j < 0 ? task.count : task.goalStart[j + 1]!;
    let place = 0;
    for (let i = first; i < last; i++) {
      const g = j < 0 ? i : task.goalList[i]!;
      if (newton.places[g]! < 0 || (j < 0 && task.rooted[g] === 0)) continue;
      writeGoalBends(finish, ws, g, start, end, size, place, forces, ofCost);
      place += numbersOf(task, g);
    }
    writeBlock(finish, ws, group);
  }
}

/** Groups the freedoms by their joints, and finds for each the group above. */
function listGroups({ newton, freedoms }: Finish, { task, mechanism }: Workspace): void {
  const { starts, above, groupOf } = newton;
  const { joints, count } = freedoms;
  let groups = 0;
  for (let d = 0; d < count; d = endOfJoint(freedoms, d)) starts[groups++] = d;
  starts[groups] = count;
  newton.groups = groups;
  let group = 0;
  // The root translation comes first, and moves all joints.
  const top = joints[0]! < 0 ? group : groups;
  if (top === 0) above[group++] = groups;
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    const parent = mechanism.skeleton.parents[j]!;
    groupOf[j] = parent < 0 ? top : groupOf[parent]!;
    if (group === groups || joints[starts[group]!] !== j) continue;
    above[group] = groupOf[j]!;
    groupOf[j] = group++;
  }
}

/** Gives each goal that pulls a place among the numbers of a freedom; the balance, where it is lost, its ties. */
function placeGoals({ newton, rows, right }: Finish, ws: Workspace, ofCost: boolean): void {
  const { task, mechanism } = ws;
  let width = 0;
  for (let g = 0; g < task.count; g++) if (rows[g]! >= 0) width += numbersOf(task, g);
  reserveNewton(newton, task.count, width, mechanism.skeleton.count);
  newton.width = 0;
  newton.ties = 0;
  newton.tied.fill(0);
  for (let g = 0; g < task.count; g++) {
    newton.places[g] = -1;
    const row = rows[g]!;
    // A centre of mass over its support may go anywhere.
    if (row < 0 || (ofCost && task.kinds[g] === GOAL_BALANCE && right[row] === 0 && right[row + 2] === 0)) continue;
    newton.places[g] = newton.width;
    newton.width += numbersOf(task, g);
    if (ofCost && task.kinds[g] === GOAL_BALANCE) tieBalance(newton, ws, g);
  }
}

/** The support's nearest point stays where it is when that is a corner, and slides along when it is on an edge: then only the distance from the edge counts. */
function tieBalance(newton: Newton, { task, effectors }: Workspace, g: number): void {
  const { tied } = newton;
  const { support, wanted } = task.balance;
  const x = effectors.errors[3 * g]!;
  const z = effectors.errors[3 * g + 2]!;
  const length = Math.sqrt(x * x + z * z);
  newton.tiePlace = newton.places[g]!;
  newton.ties = 1;
  tied[0] = x / length;
  tied[1] = z / length;
  for (let i = 0; i < support.length; i++) {
    const [cornerX, cornerZ] = support[i]!;
    if (Math.abs(cornerX - wanted[0]!) + Math.abs(cornerZ - wanted[1]!) > ON_CORNER) continue;
    newton.ties = 2;
    tied[2] = -tied[1];
    tied[3] = tied[0]!;
    return;
  }
}

/** Lists the numbers of the goals that each group moves, and where the group above has them. */
function listEntries({ newton, freedoms }: Finish, { task }: Workspace): void {
  const { groups, starts, above, entryStarts, entries, lifts, places, couplingStarts } = newton;
  let count = 0;
  for (let group = 0; group < groups; group++) {
    entryStarts[group] = count;
    const j = freedoms.joints[starts[group]!]!;
    const first = j < 0 ? 0 : task.goalStart[j]!;
    const last = j < 0 ? task.count : task.goalStart[j + 1]!;
    const up = above[group]!;
    // Both lists ascend. Above all groups stand all numbers.
    let next = up < groups ? entryStarts[up]! : 0;
    for (let i = first; i < last; i++) {
      const g = j < 0 ? i : task.goalList[i]!;
      if (places[g]! < 0 || (j < 0 && task.rooted[g] === 0)) continue;
      const end = places[g]! + numbersOf(task, g);
      for (let entry = places[g]!; entry < end; entry++) {
        if (up < groups) while (next < entryStarts[up + 1]! && entries[next]! < entry) next++;
        entries[count] = entry;
        lifts[count++] =
          up === groups ? entry : next < entryStarts[up + 1]! && entries[next] === entry ? next - entryStarts[up]! : -1;
      }
    }
  }
  entryStarts[groups] = count;
  entryStarts[groups + 1] = count + newton.width;
  for (let group = 0; group <= groups; group++) {
    couplingStarts[group + 1] = couplingStarts[group]! + (entryStarts[group + 1]! - entryStarts[group]!) ** 2;
  }
}

/** Numbers that a freedom has for a goal. */
function numbersOf({ kinds }: Task, g: number): number {
  return kinds[g] === GOAL_AIM ? 6 : 3;
}

/**
 * Second derivatives among the freedoms of one joint. A twist stands below its swing as a joint of its own would; the others turn together: the mean of
 * either above the other. The swing vector's own curves add what {@link curveSwing} says.
 */
function writeBlock({ newton, freedoms }: Finish, { mechanism }: Workspace, group: number): void {
  const { starts, entryStarts, motions, bends, blocks, width } = newton;
  const start = starts[group]!;
  const entries = entryStarts[group + 1]! - entryStarts[group]!;
  const count = starts[group + 1]! - start;
  const j = freedoms.joints[start]!;
  const isCone = j >= 0 && mechanism.limits.kinds[j] === KIND_CONE;
  const at = 9 * group;
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      const lower = (start + a) * width;
      const upper = (start + b) * width;
      let sum = 0;
      let other = 0;
      for (let e = 0; e < entries; e++) {
        sum += bends[upper + e]! * motions[lower + e]!;
        other += bends[lower + e]! * motions[upper + e]!;
      }
      blocks[at + 3 * a + b] = isCone && a === 2 ? sum : (sum + other) / 2;
    }
  }
  if (isCone) curveSwing(newton, freedoms.cones, CONE_STRIDE * j, start, at);
}

/**
 * A straight line of swing vectors is no steady turn, unless it goes through the centre. At a swing by θ, with p and q the pulls outward and across, this adds
 * q (1/θ − ½ cot θ/2) between outward and across and −p (θ − sin θ) / θ² to across: from the derivative of the left Jacobian of SO(3).
 */
function curveSwing({ pulls, blocks }: Newton, cones: Float64Array, cone: number, d: number, at: number): void {
  const a = cones[cone]!;
  const b = cones[cone + 1]!;
  const angle = Math.sqrt(a * a + b * b);
  if (angle < SMALL) return;
  // The first freedom as seen from the swing: c outward, s across.
  const c = (a * cones[cone + 4]! + b * cones[cone + 5]!) / angle;
  const s = (a * cones[cone + 5]! - b * cones[cone + 4]!) / angle;
  const outward = c * pulls[d]! - s * pulls[d + 1]!;
  const across = s * pulls[d]! + c * pulls[d + 1]!;
  const mixed = across * (1 / angle - (0.5 * cos(angle / 2)) / sin(angle / 2));
  const square = (-outward * (angle - sin(angle))) / (angle * angle);
  blocks[at]! += s * s * square + 2 * s * c * mixed;
  blocks[at + 3]! += s * c * square + (c * c - s * s) * mixed;
  blocks[at + 4]! += c * c * square - 2 * s * c * mixed;
}
