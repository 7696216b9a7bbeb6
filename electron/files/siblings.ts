import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isInside } from './storage/is-inside.ts';
import { readWholeFileSync, type OpenedStats } from './storage/read-file.ts';
import { decodeAddress, type ReadSibling } from '../../core/formats/gltf/gltf-asset.ts';

/** Bytes that all siblings of one file may have together, and one file alone: 1 GiB. */
const MOST_BYTES = 2 ** 30;
/** Longer addresses are no names of files. */
const LONGEST_ADDRESS = 2000;

/**
 * Reads files that a file in `folder` refers to; only ones inside that folder, links followed, and never from the network. A file that is
 * asked for again is not read again: the same bytes are given. All of them together may have at most `most` bytes.
 */
export function siblingReader(folder: string, most: number = MOST_BYTES): ReadSibling {
  const known = new Map<string, Uint8Array>();
  let left = most;
  return (uri) => {
    const address = uri.length <= LONGEST_ADDRESS ? decodeAddress(uri) : uri;
    const path = resolve(folder, address);
    const refuse = (): never => {
      throw new Error(`the file refers to "${address.slice(0, 100)}", which is not in its own folder`);
    };
    const hasScheme = /^[a-z][a-z0-9+.-]+:/i.test(address);
    if (uri.length > LONGEST_ADDRESS || address.includes('\0') || hasScheme || !isInside(folder, path)) refuse();
    const present = known.get(path);
    if (present) return present;
    const bytes = readWholeFileSync(path, MOST_BYTES, (opened) => {
      if (!liesInside(folder, path, opened)) refuse();
      if (opened.size > left) {
        throw new Error(`the files that it refers to have more than the ${most} bytes together that can be opened`);
      }
    });
    left -= bytes.byteLength;
    known.set(path, bytes);
    return bytes;
  };
}

/** {@link siblingReader} for the folder of a file. */
export function siblingsOf(path: string): ReadSibling {
  return siblingReader(dirname(resolve(path)));
}

/**
 * Whether the file that was opened by `path` lies in the folder once every link on the way is followed. The links may have changed since
 * it was opened: the file that they lead to now must be the one that is open.
 */
function liesInside(folder: string, path: string, opened: OpenedStats): boolean {
  const real = realpathSync(path);
  const now = statSync(real, { bigint: true });
  return isInside(realpathSync(folder), real) && now.dev === opened.dev && now.ino === opened.ino;
}
