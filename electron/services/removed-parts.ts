import type { ListChange } from '../../core/document/list-change.ts';
import type { RemovedParts } from '../files/project/merge-parts.ts';

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
}

export function createRemovedMemory(): RemovedMemory {
  const folders = new Map<string, RemovedParts>();
  const known = (folder: string): RemovedParts => folders.get(folder) ?? { poses: [], clips: [] };
  return {
    keep(folder, removed) {
      if (removed.poses.length + removed.clips.length === 0) return;
      const before = known(folder);
      folders.set(folder, {
        poses: latest([...before.poses, ...removed.poses]),
        clips: latest([...before.clips, ...removed.clips]),
      });
    },
    of(folder, change) {
      const ids = (kind: keyof RemovedParts) => new Set(change[kind]?.put.map(({ item }) => item.id));
      const [poses, clips] = [ids('poses'), ids('clips')];
      const all = known(folder);
      return { poses: all.poses.filter(({ id }) => poses.has(id)), clips: all.clips.filter(({ id }) => clips.has(id)) };
    },
  };
}

/** Of each id the latest, of all the last. */
function latest<Part extends { readonly id: string }>(parts: readonly Part[]): readonly Part[] {
  return [...new Map(parts.map((part) => [part.id, part])).values()].slice(-MOST);
}
