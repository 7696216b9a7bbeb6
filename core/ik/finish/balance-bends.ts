import type { Workspace } from '../mechanism/workspace.ts';
import type { Finish } from './finish-state.ts';
import type { Freedoms } from './freedoms.ts';
import type { Newton } from './newton-state.ts';

/** Metres within which the support's nearest point is one of its corners. */
const ON_CORNER = 1e-9;

/** Finds whether the balance pulls, which group stands above each where it does, and its ties where the second derivatives are those `ofCost`. */
export function placeBalance({ newton, freedoms, rows, right }: Finish, ws: Workspace, ofCost: boolean): void {
  const { goal } = ws.task.balance;
  const row = goal < 0 ? -1 : rows[goal]!;
  // A centre of mass over its support may go anywhere.
  newton.balance = row >= 0 && ofCost && right[row] === 0 && right[row + 2] === 0 ? -1 : row;
  if (newton.balance < 0) return;
  listAbove(newton, freedoms, ws);
  newton.tied.fill(0);
  if (ofCost) tieBalance(newton, ws);
}

/** Finds for each group the one above. */
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

/** The support's nearest point stays where it is when that is a corner, and slides along when it is on an edge: then only the distance from the edge counts. */
function tieBalance({ tied }: Newton, { task, effectors }: Workspace): void {
  const { goal: g, support, wanted } = task.balance;
  const x = effectors.errors[3 * g]!;
  const z = effectors.errors[3 * g + 2]!;
  const length = Math.sqrt(x * x + z * z);
  tied[0] = x / length;
  tied[1] = z / length;
  for (let i = 0; i < support.length; i++) {
    const [cornerX, cornerZ] = support[i]!;
    if (Math.abs(cornerX - wanted[0]!) + Math.abs(cornerZ - wanted[1]!) > ON_CORNER) continue;
    tied[2] = -tied[1];
    tied[3] = tied[0]!;
    return;
  }
}
