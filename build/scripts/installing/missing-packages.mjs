import { join } from 'node:path';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string | readonly string[]} [os]
 * @property {string | readonly string[]} [cpu]
 * @property {string | readonly string[]} [libc]
 */

/**
 * Why the installed packages are not the ones that the lock file asks for on this machine, in a few words, or null when they are.
 * npm leaves out the binary of this platform without a word when the Node that ran it was too old or the download failed.
 * @param {string} folder of package.json
 * @param {import('./machine.mjs').Machine} machine
 * @returns {string | null}
 */
export function whatIsMissing(folder, machine) {
  const installedFile = join(folder, 'node_modules', '.package-lock.json');
  if (!machine.exists(installedFile)) return otherManager(folder, machine) ?? 'none are here yet';
  const wanted = readPackages(join(folder, 'package-lock.json'), machine);
  const installed = readPackages(installedFile, machine);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    const isNeeded = isForThisPlatform(entry, machine) || (!entry.optional && !entry.devOptional);
    if (isNeeded && (found === undefined || !machine.exists(join(folder, path, 'package.json'))))
      return `${nameOf(path)} is missing`;
    if (found !== undefined && found.version !== entry.version)
      return `${nameOf(path)} is ${found.version}, the lock file says ${entry.version}`;
  }
  const extra = Object.keys(installed).find((path) => !(path in wanted));
  return extra === undefined ? null : `${nameOf(extra)} is not in the lock file`;
}

/**
 * Whether a package is a binary for exactly this kind of machine. Packages that say nothing of machines are not.
 * @param {LockedPackage} entry
 * @param {import('./machine.mjs').Machine} machine
 */
function isForThisPlatform({ os, cpu, libc }, machine) {
  if (os === undefined && cpu === undefined) return false;
  return includes(os, machine.platform) && includes(cpu, machine.arch) && (libc === undefined || includes(libc, machine.libc));
}

/**
 * @param {string | readonly string[] | undefined} allowed
 * @param {string | null} value
 */
function includes(allowed, value) {
  return allowed === undefined || (value !== null && (typeof allowed === 'string' ? [allowed] : allowed).includes(value));
}

/**
 * @param {string} folder
 * @param {import('./machine.mjs').Machine} machine
 */
function otherManager(folder, machine) {
  const marks = [
    ['pnpm', '.modules.yaml'],
    ['Yarn', '.yarn-state.yml'],
    ['Yarn', '.yarn-integrity'],
  ];
  const found = marks.find(([, file = '']) => machine.exists(join(folder, 'node_modules', file)));
  return found ? `the ones here are from ${found[0]}, and only package-lock.json is followed` : null;
}

/**
 * @param {string} file
 * @param {import('./machine.mjs').Machine} machine
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(file, machine) {
  return JSON.parse(machine.read(file)).packages;
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
