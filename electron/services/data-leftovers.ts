import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporaryName } from '../files/storage/staged-write.ts';

/** Where the program writes files of its own, below its data folder; '' is that folder itself. */
const WRITTEN = ['', 'recovery', 'characters', 'media', 'temporary'];

/** Files that are there for a moment only beside those in the making: the trial of a disk, and a question to who holds a journal. */
const PASSING = /^\.trial-\d+$|\.question$/;

/** Younger ones may be another program's that runs: 10 minutes. */
const OLD_MILLISECONDS = 600_000;

/** Removes what killed programs left in the data folder that was there for a moment only, once it is old. */
export async function removeDataLeftovers(dataFolder: string): Promise<void> {
  for (const folder of WRITTEN) {
    const names = await readdir(join(dataFolder, folder)).catch(() => []);
    for (const name of names) {
      if (!isTemporaryName(name) && !PASSING.test(name)) continue;
      const path = join(dataFolder, folder, name);
      const stats = await lstat(path).catch(() => null);
      if (!stats?.isFile() || Date.now() - stats.mtimeMs < OLD_MILLISECONDS) continue;
      await rm(path, { force: true }).catch(() => {
        // A later start looks again.
      });
    }
  }
}
