import { createRowGroups, type RowGroups } from '../jacobian/row-groups.ts';
import type { Mechanism } from '../mechanism/mechanism.ts';
import { createReferenceDescent, type ReferenceDescent } from '../reference/reference-step.ts';
import { createNullSpace, type NullSpace } from '../refinement/null-space-step.ts';
import { createRefinement, type Refinement } from '../refinement/refinement-state.ts';
import { createJointReset, type JointReset } from '../refinement/reset-joints.ts';
import { createReweighting, type Reweighting } from '../refinement/reweight.ts';
import type { Mechanisms } from './mechanisms.ts';

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

/** Room for the refinement of a mechanism. */
export function createRefinementMemory(mechanism: Mechanism, { newton, curvedStep }: Mechanisms): RefinementMemory {
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
