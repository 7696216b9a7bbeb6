import { fileOfPicture, type SavedPose } from '../../../../core/library/saved-pose.ts';
import type { Studio } from '../../studio.ts';

/** Pictures that are kept once they were seen; of more, those that were seen longest ago go. */
const MOST_KEPT = 600;

/** Pictures asked for in one message. */
const AT_ONCE = 60;

/** Poses without a picture that wait to be drawn; of more, those that came into view last. */
const MOST_WAITING = 60;

/**
 * Shows the pictures of saved poses: those that lie in a library's folder are read when they are first seen, many in one message; what has none is
 * drawn when it is seen, one after another, and kept nowhere else. The addresses stay valid while the pictures are among those seen last.
 */
export interface PosePictures {
  /** The address of a pose's picture: null while it is read or drawn, empty where there is none. */
  addressOf(folder: string | null, saved: SavedPose): string | null;
  /** The pose has come into view: its picture is read, or drawn where there is none, or stays among those seen last. */
  see(folder: string | null, saved: SavedPose, draw: DrawPose): void;
  /** `listener` hears when pictures have come. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

/** Draws a pose as the document's character takes it; the address of the picture, empty where nothing can be drawn. */
type DrawPose = (saved: SavedPose) => Promise<string>;

interface Wanted {
  readonly key: string;
  readonly id: string;
  /** Asks for a drawing instead. */
  readonly orDraw: () => void;
}

/** Null for a file that is not there. */
type Kept = string | null;

const ofStudio = new WeakMap<Studio, PosePictures>();

export function posePicturesOf(studio: Studio): PosePictures {
  const pictures = ofStudio.get(studio) ?? createPosePictures(studio);
  ofStudio.set(studio, pictures);
  return pictures;
}

function createPosePictures({ desktop, getState }: Studio): PosePictures {
  /** The one that was seen last comes last. */
  const kept = new Map<string, Kept>();
  const wanted = new Map<string, Map<string, Wanted>>();
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  /** What is to be drawn, by its key; what came into view last comes last. */
  const waiting = new Map<string, () => Promise<string>>();
  /** Whether drawings are made, and the key of the present one. */
  let draws = false;
  let drawing: string | null = null;
  const nameOf = namesOfObjects();

  function keep(key: string, bytes: Uint8Array | null): void {
    asked.delete(key);
    keepAddress(key, bytes && URL.createObjectURL(new Blob([bytes.slice()], { type: 'image/png' })));
  }

  function keepAddress(key: string, shown: Kept): void {
    kept.set(key, shown);
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
      some.forEach(({ key, orDraw }, i) => {
        keep(key, found?.[i] ?? null);
        if (!found?.[i]) orDraw();
      });
      for (const listener of listeners) listener();
    }
  }

  /** On each character a pose looks different. */
  function keyOfDrawing(saved: SavedPose): string {
    return `${nameOf(getState().document?.rig ?? saved)} ${nameOf(saved.pose)}`;
  }

  function askForDrawing(saved: SavedPose, draw: DrawPose): void {
    const key = keyOfDrawing(saved);
    const found = kept.get(key);
    if (found !== undefined) {
      kept.delete(key);
      kept.set(key, found);
      return;
    }
    if (key === drawing) return;
    waiting.delete(key);
    waiting.set(key, () => draw(saved));
    for (const oldest of waiting.keys()) {
      if (waiting.size <= MOST_WAITING) break;
      waiting.delete(oldest);
    }
    for (const listener of listeners) listener();
    if (!draws) void drawWaiting();
  }

  async function drawWaiting(): Promise<void> {
    draws = true;
    for (let next = [...waiting][0]; next; next = [...waiting][0]) {
      const [key, draw] = next;
      drawing = key;
      waiting.delete(key);
      // In between the window draws and answers.
      await new Promise((resolve) => setTimeout(resolve));
      const address = await draw().catch(() => '');
      drawing = null;
      if (address !== '') keepAddress(key, address);
      for (const listener of listeners) listener();
    }
    draws = false;
  }

  function drawnOf(key: string): Kept {
    return kept.get(key) ?? (waiting.has(key) || key === drawing ? null : '');
  }

  function ask(folder: string, { key, id, orDraw }: Wanted): void {
    if (asked.has(key)) return;
    asked.add(key);
    const present = wanted.get(folder);
    if (present) return void present.set(key, { key, id, orDraw });
    wanted.set(folder, new Map([[key, { key, id, orDraw }]]));
    // Those that come into view together are asked for together.
    queueMicrotask(() => void fetchWanted(folder));
  }

  return {
    addressOf(folder, saved) {
      const { thumbnail } = saved;
      const drawn = () => drawnOf(keyOfDrawing(saved));
      if (fileOfPicture(thumbnail) === null) return thumbnail === '' ? drawn() : thumbnail;
      if (folder === null) return drawn();
      const found = kept.get(keyOf(folder, thumbnail));
      return found === undefined ? null : (found ?? drawn());
    },
    see(folder, saved, draw) {
      const { thumbnail } = saved;
      const id = fileOfPicture(thumbnail);
      const orDraw = () => askForDrawing(saved, draw);
      if (thumbnail === '' || (id !== null && folder === null)) return orDraw();
      if (id === null || folder === null) return;
      const key = keyOf(folder, thumbnail);
      const found = kept.get(key);
      if (found === undefined) return ask(folder, { key, id, orDraw });
      if (found === null) orDraw();
      kept.delete(key);
      kept.set(key, found);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A short name for each object that is asked about, always the same. */
function namesOfObjects(): (object: object) => string {
  const names = new WeakMap<object, string>();
  let count = 0;
  return (object) => {
    const name = names.get(object) ?? `drawn ${++count}`;
    names.set(object, name);
    return name;
  };
}

function keyOf(folder: string, thumbnail: string): string {
  return `${folder}\n${thumbnail}`;
}
