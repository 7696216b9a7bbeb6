import { clampSlide } from '../../skeleton/clamp-rotation.ts';
import { LIMIT_STRIDE } from '../../skeleton/limit-table.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION, GOAL_POLE, GOAL_POSITION, type Task } from '../mechanism/task.ts';
import { type Workspace, refresh } from '../mechanism/workspace.ts';

/** A joint that slides along world axis h: the weighted mean of what is left, along h, clamped to its range. */
export function slideJoint(ws: Workspace, j: number): void {
  ws.stepSize = 0;
  const { task, effectors, costWeights, now } = ws;
  const { bases, slides } = now;
  const r = 4 * j;
  const hx = 2 * (bases[r]! * bases[r + 2]! + bases[r + 3]! * bases[r + 1]!);
  const hy = 2 * (bases[r + 1]! * bases[r + 2]! - bases[r + 3]! * bases[r]!);
  const hz = 1 - 2 * (bases[r]! ** 2 + bases[r + 1]! ** 2);
  const { points } = effectors;
  let sum = 0;
  let weights = 0;
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const g = task.goalList[i]!;
    const kind = task.kinds[g]!;
    if (costWeights[g] === 0 || kind === GOAL_ORIENTATION || kind === GOAL_AIM || kind === GOAL_POLE) continue;
    const o = 3 * g;
    const balance = kind === GOAL_BALANCE;
    const share = balance ? task.balance.shares[j]! : 1;
    const x = (balance ? task.balance.wanted[0]! : task.targets[o]!) - points[o]!;
    const y = balance ? 0 : task.targets[o + 1]! - points[o + 1]!;
    const z = (balance ? task.balance.wanted[1]! : task.targets[o + 2]!) - points[o + 2]!;
    sum += costWeights[g]! * share * (x * hx + y * hy + z * hz);
    weights += costWeights[g]! * share * share;
  }
  if (weights === 0) return;
  const softness = ws.task.mobility[j]! * ws.damping;
  const present = slides[j]!;
  const wanted = present + (sum / weights) * softness;
  slides[j] = wanted;
  clampSlide(ws.mechanism.limits.numbers, LIMIT_STRIDE * j, slides, j);
  const move = slides[j] - present;
  if (move === 0) return;
  ws.moved[j] = 1;
  ws.trace?.slide(j, slides[j], slides[j] !== wanted);
  ws.stepSize = Math.abs(move);
  const x = move * hx;
  const y = move * hy;
  const z = move * hz;
  for (let i = task.goalStart[j]!; i < task.goalStart[j + 1]!; i++) {
    const g = task.goalList[i]!;
    if (task.kinds[g] === GOAL_ORIENTATION) continue;
    const share = task.kinds[g] === GOAL_BALANCE ? task.balance.shares[j]! : 1;
    points[3 * g]! += share * x;
    points[3 * g + 1]! += share * y;
    points[3 * g + 2]! += share * z;
  }
}

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
