import { closeSync, constants, fstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf } from './disk.ts';
import { whyItFailed } from './explain-failure.ts';
import { quote } from '../../../core/formats/text/quote.ts';

/** Larger files are refused before they are read: 1 GiB. */
const MAX_FILE_BYTES = 2 ** 30;

/** Without it, opening a pipe that nobody writes to would never end. Windows has no such flag and no such pipes. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** What is known of a file that is open; `dev` and `ino` tell it from every other. */
export type OpenedStats = Pick<BigIntStats, 'size' | 'dev' | 'ino' | 'isFile'>;

/** Told of each file that was read whole. */
type ReadWatcher = (path: string, bytes: Uint8Array) => void;

let watcher: ReadWatcher | null = null;

/** Lets a thread know on which files its result depends. */
export function watchReads(tell: ReadWatcher): void {
  watcher = tell;
}

function told(path: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  watcher?.(path, bytes);
  return bytes;
}

/**
 * Reads a whole file of at most `most` bytes. Throws an `Error` with one sentence when it is not there, is no regular file (a folder, a
 * pipe, a device), or is too large. It is looked at before it is opened and again afterwards, so that another one put in its place in
 * between is refused as well.
 */
export async function readWholeFile(path: string, most: number = MAX_FILE_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  try {
    checkStats(await stat(path, { bigint: true }), path, most);
    const file = await open(path, READ_ONLY);
    try {
      const opened = await file.stat({ bigint: true });
      checkStats(opened, path, most);
      const bytes = roomFor(opened, path);
      let length = 0;
      while (length < bytes.byteLength) {
        const { bytesRead } = await file.read(bytes, length, bytes.byteLength - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return told(path, bytes.subarray(0, length));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/** The same, at once. `accept` may refuse the file once it is open, by throwing an `Error` with one sentence. */
export function readWholeFileSync(
  path: string,
  most: number = MAX_FILE_BYTES,
  accept: (opened: OpenedStats) => void = () => {},
): Uint8Array<ArrayBuffer> {
  try {
    checkStats(statSync(path, { bigint: true }), path, most);
    const file = openSync(path, READ_ONLY);
    try {
      const opened = fstatSync(file, { bigint: true });
      checkStats(opened, path, most);
      accept(opened);
      const bytes = roomFor(opened, path);
      let length = 0;
      while (length < bytes.byteLength) {
        const count = readSync(file, bytes, length, bytes.byteLength - length, length);
        if (count === 0) break;
        length += count;
      }
      return told(path, bytes.subarray(0, length));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw explain(error, path);
  }
}

function checkStats(stats: OpenedStats, path: string, most: number): void {
  if (!stats.isFile()) throw new Error(`${quote(path)} is not a file`);
  if (stats.size > most) {
    throw new Error(`${quote(basename(path))} has ${stats.size} bytes, more than the ${most} that can be opened`);
  }
}

function roomFor({ size }: OpenedStats, path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(Number(size));
  } catch (error) {
    throw new Error(`there is not enough memory for the ${size} bytes of ${quote(basename(path))}`, { cause: error });
  }
}

function explain(error: unknown, path: string): Error {
  const code = codeOf(error);
  if (code === 'ENOENT') return new Error(`${quote(path)} does not exist`, { cause: error });
  if (code === 'EISDIR') return new Error(`${quote(path)} is not a file`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') return new Error(`${quote(path)} may not be read`, { cause: error });
  if (code === undefined && error instanceof Error) return error;
  return new Error(`${quote(path)} could not be read: ${whyItFailed(error)}`, { cause: error });
}
