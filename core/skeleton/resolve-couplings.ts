import { writeAngle } from '../math/elementary.ts';
import type { Coupling, TwistBySwing } from './couplings.ts';
import {
  finishSwing,
  finishTwist,
  LIMIT_STRIDE,
  SWING,
  TWIST_HALF,
  TWIST_MIDDLE,
  SHARES,
  type CouplingTable,
  type DrivenSide,
  type LimitTable,
} from './limit-table.ts';
import type { Limit } from './limits.ts';

/** The table of a skeleton's couplings; null when it has none, which costs the clamps one comparison. */
export function createCouplingTable(limits: readonly Limit[], couplings: readonly Coupling[]): CouplingTable | null {
  if (couplings.length === 0) return null;
  const twists: (TwistBySwing | null)[] = limits.map(() => null);
  const sides: DrivenSide[] = [];
  const driven: DrivenSide[][] = limits.map(() => []);
  for (const coupling of couplings) {
    if (coupling.kind === 'twistBySwing') twists[coupling.joint] = coupling;
    else {
      const { joint, side } = coupling;
      const sharing = sides.find((other) => other.coupling.joint === joint && other.coupling.side === side)?.sharing ?? [];
      const driving: DrivenSide = { coupling, half: Infinity, sharing };
      sharing.push(driving);
      sides.push(driving);
      driven[coupling.hinge]!.push(driving);
    }
  }
  const own: CouplingTable = {
    limits,
    all: couplings,
    twists,
    sides,
    driven,
    shares: new Float64Array(SHARES * limits.length).fill(1),
    angle: new Float64Array(2),
    resolveTwist: (table, joint, swing) => {
      const { angle } = own;
      angle[0] = swing[0]!;
      angle[1] = swing[1]!;
      writeAngle(angle, 0);
      angle[0] *= 2;
      resolveTwist(table, own, joint);
    },
    resolveSwings,
  };
  return own;
}

/** Writes value number `column` of the points at the x that stands in `v[at]` to `v[to]`: straight lines between, constant beyond. */
export function writeValueAt(
  points: readonly (readonly number[])[],
  column: number,
  v: Float64Array,
  at: number,
  to: number,
): void {
  const x = v[at]!;
  let i = 0;
  while (i < points.length && points[i]![0]! <= x) i++;
  const a = points[Math.max(i - 1, 0)]!;
  v[to] = a[column]!;
  if (i === 0 || i === points.length) return;
  const b = points[i]!;
  v[to] = a[column]! + ((b[column]! - a[column]!) * (x - a[0]!)) / (b[0]! - a[0]!);
}

/** Scratch: an x, and the value there. */
const pair = new Float64Array(2);

/** Value number `column` of the points at `x`, as {@link writeValueAt} gives it. */
export function valueAt(points: readonly (readonly number[])[], x: number, column: number): number {
  pair[0] = x;
  writeValueAt(points, column, pair, 0, 1);
  return pair[1]!;
}

/** Writes the twist range that `joint` has at a swing of `couplings.angle[0]` radians into the table. */
export function resolveTwist({ numbers }: LimitTable, couplings: CouplingTable, joint: number): void {
  const coupling = couplings.twists[joint];
  const limit = couplings.limits[joint]!;
  if (!coupling || limit.kind !== 'swingTwist') return;
  const { angle } = couplings;
  writeValueAt(coupling.points, 1, angle, 0, 1);
  const min = Math.min(limit.twist[1], Math.max(limit.twist[0], angle[1]!));
  writeValueAt(coupling.points, 2, angle, 0, 1);
  const max = Math.max(min, Math.min(limit.twist[1], angle[1]!));
  const middle = (min + max) / 2;
  const low = couplings.shares[SHARES * joint]!;
  const high = couplings.shares[SHARES * joint + 1]!;
  const from = low < 1 ? middle - low * (middle - min) : min;
  const to = high < 1 ? middle + high * (max - middle) : max;
  const row = LIMIT_STRIDE * joint;
  numbers[row + TWIST_MIDDLE] = (from + to) / 2;
  numbers[row + TWIST_HALF] = (to - from) / 2;
  finishTwist(numbers, row);
}

/**
 * Writes the half-angle that a hinge at `couplings.angle[0]` radians leaves to a side of its cone into the table, less where other hinges leave less.
 */
export function resolveSide(table: LimitTable, couplings: CouplingTable, side: DrivenSide): void {
  const { coupling, sharing } = side;
  const limit = couplings.limits[coupling.joint]!;
  if (limit.kind !== 'swingTwist') return;
  const { angle } = couplings;
  writeValueAt(coupling.points, 1, angle, 0, 1);
  side.half = angle[1]!;
  const { numbers } = table;
  const row = LIMIT_STRIDE * coupling.joint;
  const at = row + SWING + coupling.side;
  numbers[at] = limit.swing[coupling.side];
  for (let i = 0; i < sharing.length; i++) numbers[at] = Math.min(numbers[at], sharing[i]!.half);
  numbers[at] *= couplings.shares[SHARES * coupling.joint + 2]!;
  finishSwing(numbers, row);
}

/** Writes what the limit-frame rotations `q` (4 × joints) of all coupled hinges leave to their cones into the table. */
export function resolveSwings(table: LimitTable, q: Float64Array): void {
  const { couplings } = table;
  if (couplings === null) return;
  for (let i = 0; i < couplings.sides.length; i++) {
    const side = couplings.sides[i]!;
    const { hinge } = side.coupling;
    writeHingeAngle(table, hinge, q, 4 * hinge, couplings.angle);
    resolveSide(table, couplings, side);
  }
}

/** Writes the angle of a hinge in the turn around the middle of its range, radians, to `into[0]`; `into[1]` is written over. */
export function writeHingeAngle(table: LimitTable, joint: number, q: Float64Array, at: number, into: Float64Array): void {
  into[0] = q[at + 2]!;
  into[1] = q[at + 3]!;
  writeAngle(into, 0);
  const angle = 2 * into[0];
  const middle = table.numbers[LIMIT_STRIDE * joint + TWIST_MIDDLE]!;
  into[0] = angle - 2 * Math.PI * Math.round((angle - middle) / (2 * Math.PI));
}
