import { writeAngle } from '../../math/elementary.ts';
import { rotatePacked } from '../../math/packed-quats.ts';
import { nearestInSupport, refreshBalance } from './balance.ts';
import type { Configuration } from './configuration.ts';
import type { Mechanism } from './mechanism.ts';
import { followTargets, placeHeldTurn } from './moving-targets.ts';
import { GOAL_AIM, GOAL_BALANCE, GOAL_ORIENTATION, GOAL_POLE, type Task } from './task.ts';

/** What the goals see of a configuration: where their effectors are, and how far from what is wanted. */
export interface Effectors {
  /** 3 × goals, world: effector point, origin of the aim, or centre of mass. */
  points: Float64Array;
  /** 3 × goals, world: aim direction. */
  directions: Float64Array;
  /** 4 × goals, world rotation of the goal joint's limit frame. */
  rotations: Float64Array;
  /**
   * 3 × goals, metres: what is left, as the vector that the second-order refinement brings to zero. Position: target − point. Orientation: λ√2 times
   * the rotation vector still to turn. Aim: λ√2 (wanted − present direction). Pole: towards the target, at most {@link POLE_REACH} long.
   * Less the goal's accepted residual.
   */
  errors: Float64Array;
  /** 3 × goals, metres: the residual of a goal that could not be reached, accepted while less important ones are pursued; mostly 0. */
  accepted: Float64Array;
  /** Metres left for positions and the centre of mass, else 0. */
  distances: Float64Array;
  /** Radians left for orientations and aims, else 0. */
  angles: Float64Array;
  /** 1 for goals within their tolerance. */
  reached: Uint8Array;
}

/** Metres beyond which the error of a pole grows no further. */
const POLE_REACH = 0.25;

/** Room for a number of goals. */
export function createEffectors(goals: number): Effectors {
  return {
    points: new Float64Array(3 * goals),
    directions: new Float64Array(3 * goals),
    rotations: new Float64Array(4 * goals),
    errors: new Float64Array(3 * goals),
    accepted: new Float64Array(3 * goals),
    distances: new Float64Array(goals),
    angles: new Float64Array(goals),
    reached: new Uint8Array(goals),
  };
}

/** Reads the effectors off the world transforms of a configuration. */
export function placeEffectors(task: Task, mechanism: Mechanism, c: Configuration, effectors: Effectors): void {
  const { positions, frames } = c;
  const { points, directions, rotations } = effectors;
  for (let g = 0; g < task.total; g++) {
    const kind = task.kinds[g]!;
    if (kind === GOAL_BALANCE) {
      refreshBalance(task.balance, mechanism, c);
      points.set(task.balance.centre, 3 * g);
      continue;
    }
    const j = task.joints[g]!;
    const r = 4 * j;
    if (kind === GOAL_ORIENTATION) {
      rotations[4 * g] = frames[r]!;
      rotations[4 * g + 1] = frames[r + 1]!;
      rotations[4 * g + 2] = frames[r + 2]!;
      rotations[4 * g + 3] = frames[r + 3]!;
      if (g >= task.count) placeHeldTurn(task, effectors, g);
      continue;
    }
    const o = 3 * g;
    const p = 3 * j;
    rotatePacked(frames, r, task.offsets, o, points, o);
    points[o]! += positions[p]!;
    points[o + 1]! += positions[p + 1]!;
    points[o + 2]! += positions[p + 2]!;
    if (kind === GOAL_AIM) rotatePacked(frames, r, task.axes, o, directions, o);
  }
  if (task.hasMovingTargets) followTargets(task, effectors);
}

/** Fills `errors`, `distances`, `angles` and `reached` from the effectors. */
export function measureErrors(task: Task, e: Effectors): void {
  for (let g = 0; g < task.count; g++) {
    const o = 3 * g;
    const kind = task.kinds[g]!;
    let x = 0;
    let y = 0;
    let z = 0;
    let size = 0;
    if (kind === GOAL_ORIENTATION) {
      const t = task.turns;
      const q = e.rotations;
      const i = 4 * g;
      // d = wanted · conj(present)
      const ax = t[i]!;
      const ay = t[i + 1]!;
      const az = t[i + 2]!;
      const aw = t[i + 3]!;
      const bx = -q[i]!;
      const by = -q[i + 1]!;
      const bz = -q[i + 2]!;
      const bw = q[i + 3]!;
      x = aw * bx + ax * bw + ay * bz - az * by;
      y = aw * by - ax * bz + ay * bw + az * bx;
      z = aw * bz + ax * by - ay * bx + az * bw;
      const w = aw * bw - ax * bx - ay * by - az * bz;
      const sine = Math.sqrt(x * x + y * y + z * z);
      e.errors[o] = sine;
      e.errors[o + 1] = Math.abs(w);
      writeAngle(e.errors, o);
      size = 2 * e.errors[o];
      const factor = task.levers[g]! * (sine > 1e-12 ? size / sine : 2) * (w < 0 ? -1 : 1);
      x *= factor;
      y *= factor;
      z *= factor;
      e.angles[g] = size;
      e.distances[g] = 0;
    } else {
      x = task.targets[o]! - e.points[o]!;
      y = task.targets[o + 1]! - e.points[o + 1]!;
      z = task.targets[o + 2]! - e.points[o + 2]!;
      if (kind === GOAL_BALANCE) {
        nearestInSupport(task.balance.support, e.points[o]!, e.points[o + 2]!, task.balance.wanted);
        x = task.balance.wanted[0]! - e.points[o]!;
        y = 0;
        z = task.balance.wanted[1]! - e.points[o + 2]!;
      }
      const length = Math.sqrt(x * x + y * y + z * z);
      size = length;
      e.distances[g] = kind === GOAL_AIM ? 0 : length;
      e.angles[g] = 0;
      if (kind === GOAL_POLE && length > POLE_REACH) {
        x *= POLE_REACH / length;
        y *= POLE_REACH / length;
        z *= POLE_REACH / length;
      } else if (kind === GOAL_AIM) {
        const per = length > 0 ? 1 / length : 0;
        x = x * per - e.directions[o]!;
        y = y * per - e.directions[o + 1]!;
        z = z * per - e.directions[o + 2]!;
        // Chord c of a unit circle: the angle is 2 asin(c/2). A target on the aim's origin asks for nothing.
        const sine = Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2);
        e.errors[o] = sine;
        e.errors[o + 1] = Math.sqrt((1 - sine) * (1 + sine));
        writeAngle(e.errors, o);
        size = length > 0 ? 2 * e.errors[o] : 0;
        const lever = length > 0 ? task.levers[g]! : 0;
        x *= lever;
        y *= lever;
        z *= lever;
        e.angles[g] = size;
      }
    }
    e.errors[o] = x - e.accepted[o]!;
    e.errors[o + 1] = y - e.accepted[o + 1]!;
    e.errors[o + 2] = z - e.accepted[o + 2]!;
    e.reached[g] = size <= task.tolerances[g]! ? 1 : 0;
  }
}
