import { conjugate, multiply, normalizeQuat, quatAt } from '../../math/quat.ts';
import type { Goal } from '../request/goals.ts';
import type { Mechanism } from './mechanism.ts';
import type { Task } from './task.ts';
import { ORIGIN, writeInFrame } from './write-goal.ts';

/** Places that the goals take in a task: those between two joints take two. */
export function countWithCounterparts(goals: readonly Goal[]): number {
  let count = goals.length;
  for (let g = 0; g < goals.length; g++) if (frameOf(goals[g]!) >= 0) count++;
  return count;
}

/** The joint in whose frame a goal's target is given, −1 for the world. */
export function frameOf(goal: Goal): number {
  return goal.kind === 'position' || goal.kind === 'orientation' ? (goal.frame ?? -1) : -1;
}

/** Adds the counterpart of a goal between two joints behind all goals: its effector is the target, and moves with the joint of the frame. */
export function writeCounterpart(task: Task, mechanism: Mechanism, goal: Goal, g: number): void {
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
