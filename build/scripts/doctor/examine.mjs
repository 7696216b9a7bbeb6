import { join } from 'node:path';
import { proxyOf } from '../installing/environment.mjs';
import { whatIsMissing } from '../installing/missing-packages.mjs';
import { findNpm } from '../installing/npm.mjs';
import { NODE_RANGE, refuseNode } from '../installing/node-version.mjs';
import { chooseNode } from '../installing/runtime.mjs';
import { findSystemBrowser } from '../../../electron/browser/browsers.mjs';
import { electronProgram, graphics, libraries, sandbox } from './electron.mjs';

/**
 * One line of the doctor's page.
 * @typedef {object} Finding
 * @property {string} name
 * @property {string} found
 * @property {string | null} remedy what to do; null where nothing is wrong
 */

/** Packages, the build and a character or two need this much. */
const LEAST_DISK = 2 * 2 ** 30;
const LEAST_MEMORY = 2 * 2 ** 30;

/**
 * Everything that a start depends on, in the order in which it matters.
 * @param {string} folder of package.json
 * @param {import('../installing/machine.mjs').Machine} machine
 * @param {import('./system.mjs').System} system
 * @returns {Promise<readonly Finding[]>}
 */
export async function examine(folder, machine, system) {
  const browser = findSystemBrowser(machine.platform, machine.environment, machine.exists);
  const electron = electronProgram(folder, machine);
  return [
    finding('Limber', `${JSON.parse(machine.read(join(folder, 'package.json'))).version} in ${folder}`),
    finding('System', `${system.description}${machine.libc === null ? '' : `, ${machine.libc}`}`),
    finding('Node', `${machine.nodeVersion} (needs ${NODE_RANGE})`, refuseNode(machine.nodeVersion)),
    npm(folder, machine),
    packages(folder, machine),
    runtime(folder, machine),
    bindings(folder, machine),
    electron,
    libraries(electron.found, machine, system),
    sandbox(machine, system),
    display(machine),
    finding(
      'Browser',
      browser ?? 'none where systems keep Chromium, Chrome or Edge',
      browser === null
        ? 'any modern browser opens the printed address; npm test installs a Chromium for the journeys, or name one in LIMBER_CHROMIUM'
        : null,
    ),
    graphics(browser, machine, system),
    ...folders(folder, system),
    await network(machine, system),
    certificates(machine),
    disk(folder, system),
    memory(system),
    crashes(system),
    finding('Studio', system.studioIsOpen ? 'open from this folder' : 'not open'),
  ].filter((line) => line !== null);
}

/**
 * @param {string} name
 * @param {string} found
 * @param {string | null} remedy
 * @returns {Finding}
 */
function finding(name, found, remedy = null) {
  return { name, found, remedy };
}

/**
 * @param {string} folder
 * @param {import('../installing/machine.mjs').Machine} machine
 */
function npm(folder, machine) {
  const program = findNpm(folder, machine);
  if (program === null) return finding('npm', 'not here', 'install Node together with npm from https://nodejs.org');
  const nodeVersion = program.node === machine.nodePath ? machine.nodeVersion : machine.versionOf(program.node);
  const refusal = refuseNode(nodeVersion ?? '0.0');
  return finding('npm', `${program.script}, run by Node ${nodeVersion ?? '?'}`, refusal);
}

/**
 * @param {string} folder
 * @param {import('../installing/machine.mjs').Machine} machine
 */
function packages(folder, machine) {
  const missing = whatIsMissing(folder, machine);
  return finding('Packages', missing ?? 'as the lock file says', missing === null ? null : 'npm start installs them');
}

/**
 * @param {string} folder
 * @param {import('../installing/machine.mjs').Machine} machine
 */
function runtime(folder, machine) {
  const node = chooseNode(folder, machine);
  if (node.path === null) return finding('Project Node', 'none that starts', node.reason);
  const isRunning = node.path === machine.nodePath;
  return finding('Project Node', `${isRunning ? machine.nodeVersion : machine.versionOf(node.path)} at ${node.path}`);
}

/**
 * @param {string} folder
 * @param {import('../installing/machine.mjs').Machine} machine
 */
function bindings(folder, machine) {
  const file = join(folder, 'node_modules', '.package-lock.json');
  if (!machine.exists(file)) return null;
  /** @type {Readonly<Record<string, { os?: unknown, cpu?: unknown }>>} */
  const installed = JSON.parse(machine.read(file)).packages;
  const names = Object.entries(installed).filter(([, { os, cpu }]) => os !== undefined && cpu !== undefined);
  return finding('Bindings', names.map(([path]) => path.replace(/^.*node_modules\//, '')).join(', '));
}

/** @param {import('../installing/machine.mjs').Machine} machine */
function display({ platform, environment }) {
  if (platform !== 'linux') return null;
  const found = environment['WAYLAND_DISPLAY'] ?? environment['DISPLAY'];
  return found
    ? finding('Display', `${found}${environment['WAYLAND_DISPLAY'] ? ' (Wayland)' : ' (X11)'}`)
    : finding(
        'Display',
        'none: the studio opens in a browser',
        'in a desktop session, start from its terminal; over ssh, use "limber --no-open" and forward the port',
      );
}

/**
 * @param {string} folder
 * @param {import('./system.mjs').System} system
 */
function folders(folder, system) {
  const named = [
    ['Own files', system.dataFolder],
    ['Home', system.home],
    ['Temporary', system.temporary],
    ['Checkout', folder],
  ];
  return named.flatMap(([name, path]) => {
    if (!name || !path) return [];
    if (system.isWritable(path)) return [finding(name, path)];
    return [
      finding(
        name,
        `${path} cannot be written`,
        'make it writable for you, or name another (HOME, XDG_CONFIG_HOME, APPDATA, TMPDIR)',
      ),
    ];
  });
}

/**
 * @param {import('../installing/machine.mjs').Machine} machine
 * @param {import('./system.mjs').System} system
 */
async function network({ environment }, system) {
  const proxy = proxyOf(environment);
  const registry = environment['npm_config_registry'] ?? 'https://registry.npmjs.org/';
  const isThere = await system.answers(proxy ?? registry);
  const way = `${registry}${proxy === null ? ', no proxy' : ` through the proxy ${withoutPassword(proxy)}`}`;
  return finding(
    'Network',
    `${way}: ${isThere ? 'answers' : 'does not answer'}`,
    isThere
      ? null
      : 'only the first start and updates need it; set a mirror or proxy with npm config set registry, npm config set https-proxy',
  );
}

/** @param {string} address */
function withoutPassword(address) {
  return address.replace(/\/\/[^@/]*@/, '//');
}

/** @param {import('../installing/machine.mjs').Machine} machine */
function certificates({ environment, exists }) {
  const file = environment['NODE_EXTRA_CA_CERTS'] ?? environment['npm_config_cafile'];
  if (!file) return null;
  return finding(
    'Certificates',
    file,
    exists(file) ? null : 'there is no such file: correct NODE_EXTRA_CA_CERTS or npm config set cafile',
  );
}

/**
 * @param {string} folder
 * @param {import('./system.mjs').System} system
 */
function disk(folder, system) {
  const free = system.freeDisk(folder);
  return finding(
    'Free disk',
    gigabytes(free),
    free < LEAST_DISK ? `make room: packages and build need ${gigabytes(LEAST_DISK)}` : null,
  );
}

/** @param {import('./system.mjs').System} system */
function memory({ memory: whole, freeMemory }) {
  return finding(
    'Memory',
    `${gigabytes(freeMemory)} of ${gigabytes(whole)} free`,
    whole < LEAST_MEMORY ? 'large characters will not open here' : null,
  );
}

/** @param {import('./system.mjs').System} system */
function crashes({ dataFolder, readText }) {
  if (dataFolder === null) return null;
  const file = join(dataFolder, 'crashes.log');
  const lines = (readText(file) ?? '').split('\n').filter((line) => line !== '');
  return finding(
    'Crashes',
    lines.length === 0 ? 'none known' : `${lines.length}, the last: ${lines.at(-1)?.slice(0, 200)} (${file})`,
  );
}

/** @param {number} bytes */
function gigabytes(bytes) {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`;
}
