import { writeSineCosine } from '../math/elementary.ts';
import { divideLeftPacked, divideRightPacked, multiplyPacked } from '../math/packed-quats.ts';
import { IDENTITY, shortestArc, type Quat } from '../math/quat.ts';
import { NO_ROOM, SHORT_OF_HALF_TURN } from '../math/tolerances.ts';
import { UNIT_Z } from '../math/vec3.ts';
import type { Coupling, SwingByHinge, TwistBySwing } from './couplings.ts';
import type { Limit } from './limits.ts';

/** The kinds of limit in {@link LimitTable.kinds}; a hinge is a twist, a slide a displacement, a cone swing and twist. */
export const KIND_FREE = 0;
export const KIND_HINGE = 1;
export const KIND_CONE = 2;
export const KIND_SLIDE = 3;

/** Numbers a joint in {@link LimitTable.numbers}, and the place of each. */
export const LIMIT_STRIDE = 16;
/** Swing half-angles about +x, −x, +y, −y, radians. */
export const SWING = 0;
/** Cosine of half the smallest half-angle: a swing with a greater w is inside whatever its direction. */
export const SWING_QUICK = 4;
/** 1 when the four half-angles are equal. */
export const SWING_ROUND = 5;
/** Sine and cosine of half the smallest half-angle, side by side. */
export const SWING_SINE = 6;
export const SWING_COSINE = 7;
/** 1 when every direction is allowed. */
export const SWING_FREE = 8;
/** 1 when the cone is wider than a half space, so that a step might jump over its forbidden part. */
export const SWING_WIDE = 9;
/** Twist range as middle ± half, radians (metres for a sliding joint). */
export const TWIST_MIDDLE = 10;
export const TWIST_HALF = 11;
/** Sine and cosine of half the middle, side by side. */
export const TWIST_MIDDLE_SINE = 12;
export const TWIST_MIDDLE_COSINE = 13;
/** Sine and cosine of half the half-range, side by side; the cosine is −1 for a full turn. */
export const TWIST_SINE = 14;
export const TWIST_COSINE = 15;

/** A side of a cone that follows a hinge. Several hinges may narrow the same side: the narrowest holds. */
export interface DrivenSide {
  /** Which hinge narrows which side, and how far. */
  readonly coupling: SwingByHinge;
  /** Half-angle in radians that this hinge leaves in the configuration that was looked at last. */
  half: number;
  /** All that narrow the same side of the same cone, this one too. */
  readonly sharing: DrivenSide[];
}

/** The couplings of a skeleton as the clamps use them: each joint's own, and those that a hinge drives. */
export interface CouplingTable {
  /** The limits of all joints as the skeleton states them: no coupling makes one wider. */
  readonly limits: readonly Limit[];
  /** The couplings in the order in which the skeleton states them. */
  readonly all: readonly Coupling[];
  /** For each joint its twist-by-swing coupling, or null. */
  readonly twists: readonly (TwistBySwing | null)[];
  /** Every side that follows a hinge. */
  readonly sides: readonly DrivenSide[];
  /** For each joint the sides that it drives as a hinge. */
  readonly driven: readonly (readonly DrivenSide[])[];
  /**
   * {@link SHARES} × joints: shares of what the couplings leave that may be used, 1 unless a solve holds a part back: of the twist range from its middle
   * down, from its middle up, and of the swing half-angles.
   */
  readonly shares: Float64Array;
  /** The angle, radians, at which a range is asked for, and a number beside it: callers write it here, for a number handed over takes memory. */
  readonly angle: Float64Array;
  /** Writes the twist range that `joint` has at a swing into the table; `swing` holds the sine and the cosine of half its angle. */
  resolveTwist(table: LimitTable, joint: number, swing: Float64Array): void;
  /** Writes what the limit-frame rotations `q` (4 × joints) of all coupled hinges leave to their cones into the table. */
  resolveSwings(table: LimitTable, q: Float64Array): void;
}

/** Numbers a joint in {@link CouplingTable.shares}. */
export const SHARES = 3;

/**
 * The limits of a skeleton as flat numbers, each in its own frame, where every kind looks alike: l = conj(parentFrame) · q · childFrame is a
 * swing about an axis in the xy plane times a twist about z. A hinge is a twist without swing; a slide moves along z; a free joint has
 * identity frames.
 */
export interface LimitTable {
  /** One of KIND_FREE, KIND_HINGE, KIND_CONE and KIND_SLIDE a joint. */
  readonly kinds: Uint8Array;
  /** 4 × count. */
  readonly parentFrames: Float64Array;
  /** 4 × count. */
  readonly childFrames: Float64Array;
  /** {@link LIMIT_STRIDE} × count. */
  readonly numbers: Float64Array;
  /** Limits that are not constants, null for none: their numbers above are those of the configuration that was looked at last. */
  readonly couplings: CouplingTable | null;
}

/** The table of these limits, one a joint, as they are where no coupling narrows them. The limits must have been checked. */
export function createLimitTable(limits: readonly Limit[], couplings: CouplingTable | null = null): LimitTable {
  const count = limits.length;
  const table: LimitTable = {
    kinds: new Uint8Array(count),
    parentFrames: new Float64Array(4 * count),
    childFrames: new Float64Array(4 * count),
    numbers: new Float64Array(LIMIT_STRIDE * count),
    couplings,
  };
  limits.forEach((limit, j) => {
    const [kind, parentFrame, childFrame] = framesOf(limit);
    table.kinds[j] = kind;
    table.parentFrames.set(parentFrame, 4 * j);
    table.childFrames.set(childFrame, 4 * j);
    const row = LIMIT_STRIDE * j;
    if (limit.kind === 'swingTwist') {
      table.numbers.set(limit.swing, row + SWING);
      finishSwing(table.numbers, row);
      writeTwist(table.numbers, row, ...limit.twist);
    } else if (limit.kind !== 'free') writeTwist(table.numbers, row, limit.min, limit.max);
  });
  return table;
}

function framesOf(limit: Limit): [kind: number, parentFrame: Quat, childFrame: Quat] {
  switch (limit.kind) {
    case 'free':
      return [KIND_FREE, IDENTITY, IDENTITY];
    case 'swingTwist':
      return [KIND_CONE, limit.parentFrame, limit.childFrame];
    case 'hinge':
    case 'prismatic': {
      const frame = shortestArc(UNIT_Z, limit.axis);
      return [limit.kind === 'hinge' ? KIND_HINGE : KIND_SLIDE, frame, frame];
    }
  }
}

/**
 * Writes what follows from the four half-angles of a cone, which stand in the row already. One that is open to half a turn on some sides only is made to
 * end just short of it: there the two sides of an axis are the same rotation, and a joint that stood on it would be inside and outside at once.
 */
export function finishSwing(numbers: Float64Array, row: number): void {
  const at = row + SWING;
  const smallest = Math.min(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!, numbers[at + 3]!);
  const widest = smallest >= Math.PI - NO_ROOM ? Math.PI : Math.PI - SHORT_OF_HALF_TURN;
  for (let side = 0; side < 4; side++) numbers[at + side] = Math.min(numbers[at + side]!, widest);
  const largest = Math.max(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!, numbers[at + 3]!);
  numbers[row + SWING_SINE] = smallest / 2;
  writeSineCosine(numbers, row + SWING_SINE);
  numbers[row + SWING_QUICK] = numbers[row + SWING_COSINE]!;
  numbers[row + SWING_ROUND] = smallest === largest ? 1 : 0;
  numbers[row + SWING_FREE] = smallest >= Math.PI - NO_ROOM ? 1 : 0;
  numbers[row + SWING_WIDE] = largest > Math.PI / 2 && smallest < Math.PI - NO_ROOM ? 1 : 0;
}

/** Writes a range of twist (or of sliding). */
export function writeTwist(numbers: Float64Array, row: number, min: number, max: number): void {
  numbers[row + TWIST_MIDDLE] = (min + max) / 2;
  numbers[row + TWIST_HALF] = (max - min) / 2;
  finishTwist(numbers, row);
}

/** Writes what follows from the middle and the half of a range of twist (or of sliding), which stand in the row already. */
export function finishTwist(numbers: Float64Array, row: number): void {
  const half = numbers[row + TWIST_HALF]!;
  numbers[row + TWIST_MIDDLE_SINE] = numbers[row + TWIST_MIDDLE]! / 2;
  writeSineCosine(numbers, row + TWIST_MIDDLE_SINE);
  numbers[row + TWIST_SINE] = half / 2;
  writeSineCosine(numbers, row + TWIST_SINE);
  if (half >= Math.PI - NO_ROOM) numbers[row + TWIST_COSINE] = -1;
}

/** `into[at…]` ← l = conj(parentFrame) · q · childFrame, q being at `q[i…]`, which may be `into`. */
export function toLimitFramePacked(
  table: LimitTable,
  joint: number,
  q: Float64Array,
  i: number,
  into: Float64Array,
  at: number,
): void {
  multiplyPacked(q, i, table.childFrames, 4 * joint, into, at);
  divideLeftPacked(table.parentFrames, 4 * joint, into, at, into, at);
}

/** `into[at…]` ← q = parentFrame · l · conj(childFrame), l being at `l[i…]`, which may be `into`. */
export function fromLimitFramePacked(
  table: LimitTable,
  joint: number,
  l: Float64Array,
  i: number,
  into: Float64Array,
  at: number,
): void {
  divideRightPacked(l, i, table.childFrames, 4 * joint, into, at);
  multiplyPacked(table.parentFrames, 4 * joint, into, at, into, at);
}
