import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './disk.ts';

/** Makes a folder with those above it. Gives the topmost one that was made, or undefined. Throws what the system refused. */
export async function makeFolder(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') await refuseWithReason(path);
    throw error;
  }
}

/** On a disk that is read-only Node says that the folder is not there: making one folder at a time gives the reason. */
async function refuseWithReason(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await refuseWithReason(dirname(path));
  }
}
