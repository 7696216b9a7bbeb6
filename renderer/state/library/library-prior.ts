import type { PriorSource as PriorOfPull } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createPosePrior, type PosePrior, type PriorSource } from '../../../core/library/prior/pose-prior.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { DocumentState } from '../document-state.ts';
import { startInTurns } from '../in-turns.ts';
import type { Job } from '../jobs.ts';
import { followLearntPoses, learntPoses } from './learnt-poses.ts';
import { shownPoses } from './folders/shown-library.ts';
import type { Studio, StudioState } from '../studio.ts';

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
      const prior = priorFrom(rig, poses);
      const predicted = prior.predict(goals, built, share, isKept);
      last = predicted?.sources ?? [];
      return predicted?.pose ?? null;
    },
    sources: () => last,
  };
}

/**
 * While the pulled body follows the library, learns from it a little at a time, so that the first pull need not wait for that; brings the poses of folders onto
 * the character before. Returns how to stop.
 */
export function followLibraryPrior(studio: Studio): () => void {
  let present: readonly SavedPose[] | null = null;
  let rig: Rig | null = null;
  let job: Job<void> | null = null;
  const learn = () => {
    job?.cancel();
    job = null;
    if (!rig || !present) return;
    job = startInTurns(priorFrom(rig, learntPoses(studio.getState())).learn(), () => undefined);
    // Cancelled where there is something else to learn; what fails is told by the pull that needs it.
    job.result.catch(() => undefined);
  };
  const follow = () => {
    const state = studio.getState();
    const poses = isFollowed(state) ? shownPoses(state) : null;
    if (poses === present && rig === (state.document?.rig ?? null)) return;
    present = poses;
    rig = state.document?.rig ?? null;
    learn();
  };
  const stopBringing = followLearntPoses(studio, learn);
  const stopFollowing = studio.subscribe(follow);
  follow();
  return () => {
    stopBringing();
    stopFollowing();
    job?.cancel();
  };
}

/** Whether pulls follow a library of which all poses are there. */
function isFollowed({ document }: StudioState): boolean {
  return document !== null && document.awaitedPoses === 0 && document.history.present.solver.followLibrary > 0;
}

function priorFrom(rig: Rig, poses: readonly SavedPose[]): PosePrior {
  const prior = priors.get(rig) ?? createPosePrior(rig, poses);
  priors.set(rig, prior);
  prior.setPoses(poses);
  return prior;
}
