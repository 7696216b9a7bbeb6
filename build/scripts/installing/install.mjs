import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { answers } from './answers.mjs';
import { proxyOf } from './environment.mjs';
import { isInUse } from './in-use.mjs';
import { whatIsMissing } from './missing-packages.mjs';
import { explainNpm, findNpm } from './npm.mjs';
import { refuseNode } from './node-version.mjs';
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
    return failure === null ? swap(folder, staging, machine) : `The packages could not be installed: ${failure}.`;
  } finally {
    tidy(folder);
  }
}

/**
 * An empty installation beside the present one, with everything that npm reads; null where it cannot be written.
 * @param {string} folder
 */
function makeStaging(folder) {
  try {
    tidy(folder);
    const parent = join(folder, 'dist');
    mkdirSync(parent, { recursive: true });
    const staging = mkdtempSync(join(parent, `install-${process.pid}-`));
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(staging, name));
    }
    return staging;
  } catch {
    return null;
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
  const address = proxyOf(machine.environment) ?? settings['https-proxy'] ?? settings['proxy'] ?? settings['registry'];
  const parameters = [...NPM_OPTIONS];
  if (typeof address === 'string' && !(await answers(address))) parameters.push('--offline');
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

/**
 * Puts the new packages in the place of the old ones. Windows lets nobody remove a running program, but rename it: the running Node is
 * taken out of the old packages first. When something fails, everything is put back.
 * @param {string} folder
 * @param {string} staging
 * @param {import('./machine.mjs').Machine} machine
 * @returns {string | null}
 */
function swap(folder, staging, machine) {
  const present = join(folder, 'node_modules');
  const replaced = join(folder, 'dist', `replaced-${process.pid}`);
  const aside = join(folder, 'dist', `aside-${process.pid}-${basename(machine.nodePath)}`);
  const isRunning = machine.platform === 'win32' && machine.nodePath.startsWith(present);
  const undo = [];
  try {
    if (isRunning) {
      renameSync(machine.nodePath, aside);
      undo.push(() => renameSync(aside, machine.nodePath));
    }
    if (existsSync(present)) {
      renameSync(present, replaced);
      undo.push(() => renameSync(replaced, present));
    }
    renameSync(join(staging, 'node_modules'), present);
    return null;
  } catch (error) {
    for (const back of undo.toReversed()) back();
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (machine.platform !== 'win32' && /^(EXDEV|EBUSY)$/.test(code)) return refill(present, join(staging, 'node_modules'));
    return `The packages could not be replaced (${code}): close Limber and everything else that runs from "${folder}", see that you may write there, and start again.`;
  }
}

/**
 * Puts the new packages into a folder that is a volume of its own, as in containers, and cannot be renamed.
 * @param {string} present
 * @param {string} staged
 * @returns {null}
 */
function refill(present, staged) {
  for (const name of readdirSync(present)) rmSync(join(present, name), { recursive: true, force: true });
  cpSync(staged, present, { recursive: true, verbatimSymlinks: true });
  return null;
}

/**
 * Removes what earlier installations left: interrupted ones, and files that were still in use when they were replaced.
 * @param {string} folder
 */
function tidy(folder) {
  const parent = join(folder, 'dist');
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const owner = /^(?:install|replaced|aside)-(\d+)/.exec(name)?.[1];
    if (owner === undefined || (Number(owner) !== process.pid && isAlive(Number(owner)))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // Still in use: the next start removes it.
    }
  }
}

/** @param {number} processId */
function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
