import type { SeedSource } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { createSeedIndex, type Seed, type SeedIndex } from '../../../core/library/seeds.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';
import type { DocumentState } from '../document-state.ts';
import { learntPoses } from './learnt-poses.ts';
import type { StudioState } from '../studio.ts';
import type { PullOrigin } from '../transient-state.ts';

/** Library poses that one solve may start from. */
const MOST_SEEDS = 3;

/** The poses of a library as starts of a pull. */
export interface PoseSeeds {
  /** Asked when the present pose does not lead to the target: the poses that come nearest to it. */
  readonly source: SeedSource;
  /**
   * Where a move of the pull started: when that was the pose on screen, `before`, which is where the move before it did. So it is known at the
   * end of a pull from where it got there.
   */
  originOf(outcome: Pick<Outcome, 'start'>, before: PullOrigin | null): PullOrigin | null;
}

/** What is known of a list of poses. */
interface Indexed {
  readonly index: SeedIndex;
  readonly poses: readonly SavedPose[];
}

/**
 * For each rig what was asked last, the latest first: a pull asks for all poses as seeds, and for those that move its handle. Made when first asked; of a
 * library that has changed they learn only what is new.
 */
const indexes = new WeakMap<Skeleton, readonly Indexed[]>();
const MOST_INDEXES = 2;

/** The poses of the library that is shown, as the character of `document` takes them. */
export function seedsOf(state: StudioState, { rig }: DocumentState): PoseSeeds {
  const poses = learntPoses(state);
  let given: readonly Seed[] = [];
  return {
    source: (goals, present) => {
      given = indexOf(rig.skeleton, poses).nearest(goals, present, MOST_SEEDS);
      return given.map((seed) => seed.pose);
    },
    originOf: ({ start: { kind, index } }, before) => {
      if (kind !== 'seed' && kind !== 'random') return before;
      return kind === 'seed' ? { kind, name: given[index]!.name } : { kind };
    },
  };
}

/** The saved poses that come nearest to goals on places, the nearest first; none when the library holds none. */
export function nearestSaved(
  skeleton: Skeleton,
  poses: readonly SavedPose[],
  goals: readonly Goal[],
  present: Pose,
  count: number,
): readonly SavedPose[] {
  const byId = new Map(poses.map((saved) => [saved.id, saved]));
  return indexOf(skeleton, poses)
    .nearest(goals, present, count)
    .flatMap(({ id }) => byId.get(id) ?? []);
}

/** All saved poses, those first that come nearest to goals on places; null for goals on none. */
export function savedByNearness(
  skeleton: Skeleton,
  poses: readonly SavedPose[],
  goals: readonly Goal[],
  present: Pose,
): readonly SavedPose[] | null {
  return indexOf(skeleton, poses).ranked(goals, present);
}

function indexOf(skeleton: Skeleton, poses: readonly SavedPose[]): SeedIndex {
  const known = indexes.get(skeleton) ?? [];
  const same = known.find((each) => each.poses === poses) ?? (known.length < MOST_INDEXES ? undefined : known.at(-1));
  const index = same?.index ?? createSeedIndex(skeleton, poses);
  index.setPoses(poses);
  indexes.set(skeleton, [{ index, poses }, ...known.filter((each) => each !== same)]);
  return index;
}
