import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { COMMAND_WORDS, commandLineOf } from '../../electron/desktop/command-line.ts';
import { isBuilt } from '../../build/scripts/starting/built.ts';
import { projectFolder } from '../../build/vite-targets.ts';
import { limber } from '../electron/cli/fake-terminal.ts';

vi.mock('electron', async () => (await import('../electron/desktop/fake-electron.ts')).electron);

const base = mkdtempSync(join(tmpdir(), 'limber launcher ü-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const launchers = join(projectFolder, 'build', 'launchers');

test('the packed program is a command line behind --cli and where a command comes first, and a window otherwise', () => {
  expect(commandLineOf(['limber', '--headless', '--cli', 'inspect', 'a.glb'])).toEqual(['inspect', 'a.glb']);
  expect(commandLineOf(['limber', '--cli', '--help'])).toEqual(['--help']);
  expect(commandLineOf(['limber', 'bake', 'p', '--out', 'x'])).toEqual(['bake', 'p', '--out', 'x']);
  expect(commandLineOf(['limber', '--no-sandbox', 'bake', 'p'])).toEqual(['bake', 'p']);
  for (const answer of ['--version', '--help', '-V', '-h']) {
    expect(commandLineOf(['limber', answer])).toEqual([answer]);
    expect(commandLineOf(['limber', '--no-sandbox', answer])).toEqual([answer]);
  }
  for (const parameters of [
    ['limber'],
    ['limber', 'a.glb'],
    ['limber', '--smoke-test'],
    ['limber', '/home/a/inspect'],
    ['limber', '--no-sandbox', 'a.glb', 'inspect'],
    ['limber', 'a.glb', '--help'],
  ])
    expect(commandLineOf(parameters)).toBeNull();
});

test('the launchers and the program know the commands that there are', async () => {
  const { printed } = await limber('--help');
  const listed = [...printed.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name!).filter((name) => name !== 'limber');
  expect(listed).toEqual([...COMMAND_WORDS]);
  const words = [...COMMAND_WORDS, '-h', '--help', '-V', '--version'];
  expect(readFileSync(join(launchers, 'limber'), 'utf8')).toContain(`  ${words.join(' | ')})\n`);
  expect(readFileSync(join(launchers, 'limber.cmd'), 'utf8')).toContain(`in (${words.join(' ')}) do`);
});

test('the launcher of Windows has the line ends that cmd.exe needs for its labels', () => {
  const text = readFileSync(join(launchers, 'limber.cmd'), 'latin1');
  expect(text.match(/(?<!\r)\n/g)).toBeNull();
});

/** An installed program whose binary prints what it is given, one argument a line. */
function install(): string {
  const folder = join(base, 'opt', 'Limber');
  mkdirSync(join(folder, 'resources', 'bin'), { recursive: true });
  writeFileSync(join(folder, 'limber'), '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 3\n', { mode: 0o755 });
  cpSync(join(launchers, 'limber'), join(folder, 'resources', 'bin', 'limber'));
  mkdirSync(join(base, 'bin'), { recursive: true });
  symlinkSync(join(folder, 'resources', 'bin', 'limber'), join(base, 'bin', 'limber'));
  return join(base, 'bin', 'limber');
}

describe.skipIf(process.platform !== 'linux')('the launcher of Linux', () => {
  test('needs no display for a command, hands on every argument, and gives the exit code of the program', () => {
    const link = install();
    const run = (...parameters: readonly string[]) => {
      const { status, stdout } = spawnSync(link, [...parameters], { encoding: 'utf8' });
      return { status, given: stdout.split('\n').slice(0, -1) };
    };
    expect(run('inspect', 'Held ü.glb', '--json')).toEqual({
      status: 3,
      given: ['--no-sandbox', '--cli', 'inspect', 'Held ü.glb', '--json'],
    });
    expect(run('--version').given).toEqual(['--no-sandbox', '--cli', '--version']);
    expect(run('Held ü.glb').given).toEqual(['Held ü.glb']);
  });
});

test.skipIf(!isBuilt())('the built command line solves on threads, without the sources and without node_modules', () => {
  const folder = join(base, 'app');
  mkdirSync(folder);
  for (const file of ['cli.js', 'solver-worker.js', 'job-worker.js'])
    cpSync(join(projectFolder, 'dist', 'electron', file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"1.2.3"}');
  const out = join(folder, 'posed.glb');
  const figure = join(projectFolder, 'build', 'assets', 'mannequin.glb');
  const parameters = ['solve', figure, '--goal', 'leftHand=0.4,1.2,0.3', '--pin', 'leftFoot', '--out', out];
  const script = `process.exitCode = await (await import('./cli.js')).runPacked(${JSON.stringify(parameters)})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('leftHand: reached');
  expect(status).toBe(0);
});
