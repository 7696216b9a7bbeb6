import { webcrypto } from 'node:crypto';
import { chmod, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/disk.ts';
import { readWholeFile } from '../files/storage/read-file.ts';

/** Characters' bytes by their SHA-256, kept between sessions; in memory where the folder cannot be written. */
export interface CharacterCache {
  /** Keeps the bytes, whose hash this is. */
  keep(bytes: Uint8Array, hash: string): Promise<void>;
  /** The bytes with this hash. Throws an `Error` with one sentence when they are not there or not the same any more. */
  get(hash: string): Promise<Uint8Array>;
}

/** Files that were not opened for so long are removed: 90 days. */
const KEPT_MILLISECONDS = 90 * 24 * 3600 * 1000;

export function createCharacterCache(folder: string): CharacterCache {
  const pathOf = (hash: string) => join(folder, `${hash}.glb`);
  const inMemory = new Map<string, Uint8Array>();
  let tidied = false;

  async function write(hash: string, bytes: Uint8Array): Promise<void> {
    try {
      await writeAtomically(pathOf(hash), bytes, { mode: PRIVATE_FILE, folderMode: PRIVATE_FOLDER });
    } catch {
      inMemory.set(hash, bytes.slice());
    }
  }

  return {
    async keep(bytes, hash) {
      const now = new Date();
      // A file that is there is marked as used; one that is not is written.
      if (!inMemory.has(hash)) await utimes(pathOf(hash), now, now).catch(() => write(hash, bytes));
      if (!tidied) await chmod(folder, PRIVATE_FOLDER).catch(() => {});
      if (!tidied) await removeUnused(folder, now.getTime() - KEPT_MILLISECONDS);
      tidied = true;
    },
    async get(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`expected a SHA-256 hash, got "${hash.slice(0, 80)}"`);
      const kept = inMemory.get(hash);
      if (kept) return kept;
      const bytes = await readWholeFile(pathOf(hash)).catch((error: unknown) => {
        throw new Error("the character's file is not in the cache any more: open it again", { cause: error });
      });
      if ((await hashOf(bytes)) === hash) return bytes;
      await rm(pathOf(hash), { force: true });
      throw new Error("the character's file in the cache is damaged: open it again");
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

/** Worked out beside this thread: a large file takes a second. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
