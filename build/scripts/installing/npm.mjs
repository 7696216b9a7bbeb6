import { delimiter, dirname, join } from 'node:path';
import { isInProject } from './runtime.mjs';

/**
 * A way to run npm that needs no shell: Node with npm's script.
 * @typedef {object} NpmProgram
 * @property {string} node
 * @property {string} script
 */

/**
 * The npm that started this process, or else the one beside a Node on the path. The Node of the project is never chosen to run it while
 * there is another: npm replaces that one. Null where there is no npm.
 * @param {string} folder of package.json
 * @param {import('./machine.mjs').Machine} machine
 * @returns {NpmProgram | null}
 */
export function findNpm(folder, machine) {
  const { environment } = machine;
  const isOutside = (/** @type {string | undefined} */ path) =>
    path !== undefined && !isInProject(folder, path) && machine.exists(path);
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter((path) => path !== '');
  const onPath = folders.map((path) => join(path, machine.platform === 'win32' ? 'node.exe' : 'node'));
  const node = [environment['npm_node_execpath'], machine.nodePath, ...onPath].find(isOutside) ?? machine.nodePath;
  const scripts = [environment['npm_execpath'], ...[dirname(node), ...folders].flatMap((path) => scriptsBeside(path, machine))];
  // pnpm, Yarn and Bun give the path of their own script under the same name.
  const script = scripts.find((path) => path !== undefined && /[/\\]npm-cli\.c?js$/.test(path) && machine.exists(path));
  return script === undefined ? null : { node, script };
}

/**
 * Where npm's script may be, seen from a folder of programs.
 * @param {string} folder
 * @param {import('./machine.mjs').Machine} machine
 */
function scriptsBeside(folder, machine) {
  const inPackage = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  if (machine.platform === 'win32') return [join(folder, inPackage)];
  const link = join(folder, 'npm');
  return [...(machine.exists(link) ? [machine.realPath(link)] : []), join(folder, '..', 'lib', inPackage)];
}

/** Errors of npm by their codes, each with what to do about it. */
const PROBLEMS = /** @type {const} */ ([
  [
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT)$/,
    'the registry cannot be reached. Connect to the network, or tell npm of your mirror or proxy (npm config set registry, npm config set https-proxy)',
  ],
  [
    /CERT|^UNABLE_TO_(GET_ISSUER|VERIFY)/,
    'the certificate of the registry or proxy is not trusted here. Name the certificate file of your organisation in NODE_EXTRA_CA_CERTS, or with npm config set cafile',
  ],
  [
    /^E40[137]$|^ENEEDAUTH$/,
    'the registry or proxy asks for a login. Log in with npm login, or put the name and password into the proxy address',
  ],
  [
    /^(E404|ETARGET)$/,
    'the registry does not have one of them. A mirror may lag behind: try npm config set registry https://registry.npmjs.org',
  ],
  [
    /^EINTEGRITY$/,
    'what the registry sent is not what the lock file names. Try npm cache clean --force, and do not install from this mirror if it happens again',
  ],
  [/^ENOSPC$/, 'the disk is full: they need about 1 GB'],
  [/^(EACCES|EPERM|EROFS)$/, 'npm may not write there. Make this folder and npm’s cache (npm config get cache) writable for you'],
  [/^EBUSY$/, 'some are in use. Close Limber and everything else that runs from this folder'],
  [/^EUSAGE$/, 'package.json and package-lock.json do not fit together. Take both from the same version of Limber'],
]);

/**
 * Why npm failed, from what it printed: the cause and what to do, as the end of a sentence without its full stop.
 * @param {string} output
 * @returns {string}
 */
export function explainNpm(output) {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1];
  const known = PROBLEMS.find(([pattern]) => code !== undefined && pattern.test(code));
  if (known) return `${known[1]} (${code})`;
  const line = output.split('\n').find((text) => /npm (?:error|ERR!) (?!code )\S/.test(text));
  return line ? `npm says: ${line.replace(/^npm (?:error|ERR!) /, '').trim()}` : 'npm ended without a reason';
}
