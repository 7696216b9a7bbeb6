import { writeSineCosine } from '../../math/elementary.ts';
import type { Freedoms } from '../jacobian/freedoms.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_LINE, GOAL_ORIENTATION, GOAL_PLANE, type Task } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { writeAimed, writeAiming } from './aim-hessian.ts';
import type { Newton, NewtonSystem } from './newton-state.ts';

/** Radians below which x cot x is taken for 1. */
const SMALL = 1e-4;

/** Writes the motions m and force changes b of the freedoms `d` up to `end` for goal `g`; see `writeHessian`. */
export function writeGoalHessian(
  system: NewtonSystem,
  ws: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
  ofCost: boolean,
): void {
  const kind = ws.task.kinds[g]!;
  if (kind === GOAL_ORIENTATION) writeTurning(system, g >= ws.task.count, g, d, end, size, forces, ofCost);
  else if (kind !== GOAL_AIM) writePulling(system, ws, g, d, end, size, forces, ofCost);
  else if (ofCost) writeAiming(system, ws, g, d, end, size);
  else writeAimed(system, ws, g, d, end, size, forces);
}

/**
 * A point at a distance r from where it should be: F = r, ∂_i F = −v_i, M = 0; a force that is given does not change. The force of the balance lies in the floor
 * plane; how its force changes with v_i is left to the ties.
 */
function writePulling(
  { newton, freedoms, columns, rows, roots }: NewtonSystem,
  ws: Workspace,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
  ofCost: boolean,
): void {
  const { motions, forceChanges, width } = newton;
  const { axes, displaces } = freedoms;
  const row = rows[g]!;
  const isBalance = ws.task.kinds[g] === GOAL_BALANCE;
  const slides = ws.task.kinds[g] === GOAL_PLANE || ws.task.kinds[g] === GOAL_LINE;
  const isOther = g >= ws.task.count;
  const sign = isOther ? -1 : 1;
  const place = isOther ? size + row : row;
  const rx = sign * forces[row]!;
  const ry = sign * forces[row + 1]!;
  const rz = sign * forces[row + 2]!;
  const own = ofCost && !isBalance ? 1 : 0;
  for (let k = d; k < end; k++) {
    const from = k * size + row;
    const to = k * width + place;
    const turns = displaces[k] === 0 ? 1 : 0;
    const x = turns * axes[3 * k]!;
    const y = turns * axes[3 * k + 1]!;
    const z = turns * axes[3 * k + 2]!;
    const vx = sign * columns[from]!;
    if (isBalance) writeHeight(freedoms, ws, k, motions, to);
    const vy = isBalance ? roots[g]! * motions[to]! : sign * columns[from + 1]!;
    const vz = sign * columns[from + 2]!;
    motions[to] = vx;
    motions[to + 1] = vy;
    motions[to + 2] = vz;
    forceChanges[to] = own * vx + y * rz - z * ry;
    forceChanges[to + 1] = own * vy + z * rx - x * rz;
    forceChanges[to + 2] = own * vz + x * ry - y * rx;
    if (slides) writeWholeMotion(newton, freedoms, ws, roots, g, k, to);
  }
}

/** The motion m of a point that may slide along a plane or a line: the columns hold only what changes its distance. */
function writeWholeMotion(
  { motions }: Newton,
  { joints, axes, displaces }: Freedoms,
  { effectors: { points }, now: { positions } }: Workspace,
  roots: Float64Array,
  g: number,
  d: number,
  to: number,
): void {
  const root = roots[g]!;
  const x = root * axes[3 * d]!;
  const y = root * axes[3 * d + 1]!;
  const z = root * axes[3 * d + 2]!;
  const moves = displaces[d] === 1;
  const p = moves ? 0 : 3 * joints[d]!;
  const ux = points[3 * g]! - positions[p]!;
  const uy = points[3 * g + 1]! - positions[p + 1]!;
  const uz = points[3 * g + 2]! - positions[p + 2]!;
  motions[to] = moves ? x : y * uz - z * uy;
  motions[to + 1] = moves ? y : z * ux - x * uz;
  motions[to + 2] = moves ? z : x * uy - y * ux;
}

/** Writes the metres that the centre of mass rises by a unit step of a freedom: the balance does not ask for it, so it is not in the columns. */
function writeHeight(
  { joints, axes, displaces }: Freedoms,
  { task, now }: Workspace,
  d: number,
  into: Float64Array,
  at: number,
): void {
  const j = joints[d]!;
  const { shares, below } = task.balance;
  if (displaces[d] === 1) {
    into[at] = (j < 0 ? 1 : shares[j]!) * axes[3 * d + 1]!;
    return;
  }
  const x = below[3 * j]! - now.positions[3 * j]!;
  const z = below[3 * j + 2]! - now.positions[3 * j + 2]!;
  into[at] = shares[j]! * (axes[3 * d + 2]! * x - axes[3 * d]! * z);
}

/** Writes to `newton.shares` θ/2 cot θ/2 of an orientation goal that is still to turn by θ, as {@link writeGoalHessian} needs it. */
export function writeTurnShare({ newton, rows, roots, right }: NewtonSystem, { levers }: Task, g: number): void {
  const { angle, shares } = newton;
  const row = rows[g]!;
  const length = Math.sqrt(right[row]! ** 2 + right[row + 1]! ** 2 + right[row + 2]! ** 2);
  const half = Math.min(Math.PI / 2, length / (2 * roots[g]! * levers[g]!));
  angle[0] = half;
  writeSineCosine(angle, 0);
  shares[row / 3] = half > SMALL ? (half * angle[1]!) / angle[0] : 1;
}

/**
 * A joint that is still to turn by the rotation vector φ = θ n: F = 0, M = φ, −∂_i M = n (n · a) + θ/2 cot θ/2 (a − n (n · a)) + φ × a / 2, the
 * inverse of the right Jacobian of SO(3); all times λ², λ the lever arm. A moment that is given does not change.
 */
function writeTurning(
  { newton, freedoms, columns, rows }: NewtonSystem,
  isOther: boolean,
  g: number,
  d: number,
  end: number,
  size: number,
  forces: Float64Array,
  ofCost: boolean,
): void {
  const { motions, forceChanges, width, shares } = newton;
  const row = rows[g]!;
  const sign = isOther ? -1 : 1;
  const place = isOther ? size + row : row;
  const rx = sign * forces[row]!;
  const ry = sign * forces[row + 1]!;
  const rz = sign * forces[row + 2]!;
  const square = rx * rx + ry * ry + rz * rz;
  const across = ofCost ? shares[row / 3]! : 0;
  const part = ofCost && square > 0 ? (1 - across) / square : 0;
  for (let k = d; k < end; k++) {
    const from = k * size + row;
    const to = k * width + place;
    const turns = freedoms.displaces[k] === 0 ? 0.5 : 0;
    const x = turns * freedoms.axes[3 * k]!;
    const y = turns * freedoms.axes[3 * k + 1]!;
    const z = turns * freedoms.axes[3 * k + 2]!;
    const mx = sign * columns[from]!;
    const my = sign * columns[from + 1]!;
    const mz = sign * columns[from + 2]!;
    const toward = part * (rx * mx + ry * my + rz * mz);
    motions[to] = mx;
    motions[to + 1] = my;
    motions[to + 2] = mz;
    // a × φ of the moment that turns along, less half of it.
    forceChanges[to] = across * mx + toward * rx + y * rz - z * ry;
    forceChanges[to + 1] = across * my + toward * ry + z * rx - x * rz;
    forceChanges[to + 2] = across * mz + toward * rz + x * ry - y * rx;
  }
}
