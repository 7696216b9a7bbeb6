import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectFolder } from '../../../build/vite-targets.ts';
import { eventually } from '../../helpers/eventually.ts';

let folder = '';
const at = (...names: readonly string[]) => join(folder, ...names);
const wrote = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-stopped-'));
  const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/vite': { version } } });
  mkdirSync(at('project', 'node_modules', 'vite'), { recursive: true });
  writeFileSync(at('project', 'package.json'), '{}');
  writeFileSync(at('project', 'package-lock.json'), lock('2.0.0'));
  writeFileSync(at('project', 'node_modules', '.package-lock.json'), lock('1.0.0'));
  writeFileSync(at('project', 'node_modules', 'vite', 'package.json'), '{"old":true}');
  // Stands for npm: downloads for ever, and says when it was asked to end.
  writeFileSync(
    at('npm-cli.js'),
    `const { writeFileSync } = require('fs');
     if (process.argv[2] === 'config') console.log('{}');
     else {
       setInterval(() => {}, 1000);
       process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(at('npm'))}, 'ended'); process.exit(1); });
       writeFileSync(${JSON.stringify(at('npm'))}, 'began');
     }`,
  );
  const install = JSON.stringify(join(projectFolder, 'build', 'scripts', 'installing', 'install.mjs'));
  const machine = JSON.stringify(join(projectFolder, 'build', 'scripts', 'installing', 'machine.mjs'));
  writeFileSync(
    at('script.mjs'),
    `import { writeFileSync } from 'node:fs';
     import { installIfNeeded } from ${install};
     import { thisMachine } from ${machine};
     const reason = await installIfNeeded(${JSON.stringify(at('project'))}, thisMachine());
     writeFileSync(${JSON.stringify(at('reason'))}, String(reason));`,
  );
  writeFileSync(
    at('starter.mjs'),
    `import { spawn } from 'node:child_process';
     const { pid } = spawn(process.execPath, [${JSON.stringify(at('script.mjs'))}], { stdio: 'ignore' });
     console.log(pid);`,
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32').each([
  ['whoever started it is killed', (starter: number, _script: number) => process.kill(starter, 'SIGKILL')],
  ['it is told to end', (_starter: number, script: number) => process.kill(script, 'SIGTERM')],
])('npm does not go on installing where %s, and the old packages stay @all', async (_, end) => {
  const { npm_lifecycle_event: _event, ...environment } = process.env;
  const starter = spawn(process.execPath, [at('starter.mjs')], {
    env: { ...environment, npm_execpath: at('npm-cli.js'), npm_node_execpath: process.execPath },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  starter.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await eventually(() => expect(wrote('npm')).toBe('began'));
  end(starter.pid!, Number(printed));
  await eventually(() => expect(wrote('npm')).toBe('ended'));
  await eventually(() => expect(wrote('reason')).toBe('The packages could not be installed: that was stopped.'));
  expect(readFileSync(at('project', 'node_modules', 'vite', 'package.json'), 'utf8')).toBe('{"old":true}');
  expect(readdirSync(at('project', 'dist'))).toEqual([]);
  starter.kill('SIGKILL');
});
