import { webcrypto } from 'node:crypto';
import { chmod, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ORIGINAL_EXTENSIONS, type OriginalFile } from '../../core/formats/open-character.ts';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/disk.ts';
import { readWholeFile } from '../files/storage/read-file.ts';

/** Characters' bytes by their SHA-256, kept between sessions; in memory where the folder cannot be written. */
export interface CharacterCache {
  /** Keeps the bytes, whose hash this is. */
  keep(bytes: Uint8Array, hash: string): Promise<void>;
  /** Writes what is in memory only, since there was no room for it. Rejects when there is none still. */
  settle(): Promise<void>;
  /** The bytes with this hash. Throws an `Error` with one sentence when they are not there or not the same any more. */
  get(hash: string): Promise<Uint8Array>;
  /** Keeps the file that the bytes with this hash were made of, for the project folders that they come into. */
  keepOriginal(original: OriginalFile, hash: string): Promise<void>;
  /** That file; null where the bytes are the character's own file, or it is not in the cache any more. */
  original(hash: string): Promise<OriginalFile | null>;
}

/** Files that were not opened for so long are removed: 90 days. */
const KEPT_MILLISECONDS = 90 * 24 * 3600 * 1000;

export interface CacheOptions {
  /** The extension of the files. Default `.glb`. */
  readonly usual?: string;
  /** What is said of a file that cannot be had. */
  readonly what?: string;
  /** Whether files may be removed that were not used for long: unsaved work may speak of them. Default: always. */
  readonly mayTidy?: () => Promise<boolean>;
}

export function createCharacterCache(folder: string, options: CacheOptions = {}): CharacterCache {
  const { usual = '.glb', what = "the character's file", mayTidy = async () => true } = options;
  const pathOf = (hash: string, extension = usual) => join(folder, `${hash}${extension}`);
  const inMemory = new Map<string, Uint8Array>();
  const originalsInMemory = new Map<string, OriginalFile>();
  let tidied = false;

  const writePrivate = (path: string, bytes: Uint8Array): Promise<void> =>
    writeAtomically(path, bytes, { mode: PRIVATE_FILE, folderMode: PRIVATE_FOLDER });

  /** Whether the file could be written. */
  async function write(path: string, bytes: Uint8Array): Promise<boolean> {
    return writePrivate(path, bytes).then(
      () => true,
      () => false,
    );
  }

  /** A file that is there is marked as used; one that is not is written. */
  async function use(path: string, bytes: Uint8Array): Promise<boolean> {
    const now = new Date();
    return utimes(path, now, now).then(
      () => true,
      () => write(path, bytes),
    );
  }

  return {
    async keep(bytes, hash) {
      if (!inMemory.has(hash) && !(await use(pathOf(hash), bytes))) inMemory.set(hash, bytes.slice());
      if (!tidied) await chmod(folder, PRIVATE_FOLDER).catch(() => {});
      if (!tidied && (await mayTidy())) await removeUnused(folder, Date.now() - KEPT_MILLISECONDS);
      tidied = true;
    },
    async settle() {
      for (const [hash, bytes] of inMemory) {
        await writePrivate(pathOf(hash), bytes);
        inMemory.delete(hash);
      }
      for (const [hash, { bytes, extension }] of originalsInMemory) {
        await writePrivate(pathOf(hash, extension), bytes);
        originalsInMemory.delete(hash);
      }
    },
    async get(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`expected a SHA-256 hash, got "${hash.slice(0, 80)}"`);
      const kept = inMemory.get(hash);
      if (kept) return kept;
      const bytes = await readWholeFile(pathOf(hash)).catch((error: unknown) => {
        throw new Error(`${what} is not in the cache any more: open it again`, { cause: error });
      });
      if ((await hashOf(bytes)) === hash) return bytes;
      await rm(pathOf(hash), { force: true });
      throw new Error(`${what} in the cache is damaged: open it again`);
    },
    async keepOriginal(original, hash) {
      // Two files may become the same GLB: the one that was opened last counts.
      for (const extension of ORIGINAL_EXTENSIONS) await rm(pathOf(hash, extension), { force: true }).catch(() => {});
      originalsInMemory.delete(hash);
      const { bytes, extension } = original;
      if (!(await write(pathOf(hash, extension), bytes))) originalsInMemory.set(hash, { extension, bytes: bytes.slice() });
    },
    async original(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) return null;
      for (const extension of ORIGINAL_EXTENSIONS) {
        const bytes = await readWholeFile(pathOf(hash, extension)).catch(() => null);
        if (bytes) return { bytes, extension };
      }
      return originalsInMemory.get(hash) ?? null;
    },
  };
}

async function removeUnused(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats?.isFile() && stats.mtimeMs < before) await rm(path, { force: true }).catch(() => {});
  }
}

/** SHA-256 in lower-case hexadecimal, worked out beside this thread: a large file takes a second. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}
