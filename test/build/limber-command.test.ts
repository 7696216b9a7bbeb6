import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../build/vite-targets.ts';

interface Options {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

function limber(parameters: readonly string[], { folder = projectFolder, environment = {} }: Options = {}) {
  const { INIT_CWD: _, ...inherited } = process.env;
  return spawnSync(process.execPath, [join(projectFolder, 'build', 'scripts', 'limber.mjs'), ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...inherited, ...environment },
  });
}

describe('the command limber', () => {
  test('runs a command of the command line, with files seen from where the user stands', () => {
    const folder = join(projectFolder, 'build', 'assets');
    const { status, stdout } = limber(['inspect', 'mannequin.glb', '--json'], { folder });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: 'mannequin.glb' });
  });

  test('has a help that tells of the studio and the doctor @all', () => {
    const { stdout } = limber(['--help']);
    expect(stdout).toMatch(/limber \[open\] \[file\].*\n.*limber doctor/);
  });

  test.each([[['open', '--help']], [['--browser', '--help']]])('opens the studio for %j', (parameters) => {
    const { status, stdout } = limber(parameters);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^limber \[open\] \[FILE\] \[--browser\]/);
  });

  test('takes a first word with a dot for a file @all', () => {
    const { status, stderr } = limber(['no such.glb']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Limber cannot start: ".*no such\.glb" does not exist\.\n$/);
  });

  test('names options that npm kept for itself, and opens nothing', () => {
    const { status, stdout, stderr } = limber(['open'], { environment: { npm_config_browser: 'true' } });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^npm kept --browser for itself, .*\n$/);
  });
});
