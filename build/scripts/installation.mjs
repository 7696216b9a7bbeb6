import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

const OLDEST_NODE = 20;

/**
 * Runs `npm ci` when the installed packages are not the ones of the lock file. Returns whether everything is there afterwards;
 * when not, the reason was printed.
 * @param {string} folder
 * @returns {boolean}
 */
export function installIfNeeded(folder) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    console.error(`Limber needs Node ${OLDEST_NODE} or newer, this is ${process.version}.`);
    return false;
  }
  const missing = whatIsMissing(folder);
  if (missing === null) return true;
  console.log(`Installing packages with npm: ${missing}.`);
  const status = runNpm(folder, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  const still = whatIsMissing(folder);
  if (status === 0 && still === null) return true;
  console.error(`The packages could not be installed: ${still ?? `npm ci ended with code ${status}`}.`);
  return false;
}

/**
 * Why the installed packages are not the ones that the lock file asks for, in a few words, or null when they are.
 * @param {string} folder
 * @returns {string | null}
 */
export function whatIsMissing(folder) {
  const installedFile = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return 'none are here yet';
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(installedFile);
  for (const [path, { version, optional, devOptional }] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    if (found === undefined && !optional && !devOptional) return `${nameOf(path)} is missing`;
    if (found !== undefined && found.version !== version)
      return `${nameOf(path)} is ${found.version}, the lock file says ${version}`;
  }
  const extra = Object.keys(installed).find((path) => !(path in wanted));
  if (extra !== undefined) return `${nameOf(extra)} is not in the lock file`;
  return existsSync(nodePath(folder)) ? null : 'the Node of the project is missing';
}

/**
 * The Node that runs the project's scripts, as its npm package installs it.
 * @param {string} folder
 * @returns {string}
 */
export function nodePath(folder) {
  return join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Runs npm in `folder`: the one that started this process where there is one.
 * @param {string} folder
 * @param {readonly string[]} parameters
 * @returns {number} its exit code
 */
export function runNpm(folder, parameters) {
  const script = process.env['npm_execpath'];
  const options = { cwd: folder, stdio: /** @type {const} */ ('inherit') };
  const result = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...parameters], options)
    : spawnSync('npm', [...parameters], { ...options, shell: process.platform === 'win32' });
  return result.status ?? 1;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
