import type { LinearSystem } from '../jacobian/linear-system.ts';

/**
 * What a step with second derivatives works with; see `newton-step.ts`. Most solves reach their goals without: the arrays of goals are sized by the
 * first step that needs them, and again where a solve has more goals.
 */
export interface Newton {
  /** Groups of freedoms, and where each begins: those of `Freedoms`. */
  groups: number;
  readonly starts: Int32Array;
  /** The forces on the effectors that the second derivatives are of, one a row of the system; and the generalised force Jᵀ f on each freedom. */
  forces: Float64Array;
  readonly jointForces: Float64Array;
  /** For each freedom: half the slope of the cost, and how far it may go down and up. */
  readonly slopes: Float64Array;
  readonly downs: Float64Array;
  readonly ups: Float64Array;
  /** For each freedom: whether it takes part, what is added to its own second derivative, what is wanted, and the solution. */
  readonly used: Uint8Array;
  readonly shifts: Float64Array;
  readonly wanted: Float64Array;
  readonly solution: Float64Array;
  /** For each freedom: the product of the Hessian with a step. */
  readonly product: Float64Array;
  /**
   * Groups × 9: second derivatives by the freedoms of one joint, lower triangle; and what elimination leaves of them, with inverses on the diagonal.
   */
  readonly blocks: Float64Array;
  readonly factors: Float64Array;
  /**
   * Numbers of a freedom in `motions` (m: how it moves the goals), `forceChanges` (b: how its turning changes their forces on what moves with it) and
   * `reduced` (what elimination leaves of m). Each goal has three where its rows are; with aims there are twice as many, those of the moments in the
   * second half.
   */
  width: number;
  /** Goals of the request, and whether H has what the two ends of goals between joints add to it; see `closures.ts`. */
  given: number;
  closes: boolean;
  motions: Float64Array;
  forceChanges: Float64Array;
  reduced: Float64Array;
  /** θ/2 cot θ/2 of the orientation at each three rows that is still to turn by θ. */
  shares: Float64Array;
  /** An angle, and what becomes of it. */
  readonly angle: Float64Array;
  /** What a group moves: three numbers of each of its freedoms from `entries[i]` on, for i from `entryStarts[group]` up to that of the next. */
  readonly entryStarts: Int32Array;
  entries: Int32Array;
  /**
   * Where in `sums` (over the joints below) and `totals` (over those above) the sums of each entry stand. The joints that move a goal stand one below
   * the other, so that they share one place: that of the goal's numbers. The balance is moved by all joints and has sums for each group, from `width`
   * on.
   */
  slots: Int32Array;
  sums: Float64Array;
  totals: Float64Array;
  /** What elimination sums up: 3 × 3 symmetric for each slot (6 numbers from 2 × slot on), and 3 × 3 for each two entries. */
  squares: Float64Array;
  couplings: Float64Array;
  /** Where the numbers of the balance begin, −1 without. */
  balance: number;
  /** With a balance only: for each group the next one up, `groups` for none; and the group that each joint is in, or the next one up. */
  readonly above: Int32Array;
  readonly groupOf: Int32Array;
  /** The balance's two ties: directions of the floor, x and z each, in which it relates all freedoms; zero where it does not. */
  readonly tied: Float64Array;
}

/** A linear system, and room for the second derivatives that go with it. */
export interface NewtonSystem extends LinearSystem {
  readonly newton: Newton;
}

/** Room for a skeleton of so many joints, whose groups of freedoms begin at `starts`. */
export function createNewton(joints: number, starts: Int32Array): Newton {
  const freedoms = 3 * joints + 3;
  return {
    groups: 0,
    starts,
    forces: new Float64Array(24),
    jointForces: new Float64Array(freedoms),
    slopes: new Float64Array(freedoms),
    downs: new Float64Array(freedoms),
    ups: new Float64Array(freedoms),
    used: new Uint8Array(freedoms),
    shifts: new Float64Array(freedoms),
    wanted: new Float64Array(freedoms),
    solution: new Float64Array(freedoms),
    product: new Float64Array(freedoms),
    blocks: new Float64Array(9 * (joints + 1)),
    factors: new Float64Array(9 * (joints + 1)),
    width: 0,
    given: 0,
    closes: false,
    ...goalArrays(0, joints),
    couplings: new Float64Array(0),
    entryStarts: new Int32Array(joints + 2),
    balance: -1,
    above: new Int32Array(joints + 1),
    groupOf: new Int32Array(joints),
    tied: new Float64Array(4),
    angle: new Float64Array(2),
  };
}

function goalArrays(width: number, joints: number) {
  const freedoms = 3 * joints + 3;
  const slots = width + 3 * (joints + 2);
  return {
    shares: new Float64Array(width / 3),
    motions: new Float64Array(freedoms * width),
    forceChanges: new Float64Array(freedoms * width),
    reduced: new Float64Array(freedoms * width),
    entries: new Int32Array((joints + 1) * (width / 3)),
    slots: new Int32Array((joints + 1) * (width / 3)),
    sums: new Float64Array(slots),
    totals: new Float64Array(slots),
    squares: new Float64Array(2 * slots),
  };
}

/** Makes room for so many numbers a freedom. */
export function reserveNewton(newton: Newton, width: number, joints: number): void {
  if (width > 3 * newton.shares.length) Object.assign(newton, goalArrays(width, joints));
}

/** Makes room for what elimination along the branches sums up between every two goals. */
export function reserveCouplings(newton: Newton): void {
  const { width } = newton;
  if (width * width > newton.couplings.length) newton.couplings = new Float64Array(width * width);
}
