import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { answers } from './answers.mjs';
import { proxyOf } from './environment.mjs';
import { isInUse } from './in-use.mjs';
import { whatIsMissing } from './missing-packages.mjs';
import { explainNpm, findNpm } from './npm.mjs';
import { refuseNode } from './node-version.mjs';
import { makeStaging, replacePackages, tidy } from './replace-packages.mjs';
import { chooseNode, unlinkRuntime } from './runtime.mjs';

/** npm gives up after seconds instead of minutes where there is no network, and never leaves out what the user's settings omit. */
const NPM_OPTIONS = [
  'ci',
  '--include=optional',
  '--include=dev',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=3000',
];

/**
 * Installs the packages of the lock file where they are not there. A sentence says why it could not be done; null when everything is there.
 * The new packages are put together beside the old ones, which they replace only once they are complete.
 * @param {string} folder of package.json
 * @param {import('./machine.mjs').Machine} machine
 * @param {(sentence: string) => void} say
 * @returns {Promise<string | null>}
 */
export async function installIfNeeded(folder, machine, say = console.log) {
  const missing = whatIsMissing(folder, machine);
  if (missing === null) return null;
  const reason = await install(folder, machine, missing, say);
  if (reason !== null) return reason;
  if (chooseNode(folder, machine).path === machine.nodePath) unlinkRuntime(folder);
  const still = whatIsMissing(folder, machine);
  if (still === null) return null;
  return `The packages were installed, but ${still}: this platform's binary could not be had. Update npm (npm install -g npm) and start again.`;
}

/**
 * @param {string} folder
 * @param {import('./machine.mjs').Machine} machine
 * @param {string} missing
 * @param {(sentence: string) => void} say
 * @returns {Promise<string | null>}
 */
async function install(folder, machine, missing, say) {
  if (await isInUse(folder))
    return `Close Limber first: its packages have to be replaced (${missing}), and a studio that runs from this folder is open.`;
  const npm = findNpm(folder, machine);
  if (npm === null)
    return 'The packages cannot be installed without npm, which is not here: install Node with npm from https://nodejs.org.';
  const nodeRefusal = npm.node === machine.nodePath ? null : refuseNode(machine.versionOf(npm.node) ?? '0.0');
  if (nodeRefusal !== null) return nodeRefusal;
  const staging = makeStaging(folder);
  if (staging === null)
    return `The packages cannot be installed: the folder "${folder}" cannot be written. Make it yours or writable, or copy it.`;
  say(`Installing packages with npm: ${missing}. This takes a minute.`);
  try {
    const failure = await runCi(staging, npm, machine);
    return failure === null ? replacePackages(folder, staging, machine) : `The packages could not be installed: ${failure}.`;
  } finally {
    tidy(folder);
  }
}

/**
 * Why `npm ci` failed, or null.
 * @param {string} staging
 * @param {import('./npm.mjs').NpmProgram} npm
 * @param {import('./machine.mjs').Machine} machine
 * @returns {Promise<string | null>}
 */
async function runCi(staging, npm, machine) {
  const options = {
    cwd: staging,
    encoding: /** @type {const} */ ('utf8'),
    windowsHide: true,
    maxBuffer: 2 ** 26,
    env: machine.environment,
  };
  const listed = spawnSync(npm.node, [npm.script, 'config', 'list', '--json', '--loglevel=silent'], options);
  const settings = readSettings(listed.stdout);
  const proxy = proxyOf(machine.environment) ?? settings['https-proxy'] ?? settings['proxy'];
  const ways = [proxy, settings['registry']].filter((address) => typeof address === 'string');
  const parameters = [...NPM_OPTIONS];
  // What is in npm's cache is enough where the network is not there, and nobody waits for it.
  if (ways.length > 0 && !(await Promise.all(ways.map(answers))).some(Boolean)) parameters.push('--offline');
  if (!isWritable(settings['cache'])) parameters.push(`--cache=${join(tmpdir(), `limber-npm-${userInfo().uid}`)}`);
  if (machine.platform !== 'win32' && !canLink(staging)) parameters.push('--no-bin-links');
  const { status, stderr, error } = spawnSync(npm.node, [npm.script, ...parameters], {
    ...options,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (status === 0) return null;
  return error ? error.message : explainNpm(stderr);
}

/**
 * @param {string | null} text
 * @returns {Readonly<Record<string, unknown>>}
 */
function readSettings(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return {};
  }
}

/** @param {unknown} folder */
function isWritable(folder) {
  if (typeof folder !== 'string') return true;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the file system has symbolic links: exFAT has none, and npm would fail over the links of commands, which nothing here needs.
 * @param {string} folder
 */
function canLink(folder) {
  try {
    symlinkSync('package.json', join(folder, 'link'));
    rmSync(join(folder, 'link'));
    return true;
  } catch {
    return false;
  }
}
