import { createDice, type Dice } from '../../math/random.ts';
import { restPose, type Pose } from '../../skeleton/pose.ts';
import { createSavedState, type SavedState } from '../mechanism/saved-state.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { SolveOptions } from '../request/options.ts';
import type { StartKind } from '../request/outcome.ts';
import { createSweepState, type SweepState } from '../mechanism/sweep-state.ts';
import { createCandidate, createStanding, type Candidate, type OwnStanding } from './candidate.ts';
import type { Mechanisms } from './mechanisms.ts';
import { createPerturbations, type Perturbations } from './perturbations.ts';
import { createRowGroups, type RowGroups } from '../jacobian/row-groups.ts';
import type { Mechanism } from '../mechanism/mechanism.ts';
import { createReferenceDescent, type ReferenceDescent } from '../reference/reference-step.ts';
import { createNullSpace, type NullSpace } from '../refinement/null-space-step.ts';
import { createRefinement, type Refinement } from '../refinement/refinement-state.ts';
import { createJointReset, type JointReset } from '../refinement/reset-joints.ts';
import { createReweighting, type Reweighting } from '../refinement/reweight.ts';

/**
 * What a solve does next: a function that makes one iteration at most, and returns what is done then; null where the solve is over. A solve in one call
 * goes on until then, one that is stepped stops after every iteration.
 */
export type Activity = (search: Search) => Activity | null;

/** One solve: what it was asked, what it has found, and the memory that its steps share. */
export interface Search {
  readonly ws: Workspace;
  readonly mechanisms: Mechanisms;
  readonly refined: RefinementMemory;
  readonly sweeps: SweepState;
  readonly dice: Dice;
  /** Where random starts are scattered from. */
  readonly restPose: Pose;

  /** Copy of the pose that came in, and its joints that were clamped to their limits. */
  readonly startPose: Pose;
  clamped: number[];
  options: SolveOptions;
  /** How many seeds the options have; their numbers, the nearest to the goals first; and the cost that each begins with. */
  seedCount: number;
  seedOrder: Int32Array;
  seedCosts: Float64Array;
  /** What it does next; null once it is over. */
  activity: Activity | null;
  /** Steps of one kind that are being made; see `iterate.ts`. */
  readonly stepping: Stepping;
  /** Whether an order was named: then the refinement moves only what the sweeps have moved, as long as that helps. */
  isOrdered: boolean;
  /** Whether every pass begins with sweeps: an order, damping or comfort was asked for. */
  sweepsFirst: boolean;
  /** Metres: length of the longest chain. */
  reach: number;
  /** Share of the joints' ranges that is held in reserve at present. */
  reserve: number;
  /** Whether the goals are so far from the present pose that the pose may jump too. */
  isFar: boolean;
  /** Radians that a straight limb bends to come as much nearer as the goals are away from the present pose; infinite where they are far. */
  expectedTurn: number;

  /** The start at hand: 0 for the present pose, then the seeds, then the random ones; and its kind. */
  start: number;
  kind: StartKind;
  readonly pass: Pass;
  readonly perturbations: Perturbations;
  /** Iterations of all starts. */
  iterations: number;
  /** Where the traced iteration at hand began; null for sweeps, whose joints record themselves. */
  iterationStart: SavedState | null;
  /** Whether the solve has ended; and the rows of the system that tells why goals are left (`residual-reasons.ts`), 0 before it is written. */
  isOver: boolean;
  linearRows: number;
  /** Whether the present pose has met all goals already. */
  wasReached: boolean;
  /** Radians that a joint had turned at most when the goals were first reached. */
  turned: number;

  /** The present pose, clamped to its limits: what came in, not what is being worked on. */
  readonly present: Candidate;
  /** The best that the first start (the present pose or the reference) has led to, and the best that further starts have. */
  readonly first: Candidate;
  readonly further: Candidate;
  /** Of these two the one that is returned. */
  best: Candidate;
  /** What the working configuration leaves. */
  readonly standing: OwnStanding;
  /** Scratch for an outcome that is asked for while there is no best yet. */
  readonly asked: Candidate;
}

/** Steps of one kind: how many more there may be, one of them (returns whether it helped), and what is done when they are over. */
export interface Stepping {
  left: number;
  step: ((search: Search) => boolean) | null;
  next: Activity | null;
}

/** What the next iteration of a pass is; none where neither helps. */
export type NextIteration = 'sweep' | 'refinement' | 'none';

/** One pass of a start: sweeps and refinement steps from one pose until they reach the goals or stall. */
export interface Pass {
  /** 1 for the first pass of a start; each further one sets out from where the last has stalled. */
  number: number;
  iterations: number;
  /** Where the pass set out, and what was left there. */
  readonly from: SavedState;
  readonly standing: OwnStanding;
  /** For further passes: the pose that was written and read to set out there. */
  readonly pose: Pose;
  /** Cost at the start, with which damping shrinks; radians of comfort in the next sweep. */
  initialCost: number;
  comfort: number;
  /** Cost when it was last looked at, for passes that lead nowhere. */
  earlierCost: number;
  next: NextIteration;
  hasSwept: boolean;
  /** Whether the refinement moves only what the sweeps have moved. */
  isRestricted: boolean;
  /** Whether the next sweep is to add further joints, and how many sweeps in a row have added none. */
  addsJoints: boolean;
  idleSweeps: number;
}

/** The memory of a solver's searches; `beginSearch` begins one. */
export function createSearch(ws: Workspace, mechanisms: Mechanisms): Search {
  const { skeleton } = ws.mechanism;
  const { count } = skeleton;
  const first = createCandidate(skeleton);
  return {
    ws,
    mechanisms,
    refined: createRefinementMemory(ws.mechanism, mechanisms),
    sweeps: createSweepState(),
    dice: createDice(),
    restPose: restPose(skeleton),
    startPose: restPose(skeleton),
    clamped: [],
    options: {},
    seedCount: 0,
    seedOrder: new Int32Array(0),
    seedCosts: new Float64Array(0),
    activity: null,
    stepping: { left: 0, step: null, next: null },
    isOrdered: false,
    sweepsFirst: false,
    reach: 1,
    reserve: 0,
    isFar: false,
    expectedTurn: 0,
    start: 0,
    kind: 'present',
    pass: {
      number: 0,
      iterations: 0,
      from: createSavedState(count),
      standing: createStanding(),
      pose: restPose(skeleton),
      initialCost: 0,
      comfort: 0,
      earlierCost: Infinity,
      next: 'none',
      hasSwept: false,
      isRestricted: false,
      addsJoints: false,
      idleSweeps: 0,
    },
    perturbations: createPerturbations(count),
    iterations: 0,
    iterationStart: null,
    isOver: false,
    linearRows: 0,
    wasReached: false,
    turned: 0,
    present: createCandidate(skeleton),
    first,
    further: createCandidate(skeleton),
    best: first,
    standing: createStanding(),
    asked: createCandidate(skeleton),
  };
}

/** The memory of the steps that move all joints at once. */
interface RefinementMemory {
  readonly refinement: Refinement;
  readonly nullSpace: NullSpace;
  readonly descent: ReferenceDescent;
  readonly jointReset: JointReset;
  readonly reweighting: Reweighting;
  /** The rank that is followed while those above it keep what they have, and the iteration of the pass after which it has its share. */
  readonly priority: { rank: number; last: number };
  /** For the reasons of residuals. */
  readonly rowGroups: RowGroups;
}

/** Room for the refinement of a mechanism. */
function createRefinementMemory(mechanism: Mechanism, { newton, curvedStep }: Mechanisms): RefinementMemory {
  const { count } = mechanism.skeleton;
  return {
    refinement: createRefinement(mechanism, newton),
    nullSpace: createNullSpace(count),
    descent: createReferenceDescent(count, curvedStep),
    reweighting: createReweighting(count),
    priority: { rank: 0, last: 0 },
    jointReset: createJointReset(count),
    rowGroups: createRowGroups(),
  };
}
