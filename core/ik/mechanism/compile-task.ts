import type { Goal } from '../request/goals.ts';
import type { SolveOptions } from '../request/options.ts';
import type { Mechanism } from './mechanism.ts';
import { reserveTask, type Task } from './task.ts';
import { writeChains, writeLevers } from './write-chains.ts';
import { writeGoal, ORIGIN, writeInFrame } from './write-goal.ts';
import { conjugate, multiply, normalizeQuat, quatAt } from '../../math/quat.ts';

/** Fills `task` for the goals, which have been checked. */
export function compileTask(task: Task, mechanism: Mechanism, goals: readonly Goal[], options: SolveOptions): void {
  const joints = mechanism.skeleton.count;
  reserveTask(task, countWithCounterparts(goals), joints);
  task.count = goals.length;
  task.total = goals.length;
  task.hasMovingTargets = false;
  const stiffness = options.stiffness ?? mechanism.skeleton.stiffness;
  for (let j = 0; j < joints; j++) task.mobility[j] = 1 - stiffness[j]!;
  writeRanks(task, goals);
  for (let g = 0; g < goals.length; g++) writeGoal(task, mechanism, goals[g]!, g, options);
  for (let g = 0; g < goals.length; g++) {
    task.counterparts[g] = -1;
    if (frameOf(goals[g]!) >= 0) writeCounterpart(task, mechanism, goals[g]!, g);
  }
  writeChains(task, mechanism, goals, (options.rootStiffness ?? 1) < 1);
  writeLevers(task, mechanism, goals);
  task.wanted.set(task.targets);
}

function writeRanks(task: Task, goals: readonly Goal[]): void {
  const { priorities } = task;
  // The distinct priorities, the highest first.
  let count = 0;
  for (let g = 0; g < goals.length; g++) {
    if (isSoft(goals[g]!)) continue;
    const own = goals[g]!.priority ?? 0;
    let at = 0;
    while (at < count && priorities[at]! > own) at++;
    if (at < count && priorities[at] === own) continue;
    priorities.copyWithin(at + 1, at, count++);
    priorities[at] = own;
  }
  task.hasSoftGoals = false;
  task.rankCount = Math.max(1, count);
  for (let g = 0; g < goals.length; g++) {
    const own = goals[g]!.priority ?? 0;
    let rank = 0;
    if (isSoft(goals[g]!)) {
      rank = task.rankCount;
      if (goals[g]!.weight !== 0) task.hasSoftGoals = true;
    } else while (priorities[rank]! > own) rank++;
    task.ranks[g] = rank;
  }
}

function isSoft(goal: Goal): boolean {
  return goal.kind === 'pole' || goal.soft === true || goal.weight === 0;
}

/** Places that the goals take in a task: those between two joints take two. */
export function countWithCounterparts(goals: readonly Goal[]): number {
  let count = goals.length;
  for (let g = 0; g < goals.length; g++) if (frameOf(goals[g]!) >= 0) count++;
  return count;
}

/** The joint in whose frame a goal's target is given, −1 for the world. */
function frameOf(goal: Goal): number {
  return goal.kind === 'position' || goal.kind === 'orientation' ? (goal.frame ?? -1) : -1;
}

/** Adds the counterpart of a goal between two joints behind all goals: its effector is the target, and moves with the joint of the frame. */
function writeCounterpart(task: Task, mechanism: Mechanism, goal: Goal, g: number): void {
  const frame = frameOf(goal);
  const { childFrames } = mechanism.limits;
  const other = task.total++;
  task.hasMovingTargets = true;
  task.counterparts[g] = other;
  task.counterparts[other] = g;
  for (const list of [task.kinds, task.weights, task.tolerances, task.ranks, task.orders]) list[other] = list[g]!;
  task.joints[other] = frame;
  writeInFrame(task.offsets, 3 * other, childFrames, frame, goal.kind === 'position' ? goal.target : ORIGIN);
  if (goal.kind !== 'orientation') return;
  // W_A = W_F T, and so W_A C_A = (W_F C_F) (conj(C_F) T C_A).
  const wanted = multiply(normalizeQuat(goal.target), quatAt(childFrames, goal.joint));
  task.heldTurns.set(multiply(conjugate(quatAt(childFrames, frame)), wanted), 4 * other);
}
