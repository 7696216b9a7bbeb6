import { open, rename, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** What writing needs of the system; tests put a disk that is full or slow in its place. */
export interface Disk {
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
}

export interface OpenFile {
  /** Writes at the file's position, perhaps less than it was given, as the system does. */
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ readonly bytesWritten: number }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export const DISK: Disk = { open, rename, remove: (path) => rm(path, { force: true }), wait };

/** Readable and writable by the user only. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** What a new file may be for others unless told otherwise; the user's own mask takes rights away from it. */
const PLAIN_FILE = 0o666;

/** How often something is tried while another program (a virus scanner, a backup) holds the file: about two seconds in all. */
const ATTEMPTS = 14;
const HELD_BY_OTHERS: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** What is written to a file: its bytes, or its parts one after the other, for one that is not held in memory as a whole. */
export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Writes all bytes to a file and flushes it at once, by the flags of `open`: `w` replaces what it held, `wx` refuses a file that is there. */
export async function writeFlushed(
  disk: Disk,
  path: string,
  content: FileContent,
  flags: string | number = 'w',
  mode: number = PLAIN_FILE,
): Promise<void> {
  const file = await disk.open(path, flags, mode);
  try {
    for await (const bytes of content instanceof Uint8Array ? [content] : content) {
      for (let done = 0; done < bytes.byteLength;) {
        const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done);
        if (bytesWritten === 0) throw Object.assign(new Error(`nothing more could be written to "${path}"`), { code: 'ENOSPC' });
        done += bytesWritten;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a file another name, over what has that name. While another program holds it, tries again for a while. */
export function renameOver(disk: Disk, from: string, to: string): Promise<void> {
  return untilLetGo(disk, () => disk.rename(from, to));
}

/** Removes a file; one that is not there is no error. While another program holds it, tries again for a while. */
export function removeFile(disk: Disk, path: string): Promise<void> {
  return untilLetGo(disk, () => disk.remove(path));
}

async function untilLetGo(disk: Disk, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !HELD_BY_OTHERS.has(codeOf(error))) throw error;
      await disk.wait(20 * attempt);
    }
  }
}

/** Flushes a folder's list of names where the system can; Windows cannot and need not. */
export async function flushFolder(disk: Disk, path: string): Promise<void> {
  const folder = await disk.open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** The system's name of what went wrong (`ENOSPC`), or undefined. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
