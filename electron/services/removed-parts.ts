import type { ListChange } from '../../core/document/list-change.ts';
import {
  isAnyRemoved,
  joinRemoved,
  KINDS_OF_REMOVED,
  NOTHING_REMOVED,
  someRemoved,
  type RemovedParts,
} from '../../core/document/removed-parts.ts';
import { partPath } from '../../core/document/part-paths.ts';

/** Parts of one kind that are remembered of a folder at most; older ones are forgotten. */
const MOST = 1000;

/** Which parts a change puts. */
type Change = { readonly [Kind in keyof RemovedParts]?: Pick<ListChange<{ readonly id: string }>, 'put'> };

/**
 * Parts that this program removed and that held what it does not understand. Whoever takes the removal back sends only what is
 * understood: from here it comes back whole.
 */
export interface RemovedMemory {
  keep(folder: string, removed: RemovedParts): void;
  /** Those that a change puts back. */
  of(folder: string, change: Change): RemovedParts;
  /** Where the files of all of them lay. */
  paths(folder: string): readonly string[];
}

export function createRemovedMemory(): RemovedMemory {
  const folders = new Map<string, RemovedParts>();
  const known = (folder: string): RemovedParts => folders.get(folder) ?? NOTHING_REMOVED;
  return {
    keep(folder, removed) {
      if (!isAnyRemoved(removed)) return;
      const { poses, clips, actors } = joinRemoved(known(folder), removed);
      folders.set(folder, { poses: latest(poses), clips: latest(clips), actors: latest(actors) });
    },
    of(folder, change) {
      const idsOf = (kind: keyof RemovedParts) => [kind, new Set(change[kind]?.put.map(({ item }) => item.id))] as const;
      const ids = new Map(KINDS_OF_REMOVED.map(idsOf));
      return someRemoved(known(folder), (kind, id) => ids.get(kind)!.has(id));
    },
    paths: (folder) => KINDS_OF_REMOVED.flatMap((kind) => known(folder)[kind].map(({ id }) => partPath(kind, id))),
  };
}

/** Of each id the latest, of all the last. */
function latest<Part extends { readonly id: string }>(parts: readonly Part[]): readonly Part[] {
  return [...new Map(parts.map((part) => [part.id, part])).values()].slice(-MOST);
}
