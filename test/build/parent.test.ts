import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectFolder } from '../../build/vite-targets.ts';
import { eventually } from '../helpers/eventually.ts';

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-parent-'));
  log = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Starts a process that runs a script as `run` says it, which waits for the end of whoever started it; kills the process, and gives what the
 * script wrote until then and after it.
 */
async function whenItsStarterIsKilled(run: (script: string) => string, environment: NodeJS.ProcessEnv): Promise<string> {
  const parent = JSON.stringify(join(projectFolder, 'build', 'scripts', 'installing', 'parent.mjs'));
  const [script, starter] = ['child.mjs', 'starter.mjs'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
     import { whenParentEnds } from ${parent};
     const stay = setInterval(() => {}, 1000);
     whenParentEnds(() => { appendFileSync(${JSON.stringify(log)}, 'ended'); clearInterval(stay); });
     appendFileSync(${JSON.stringify(log)}, 'began ');`,
  );
  writeFileSync(starter, `import { spawn } from 'node:child_process'; ${run(script)}`);
  const started = spawn(process.execPath, [starter], { stdio: 'ignore', env: { ...process.env, ...environment } });
  await eventually(() => expect(readFileSync(log, 'utf8')).toBe('began '));
  started.kill('SIGKILL');
  await eventually(() => expect(readFileSync(log, 'utf8')).toContain('ended'));
  return readFileSync(log, 'utf8');
}

test.skipIf(process.platform === 'win32')('a script hears that the process which started it was killed', async () => {
  const run = (script: string) => `spawn(process.execPath, [${JSON.stringify(script)}]);`;
  expect(await whenItsStarterIsKilled(run, {})).toBe('began ended');
});

test.skipIf(process.platform === 'win32')('a script of npm hears it through the shell in between, which stays', async () => {
  const inShell = (script: string) => JSON.stringify(`"${process.execPath}" "${script}"; exit`);
  const run = (script: string) => `spawn('sh', ['-c', ${inShell(script)}]);`;
  expect(await whenItsStarterIsKilled(run, { npm_lifecycle_event: 'start' })).toBe('began ended');
});
