import { DEGREES } from '../../math/angles.ts';
import { multiply, normalizeQuat, quatAt } from '../../math/quat.ts';
import { normalize, type Vec3 } from '../../math/vec3.ts';
import type { Goal, LineGoal, PlaneGoal, PositionGoal } from '../request/goals.ts';
import type { Mechanism } from './mechanism.ts';
import type { SolveOptions } from '../request/options.ts';
import { VISITING_ORDERS } from '../request/orders.ts';
import { GOAL_AIM, GOAL_MEETING, GOAL_ORIENTATION, GOAL_POSITION, reserveTask, type Task } from './task.ts';
import { writeChains, writeLevers } from './write-chains.ts';

/** Default tolerances: metres of a position, radians of a direction. */
const POSITION_TOLERANCE = 1e-3;
const ANGLE_TOLERANCE = DEGREES;

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
    if (frameOf(goals[g]!) >= 0) task.extensions.compiling!.writeCounterpart(task, mechanism, goals[g]!, g);
  }
  writeChains(task, mechanism, goals, (options.rootStiffness ?? 1) < 1);
  writeLevers(task, mechanism, goals);
  task.wanted.set(task.targets);
}

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

function writeGoal(task: Task, mechanism: Mechanism, goal: Goal, g: number, options: SolveOptions): void {
  const order = goal.order ?? options.order;
  task.orders[g] = order === undefined ? -1 : VISITING_ORDERS.indexOf(order);
  task.weights[g] = goal.weight ?? 1;
  task.joints[g] = goal.kind === 'centreOfMass' ? 0 : goal.joint;
  const { childFrames } = mechanism.limits;
  const o = 3 * g;
  switch (goal.kind) {
    case 'position':
      task.kinds[g] = goal.frame === undefined ? GOAL_POSITION : GOAL_MEETING;
      writePoint(task, childFrames, goal, g);
      return;
    case 'orientation':
      task.kinds[g] = GOAL_ORIENTATION;
      writeVector(task.offsets, o, ORIGIN);
      task.turns.set(multiply(normalizeQuat(goal.target), quatAt(childFrames, goal.joint)), 4 * g);
      task.tolerances[g] = goal.tolerance ?? ANGLE_TOLERANCE;
      return;
    case 'aim':
      task.kinds[g] = GOAL_AIM;
      writeInFrame(task.offsets, o, childFrames, goal.joint, goal.offset ?? ORIGIN);
      writeInFrame(task.axes, o, childFrames, goal.joint, goal.axis);
      writeVector(task.targets, o, goal.target);
      task.tolerances[g] = goal.tolerance ?? ANGLE_TOLERANCE;
      return;
    case 'direction': {
      // An aim at what is infinitely far away.
      const [x, y, z] = normalize(goal.target);
      task.kinds[g] = GOAL_AIM;
      writeVector(task.offsets, o, ORIGIN);
      writeInFrame(task.axes, o, childFrames, goal.joint, goal.axis);
      writeVector(task.targets, o, [FAR_AWAY * x, FAR_AWAY * y, FAR_AWAY * z]);
      task.tolerances[g] = goal.tolerance ?? ANGLE_TOLERANCE;
      return;
    }
    case 'plane':
    case 'line':
    case 'pole':
    case 'centreOfMass':
      task.extensions.compiling!.writeGoal(task, mechanism, goal, g);
  }
}

/** A goal of a joint's point: what positions, planes and lines share. */
export function writePoint(task: Task, childFrames: Float64Array, goal: PositionGoal | PlaneGoal | LineGoal, g: number): void {
  writeInFrame(task.offsets, 3 * g, childFrames, goal.joint, goal.offset ?? ORIGIN);
  writeVector(task.targets, 3 * g, goal.target);
  task.tolerances[g] = goal.tolerance ?? POSITION_TOLERANCE;
}

/** Writes a vector of the joint's frame in the frame of its limit: conj(C) v. */
export function writeInFrame(out: Float64Array, at: number, childFrames: Float64Array, joint: number, v: Vec3): void {
  const x = -childFrames[4 * joint]!;
  const y = -childFrames[4 * joint + 1]!;
  const z = -childFrames[4 * joint + 2]!;
  const w = childFrames[4 * joint + 3]!;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  out[at] = v[0] + w * tx + y * tz - z * ty;
  out[at + 1] = v[1] + w * ty + z * tx - x * tz;
  out[at + 2] = v[2] + w * tz + x * ty - y * tx;
}

export const ORIGIN: Vec3 = [0, 0, 0];
/** Metres so many that no joint's place changes the direction, and their square is still a number. */
const FAR_AWAY = 1e150;

export function writeVector(out: Float64Array, at: number, v: Vec3): void {
  out[at] = v[0];
  out[at + 1] = v[1];
  out[at + 2] = v[2];
}
