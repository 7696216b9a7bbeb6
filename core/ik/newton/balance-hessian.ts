import type { Freedoms } from '../jacobian/freedoms.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { Newton, NewtonSystem } from './newton-state.ts';

/** Metres within which the support's nearest point is one of its corners. */
const ON_CORNER = 1e-9;

/** Finds whether the balance exerts a force, then which group stands above each, and its ties where the second derivatives are those `ofCost`. */
export function placeBalance({ newton, freedoms, rows }: NewtonSystem, ws: Workspace, ofCost: boolean): void {
  const { goal } = ws.task.balance;
  newton.balance = goal < 0 ? -1 : rows[goal]!;
  if (newton.balance < 0) return;
  newton.tied.fill(0);
  if (ofCost && !tieBalance(newton, ws)) newton.balance = -1;
  else listAbove(newton, freedoms, ws);
}

/** Writes which group stands above each: the balance is moved by all joints, whose sums have to be kept apart branch by branch. */
function listAbove({ groups, above, groupOf }: Newton, { starts, joints }: Freedoms, { task, mechanism }: Workspace): void {
  const { parents } = mechanism.skeleton;
  let group = 0;
  // The root translation comes first, and moves all joints.
  const top = joints[0]! < 0 ? 0 : groups;
  if (top === 0) above[group++] = groups;
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    const parent = parents[j]!;
    groupOf[j] = parent < 0 ? top : groupOf[parent]!;
    if (group === groups || joints[starts[group]!] !== j) continue;
    above[group] = groupOf[j]!;
    groupOf[j] = group++;
  }
}

/**
 * Writes the ties: the directions in which the force of the balance grows with the way that all joints together move the centre of mass. The support's
 * nearest point stays where it is when that is a corner; on an edge it slides along, so that only the distance from the edge counts. False over the
 * support, where the centre of mass may go anywhere.
 */
function tieBalance({ tied }: Newton, { task, effectors }: Workspace): boolean {
  const { goal: g, support, wanted } = task.balance;
  const { errors, accepted } = effectors;
  const x = errors[3 * g]! + accepted[3 * g]!;
  const z = errors[3 * g + 2]! + accepted[3 * g + 2]!;
  const length = Math.sqrt(x * x + z * z);
  if (length === 0) return false;
  tied[0] = x / length;
  tied[1] = z / length;
  for (let i = 0; i < support.length; i++) {
    const [cornerX, cornerZ] = support[i]!;
    if (Math.abs(cornerX - wanted[0]!) + Math.abs(cornerZ - wanted[1]!) > ON_CORNER) continue;
    tied[2] = -tied[1];
    tied[3] = tied[0]!;
    return true;
  }
  return true;
}
