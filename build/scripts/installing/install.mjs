import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { answers } from './answers.mjs';
import { proxyOf } from './environment.mjs';
import { isInUse } from './in-use.mjs';
import { whatIsMissing } from './missing-packages.mjs';
import { explainNpm, findNpm } from './npm.mjs';
import { refuseNode } from './node-version.mjs';
import { whenParentEnds } from './parent.mjs';
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
  const way = wayTo(settings, machine.environment);
  const parameters = [...NPM_OPTIONS];
  // What is in npm's cache is enough where the network is not there, and nobody waits for it.
  if (way !== null && !(await answers(way))) parameters.push('--offline');
  if (!isWritable(settings['cache'])) parameters.push(`--cache=${join(tmpdir(), `limber-npm-${userInfo().uid}`)}`);
  if (machine.platform !== 'win32' && !canLink(staging)) parameters.push('--no-bin-links');
  const { status, stderr, failure } = await runToItsEnd(npm.node, [npm.script, ...parameters], options);
  if (status === 0) return null;
  return failure ?? missingCertificates(settings, machine.environment) ?? explainNpm(stderr);
}

/** Signals that end this process, and so what it runs. Ctrl+C of a terminal reaches both. */
const ENDINGS = /** @type {const} */ (['SIGTERM', 'SIGHUP']);

/**
 * Runs a program that tells in this terminal what it does. It is ended where this process is told to end, or whoever started this one is gone:
 * left to itself it would go on downloading for nobody.
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ readonly cwd: string, readonly env: NodeJS.ProcessEnv, readonly windowsHide: boolean }} options
 * @returns {Promise<{ readonly status: number | null, readonly stderr: string, readonly failure: string | null }>}
 */
async function runToItsEnd(program, parameters, { cwd, env, windowsHide }) {
  const child = spawn(program, parameters, { cwd, env, windowsHide, stdio: ['ignore', 'inherit', 'pipe'] });
  let stderr = '';
  let isStopped = false;
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const stop = () => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  const stopLooking = whenParentEnds(stop);
  for (const signal of ENDINGS) process.on(signal, stop);
  try {
    return await new Promise((resolve) => {
      child.on('error', (error) => resolve({ status: null, stderr, failure: error.message }));
      child.on('close', (status) => resolve({ status, stderr, failure: isStopped ? 'that was stopped' : null }));
    });
  } finally {
    stopLooking();
    for (const signal of ENDINGS) process.off(signal, stop);
  }
}

/**
 * What npm does not say by itself: that the certificate file it was told to use is not there.
 * @param {Readonly<Record<string, unknown>>} settings of npm
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | null}
 */
function missingCertificates(settings, environment) {
  const named = [environment['NODE_EXTRA_CA_CERTS'], settings['cafile']].filter((file) => typeof file === 'string');
  const missing = named.find((file) => file !== '' && !existsSync(file));
  if (missing === undefined) return null;
  return `there is no certificate file "${missing}". Correct NODE_EXTRA_CA_CERTS, or npm config set cafile`;
}

/**
 * The address that npm connects to first: the proxy, or the registry where there is no proxy or not for it. Null where it is not known.
 * @param {Readonly<Record<string, unknown>>} settings of npm
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | null}
 */
export function wayTo(settings, environment) {
  const registry = settings['registry'];
  const proxy = proxyOf(environment) ?? settings['https-proxy'] ?? settings['proxy'];
  const direct = [settings['noproxy'], environment['NO_PROXY'], environment['no_proxy']].flat().join(',').split(',');
  const host = typeof registry === 'string' && URL.canParse(registry) ? new URL(registry).hostname : '';
  const isDirect = direct.some((name) => {
    const domain = name.trim().replace(/^\*?\.?/, '');
    return name.trim() === '*' || (domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
  });
  if (typeof proxy === 'string' && !isDirect) return proxy;
  return typeof registry === 'string' ? registry : null;
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
