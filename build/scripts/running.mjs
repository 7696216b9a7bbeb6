import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptEnvironment } from './installing/environment.mjs';
import { installIfNeeded } from './installing/install.mjs';
import { thisMachine } from './installing/machine.mjs';
import { whenParentEnds } from './installing/parent.mjs';
import { chooseNode } from './installing/runtime.mjs';
import { findSwallowedOptions } from './installing/swallowed-options.mjs';

/** The folder of package.json. */
export const projectFolder = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * Installs what is missing and runs a script with the Node of the project; the exit code of this process is that of the script.
 * @param {string} name of a script of this folder, or the path of one from the folder of package.json
 * @param {readonly string[]} parameters
 * @returns {Promise<void>}
 */
export async function runScript(name, parameters) {
  const machine = thisMachine();
  const refusal = findSwallowedOptions(process.env) ?? (await installIfNeeded(projectFolder, machine));
  if (refusal !== null) return refuse(refusal);
  const node = chooseNode(projectFolder, machine);
  if (node.path === null) return refuse(node.reason);
  const target = join(projectFolder, name.includes('/') ? name : `build/scripts/${name}.ts`);
  runNode(node.path, [target, ...parameters]);
}

/** The doctor installs nothing; it knows a little more where the project has its own Node already. */
function runDoctor() {
  const machine = thisMachine();
  const node = chooseNode(projectFolder, machine).path ?? machine.nodePath;
  runNode(node, [join(projectFolder, 'build', 'scripts', 'doctor', 'doctor.mjs')]);
}

/** Where Node keeps what it made of the sources: a program that starts again need not read them all anew. Older versions of Node take no notice. */
const COMPILED = join(projectFolder, 'node_modules', '.cache', 'compiled');

/**
 * Runs Node in this terminal; the exit code of this process is that of the other.
 * @param {string} node
 * @param {readonly string[]} parameters
 */
function runNode(node, parameters) {
  const child = spawn(node, parameters, {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...scriptEnvironment(process.env) },
    // npm runs scripts in the folder of package.json; the files that a user names are seen from where the user stands.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
  });
  child.on('error', (error) => refuse(`Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
  // The child is in the same process group and gets Ctrl+C itself; this process waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  whenParentEnds(() => child.kill('SIGTERM'));
}

/**
 * The command `limber`. Its first word is a command; without one, or with a file or an option in its place, the studio opens.
 * @param {readonly string[]} parameters
 * @returns {Promise<void>}
 */
export async function runLimber(parameters) {
  const [first = 'open', ...rest] = parameters;
  if (first === 'doctor') return runDoctor();
  if (first === 'open') return runScript('start', rest);
  const isCommand = /^[a-z]+$|^(-h|--help|-V|--version)$/.test(first);
  return isCommand ? runScript('electron/cli/limber.ts', parameters) : runScript('start', parameters);
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exitCode = 2;
}
