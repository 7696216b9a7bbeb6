import { access, constants, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DISK, PRIVATE_FILE, PRIVATE_FOLDER, writeFlushed, type Disk } from '../files/storage/disk.ts';
import { whyItFailed } from '../files/storage/explain-failure.ts';
import { makeFolder } from '../files/storage/make-folder.ts';
import { fitSentence, quote } from '../../core/formats/text/quote.ts';

/** Bytes that are written to see whether anything can be kept, on a disk that is full for example. */
const TRIAL = 4096;

/** Characters of the folder's path in a sentence. */
const LONGEST_PATH = 60;

/** Makes the folder where the program keeps its own files, for the user alone. One sentence when nothing can be kept there, else null. */
export async function problemOf(dataFolder: string, disk: Disk = DISK): Promise<string | null> {
  const trial = join(dataFolder, `.trial-${process.pid}`);
  try {
    await makeFolder(dataFolder, PRIVATE_FOLDER);
    await writeFlushed(disk, trial, new Uint8Array(TRIAL), 'w', PRIVATE_FILE);
    return null;
  } catch (error) {
    return fitSentence(
      `Limber cannot write to its own folder ${quote(dataFolder, LONGEST_PATH)}: ${whyItFailed(error)}. You can work and save, but a crash loses unsaved work.`,
    );
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
}

/** Whether files can be made in a folder. */
export async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
