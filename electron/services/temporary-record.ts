import { lstat, rm } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { DISK, PRIVATE_FILE, writeFlushed } from '../files/storage/disk.ts';
import { readWholeFile } from '../files/storage/read-file.ts';
import { isTemporaryName } from '../files/storage/staged-write.ts';
import { createOwnedFiles, type OwnedFiles } from './owned-files.ts';

/**
 * Which unfinished files this program has beside their places, on disk before they are there: a program that was killed in the middle of an
 * export cannot take them away, the next one can.
 */
export interface TemporaryRecord {
  /** Never rejects: where nothing can be recorded, files are written all the same. */
  add(temporary: string): Promise<void>;
  /** Removes what programs left behind that are no more, as far as it is theirs for certain and old enough. */
  sweep(): Promise<void>;
  /** This program writes no more: its record goes, with what it speaks of, at a later start. */
  release(): Promise<void>;
}

/** Younger files are left to a later start: whoever writes them may only have been away for a while. 10 minutes. */
const OLD_MILLISECONDS = 600_000;

export function createTemporaryRecord(
  folder: string,
  files: OwnedFiles = createOwnedFiles(folder, 'temporary'),
): TemporaryRecord {
  let own: ReturnType<OwnedFiles['begin']> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function write(temporary: string): Promise<void> {
    // A record that was lost is begun anew.
    own ??= files.begin(() => (own = null));
    const { path } = await own;
    await writeFlushed(DISK, path, Buffer.from(`${JSON.stringify(temporary)}\n`), 'a', PRIVATE_FILE);
  }

  /** Whether nothing is left to do about a path. */
  async function removeIfOld(path: unknown): Promise<boolean> {
    if (typeof path !== 'string' || !isAbsolute(path) || !isTemporaryName(basename(path))) return true;
    const stats = await lstat(path).catch(() => null);
    if (!stats?.isFile()) return true;
    if (Date.now() - stats.mtimeMs < OLD_MILLISECONDS) return false;
    return rm(path, { force: true }).then(
      () => true,
      () => false,
    );
  }

  async function sweepRecord(record: string): Promise<void> {
    const lock = await files.claim(record);
    if (!lock) return;
    try {
      const lines = new TextDecoder().decode(await readWholeFile(record)).split('\n');
      const done = await Promise.all(lines.map(async (line) => removeIfOld(parse(line))));
      if (done.every(Boolean)) await rm(record, { force: true });
    } finally {
      await lock.release();
    }
  }

  return {
    add(temporary) {
      last = last
        .then(() => write(temporary))
        .catch(() => {
          own = null;
        });
      return last.then(() => undefined);
    },
    async sweep() {
      for (const record of await files.list()) await sweepRecord(record).catch(() => {});
    },
    async release() {
      await last;
      const begun = await own?.catch(() => null);
      own = null;
      await begun?.lock.release();
    },
  };
}

/** What a line holds; nothing for one that was torn. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
