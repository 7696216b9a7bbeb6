import { writeAngle } from '../../math/elementary.ts';
import { KIND_CONE, KIND_FREE, KIND_HINGE, LIMIT_STRIDE, TWIST_HALF, TWIST_MIDDLE } from '../../skeleton/limit-table.ts';
import { stepJoint, turnHinge } from './joint-step.ts';
import { GOAL_POSITION } from '../mechanism/task.ts';
import { refresh, type Workspace } from '../mechanism/workspace.ts';

/**
 * The two-bone closed form, wherever it applies: for each position goal whose chain has a hinge (an elbow, a knee) with a ball joint next above it,
 * bends the hinge so that the effector is as far from the ball as the target is. A straight limb whose target lies on its line, where every joint
 * step is zero, bends at once. With `turnBalls` the ball turns too where that reaches the goal: most targets of a hand or foot need nothing else.
 */
export function bendLimbs(ws: Workspace, turnBalls: boolean): void {
  const { task, effectors, costWeights } = ws;
  for (let g = 0; g < task.count; g++) {
    if (task.kinds[g] !== GOAL_POSITION || costWeights[g] === 0 || effectors.reached[g] === 1) continue;
    const hinge = hingeBelowBall(ws, g);
    if (hinge < 0) continue;
    const j = task.chain[hinge]!;
    writeBend(ws, g, j, task.chain[hinge + 1]!);
    if (ws.step[2] !== 0 && turnHinge(ws, j)) refresh(ws);
    if (turnBalls) turnBall(ws, g, task.chain[hinge + 1]!);
  }
}

/** Turns ball `b` so that goal `g` is reached; one that cannot bring it there stays as it is. */
function turnBall(ws: Workspace, g: number, b: number): void {
  const { rotations } = ws.now;
  const moved = ws.moved[b]!;
  const recorded = ws.trace?.trace.steps.length ?? 0;
  const r = 4 * b;
  const x = rotations[r]!;
  const y = rotations[r + 1]!;
  const z = rotations[r + 2]!;
  const w = rotations[r + 3]!;
  stepJoint(ws, b);
  refresh(ws);
  if (ws.effectors.reached[g] === 1) return;
  rotations[r] = x;
  rotations[r + 1] = y;
  rotations[r + 2] = z;
  rotations[r + 3] = w;
  ws.moved[b] = moved;
  ws.trace?.takeBack(recorded);
  refresh(ws);
}

/** Index in `task.chain` of the first hinge from the effector up whose next movable joint is a ball, or −1. */
function hingeBelowBall(ws: Workspace, g: number): number {
  const { chain, chainStart } = ws.task;
  const { kinds } = ws.mechanism.limits;
  for (let i = chainStart[g]!; i + 1 < chainStart[g + 1]!; i++) {
    const above = kinds[chain[i + 1]!]!;
    if (kinds[chain[i]!] === KIND_HINGE && (above === KIND_FREE || above === KIND_CONE)) return i;
  }
  return -1;
}

/**
 * Writes the angle to `ws.step[2]` by which hinge `j` must turn so that the effector's distance from the ball `b` equals the target's. With a = hinge − ball, u = effector −
 * hinge and axis h: |a + R(θ) u|² = |a|² + |u|² + 2 (a·h)(u·h) + 2 (A cos θ + B sin θ), A = a·u − (a·h)(u·h), B = a·(h × u). Of the two
 * solutions the one inside the range, else the smaller; the nearest to it when the distance cannot be had.
 */
function writeBend(ws: Workspace, g: number, j: number, b: number): void {
  const { step } = ws;
  const { positions, bases, rotations } = ws.now;
  const { points } = ws.effectors;
  const { targets } = ws.task;
  const r = 4 * j;
  const hx = 2 * (bases[r]! * bases[r + 2]! + bases[r + 3]! * bases[r + 1]!);
  const hy = 2 * (bases[r + 1]! * bases[r + 2]! - bases[r + 3]! * bases[r]!);
  const hz = 1 - 2 * (bases[r]! ** 2 + bases[r + 1]! ** 2);
  const ax = positions[3 * j]! - positions[3 * b]!;
  const ay = positions[3 * j + 1]! - positions[3 * b + 1]!;
  const az = positions[3 * j + 2]! - positions[3 * b + 2]!;
  const ux = points[3 * g]! - positions[3 * j]!;
  const uy = points[3 * g + 1]! - positions[3 * j + 1]!;
  const uz = points[3 * g + 2]! - positions[3 * j + 2]!;
  const along = (ax * hx + ay * hy + az * hz) * (ux * hx + uy * hy + uz * hz);
  const cosine = ax * ux + ay * uy + az * uz - along;
  const sine = ax * (hy * uz - hz * uy) + ay * (hz * ux - hx * uz) + az * (hx * uy - hy * ux);
  const size = Math.sqrt(cosine * cosine + sine * sine);
  step[2] = 0;
  if (size < 1e-9) return;
  const square =
    (targets[3 * g]! - positions[3 * b]!) ** 2 +
    (targets[3 * g + 1]! - positions[3 * b + 1]!) ** 2 +
    (targets[3 * g + 2]! - positions[3 * b + 2]!) ** 2;
  const wanted = (square - (ax * ax + ay * ay + az * az) - (ux * ux + uy * uy + uz * uz)) / 2 - along;
  const n = ws.mechanism.limits.numbers;
  const row = LIMIT_STRIDE * j;
  // Where the hinge stands in its range, seen from the middle.
  step[0] = rotations[r + 2]!;
  step[1] = rotations[r + 3]!;
  writeAngle(step, 0);
  step[0] = 2 * step[0] - n[row + TWIST_MIDDLE]!;
  wrap(step, 0);
  wrap(step, 0);
  const from = step[0];
  // θ = atan2(B, A) ± acos of what is wanted.
  const share = Math.max(-1, Math.min(1, wanted / size));
  step[0] = Math.sqrt((1 - share) * (1 + share));
  step[1] = share;
  writeAngle(step, 0);
  const spread = step[0];
  step[0] = sine;
  step[1] = cosine;
  writeAngle(step, 0);
  const middle = step[0];
  step[0] = middle + spread;
  step[1] = middle - spread;
  wrap(step, 0);
  wrap(step, 1);
  const one = step[0];
  const other = step[1];
  step[0] = from + one;
  step[1] = from + other;
  wrap(step, 0);
  wrap(step, 1);
  const half = n[row + TWIST_HALF]!;
  const oneFits = Math.abs(step[0]) <= half;
  const otherFits = Math.abs(step[1]) <= half;
  const isFirst = oneFits === otherFits ? Math.abs(one) <= Math.abs(other) : oneFits;
  step[2] = isFirst ? one : other;
}

/** Brings the angle `v[at]`, radians, a turn nearer to (−π, π] when it is outside. */
function wrap(v: Float64Array, at: number): void {
  const angle = v[at]!;
  if (angle > Math.PI) v[at] = angle - 2 * Math.PI;
  else if (angle <= -Math.PI) v[at] = angle + 2 * Math.PI;
}
