import { conjugate, multiply, normalizeQuat, quatAt } from '../../math/quat.ts';
import { normalize } from '../../math/vec3.ts';
import { isBelow } from '../../skeleton/hierarchy.ts';
import type { CentreOfMassGoal, Goal, LineGoal, PlaneGoal, PoleGoal } from '../request/goals.ts';
import { frameOf, ORIGIN, writeInFrame, writePoint, writeVector } from './compile-task.ts';
import type { Mechanism } from './mechanism.ts';
import { GOAL_BALANCE, GOAL_LINE, GOAL_PLANE, GOAL_POLE, type Task } from './task.ts';
import { writeChain } from './write-chains.ts';

/** Default tolerance of the centre of mass, metres. */
const BALANCE_TOLERANCE = 5e-3;

/** Goals that most chains do without as a part that is handed to a solver. */
export const COMPILING = { writeGoal, writeCounterpart, writeBody, writeCounterpartChains, commonAncestor } as const;
export type Compiling = typeof COMPILING;

/** Fills `task` for a plane, a line, a pole or the centre of mass. */
function writeGoal(task: Task, mechanism: Mechanism, goal: PlaneGoal | LineGoal | PoleGoal | CentreOfMassGoal, g: number): void {
  const { childFrames } = mechanism.limits;
  const o = 3 * g;
  switch (goal.kind) {
    case 'plane':
      task.kinds[g] = GOAL_PLANE;
      writePoint(task, childFrames, goal, g);
      writeVector(task.axes, o, normalize(goal.normal));
      task.hasMovingTargets = true;
      return;
    case 'line':
      task.kinds[g] = GOAL_LINE;
      writePoint(task, childFrames, goal, g);
      writeVector(task.axes, o, normalize(goal.direction));
      task.hasMovingTargets = true;
      return;
    case 'pole':
      task.kinds[g] = GOAL_POLE;
      writeVector(task.offsets, o, ORIGIN);
      writeVector(task.targets, o, goal.target);
      task.tolerances[g] = Infinity;
      return;
    case 'centreOfMass':
      task.kinds[g] = GOAL_BALANCE;
      task.tolerances[g] = goal.tolerance ?? BALANCE_TOLERANCE;
      task.extensions.balancing!.set(task.balance, mechanism, goal);
  }
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

/** Writes every joint below the root as the chain of goal `g`, that for the centre of mass, at `length` of the list; returns where it ends. */
function writeBody(task: Task, mechanism: Mechanism, g: number, length: number, asks: boolean, rootFree: boolean): number {
  const { parents, root, count } = mechanism.skeleton;
  const { movable, goalStart, mobility } = task;
  let end = length;
  for (let j = count - 1; j >= 0; j--) {
    movable[j]! |= 2;
    if (!asks || mobility[j] === 0 || mechanism.rooms[j] === 0 || !isBelow(parents, root, j)) continue;
    task.chain[end++] = j;
    goalStart[j + 1]!++;
    movable[j]! |= 1;
  }
  task.rooted[g] = rootFree && asks ? 1 : 0;
  task.balance.goal = g;
  return end;
}

/** Writes the chains of all counterparts behind those of the goals, at `length` of the list; returns where they end. */
function writeCounterpartChains(
  task: Task,
  mechanism: Mechanism,
  goals: readonly Goal[],
  length: number,
  rootFree: boolean,
): number {
  let end = length;
  for (let g = goals.length; g < task.total; g++) {
    const goal = goals[task.counterparts[g]!]!;
    const links = goal.weight === 0 || goal.kind === 'centreOfMass' ? 0 : (goal.maxLinks ?? Infinity);
    task.chainStart[g] = end;
    task.rooted[g] = 0;
    end = writeChain(task, mechanism, g, end, links, rootFree);
    if (task.rooted[g] === 1) task.rootMoves = true;
  }
  return end;
}

/** The lowest joint that either is or stands below, −1 where there is none: parents come before children. */
function commonAncestor(parents: Int32Array, a: number, b: number): number {
  let one = a;
  let other = b;
  while (one !== other) {
    if (one > other) one = parents[one]!;
    else other = parents[other]!;
  }
  return one;
}
