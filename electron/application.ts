import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { AppInfo } from './contract.ts';

/** Where the program's own files are, from the sources as well as from `dist` and from a package. */
export interface Application {
  readonly version: string;
  /** By which systems know the program. */
  readonly id: string;
  /** Its home page, and where a version's files lie. */
  readonly homepage: string;
  /** Raw public keys (Ed25519, base64) of those who may publish a later version. */
  readonly releaseKeys: readonly string[];
  readonly rendererFolder: string;
  readonly mannequinPath: string;
  /** What in-betweens have learned of captured motion. */
  readonly motionTablePath: string;
  readonly iconPath: string;
  /** What is under the pointer while a file is dragged out of the window. */
  readonly dragIconPath: string;
}

/** Finds the program by its `package.json`, in `start` or a folder above it. Throws an `Error` when there is none. */
export function findApplication(start: string = import.meta.dirname): Application {
  const folder = folderAbove(start);
  const { version, appId, homepage, releaseKeys } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    appId: string;
    homepage: string;
    releaseKeys: readonly string[];
  };
  return {
    version,
    id: appId,
    homepage,
    releaseKeys,
    rendererFolder: join(folder, 'dist', 'renderer'),
    mannequinPath: join(folder, 'dist', 'assets', 'mannequin.glb'),
    motionTablePath: join(folder, 'dist', 'renderer', 'motion-table.bin'),
    iconPath: join(folder, 'dist', 'assets', 'icon.png'),
    dragIconPath: join(folder, 'dist', 'assets', 'drag-icon.png'),
  };
}

function folderAbove(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start;
  const parent = dirname(start);
  if (parent === start) throw new Error('the program is not complete: no package.json was found above it');
  return folderAbove(parent);
}

/** Where a program keeps its own files, as each system has it; the same folder that Electron uses. A relative path in the environment is ignored, as the XDG specification demands. */
export function dataFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, home: string = homedir()): string {
  const named = (name: string) => (isAbsolute(environment[name] ?? '') ? environment[name] : undefined);
  if (platform === 'win32') return join(named('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'limber');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'limber');
  return join(named('XDG_CONFIG_HOME') ?? join(home, '.config'), 'limber');
}

/** The user's folder of documents, or the home folder where there is none. */
export function documentsFolder(home: string = homedir()): string {
  const documents = join(home, 'Documents');
  return existsSync(documents) ? documents : home;
}

export function platformName(platform: NodeJS.Platform): AppInfo['platform'] {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}
