import { isOnBoundary } from '../mechanism/start-pose.ts';
import type { TraceRecorder } from '../mechanism/trace-recorder.ts';
import { slideJoint } from './slide-step.ts';
import { followTargets } from '../mechanism/moving-targets.ts';
import { writeSineCosine } from '../../math/elementary.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { KIND_FREE, KIND_HINGE, KIND_SLIDE } from '../../skeleton/limit-table.ts';
import { aimHinge } from './aim-hinge.ts';
import { alignBall } from './align-ball.ts';
import { applyStep } from './apply-step.ts';
import { stepFree, stepHinge } from './plain-steps.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/**
 * The one mechanism: turns joint `j` to the rotation that serves all goals below it best, inside its limit, and carries their effectors along.
 *
 * Every goal gives weighted pairs (u, v) that the joint's world rotation R should align: minimise Σ w |R u − v|². Returns whether the joint moved, by
 * `ws.stepSize`. The joint's position and base must be up to date; its frame, and all transforms below it, go stale.
 */
export function stepJoint(ws: Workspace, j: number): boolean {
  ws.updates++;
  ws.work++;
  if (ws.trace === null) turnJoint(ws, j);
  else recordTurn(ws, ws.trace, j, turnJoint);
  if (ws.task.hasMovingTargets) followTargets(ws.task, ws.effectors);
  if (ws.stepSize > ws.largestStep) ws.largestStep = ws.stepSize;
  return ws.stepSize > 0;
}

/**
 * Makes a step of joint `j` and records it. A joint that ends on a boundary counts as held back by it, and so does one that stops for a cone which it
 * drives.
 */
function recordTurn(ws: Workspace, trace: TraceRecorder, j: number, step: (ws: Workspace, j: number) => void): void {
  ws.held = false;
  step(ws, j);
  // A joint that slides records itself.
  if (ws.mechanism.limits.kinds[j] === KIND_SLIDE) return;
  trace.rotation(j, ws.now.rotations, 4 * j, ws.held || isOnBoundary(ws, j));
}

function turnJoint(ws: Workspace, j: number): void {
  const kind = ws.mechanism.limits.kinds[j]!;
  if (kind === KIND_SLIDE) {
    slideJoint(ws, j);
    return;
  }
  const g = ws.task.soleGoal[j]!;
  if (g >= 0 && ws.plain && ws.task.mobility[j] === 1) {
    if (kind === KIND_FREE && stepFree(ws, j, g)) return;
    if (kind === KIND_HINGE) {
      stepHinge(ws, j, g);
      return;
    }
  }
  ws.stepSize = 0;
  const turns = kind === KIND_HINGE ? aimHinge(ws, j) : g < 0 ? alignBall(ws, j) : shortestStep(ws, j, g);
  if (turns) applyStep(ws, j);
}

/** One position goal at a ball joint: the shortest arc from u to v, (u × v, |u||v| + u·v) normalised. */
function shortestStep(ws: Workspace, j: number, g: number): boolean {
  const { positions } = ws.now;
  const { points } = ws.effectors;
  const { targets } = ws.task;
  const { step } = ws;
  const p = 3 * j;
  const o = 3 * g;
  const px = positions[p]!;
  const py = positions[p + 1]!;
  const pz = positions[p + 2]!;
  const ux = points[o]! - px;
  const uy = points[o + 1]! - py;
  const uz = points[o + 2]! - pz;
  const vx = targets[o]! - px;
  const vy = targets[o + 1]! - py;
  const vz = targets[o + 2]! - pz;
  const lengths = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  // Effector or target on the joint: no direction to turn to.
  if (lengths < NO_DIRECTION * NO_DIRECTION) return false;
  const w = lengths + ux * vx + uy * vy + uz * vz;
  // Special case for u ≅ −v: the axis is undefined.
  if (w < 1e-12 * lengths) return turnBack(ws, j, g);
  // General case.
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const norm = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  step[0] = x * norm;
  step[1] = y * norm;
  step[2] = z * norm;
  step[3] = w * norm;
  return true;
}

/**
 * Half a turn for u that must point the opposite way, about the axis of the joint's limit frame that is most perpendicular to u: a fixed
 * choice, so the same input bends the same way.
 */
function turnBack(ws: Workspace, j: number, g: number): boolean {
  const { bases, positions } = ws.now;
  const { points } = ws.effectors;
  const { step, after: axis } = ws;
  const r = 4 * j;
  const w = bases[r + 3]!;
  const ux = points[3 * g]! - positions[3 * j]!;
  const uy = points[3 * g + 1]! - positions[3 * j + 1]!;
  const uz = points[3 * g + 2]! - positions[3 * j + 2]!;
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    // Column k of the base's matrix: the world direction of the axis.
    const second = (k + 1) % 3;
    const third = (k + 2) % 3;
    const a = bases[r + k]!;
    const b = bases[r + second]!;
    const c = bases[r + third]!;
    axis[k] = 1 - 2 * (b * b + c * c);
    axis[second] = 2 * (a * b + w * c);
    axis[third] = 2 * (a * c - w * b);
    const along = Math.abs(axis[0]! * ux + axis[1]! * uy + axis[2]! * uz);
    if (along >= least - 1e-9) continue;
    least = along;
    step.set(axis);
  }
  const along = (step[0]! * ux + step[1]! * uy + step[2]! * uz) / (ux * ux + uy * uy + uz * uz);
  const x = step[0]! - along * ux;
  const y = step[1]! - along * uy;
  const z = step[2]! - along * uz;
  const norm = Math.sqrt(x * x + y * y + z * z);
  step[0] = x / norm;
  step[1] = y / norm;
  step[2] = z / norm;
  step[3] = 0;
  return true;
}

/** Turns hinge `j` by the angle that is in `ws.step[2]`, radians, inside its limit; returns whether it moved. */
export function turnHinge(ws: Workspace, j: number): boolean {
  const { bases } = ws.now;
  const { step } = ws;
  const r = 4 * j;
  step[2]! /= 2;
  writeSineCosine(step, 2);
  const sine = step[2]!;
  step[0] = 2 * (bases[r]! * bases[r + 2]! + bases[r + 3]! * bases[r + 1]!) * sine;
  step[1] = 2 * (bases[r + 1]! * bases[r + 2]! - bases[r + 3]! * bases[r]!) * sine;
  step[2] = (1 - 2 * (bases[r]! ** 2 + bases[r + 1]! ** 2)) * sine;
  ws.updates++;
  ws.work++;
  if (ws.trace === null) applyStep(ws, j);
  else recordTurn(ws, ws.trace, j, applyStep);
  return ws.stepSize > 0;
}
