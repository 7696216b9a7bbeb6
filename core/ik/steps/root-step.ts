import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION, GOAL_POLE, GOAL_POSITION, type Task } from '../mechanism/task.ts';
import { refresh, type Workspace } from '../mechanism/workspace.ts';

/** The root translation: the weighted mean of all that is left, times its mobility (1 − stiffness). */
export function stepRoot(ws: Workspace): void {
  const { task, effectors, costWeights, now } = ws;
  const { points } = effectors;
  let x = 0;
  let y = 0;
  let z = 0;
  let weights = 0;
  for (let g = 0; g < task.total; g++) {
    const kind = task.kinds[g]!;
    if (costWeights[g] === 0 || task.rooted[g] === 0 || kind === GOAL_ORIENTATION || kind === GOAL_AIM || kind === GOAL_POLE)
      continue;
    const o = 3 * g;
    const balance = kind === GOAL_BALANCE;
    x += costWeights[g]! * ((balance ? task.balance.wanted[0]! : task.targets[o]!) - points[o]!);
    y += balance ? 0 : costWeights[g]! * (task.targets[o + 1]! - points[o + 1]!);
    z += costWeights[g]! * ((balance ? task.balance.wanted[1]! : task.targets[o + 2]!) - points[o + 2]!);
    weights += costWeights[g]!;
  }
  if (weights === 0) return;
  const factor = ws.rootMobility / weights;
  now.root[0]! += x * factor;
  now.root[1]! += y * factor;
  now.root[2]! += z * factor;
  ws.trace?.root([...now.root]);
  ws.updates++;
  ws.work++;
  ws.stepSize = Math.sqrt(x * x + y * y + z * z) * factor;
  ws.largestStep = Math.max(ws.largestStep, ws.stepSize);
}

/** Moves the root to where the position goals of the highest priority, each as much as it weighs, are on average where they should be. */
export function centreRoot(ws: Workspace): void {
  refresh(ws);
  const { task, effectors, now } = ws;
  let sum = 0;
  for (let g = 0; g < task.count; g++) if (isCentring(task, g)) sum += task.weights[g]!;
  for (let g = 0; g < task.count; g++) {
    if (!isCentring(task, g)) continue;
    for (let i = 0; i < 3; i++) now.root[i]! += (task.weights[g]! / sum) * effectors.errors[3 * g + i]!;
  }
}

function isCentring({ kinds, ranks, rooted }: Task, g: number): boolean {
  return kinds[g] === GOAL_POSITION && ranks[g] === 0 && rooted[g] === 1;
}
