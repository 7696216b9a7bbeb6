import { createFreedoms, type Freedoms } from './freedoms.ts';

/** Damping of the first step. */
export const INITIAL_DAMPING = 0.1;
/** Damping above which no step is worth trying. */
export const MOST_DAMPING = 1e8;
/** What the damping is multiplied by where it is not enough for Newton's step. */
export const TIGHTEN = 4;

/**
 * The linear system J δ = r of one step δ, as `linearize.ts` writes it: r are the errors of the goals in the cost, three rows each, J the derivatives
 * of their effectors by the freedoms; both times the square root of the goal's weight.
 */
export interface LinearSystem {
  readonly freedoms: Freedoms;
  /** Row of each goal in the system; −1 for goals that the cost leaves out. The counterpart of a goal has the same. */
  rows: Int32Array;
  /** Square root of each goal's weight; negative of a counterpart, which moves the target and not the effector. */
  roots: Float64Array;
  /** First rows of the goals that each group of freedoms moves: `moved[movedStarts[group]]` up to `moved[movedStarts[group + 1]]`. */
  readonly movedStarts: Int32Array;
  moved: Int32Array;
  /** The goals of these rows: the counterpart of a goal where the group moves that. */
  movedGoals: Int32Array;
  /** J, rows × freedoms, one freedom after the other; the numbers of goals that a freedom does not move mean nothing. */
  columns: Float64Array;
  /** r. */
  right: Float64Array;
  /** Of each freedom the mobility w that a solution uses: 0 where it is left out. */
  readonly used: Float64Array;
  /**
   * Lower triangle of the matrix that a step factors, and its factor: rows × rows, J W Jᵀ over the freedoms that are used; or freedoms × freedoms
   * where these are fewer. See {@link reserveMatrix}.
   */
  matrix: Float64Array;
  factor: Float64Array;
  /** What a step adds to the matrix's diagonal: one number. */
  readonly shift: Float64Array;
  /** Scratch: two a row (an aim has moments besides its forces), and one a freedom. */
  marks: Int32Array;
  readonly wanted: Float64Array;
  readonly found: Float64Array;
  /** y in (J W Jᵀ + λ 1) y = r. */
  solution: Float64Array;
  /** λ as a share of the cost |r|². */
  damping: number;
  /** The cost |r|² that a step sets out from, and the decrease of it that the model promises of the step. */
  cost: number;
  promised: number;
}

/** Part of the matrix's mean diagonal that a step of least squares always adds, so that rounding never makes it singular. */
export const FLOOR = 1e-12;
/** Times a step of least squares is solved again with further blocked freedoms left out. */
export const PROJECTIONS = 3;
/** Rows up to which a step factors rows × rows, however few freedoms there are: that costs little, and its steps are those of every version. */
const FEW = 48;

/** Whether a step factors freedoms × freedoms, where these are fewer than the rows. */
export function isOverdetermined({ freedoms }: LinearSystem, size: number): boolean {
  return size > FEW && size > freedoms.count;
}

/** Room for the system of a skeleton of so many joints and a few goals; see {@link reserveGoals}. */
export function createLinearSystem(joints: number): LinearSystem {
  return {
    freedoms: createFreedoms(joints),
    movedStarts: new Int32Array(joints + 2),
    used: new Float64Array(3 * joints + 3),
    wanted: new Float64Array(3 * joints + 6),
    found: new Float64Array(3 * joints + 6),
    matrix: new Float64Array(FEW * FEW),
    factor: new Float64Array(FEW * FEW),
    shift: new Float64Array(1),
    ...goalArrays(8, joints),
    damping: INITIAL_DAMPING,
    cost: 0,
    promised: 0,
  };
}

function goalArrays(goals: number, joints: number) {
  return {
    rows: new Int32Array(goals),
    roots: new Float64Array(goals),
    moved: new Int32Array(goals * (joints + 1)),
    movedGoals: new Int32Array(goals * (joints + 1)),
    columns: new Float64Array(3 * goals * (3 * joints + 3)),
    marks: new Int32Array(6 * goals),
    right: new Float64Array(3 * goals),
    solution: new Float64Array(3 * goals),
  };
}

/** Makes room for a number of goals. */
export function reserveGoals(system: LinearSystem, goals: number, joints: number): void {
  if (goals > system.rows.length) Object.assign(system, goalArrays(2 * goals, joints));
}

/** Makes room for a matrix of so many rows. */
export function reserveMatrix(system: LinearSystem, side: number): void {
  if (side * side <= system.matrix.length) return;
  system.matrix = new Float64Array(side * side);
  system.factor = new Float64Array(side * side);
}
