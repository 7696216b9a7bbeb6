import type { MediaFile } from '../../core/document/project-data.ts';
import { fileInProject, mediaPath } from '../files/project/project-folder.ts';
import { readWholeFile } from '../files/storage/read-file.ts';
import { createCharacterCache, hashOf, type CacheOptions } from './character-cache.ts';

/** Files of sounds and references, which only the window reads: kept by their hashes between sessions, as they came. */
export interface Media {
  /** Keeps a file's bytes, and tells their hash. */
  keep(bytes: Uint8Array): Promise<string>;
  /** Writes what there was no room for. Rejects when there is none still. */
  settle(): Promise<void>;
  /** From one of the project folders, else from the cache; only bytes with the right hash will do. Throws an `Error` with one sentence. */
  read(file: MediaFile, ...folders: readonly (string | null | undefined)[]): Promise<Uint8Array>;
}

/** Bytes that a file of media may have: 256 MiB. */
const LARGEST = 2 ** 28;

export function createMedia(cacheFolder: string, mayTidy?: CacheOptions['mayTidy']): Media {
  const cache = createCharacterCache(cacheFolder, { usual: '.media', what: 'the file', ...(mayTidy && { mayTidy }) });
  return {
    settle: cache.settle,
    async keep(bytes) {
      if (bytes.byteLength > LARGEST)
        throw new Error(`the file has ${bytes.byteLength} bytes, more than the ${LARGEST} that can be kept`);
      const hash = await hashOf(bytes);
      await cache.keep(bytes, hash);
      return hash;
    },
    async read(file, ...folders) {
      let isOther = false;
      for (const folder of folders) {
        if (folder == null) continue;
        const found = await fileInProject(folder, mediaPath(file))
          .then((path) => readWholeFile(path, LARGEST))
          .catch(() => null);
        if (found && (await hashOf(found)) === file.hash) {
          // What lies in one project folder comes along when the project is saved into another.
          await cache.keep(found, file.hash);
          return found;
        }
        isOther ||= found !== null;
      }
      return cache.get(file.hash).catch((error: unknown) => {
        const problem = isOther ? 'is not the file that the project was made with' : 'is missing';
        throw new Error(`the file "${file.fileName}" ${problem}: put the original back as ${mediaPath(file)}`, { cause: error });
      });
    },
  };
}
