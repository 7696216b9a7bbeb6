import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { libraryUpdater, type UpdaterApp } from '../../../../electron/desktop/updates/library-updater.ts';
import { replaceProgram } from '../../../../electron/desktop/updates/replace-program.ts';
import { createUpdateInstaller } from '../../../../electron/desktop/updates/update-installer.ts';
import type { PackageKind } from '../../../../electron/services/updates/package-kind.ts';
import { releaseOf, startSite, type ReleaseSite } from '../../services/updates/release-site.ts';
import { fake } from '../fake-electron.ts';
import { eventually } from '../../../helpers/eventually.ts';

vi.mock('electron', async () => (await import('../fake-electron.ts')).electron);

/** Ends as the smoke test of a program does, and writes down how it was started. */
const program = (log: string, exitCode: number) =>
  Buffer.from(`#!/bin/sh\necho "$APPIMAGE $@" >> "${log}"\nexit ${exitCode}\n${'#'.repeat(100_000)}\n`);

let site: ReleaseSite;
let base: string;
let present: string;
let log: string;

beforeEach(async () => {
  site = await startSite();
  base = await mkdtemp(join(tmpdir(), 'limber update ü-'));
  present = join(base, 'bin', 'Limber ü.AppImage');
  log = join(base, 'log');
  await mkdir(join(base, 'bin'));
  await writeFile(present, 'old', { mode: 0o755 });
  await writeFile(join(base, 'app-update.yml'), 'updaterCacheDirName: limber-updater\n');
  vi.stubEnv('APPIMAGE', present);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
  await rm(base, { recursive: true, maxRetries: 3 });
});

/** The library with everything that it asks Electron for from this test. */
function library(kind: PackageKind) {
  const app: UpdaterApp = {
    version: '1.2.3',
    name: 'Limber',
    isPackaged: true,
    appUpdateConfigPath: join(base, 'app-update.yml'),
    userDataPath: join(base, 'data'),
    baseCachePath: join(base, 'cache'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  return libraryUpdater(kind, app);
}

function installing(kind: PackageKind) {
  const window = { close: vi.fn() };
  const updater = library(kind);
  const quitAndInstall = vi.spyOn(updater, 'quitAndInstall').mockImplementation(() => undefined);
  const installer = createUpdateInstaller({
    kind,
    window,
    addressOf: (version, name) => `${site.address}/v${version}/${name}`,
    fetch,
    makeUpdater: async () => updater,
  })!;
  const fetchFile = (name: string, bytes: Uint8Array, onProgress = (_share: number) => undefined as void) => {
    const release = releaseOf('2.0.0', { [name]: bytes });
    return installer.fetch(release, release.files[0]!, onProgress);
  };
  return { window, updater, quitAndInstall, installer, fetch: fetchFile };
}

const IMAGE = 'limber-2.0.0-linux-x86_64.AppImage';
const SETUP = 'limber-2.0.0-windows-x64-setup.exe';

async function kept(): Promise<string[]> {
  const pending = join(base, 'cache', 'limber-updater', 'pending');
  return existsSync(pending)
    ? (await readdir(pending)).filter((name) => name.startsWith('limber') || name.startsWith('temp'))
    : [];
}

describe.skipIf(process.platform === 'win32')('an AppImage', () => {
  test('is fetched, tried with its smoke test, and waits until the window has closed', async () => {
    const bytes = program(log, 0);
    site.files.set(`v2.0.0/${IMAGE}`, bytes);
    const { window, installer, fetch, quitAndInstall } = installing('appImage');
    const shares: number[] = [];
    await fetch(IMAGE, bytes, (share) => void shares.push(share));
    expect(shares.at(-1)).toBe(1);
    expect(site.asked).toEqual([`/v2.0.0/${IMAGE}`]);
    // Started without what tells an AppImage where it lies, with a folder of its own.
    expect(await readFile(log, 'utf8')).toMatch(/^ --smoke-test --user-data-dir=\S+limber-update-\w+\n$/);
    expect(await readFile(present, 'utf8')).toBe('old');
    await installer.finish();
    installer.installAndRestart();
    expect(window.close).toHaveBeenCalledOnce();
    expect(quitAndInstall).not.toHaveBeenCalled();
    await installer.finish();
    expect(quitAndInstall).toHaveBeenCalledExactlyOnceWith(true, true);
    expect(fake.app.releaseSingleInstanceLock).toHaveBeenCalledOnce();
  });

  test('takes the place of the old one under its name, and starts', async () => {
    const bytes = program(log, 0);
    site.files.set(`v2.0.0/${IMAGE}`, bytes);
    const { fetch, updater } = installing('appImage');
    await fetch(IMAGE, bytes);
    const { install } = updater as unknown as { install(isSilent: boolean, isForceRunAfter: boolean): boolean };
    expect(install.call(updater, true, true)).toBe(true);
    expect((await readFile(present)).equals(bytes)).toBe(true);
    expect((await stat(present)).mode & 0o777).toBe(0o755);
    expect(await readdir(join(base, 'bin'))).toEqual(['Limber ü.AppImage']);
    await eventually(async () => expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(2));
  });

  test('that does not start is thrown away, and the old one stays', async () => {
    const bytes = program(log, 1);
    site.files.set(`v2.0.0/${IMAGE}`, bytes);
    await expect(installing('appImage').fetch(IMAGE, bytes)).rejects.toThrow(/^it does not start on this machine$/);
    expect(await kept()).toEqual([]);
    expect(await readFile(present, 'utf8')).toBe('old');
  });

  test('that is not the one that was published is thrown away before it is started', async () => {
    site.files.set(`v2.0.0/${IMAGE}`, program(log, 0));
    await expect(installing('appImage').fetch(IMAGE, Buffer.from('published'))).rejects.toThrow(
      'what was fetched is not what was published, so it was thrown away',
    );
    expect(existsSync(log)).toBe(false);
    expect(await kept()).toEqual([]);
  });

  test('that breaks off, or is not there, is not started either', async () => {
    const bytes = program(log, 0);
    const sentence = 'it could not be fetched whole, and what came is kept';
    await expect(installing('appImage').fetch(IMAGE, bytes)).rejects.toThrow(sentence);
    site.files.set(`v2.0.0/${IMAGE}`, bytes);
    site.cut.add(`v2.0.0/${IMAGE}`);
    await expect(installing('appImage').fetch(IMAGE, bytes)).rejects.toThrow(sentence);
    expect(existsSync(log)).toBe(false);
    expect(await kept()).toEqual([]);
    site.cut.clear();
    await installing('appImage').fetch(IMAGE, bytes);
    expect(site.asked.at(-1)).toBe(`/v2.0.0/${IMAGE} bytes=${Math.floor(bytes.byteLength / 2)}-`);
    expect(await kept()).toEqual([IMAGE]);
  });
});

test('the installer of Windows is fetched and checked; it tries the program itself', async () => {
  const bytes = program(log, 0);
  site.files.set(`v2.0.0/${SETUP}`, bytes);
  await installing('installer').fetch(SETUP, bytes);
  expect(existsSync(log)).toBe(false);
  expect(await kept()).toEqual([SETUP]);
  site.cut.add(`v2.0.0/${SETUP}`);
  await expect(installing('installer').fetch(SETUP, Buffer.concat([bytes, bytes]))).rejects.toThrow('could not be fetched whole');
});

test("a Mac's program ends only when the system's updater ends it, or has failed", async () => {
  const updater = Object.assign(new EventEmitter(), { quitAndInstall: vi.fn() });
  const place = { kind: 'mac', window: { close: vi.fn() }, addressOf: () => '' } as const;
  const installer = createUpdateInstaller({ ...place, fetch, makeUpdater: async () => updater as never })!;
  installer.installAndRestart();
  let isFinished = false;
  const finished = installer.finish().then(() => (isFinished = true));
  await eventually(() => expect(updater.quitAndInstall).toHaveBeenCalledOnce());
  expect(isFinished).toBe(false);
  updater.emit('error', new Error('Squirrel could not'));
  await finished;
});

test('a program that cannot be replaced stays, and nothing is left beside it', async () => {
  expect(() => replaceProgram(present, join(base, 'none'))).toThrow(/^the program could not be replaced: [^\n]*is not there/);
  expect(await readFile(present, 'utf8')).toBe('old');
  await writeFile(join(base, 'bin', '.limber-update'), 'left by a power cut');
  await writeFile(join(base, 'next'), 'new');
  replaceProgram(present, join(base, 'next'));
  expect(await readFile(present, 'utf8')).toBe('new');
  expect(await readdir(join(base, 'bin'))).toEqual(['Limber ü.AppImage']);
});

test('what others keep up to date is not installed from inside', () => {
  for (const kind of ['byHand', 'flatpak', 'sources'] as const)
    expect(createUpdateInstaller({ kind, window: { close: () => {} }, addressOf: () => '', fetch })).toBeNull();
});
