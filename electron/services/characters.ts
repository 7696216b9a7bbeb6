import { basename } from 'node:path';
import type { BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import type { BvhReadingOverrides } from '../../core/formats/read-character.ts';
import type { FileReading } from '../contract/characters.ts';
import type { OriginalFile } from '../../core/formats/open-character.ts';
import { isGlb } from '../../core/formats/gltf/glb.ts';
import { openedCharacter, type OpenedCharacter } from '../../core/formats/opened-character.ts';
import { createCharacterCache, hashOf, type CacheOptions } from './character-cache.ts';
import { createJobs, type Jobs, type Perform } from './jobs.ts';
import { performOpening, type OpenTask, type ReadCharacter } from './reading-tasks.ts';

export interface CharactersOptions {
  /** Where originals are kept by their hash, so that bytes that were dropped can be found again. */
  readonly cacheFolder: string;
  /** The mannequin that ships with the program. */
  readonly mannequinPath: string;
  /** Where files are read when no job is given for it. */
  readonly jobs?: Jobs;
  /** Whether files that were not used for long may be removed. Default: always. */
  readonly mayTidy?: CacheOptions['mayTidy'];
}

/**
 * Opens characters and keeps their bytes. Every refusal is an `Error` with one sentence. Files are read on a thread with limits; `perform`
 * is that of the job which opens them, if it can be ended.
 */
export interface Characters {
  /** `bvh` overrides how a BVH file is understood. */
  open(path: string, bvh?: Partial<BvhReading>, perform?: Perform): Promise<OpenedCharacter>;
  openBytes(fileName: string, bytes: Uint8Array, bvh?: BvhReadingOverrides, perform?: Perform): Promise<OpenedCharacter>;
  /** Keeps the bytes of a character that was read elsewhere. Throws an `Error` with one sentence when they are no GLB. */
  keep(bytes: Uint8Array): Promise<void>;
  /** Writes what there was no room for. Rejects when there is none still. */
  settle(): Promise<void>;
  /** The bytes with this hash (of a character opened before, also in an earlier session), checked against it. */
  get(hash: string): Promise<Uint8Array>;
  /** The character with this hash, its file read otherwise; the file that it was made of stays known. */
  readAs(hash: string, fileName: string, reading: FileReading, perform?: Perform): Promise<OpenedCharacter>;
  /** The file that the bytes with this hash were made of, where they were; as long as it is known. */
  original(hash: string): Promise<OriginalFile | null>;
  keepOriginal(original: OriginalFile, hash: string): Promise<void>;
  mannequin(): Promise<OpenedCharacter>;
}

export function createCharacters({ cacheFolder, mannequinPath, jobs = createJobs(), mayTidy }: CharactersOptions): Characters {
  const cache = createCharacterCache(cacheFolder, mayTidy && { mayTidy });
  const alone: Perform = (task) => jobs.run(null, async () => task);

  async function opened(
    task: OpenTask,
    read: (task: OpenTask) => ReadCharacter | Promise<ReadCharacter>,
  ): Promise<OpenedCharacter> {
    const { fileName, original, hash, ...file } = await read(task);
    await cache.keep(file.bytes, hash);
    if (original) await cache.keepOriginal(original, hash);
    const { restOfTakes } = file;
    return { ...openedCharacter(fileName, file, hash), ...(restOfTakes && { restOfTakes }) };
  }

  const openBytes: Characters['openBytes'] = (path, bytes, bvh, perform = alone) =>
    opened({ kind: 'openBytes', fileName: basename(path), bytes, bvh }, perform);

  return {
    open: (path, bvh, perform = alone) => opened({ kind: 'openFile', path, bvh }, perform),
    openBytes,
    async readAs(hash, fileName, reading, perform) {
      const [bytes, original] = await Promise.all([cache.get(hash), cache.original(hash)]);
      const read = await openBytes(fileName, bytes, reading, perform);
      if (original) await cache.keepOriginal(original, read.hash);
      return read;
    },
    // The program's own file is read without a thread: that is quicker, and nothing in it can ask for too much.
    mannequin: () => opened({ kind: 'openFile', path: mannequinPath }, performOpening),
    async keep(bytes) {
      if (!isGlb(bytes)) throw new Error('expected the bytes of a GLB file');
      await cache.keep(bytes, await hashOf(bytes));
    },
    settle: cache.settle,
    get: (hash) => cache.get(hash),
    original: (hash) => cache.original(hash),
    keepOriginal: (original, hash) => cache.keepOriginal(original, hash),
  };
}
