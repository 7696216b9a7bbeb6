import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { arch, freemem, homedir, release, tmpdir, totalmem, type } from 'node:os';
import { dirname } from 'node:path';
import { answers } from '../installing/answers.mjs';
import { isInUse } from '../installing/in-use.mjs';

/**
 * What the doctor looks at beyond what an installation does; tests put their own system here.
 * @typedef {object} System
 * @property {string} description name, version and processor of the system
 * @property {string} home
 * @property {string} temporary
 * @property {string | null} dataFolder where the studio keeps its own files; null while the packages that know it are missing
 * @property {boolean} isRoot
 * @property {number} memory bytes
 * @property {number} freeMemory bytes
 * @property {(path: string) => string | null} readText the text of a file of the system, or null
 * @property {(folder: string) => boolean} isWritable whether a folder, or the nearest one above it that exists, can be written
 * @property {(folder: string) => number} freeDisk bytes
 * @property {(address: string) => Promise<boolean>} answers
 * @property {(program: string, parameters: readonly string[]) => string | null} run what a program prints; null when it fails or takes longer than 20 s
 * @property {boolean} studioIsOpen
 */

/**
 * @param {string} folder of package.json
 * @returns {Promise<System>}
 */
export async function thisSystem(folder) {
  return {
    description: `${type()} ${release()}, ${arch()}`,
    home: homedir(),
    temporary: tmpdir(),
    dataFolder: await dataFolder(),
    isRoot: process.getuid?.() === 0,
    memory: totalmem(),
    freeMemory: freemem(),
    readText(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return null;
      }
    },
    isWritable,
    freeDisk(path) {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    answers,
    run(program, parameters) {
      const { status, stdout } = spawnSync(program, parameters, { encoding: 'utf8', timeout: 20_000, windowsHide: true });
      return status === 0 ? stdout : null;
    },
    studioIsOpen: await isInUse(folder),
  };
}

async function dataFolder() {
  try {
    const application = await import(new URL('../../../electron/application.ts', import.meta.url).href);
    return application.dataFolder(process.platform, process.env);
  } catch {
    // A Node that does not read TypeScript, before the project has its own.
    return null;
  }
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function isWritable(path) {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
