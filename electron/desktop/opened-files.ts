import { app } from 'electron';
import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT_FILE } from '../files/project/project-file.ts';

/** Files that the system asks Limber to open: by the command line, a double click, or a second start. */
export interface OpenedFiles {
  /** The last one that was given before the window could be told, or null. */
  atStart(): string | null;
  /** From here on `listener` hears of each; null when the program was only started again. */
  listen(listener: (path: string | null) => void): void;
}

/** Must be called before Electron is ready: a Mac tells of a double click that early. */
export function collectOpenedFiles(): OpenedFiles {
  let first = fileOfCommandLine(process.argv, process.cwd());
  let tell: (path: string | null) => void = (path) => {
    first = path ?? first;
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    tell(path);
  });
  app.on('second-instance', (_event, parameters, workingFolder) => tell(fileOfCommandLine(parameters, workingFolder)));
  return {
    atStart: () => first,
    listen(listener) {
      tell = listener;
    },
  };
}

export interface FileOpener {
  open(path: string): void;
  setReady(ready: boolean): void;
}

/** A file that comes while the window is still choosing what to show first waits until it has: the last one wins. */
export function fileOpener(tell: (path: string) => void): FileOpener {
  let isReady = false;
  let waiting: string | null = null;
  return {
    open(path) {
      if (isReady) tell(path);
      else waiting = path;
    },
    setReady(ready) {
      isReady = ready;
      if (!ready || waiting === null) return;
      tell(waiting);
      waiting = null;
    },
  };
}

const EXTENSIONS: ReadonlySet<string> = new Set(['.limber', '.glb', '.vrm', '.gltf', '.fbx', '.obj', '.bvh', '.npz']);

/**
 * The file or project folder that a command line names, absolute, or null. Electron and Chromium add switches and their own
 * folder, in any order, so an argument counts when it is a file of a kind that Limber opens or a project's folder.
 */
export function fileOfCommandLine(parameters: readonly string[], workingFolder: string): string | null {
  const given = parameters.slice(1).filter((parameter) => !parameter.startsWith('-'));
  return given.map((parameter) => resolve(workingFolder, pathOf(parameter))).findLast(isOpenable) ?? null;
}

/** File managers of Linux name files by their addresses. */
function pathOf(parameter: string): string {
  const url = parameter.startsWith('file:') ? URL.parse(parameter) : null;
  try {
    return url === null ? parameter : fileURLToPath(url);
  } catch {
    // A file of another machine.
    return parameter;
  }
}

function isOpenable(path: string): boolean {
  return (EXTENSIONS.has(extname(path).toLowerCase()) && existsSync(path)) || existsSync(join(path, PROJECT_FILE));
}
