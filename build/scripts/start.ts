// `npm start`: builds what changed and opens the studio, in Electron where it is there, otherwise in the browser.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { isBuilt } from './starting/built.ts';
import { findOrFetchElectron } from './starting/electron-binary.ts';
import { openInBrowser } from './starting/open-in-browser.ts';
import { readStartOptions, START_USAGE, type StartOptions } from './starting/options.ts';
import { runNode } from './tools.ts';

try {
  const options = readStartOptions(process.argv.slice(2), process.cwd());
  if (options.help) console.log(START_USAGE);
  else await start(options);
} catch (error) {
  console.error(`Limber cannot start: ${error instanceof Error ? error.message : String(error)}.`);
  process.exitCode = 2;
}

async function start(options: StartOptions): Promise<void> {
  if (!isBuilt()) {
    console.log('Building.');
    if (!runNode([join('build', 'scripts', 'build.ts')]).succeeded) throw new Error('the build failed, see above');
  }
  if (options.browser) return startInBrowser(options, 'as asked');
  const electron = await findOrFetchElectron();
  if (electron.path === null) return startInBrowser(options, electron.reason);
  startElectron(electron.path, options);
}

function startElectron(program: string, { file }: StartOptions): void {
  console.log('Opening the studio in Electron: its program is here.');
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const parameters = [...(isRoot ? ['--no-sandbox'] : []), projectFolder, ...(file === null ? [] : [file])];
  const child = spawn(program, parameters, { stdio: 'inherit', env: environment });
  child.on('error', (error) => console.error(`Electron could not be started: ${error.message}.`));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

async function startInBrowser({ file, port, open }: StartOptions, reason: string): Promise<void> {
  console.log(`Opening the studio in the browser: ${reason}.`);
  const { runUntilStopped, serve } = await import('../../electron/serve.ts');
  const { dataFolder } = await import('../../electron/application.ts');
  const data = dataFolder(process.platform, process.env);
  const host = await serve({ port, open: file, allow: file === null ? [] : [dirname(file)], data });
  if (open) {
    const forget = openInBrowser(host.url);
    host.onOpened(forget);
    process.once('exit', forget);
  }
  runUntilStopped(host);
}
