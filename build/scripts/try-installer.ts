// `npm run try-installer`: installs what `npm run package` made, starts it, installs it over the running one, and removes it. For machines
// that may be changed, such as those of a continuous integration.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { installerSteps } from './packaging/installer-steps.ts';

/** Milliseconds that one step may take. */
const PATIENCE = 300_000;

const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
const steps = installerSteps({
  platform: process.platform,
  architecture: process.arch,
  version,
  release: join(projectFolder, 'release'),
  home: homedir(),
  localData: process.env['LOCALAPPDATA'] ?? '',
  trialData: mkdtempSync(join(tmpdir(), 'limber-trial-')),
});
const running: ChildProcess[] = [];
let failed: string | null = null;

for (const { what, command, parameters, inBackground = false } of steps) {
  console.log(`> ${what}: ${command} ${parameters.join(' ')}`);
  if (inBackground) {
    running.push(spawn(command, parameters, { stdio: 'ignore' }).on('error', (error) => console.log(error.message)));
    continue;
  }
  const { status, error } = spawnSync(command, parameters, { stdio: 'inherit', timeout: PATIENCE });
  if (status === 0) continue;
  failed = `${what} failed: ${error?.message ?? `it ended with ${status}`}`;
  break;
}
for (const child of running) child.kill();
console.log(failed ?? 'The installer works.');
process.exitCode = failed === null ? 0 : 1;
