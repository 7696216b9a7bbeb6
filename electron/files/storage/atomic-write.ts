import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/**
 * Writes a file so that its path holds either the old content or the whole new one, whatever happens meanwhile: temporary file beside it,
 * flush to disk, rename. Missing folders are made. Throws an `Error` with one sentence when the file cannot be written.
 */
export async function writeAtomically(path: string, data: Uint8Array | string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, typeof data === 'string' ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`"${path}" could not be written: ${reason}`, { cause: error });
  }
}
