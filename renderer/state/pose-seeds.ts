import type { SeedSource } from '../../core/humanoid/pull-move.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { createSeedIndex, type Seed, type SeedIndex } from '../../core/library/seeds.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { DocumentState } from './studio.ts';

/** Library poses that one solve may start from. */
const MOST_SEEDS = 3;

/** The poses of the open library as starts of a pull. */
export interface PoseSeeds {
  /** Asked when the present pose does not lead to the target: the poses that come nearest to it. */
  readonly source: SeedSource;
  /** Name of pose number `index` of those that were given last. */
  nameOf(index: number): string;
}

/** What a library answers from is made once for each state of it, when it is first asked. */
const indexes = new WeakMap<Skeleton, { readonly poses: readonly SavedPose[]; readonly index: SeedIndex }>();

/** The document's poses as they are now. */
export function seedsOf({ rig, history }: DocumentState): PoseSeeds {
  const { poses } = history.present;
  let given: readonly Seed[] = [];
  return {
    source: (goals, present) => {
      given = indexOf(rig.skeleton, poses).nearest(goals, present, MOST_SEEDS);
      return given.map((seed) => seed.pose);
    },
    nameOf: (index) => given[index]?.name ?? '',
  };
}

function indexOf(skeleton: Skeleton, poses: readonly SavedPose[]): SeedIndex {
  const known = indexes.get(skeleton);
  if (known?.poses === poses) return known.index;
  const index = createSeedIndex(skeleton, poses);
  indexes.set(skeleton, { poses, index });
  return index;
}
