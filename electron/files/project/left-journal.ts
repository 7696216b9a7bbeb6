import { open, readFile, stat } from 'node:fs/promises';
import { writeAtomically } from '../storage/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../storage/disk.ts';

/** Bytes at the beginning of a journal in which the project's folder stands. */
const BEGINNING = 8192;

/** The folder of the project that a journal speaks of; null where it was never saved, undefined where nothing stands there. */
export async function projectOf(path: string): Promise<string | null | undefined> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    const [, folder] = /"folder":(null|"(?:[^"\\]|\\.)*")/.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
    return folder === undefined ? undefined : (JSON.parse(folder) as string | null);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** A copy of a journal of which more than a torn last line cannot be read; null where there is no need of one. */
export async function putAside(path: string, length: number): Promise<string | null> {
  if ((await stat(path)).size === length) return null;
  const bytes = await readFile(path);
  if (!bytes.subarray(length).includes(0x0a)) return null;
  const aside = `${path}.unreadable`;
  await writeAtomically(aside, bytes, { mode: PRIVATE_FILE, folderMode: PRIVATE_FOLDER });
  return aside;
}
