import { fileOfPicture, type SavedPose } from '../../core/library/saved-pose.ts';
import type { Studio } from './studio.ts';

/** Pictures that are kept once they were seen; of more, those that were seen longest ago go. */
const MOST_KEPT = 600;

/** Pictures asked for in one message. */
const AT_ONCE = 60;

/**
 * Shows the pictures of saved poses: those that lie in a library's folder are read when they are first seen, many in one message. The
 * addresses stay valid while the pictures are among those seen last.
 */
export interface PosePictures {
  /** The address of a pose's picture: null while it is not known, empty where there is none. */
  addressOf(folder: string | null, saved: SavedPose): string | null;
  /** The pose has come into view: its picture is read, or stays among those seen last. */
  see(folder: string | null, saved: SavedPose): void;
  /** `listener` hears when pictures have come. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

interface Wanted {
  readonly key: string;
  readonly id: string;
}

/** Null for a file that is not there. */
type Kept = string | null;

const ofStudio = new WeakMap<Studio, PosePictures>();

export function posePicturesOf(studio: Studio): PosePictures {
  const pictures = ofStudio.get(studio) ?? createPosePictures(studio);
  ofStudio.set(studio, pictures);
  return pictures;
}

function createPosePictures({ desktop }: Studio): PosePictures {
  /** The one that was seen last comes last. */
  const kept = new Map<string, Kept>();
  const wanted = new Map<string, Map<string, Wanted>>();
  const asked = new Set<string>();
  const listeners = new Set<() => void>();

  function keep(key: string, bytes: Uint8Array | null): void {
    asked.delete(key);
    kept.set(key, bytes && URL.createObjectURL(new Blob([bytes.slice()], { type: 'image/png' })));
    for (const [oldest, address] of kept) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
      if (address !== null) URL.revokeObjectURL(address);
    }
  }

  async function fetchWanted(folder: string): Promise<void> {
    const all = [...(wanted.get(folder) ?? new Map<string, Wanted>()).values()];
    wanted.delete(folder);
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      const ids = some.map(({ id }) => id);
      const found = await desktop.call('pose.pictures', folder, ids).catch(() => null);
      some.forEach(({ key }, i) => keep(key, found?.[i] ?? null));
      for (const listener of listeners) listener();
    }
  }

  function ask(folder: string, { key, id }: Wanted): void {
    if (asked.has(key)) return;
    asked.add(key);
    const present = wanted.get(folder);
    if (present) return void present.set(key, { key, id });
    wanted.set(folder, new Map([[key, { key, id }]]));
    // Those that come into view together are asked for together.
    queueMicrotask(() => void fetchWanted(folder));
  }

  return {
    addressOf(folder, { thumbnail }) {
      if (fileOfPicture(thumbnail) === null) return thumbnail;
      if (folder === null) return '';
      const found = kept.get(keyOf(folder, thumbnail));
      return found === undefined ? null : (found ?? '');
    },
    see(folder, { thumbnail }) {
      const id = fileOfPicture(thumbnail);
      if (id === null || folder === null) return;
      const key = keyOf(folder, thumbnail);
      const found = kept.get(key);
      if (found === undefined) return ask(folder, { key, id });
      kept.delete(key);
      kept.set(key, found);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function keyOf(folder: string, thumbnail: string): string {
  return `${folder}\n${thumbnail}`;
}
