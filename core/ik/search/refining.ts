import { reserveGoals } from '../jacobian/linear-system.ts';
import { createRowGroups, type RowGroups } from '../jacobian/row-groups.ts';
import type { Mechanism } from '../mechanism/mechanism.ts';
import { createReferenceDescent, type ReferenceDescent } from '../reference/reference-step.ts';
import { releaseRanks } from '../refinement/holding.ts';
import { createNullSpace, type NullSpace } from '../refinement/null-space-step.ts';
import { beginRefinement, createRefinement, type Refinement } from '../refinement/refinement-state.ts';
import { createJointReset, type JointReset } from '../refinement/reset-joints.ts';
import { createReweighting, type Reweighting } from '../refinement/reweight.ts';
import { followStuck } from './follow-priorities.ts';
import { beginWithReference, followBack, followSoftGoals, followSolution } from './follow-solution.ts';
import type { Mechanisms } from './mechanisms.ts';
import { beginRefinedDescent, makeRefinementStep } from './refine-pass.ts';
import { conflictsOf, reasonFor } from './residual-reasons.ts';
import type { Search } from './search-state.ts';

/** The memory of the steps that move all joints at once. */
export interface RefinementMemory {
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

/** Everything that moves all joints at once, and all that is known from their derivatives. */
export const REFINING = {
  create,
  reserve,
  begin,
  beginDescent: beginRefinedDescent,
  step: makeRefinementStep,
  release,
  followStuck,
  beginWithReference,
  followBack,
  followSolution,
  followSoftGoals,
  reasonFor,
  conflictsOf,
} as const;

/** The same as a part that is handed to a solver. */
export type Refining = typeof REFINING;

function create(mechanism: Mechanism, { newton, curvedStep }: Mechanisms): RefinementMemory {
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

/** Makes room for a number of goals. */
function reserve({ ws, refined }: Search, goals: number): void {
  reserveGoals(refined!.refinement, goals, ws.mechanism.skeleton.count);
}

function begin({ refined }: Search): void {
  beginRefinement(refined!.refinement);
}

/** Asks for all priorities to be reached again. */
function release({ ws, refined }: Search): void {
  releaseRanks(refined!.nullSpace.holding, ws);
}
