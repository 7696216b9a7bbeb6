import { conjugate, quatAt, rotate } from '../../math/quat.ts';
import { vec3At } from '../../math/vec3.ts';
import type { Configuration } from './configuration.ts';
import type { CentreOfMassGoal } from '../request/goals.ts';
import type { Mechanism } from './mechanism.ts';

/** The centre-of-mass goal of a task, with the mass and centre of the part of the body below each joint. */
export interface Balance {
  /** Index of the goal, −1 for none. */
  goal: number;
  /** One a joint, in the goal’s own unit. */
  masses: ArrayLike<number>;
  /** Sum of the masses. */
  total: number;
  /** Corners of the support, or one point: x, z, metres. */
  support: readonly (readonly [x: number, z: number])[];
  /** 3 × count: centre of each joint's mass in its limit frame. */
  readonly centres: Float64Array;
  /** Share of the whole mass carried by each joint and everything below it. */
  readonly shares: Float64Array;
  /** 3 × count: world centre of the mass of each joint and everything below it. */
  readonly below: Float64Array;
  /** World centre of mass. */
  readonly centre: Float64Array;
  /** Point of the floor nearest to the centre inside the support: x, z. */
  readonly wanted: Float64Array;
}

/** No goal yet, for a skeleton of `count` joints. */
export function createBalance(count: number): Balance {
  return {
    goal: -1,
    masses: [],
    total: 0,
    support: [],
    centres: new Float64Array(3 * count),
    shares: new Float64Array(count),
    below: new Float64Array(3 * count),
    centre: new Float64Array(3),
    wanted: new Float64Array(2),
  };
}

/** Takes the goal’s masses, centres and support, and sums the masses below each joint. */
export function setBalance(balance: Balance, mechanism: Mechanism, goal: CentreOfMassGoal): void {
  const { count, parents } = mechanism.skeleton;
  balance.masses = goal.masses;
  balance.support = goal.support;
  balance.total = 0;
  for (let j = 0; j < count; j++) {
    balance.total += goal.masses[j]!;
    balance.centres.set(rotate(conjugate(quatAt(mechanism.limits.childFrames, j)), vec3At(goal.centres, j)), 3 * j);
  }
  for (let j = 0; j < count; j++) balance.shares[j] = goal.masses[j]! / balance.total;
  for (let j = count - 1; j >= 0; j--) if (parents[j]! >= 0) balance.shares[parents[j]!]! += balance.shares[j]!;
}

/** Recomputes the centres from the world transforms of all joints. */
export function refreshBalance(balance: Balance, mechanism: Mechanism, c: Configuration): void {
  const { count, parents } = mechanism.skeleton;
  const { below, centre, centres, shares, masses, total } = balance;
  below.fill(0);
  centre.fill(0);
  for (let j = count - 1; j >= 0; j--) {
    const share = masses[j]! / total;
    const o = 3 * j;
    if (share > 0) {
      const [x, y, z] = rotate(quatAt(c.frames, j), vec3At(centres, j));
      below[o]! += share * (c.positions[o]! + x);
      below[o + 1]! += share * (c.positions[o + 1]! + y);
      below[o + 2]! += share * (c.positions[o + 2]! + z);
    }
    const into = parents[j]! >= 0 ? below : centre;
    const at = parents[j]! >= 0 ? 3 * parents[j]! : 0;
    into[at]! += below[o]!;
    into[at + 1]! += below[o + 1]!;
    into[at + 2]! += below[o + 2]!;
    // Every joint below has been summed: the weighted sum becomes a mean.
    if (shares[j]! > 0) {
      below[o]! /= shares[j]!;
      below[o + 1]! /= shares[j]!;
      below[o + 2]! /= shares[j]!;
    }
  }
  nearestInSupport(balance.support, centre[0]!, centre[2]!, balance.wanted);
}

/** The point of a convex polygon (any winding; two points are a segment, one a point) nearest to (x, z); the point itself when inside. */
export function nearestInSupport(
  support: readonly (readonly [x: number, z: number])[],
  x: number,
  z: number,
  out: Float64Array,
): void {
  const count = support.length;
  let best = Infinity;
  let left = 0;
  let right = 0;
  for (let i = 0; i < count; i++) {
    const [ax, az] = support[i]!;
    const [bx, bz] = support[(i + 1) % count]!;
    const ex = bx - ax;
    const ez = bz - az;
    const square = ex * ex + ez * ez;
    const t = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * ex + (z - az) * ez) / square)) : 0;
    const px = ax + t * ex;
    const pz = az + t * ez;
    const distance = (x - px) ** 2 + (z - pz) ** 2;
    if (distance < best) {
      best = distance;
      out[0] = px;
      out[1] = pz;
    }
    const side = ex * (z - az) - ez * (x - ax);
    if (side > 0) left++;
    if (side < 0) right++;
  }
  // On the same side of every edge, whichever way round the corners go: inside. Corners that coincide make edges without sides.
  if (count > 2 && (left === 0) !== (right === 0)) {
    out[0] = x;
    out[1] = z;
  }
}
