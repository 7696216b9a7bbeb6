import { atan2 } from '../math/elementary.ts';
import { SHARES, type Coupling, type CouplingTable, type DrivenSide, type TwistBySwing } from './couplings.ts';
import { finishSwing, LIMIT_STRIDE, SWING, TWIST_MIDDLE, writeTwist, type LimitTable } from './limit-table.ts';
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
    resolveTwist: (table, joint, swing) => resolveTwist(table, own, joint, 2 * atan2(swing[0]!, swing[1]!)),
    resolveSwings,
  };
  return own;
}

/** Value number `column` of the points at `x`: straight lines between, constant beyond. */
export function valueAt(points: readonly (readonly number[])[], x: number, column: number): number {
  let i = 0;
  while (i < points.length && points[i]![0]! <= x) i++;
  if (i === 0) return points[0]![column]!;
  if (i === points.length) return points[i - 1]![column]!;
  const a = points[i - 1]!;
  const b = points[i]!;
  return a[column]! + ((b[column]! - a[column]!) * (x - a[0]!)) / (b[0]! - a[0]!);
}

/** Writes the twist range that `joint` has at a swing of `angle` radians into the table. */
export function resolveTwist(table: LimitTable, couplings: CouplingTable, joint: number, angle: number): void {
  const coupling = couplings.twists[joint];
  const limit = couplings.limits[joint]!;
  if (!coupling || limit.kind !== 'swingTwist') return;
  const min = Math.min(limit.twist[1], Math.max(limit.twist[0], valueAt(coupling.points, angle, 1)));
  const max = Math.max(min, Math.min(limit.twist[1], valueAt(coupling.points, angle, 2)));
  const middle = (min + max) / 2;
  const low = couplings.shares[SHARES * joint]!;
  const high = couplings.shares[SHARES * joint + 1]!;
  writeTwist(
    table.numbers,
    LIMIT_STRIDE * joint,
    low < 1 ? middle - low * (middle - min) : min,
    high < 1 ? middle + high * (max - middle) : max,
  );
}

/** Writes the half-angle that a hinge at `angle` radians leaves to a side of its cone into the table, less where other hinges leave less. */
export function resolveSide(table: LimitTable, couplings: CouplingTable, side: DrivenSide, angle: number): void {
  const { coupling, sharing } = side;
  const limit = couplings.limits[coupling.joint]!;
  if (limit.kind !== 'swingTwist') return;
  side.half = valueAt(coupling.points, angle, 1);
  const row = LIMIT_STRIDE * coupling.joint;
  let half = limit.swing[coupling.side];
  for (let i = 0; i < sharing.length; i++) half = Math.min(half, sharing[i]!.half);
  table.numbers[row + SWING + coupling.side] = half * couplings.shares[SHARES * coupling.joint + 2]!;
  finishSwing(table.numbers, row);
}

/** Writes what the limit-frame rotations `q` (4 × joints) of all coupled hinges leave to their cones into the table. */
export function resolveSwings(table: LimitTable, q: Float64Array): void {
  const { couplings } = table;
  if (couplings === null) return;
  for (let i = 0; i < couplings.sides.length; i++) {
    const side = couplings.sides[i]!;
    const { hinge } = side.coupling;
    resolveSide(table, couplings, side, hingeAngle(table, hinge, q, 4 * hinge));
  }
}

/** The angle of a hinge in the turn around the middle of its range, radians. */
export function hingeAngle(table: LimitTable, joint: number, q: Float64Array, at: number): number {
  const angle = 2 * atan2(q[at + 2]!, q[at + 3]!);
  const middle = table.numbers[LIMIT_STRIDE * joint + TWIST_MIDDLE]!;
  return angle - 2 * Math.PI * Math.round((angle - middle) / (2 * Math.PI));
}
