import type { FileContent } from './disk.ts';
import { stageFile, type StageOptions } from './staged-write.ts';

/**
 * Writes a file so that its path holds either the old content or the whole new one, whatever happens meanwhile: temporary file beside it,
 * flush to disk, rename, flush of the folder. Missing folders are made. Throws an `Error` with one sentence when the file cannot be
 * written; then nothing of it is left.
 */
export async function writeAtomically(path: string, data: FileContent | string, options: StageOptions = {}): Promise<void> {
  const staged = await stageFile(path, options);
  try {
    await staged.write(typeof data === 'string' ? Buffer.from(data) : data);
    await staged.commit();
  } catch (error) {
    await staged.discard().catch(() => {});
    throw error;
  }
}
