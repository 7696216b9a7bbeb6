import { restPose, type Pose } from '../../skeleton/pose.ts';
import { createCandidate, createStanding, type Candidate, type OwnStanding } from './candidate.ts';
import { createNearThrows, type NearThrows } from './near-throws.ts';
import type { Finish } from '../finish/finish-state.ts';
import type { SolveOptions } from '../request/options.ts';
import type { StartKind } from '../request/outcome.ts';
import { createPursuit, type Pursuit } from '../finish/pursue.ts';
import { createRelaxation, type Relaxation } from '../reference/relax.ts';
import { createSavedState, type SavedState } from '../mechanism/saved-state.ts';
import { createSharing, type Sharing } from '../finish/share-tolerances.ts';
import { createSparing, type Sparing } from '../finish/spare.ts';
import { createSweepState, type SweepState } from '../steps/sweep.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/**
 * What the next iteration does. `sweep` and `finish` pull all goals alike; `restore` brings the goals of the highest rank back alone, as near as
 * they come; `share` asks these to give way to each other within their tolerances; `pursue` goes as near to the lower ones, rank by rank, as those
 * above leave free; in the end `wish` pursues the poles. Once everything is reached, `return` goes back towards the pose that came in, `spare` puts
 * joints back that were not needed, `relax` goes to the pose nearest to a reference, and `wish` follows too. Goals that are near to begin with are
 * followed by `relax` at once.
 */
export type Phase = 'sweep' | 'finish' | 'restore' | 'share' | 'pursue' | 'return' | 'spare' | 'relax' | 'wish' | 'done';

/** Marks a traced sweep, whose joints record themselves. */
export const SWEEP = 'sweep';

/** One solve: starts, sweeps and finish steps until the goals are reached or nothing helps. */
export interface Search {
  readonly ws: Workspace;
  readonly finish: Finish;
  readonly pursuit: Pursuit;
  readonly relaxation: Relaxation;
  readonly sparing: Sparing;
  readonly sharing: Sharing;
  readonly sweeps: SweepState;
  /** Copy of the pose that came in. */
  readonly startPose: Pose;
  /** Where random starts are thrown from. */
  readonly restPose: Pose;
  /** The start pose as brought inside its limits, what it has led to, and the best that further starts have. */
  readonly present: Candidate;
  readonly home: Candidate;
  readonly leap: Candidate;
  /** Of these two the one that is returned. */
  best: Candidate;
  broughtIn: number[];
  options: SolveOptions;
  seeds: readonly Pose[];
  randomSeed: number;
  /** Standing of the configuration that a start has just led to. */
  readonly standing: OwnStanding;
  /** Number of the last start that may be tried. */
  lastStart: number;
  phase: Phase;
  /** Iterations of this start, and of all. */
  iteration: number;
  iterations: number;
  maxIterations: number;
  restarts: number;
  /** 0 for the present pose, then the seeds, then the random starts. */
  tried: number;
  kind: StartKind;
  /** Whether an order was named: then the finish moves only what the sweeps have moved, as long as that helps. */
  ordered: boolean;
  /** Whether a start always begins with sweeps: an order, damping or comfort was asked for. */
  sweepsFirst: boolean;
  /** Share of the ranges that is held back at present. */
  held: number;
  /** Where a traced iteration began, until it is recorded; SWEEP for sweeps, whose joints record themselves. */
  unrecorded: SavedState | typeof SWEEP | null;
  /** Cost at the start, and sweeps made since: what damping and comfort shrink with. */
  initialCost: number;
  sweepCount: number;
  narrow: boolean;
  /** Whether the next sweep is to bring in further joints, and how many in a row have not. */
  widens: boolean;
  barren: number;
  swept: boolean;
  /** Rank being pursued, and the iteration after which the next one must have its turn. */
  rank: number;
  lastOfRank: number;
  /** How often the present start has set out, each time from where it had stalled; where it did so last, and what was left there. */
  passes: number;
  readonly passStart: SavedState;
  readonly passStanding: OwnStanding;
  /** From the second time on: the pose that was read to set out there. */
  readonly passPose: Pose;
  /** Metres: length of the longest chain. */
  reach: number;
  /** Whether the goals have leapt away from the pose that came in. */
  leaps: boolean;
  /** Radians that a straight limb bends to come as much nearer as the goals are away from the pose that came in; infinite where they have leapt. */
  bend: number;
  /** Whether the pose that came in has reached all goals already. */
  cameReached: boolean;
  /** Radians that a joint had turned at most when the goals were reached. */
  turned: number;
  /** What is tried around the pose that came in. */
  readonly throws: NearThrows;
  /** Cost some iterations ago, for starts that lead nowhere. */
  earlier: number;
}

/** A search that has ended, with the memory for others; `beginSearch` begins one. */
export function createSearch(ws: Workspace, finish: Finish): Search {
  const { count } = ws.mechanism.skeleton;
  const home = createCandidate(count);
  return {
    ws,
    finish,
    pursuit: createPursuit(count),
    relaxation: createRelaxation(count),
    sharing: createSharing(count),
    sparing: createSparing(count),
    sweeps: createSweepState(),
    present: createCandidate(count),
    home,
    leap: createCandidate(count),
    best: home,
    startPose: restPose(ws.mechanism.skeleton),
    restPose: restPose(ws.mechanism.skeleton),
    broughtIn: [],
    options: {},
    seeds: [],
    randomSeed: 1,
    standing: createStanding(),
    lastStart: 0,
    phase: 'done',
    iteration: 0,
    iterations: 0,
    maxIterations: 60,
    restarts: 20,
    tried: 0,
    kind: 'present',
    ordered: false,
    sweepsFirst: false,
    held: 0,
    unrecorded: null,
    initialCost: 0,
    sweepCount: 0,
    narrow: false,
    widens: false,
    barren: 0,
    swept: false,
    rank: 0,
    lastOfRank: 0,
    passes: 0,
    passStart: createSavedState(count),
    passPose: restPose(ws.mechanism.skeleton),
    passStanding: createStanding(),
    reach: 1,
    leaps: false,
    bend: 0,
    cameReached: false,
    turned: 0,
    throws: createNearThrows(count),
    earlier: 0,
  };
}
