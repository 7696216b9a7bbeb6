import { access, constants } from 'node:fs/promises';
import { PRIVATE_FOLDER } from '../files/storage/disk.ts';
import { whyItFailed } from '../files/storage/explain-failure.ts';
import { makeFolder } from '../files/storage/make-folder.ts';
import { quote } from '../../core/formats/text/quote.ts';

/** Makes the folder where the program keeps its own files, for the user alone. One sentence when nothing can be kept there, else null. */
export async function problemOf(dataFolder: string): Promise<string | null> {
  try {
    await makeFolder(dataFolder, PRIVATE_FOLDER);
    await access(dataFolder, constants.W_OK);
    return null;
  } catch (error) {
    return `Limber cannot write to its own folder ${quote(dataFolder)}: ${whyItFailed(error)}. You can work and save, but characters are kept in memory only, and unsaved work cannot be brought back after a crash.`;
  }
}

/** Whether files can be made in a folder. */
export async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
