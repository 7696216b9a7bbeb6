import { DEGREES } from '../../math/angles.ts';
import { multiply, normalizeQuat, quatAt } from '../../math/quat.ts';
import { normalize, type Vec3 } from '../../math/vec3.ts';
import type { Goal, LineGoal, PlaneGoal, PositionGoal } from '../request/goals.ts';
import type { SolveOptions } from '../request/options.ts';
import { VISITING_ORDERS } from '../request/orders.ts';
import { setBalance } from './balance.ts';
import type { Mechanism } from './mechanism.ts';
import {
  GOAL_AIM,
  GOAL_BALANCE,
  GOAL_LINE,
  GOAL_MEETING,
  GOAL_ORIENTATION,
  GOAL_PLANE,
  GOAL_POLE,
  GOAL_POSITION,
  type Task,
} from './task.ts';

/** Default tolerances: metres of a position and of the centre of mass, radians of a direction. */
const POSITION_TOLERANCE = 1e-3;
const BALANCE_TOLERANCE = 5e-3;
const ANGLE_TOLERANCE = DEGREES;

/** Writes goal number `g`, which has been checked, but for its chain and its counterpart. */
export function writeGoal(task: Task, mechanism: Mechanism, goal: Goal, g: number, options: SolveOptions): void {
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
      setBalance(task.balance, mechanism, goal);
  }
}

/** A goal of a joint's point: what positions, planes and lines share. */
function writePoint(task: Task, childFrames: Float64Array, goal: PositionGoal | PlaneGoal | LineGoal, g: number): void {
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
