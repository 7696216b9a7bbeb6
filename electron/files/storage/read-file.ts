import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf } from './disk.ts';
import { whyItFailed } from './explain-failure.ts';
import { quote } from './quote.ts';

/** Larger files are refused before they are read: 1 GiB. */
const MAX_FILE_BYTES = 2 ** 30;

/** Reads a whole file. Throws an `Error` with one sentence when it is not there, is a folder, or is too large. */
export async function readWholeFile(path: string): Promise<Uint8Array> {
  try {
    checkSize(await stat(path), path);
    return await readFile(path);
  } catch (error) {
    throw explain(error, path);
  }
}

/** The same, at once. */
export function readWholeFileSync(path: string): Uint8Array {
  try {
    checkSize(statSync(path), path);
    return readFileSync(path);
  } catch (error) {
    throw explain(error, path);
  }
}

function checkSize(stats: { isFile(): boolean; size: number }, path: string): void {
  if (!stats.isFile()) throw new Error(`${quote(path)} is not a file`);
  if (stats.size > MAX_FILE_BYTES) {
    throw new Error(`${quote(basename(path))} has ${stats.size} bytes, more than the ${MAX_FILE_BYTES} that can be opened`);
  }
}

function explain(error: unknown, path: string): Error {
  const code = codeOf(error);
  if (code === 'ENOENT') return new Error(`${quote(path)} does not exist`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') return new Error(`${quote(path)} may not be read`, { cause: error });
  if (code === undefined && error instanceof Error) return error;
  return new Error(`${quote(path)} could not be read: ${whyItFailed(error)}`, { cause: error });
}
