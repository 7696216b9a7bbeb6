// `npm start`: builds what changed and opens the studio, in Electron where it is there, otherwise in the browser.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { holdInUse } from './installing/in-use.mjs';
import { whenParentEnds } from './installing/parent.mjs';
import { isBuilt } from './starting/built.ts';
import { findOrFetchElectron } from './starting/electron-binary.ts';
import { explainElectron } from './starting/explain-electron.ts';
import { readStartOptions, START_USAGE, type StartOptions } from './starting/options.ts';
import { runElectron } from './starting/run-electron.ts';
import { runNode } from './tools.ts';

try {
  const options = readStartOptions(process.argv.slice(2), process.cwd());
  if (options.help) console.log(START_USAGE);
  else {
    // Whoever serves or runs the studio answers it, after what is kept is on the disk.
    whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
    await start(options);
  }
} catch (error) {
  console.error(`Limber cannot start: ${error instanceof Error ? error.message : String(error)}.`);
  process.exitCode = 2;
}

async function start(options: StartOptions): Promise<void> {
  if (!isBuilt()) build();
  await holdInUse(projectFolder);
  if (options.browser) return startBuilt(options, 'as asked');
  const electron = await findOrFetchElectron();
  if (electron.path === null) return startBuilt(options, electron.reason);
  await startElectron(electron.path, options);
}

function build(): void {
  refuseReadOnly(projectFolder);
  console.log('Building.');
  if (!runNode([join('build', 'scripts', 'build.ts')]).succeeded) throw new Error('the build failed, see above');
}

/** What was built runs from anywhere; building writes. */
function refuseReadOnly(folder: string): void {
  try {
    mkdirSync(join(folder, 'dist'), { recursive: true });
    accessSync(join(folder, 'dist'), constants.W_OK);
  } catch (error) {
    const sentence = `the studio has to be built, and "${join(folder, 'dist')}" cannot be written: make it writable for you, or copy the folder`;
    throw new Error(sentence, { cause: error });
  }
}

/** Where Electron ends as soon as it was started, the browser takes its place. */
async function startElectron(program: string, options: StartOptions): Promise<void> {
  console.log('Opening the studio in Electron: its program is here.');
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const parameters = [...(isRoot ? ['--no-sandbox'] : []), projectFolder, ...(options.takesOver ? ['--take-over'] : [])];
  if (options.file !== null) parameters.push(options.file);
  const run = await runElectron(program, parameters, environment);
  if (run.kind === 'ended') process.exitCode = run.code;
  else await startBuilt(options, `Electron did not start: ${explainElectron(run)}`);
}

async function startBuilt(options: StartOptions, reason: string): Promise<void> {
  console.log(`Opening the studio in the browser: ${reason}.`);
  const { startInBrowser } = await import('./starting/start-in-browser.ts');
  await startInBrowser(options);
}
