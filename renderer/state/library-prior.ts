import type { PriorSource as PriorOfPull } from '../../core/humanoid/pulling/pull-move.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { createPosePrior, type PosePrior, type PriorSource } from '../../core/library/prior/pose-prior.ts';
import type { DocumentState } from './document-state.ts';
import { learntPoses } from './libraries/learnt-poses.ts';
import type { StudioState } from './studio.ts';

/** The library that is shown as what a pulled body follows. */
export interface LibraryPrior {
  readonly source: PriorOfPull;
  /** The saved poses that the last pose it gave was learnt from, the weightiest first. */
  sources(): readonly PriorSource[];
}

/** One for each rig, made when it is first asked; of a library that has changed it learns only what is new. */
const priors = new WeakMap<Rig, PosePrior>();

/** The poses of the library that is shown, as the character of `document` takes them. */
export function priorOf(state: StudioState, { rig }: DocumentState): LibraryPrior {
  const poses = learntPoses(state);
  let last: readonly PriorSource[] = [];
  return {
    source: (goals, built, share, isKept) => {
      const prior = priors.get(rig) ?? createPosePrior(rig, poses);
      priors.set(rig, prior);
      prior.setPoses(poses);
      const predicted = prior.predict(goals, built, share, isKept);
      last = predicted?.sources ?? [];
      return predicted?.pose ?? null;
    },
    sources: () => last,
  };
}
