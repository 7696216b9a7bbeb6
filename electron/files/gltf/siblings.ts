import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { readWholeFileSync } from '../storage/read-file.ts';
import { decodeAddress, type ReadSibling } from './gltf-asset.ts';

/** Reads files that a file in `folder` refers to; only ones inside that folder, never from the network. */
export function siblingReader(folder: string): ReadSibling {
  return (uri) => {
    const address = decodeAddress(uri);
    const path = resolve(folder, address);
    const inside = relative(folder, path);
    if (/^[a-z][a-z0-9+.-]+:/i.test(address) || /^\.\.([/\\]|$)/.test(inside) || isAbsolute(inside)) {
      throw new Error(`the file refers to "${address.slice(0, 100)}", which is not in its own folder`);
    }
    return readWholeFileSync(path);
  };
}

/** {@link siblingReader} for the folder of a file. */
export function siblingsOf(path: string): ReadSibling {
  return siblingReader(dirname(resolve(path)));
}
