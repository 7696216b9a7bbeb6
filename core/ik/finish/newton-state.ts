/**
 * What a step with second derivatives works with; see `newton-step.ts`. The freedoms of one joint stand one after the other: a group. Sized by the
 * first step that needs it, and again where a solve has more goals: most solves reach their goals without.
 */
export interface Newton {
  /** Number of groups, and where the freedoms of each begin; the group of the next joint up that is listed, `groups` for none. */
  groups: number;
  readonly starts: Int32Array;
  readonly above: Int32Array;
  /** Group of each joint, or of the next one up that has one. */
  readonly groupOf: Int32Array;
  /** Numbers a freedom in `bends` and `motions`: three a goal, six an aim. Where those of each goal begin; −1 for goals without. */
  width: number;
  places: Int32Array;
  /**
   * The freedoms of a group have numbers for the goals that they move only, one goal after the other: `entries[entryStarts[group] ..
   * entryStarts[group + 1]]` says which of all, and `lifts` where the group above has the same; −1 where it has not.
   */
  readonly entryStarts: Int32Array;
  entries: Int32Array;
  lifts: Int32Array;
  /** Freedoms × width: how a freedom moves the goals, and how its turning changes the goals' pull on what moves with it. */
  motions: Float64Array;
  bends: Float64Array;
  /** Groups × 9: second derivatives by the freedoms of one joint, lower triangle. */
  readonly blocks: Float64Array;
  /** How many ties there are: directions of the floor, x and z each, in which the balance relates all freedoms; and its place. */
  ties: number;
  tiePlace: number;
  readonly tied: Float64Array;
  /** For each freedom: how the goals pull on it, and how far it may go down and up. */
  readonly pulls: Float64Array;
  readonly downs: Float64Array;
  readonly ups: Float64Array;
  /** For each freedom: whether it takes part, what is added to its own second derivative, what is wanted, and the solution. */
  readonly used: Uint8Array;
  readonly shifts: Float64Array;
  readonly wanted: Float64Array;
  readonly solution: Float64Array;
  readonly product: Float64Array;
  /** Scratch of the recursion: per group and freedom. */
  readonly factors: Float64Array;
  reduced: Float64Array;
  couplings: Float64Array;
  readonly couplingStarts: Int32Array;
  sums: Float64Array;
  totals: Float64Array;
}

/** Room for a skeleton of so many joints. */
export function createNewton(joints: number): Newton {
  const freedoms = 3 * joints + 3;
  return {
    groups: 0,
    starts: new Int32Array(joints + 2),
    above: new Int32Array(joints + 1),
    groupOf: new Int32Array(joints),
    width: 0,
    entryStarts: new Int32Array(joints + 3),
    ...goalArrays(0, 0, joints),
    blocks: new Float64Array(9 * (joints + 1)),
    ties: 0,
    tiePlace: 0,
    tied: new Float64Array(4),
    pulls: new Float64Array(freedoms),
    downs: new Float64Array(freedoms),
    ups: new Float64Array(freedoms),
    used: new Uint8Array(freedoms),
    shifts: new Float64Array(freedoms),
    wanted: new Float64Array(freedoms),
    solution: new Float64Array(freedoms),
    product: new Float64Array(freedoms),
    couplingStarts: new Int32Array(joints + 3),
    factors: new Float64Array(9 * (joints + 1)),
  };
}

function goalArrays(goals: number, width: number, joints: number) {
  const freedoms = 3 * joints + 3;
  const groups = joints + 2;
  return {
    places: new Int32Array(goals),
    entries: new Int32Array(groups * width),
    lifts: new Int32Array(groups * width),
    motions: new Float64Array(freedoms * width),
    bends: new Float64Array(freedoms * width),
    reduced: new Float64Array(freedoms * width),
    couplings: new Float64Array(groups * width * width),
    sums: new Float64Array(groups * width),
    totals: new Float64Array(groups * width),
  };
}

/** Makes room for goals with so many numbers. */
export function reserveNewton(newton: Newton, goals: number, width: number, joints: number): void {
  if (goals > newton.places.length || width * (joints + 2) > newton.sums.length) {
    Object.assign(newton, goalArrays(goals, width, joints));
  }
}
