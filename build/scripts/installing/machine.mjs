import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';

/**
 * What finding and installing packages looks at outside this process; tests put their own machine here.
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {string} arch as `process.arch`
 * @property {'glibc' | 'musl' | null} libc null where there is no such choice
 * @property {string} nodeVersion without a leading `v`
 * @property {string} nodePath the running Node
 * @property {Readonly<Record<string, string | undefined>>} environment
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => string} read throws when there is no such file
 * @property {(path: string) => string} realPath throws when there is no such file
 * @property {(program: string) => string | null} versionOf what a Node program answers to `--version`, without `v`; null when it cannot run
 */

/** @returns {Machine} */
export function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    libc: libcOf(process.platform),
    nodeVersion: process.versions.node,
    nodePath: process.execPath,
    environment: process.env,
    exists: existsSync,
    read: (path) => readFileSync(path, 'utf8'),
    realPath: (path) => realpathSync(path),
    versionOf,
  };
}

/**
 * @param {NodeJS.Platform} platform
 * @returns {Machine['libc']}
 */
function libcOf(platform) {
  if (platform !== 'linux') return null;
  // Without this the report asks the network for the names of its addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/** @param {string} program */
function versionOf(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000, windowsHide: true });
  return status === 0 && /^v\d+\./.test(stdout) ? stdout.trim().slice(1) : null;
}
