// Runs one of this folder's scripts on a bare machine: `node build/scripts/run.mjs start hero.glb`.
// This file and installation.mjs use nothing but Node 20; the scripts themselves are TypeScript on the project's own Node.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installIfNeeded, nodePath, projectFolder } from './installation.mjs';

const [name = '', ...parameters] = process.argv.slice(2);
const target = join(projectFolder, name.includes('/') ? name : `build/scripts/${name}.ts`);

if (!installIfNeeded(projectFolder)) {
  process.exitCode = 1;
} else {
  const child = spawn(nodePath(projectFolder), [target, ...parameters], {
    stdio: 'inherit',
    env: quietEnvironment(),
    // npm runs scripts in the folder of package.json; the files that a user names are seen from where the user stands.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
  });
  child.on('error', (error) => {
    console.error(`Node could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
  // The child is in the same process group and gets Ctrl+C itself; this process waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
}

/** npm's own settings would reach every npm that a script starts; only the way to npm itself is kept. */
function quietEnvironment() {
  const kept = Object.entries(process.env).filter(([key]) => !/^npm_(config|package|lifecycle)_/.test(key));
  return Object.fromEntries(kept);
}
