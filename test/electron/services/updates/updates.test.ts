import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UpdateState } from '../../../../electron/contract.ts';
import { fileNameFor, packageKindOf } from '../../../../electron/services/updates/package-kind.ts';
import { isLater, RELEASE_FILE } from '../../../../electron/services/updates/release.ts';
import {
  createUpdates,
  noUpdates,
  type UpdateDependencies,
  type Updates,
} from '../../../../electron/services/updates/updates.ts';
import { newKeys, PUBLISHER, releaseOf, startSite, type ReleaseSite } from './release-site.ts';

const SETUP = 'limber-2.0.0-windows-x64-setup.exe';

let site: ReleaseSite;
let dataFolder: string;
const states: UpdateState[] = [];
const installer = { fetch: vi.fn(async () => undefined), installAndRestart: vi.fn() };
const openPage = vi.fn();

beforeEach(async () => {
  site = await startSite();
  dataFolder = await mkdtemp(join(tmpdir(), 'limber-updates-'));
  states.length = 0;
});

afterEach(async () => {
  await site.close();
  await rm(dataFolder, { recursive: true });
  vi.clearAllMocks();
});

function updates(other: Partial<UpdateDependencies> = {}): Updates {
  return createUpdates({
    version: '1.2.3',
    architecture: 'x64',
    kind: 'installer',
    address: site.address,
    keys: [PUBLISHER.raw],
    dataFolder,
    fetch: (address, options) => fetch(address, options),
    installer,
    openPage,
    changed: (state) => states.push(state),
    ...other,
  });
}

describe('updates', () => {
  test('are off, and contact nobody then, whatever is asked', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    const off = updates();
    expect(await off.state()).toEqual({ kind: 'installer', version: '1.2.3', on: false, step: { kind: 'idle' } });
    expect(await off.look()).toMatchObject({ on: false, step: { kind: 'idle' } });
    await off.fetch();
    off.install();
    off.openPage();
    expect(site.asked).toEqual([]);
    expect(installer.fetch).not.toHaveBeenCalled();
    expect(installer.installAndRestart).not.toHaveBeenCalled();
    expect(openPage).not.toHaveBeenCalled();
  });

  test('are found once they are switched on, which the next start remembers', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    expect(await updates().turn(true)).toEqual({
      kind: 'installer',
      version: '1.2.3',
      on: true,
      step: { kind: 'found', version: '2.0.0', canInstall: true },
    });
    expect(states.map(({ step }) => step.kind)).toEqual(['looking', 'found']);
    expect(JSON.parse(await readFile(join(dataFolder, 'updates.json'), 'utf8'))).toEqual({ look: true });
    const next = updates();
    expect(await next.look()).toMatchObject({ on: true, step: { kind: 'found' } });
    expect(await next.turn(false)).toMatchObject({ on: false, step: { kind: 'idle' } });
    site.asked.length = 0;
    await next.look();
    await next.fetch();
    expect(site.asked).toEqual([]);
  });

  test('are fetched and installed one after the other, and only then', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    const present = updates();
    await present.turn(true);
    present.install();
    expect(installer.installAndRestart).not.toHaveBeenCalled();
    await present.fetch();
    expect(installer.fetch).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ version: '2.0.0' }),
      expect.objectContaining({ name: SETUP }),
      expect.any(Function),
    );
    expect(states.at(-1)?.step).toEqual({ kind: 'ready', version: '2.0.0' });
    present.install();
    expect(installer.installAndRestart).toHaveBeenCalledOnce();
  });

  test('that cannot be fetched leave the present version, in a sentence, and may be looked for again', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    installer.fetch.mockRejectedValueOnce(new Error('it does not start on this machine'));
    const present = updates();
    await present.turn(true);
    await present.fetch();
    expect(states.at(-1)?.step).toEqual({
      kind: 'failed',
      sentence: 'Limber 2.0.0 was not installed, and 1.2.3 stays as it is: it does not start on this machine.',
    });
    present.install();
    expect(installer.installAndRestart).not.toHaveBeenCalled();
    expect(await present.look()).toMatchObject({ step: { kind: 'found' } });
  });

  test('of an older or the same version are none', async () => {
    for (const version of ['1.2.3', '1.2.2', '0.99.99']) {
      site.publish(releaseOf(version, { [SETUP]: Buffer.from('old') }));
      expect(await updates().turn(true)).toMatchObject({ step: { kind: 'latest' } });
    }
    expect(isLater('1.10.0', '1.9.9')).toBe(true);
    expect(isLater('2.0.0', '10.0.0')).toBe(false);
  });

  test('for which there is no file lead to the page of the version', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    for (const other of [{ architecture: 'arm64' }, { kind: 'byHand', installer: null }] as const) {
      const present = updates(other);
      expect(await present.turn(true)).toMatchObject({ step: { kind: 'found', canInstall: false } });
      await present.fetch();
      expect(installer.fetch).not.toHaveBeenCalled();
      present.openPage();
      expect(openPage).toHaveBeenLastCalledWith('2.0.0');
    }
  });

  test.each(['sources', 'flatpak'] as const)('are left to others by a program of the kind %s', async (kind) => {
    expect(await updates({ kind }).turn(true)).toMatchObject({ on: false });
    expect(await updates({ kind }).look()).toMatchObject({ on: false });
    expect(await noUpdates('1.2.3').turn(true)).toMatchObject({ kind: 'sources', on: false });
    expect(site.asked).toEqual([]);
  });
});

describe('a look that fails says why in a sentence', () => {
  const sentenceOf = async (present: Updates) => {
    const { step } = await present.turn(true);
    return step.kind === 'failed' ? step.sentence : step.kind;
  };

  test('where somebody else signed', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }), newKeys().secret);
    expect(await sentenceOf(updates())).toBe(
      'Limber could not look for a later version: what was found about the latest version is not signed by those who make Limber, so it was not used.',
    );
  });

  test('where the program has no key to trust, and nobody is asked', async () => {
    expect(await sentenceOf(updates({ keys: [] }))).toBe(
      'Limber could not look for a later version: this program was built without a release key, so it can trust none.',
    );
    expect(site.asked).toEqual([]);
  });

  test('where what was signed was changed, by a single byte', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    const bytes = Buffer.from(site.files.get(RELEASE_FILE)!);
    bytes[bytes.indexOf('2.0.0')] = '3'.charCodeAt(0);
    site.files.set(RELEASE_FILE, bytes);
    expect(await sentenceOf(updates())).toContain('is not signed by those who make Limber');
  });

  test('where the signature is no signature', async () => {
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    for (const signature of ['', 'AAAA', '%%%']) {
      site.files.set('release.json.sig', Buffer.from(signature));
      expect(await sentenceOf(updates())).toContain('is not signed by those who make Limber');
    }
  });

  test.each([
    ['a format that is not known', { ...releaseOf('2.0.0', { [SETUP]: Buffer.from('x') }), format: 2 as never }],
    ['a name that leads elsewhere', releaseOf('2.0.0', { '../limber-2.0.0.exe': Buffer.from('x') })],
    ['a version that is none', releaseOf('2.0', { [SETUP]: Buffer.from('x') })],
    ['no file', releaseOf('2.0.0', {})],
  ])('where %s was signed', async (_, release) => {
    site.publish(release);
    expect(await sentenceOf(updates())).toMatch(/^Limber could not look .* cannot be read: [^\n]+\.$/);
  });

  test('where the site answers with something else, with too much, or not', async () => {
    expect(await sentenceOf(updates())).toBe(
      `Limber could not look for a later version: ${site.address} answered with status 404.`,
    );
    site.publish(releaseOf('2.0.0', { [SETUP]: Buffer.from('new') }));
    site.files.set(RELEASE_FILE, Buffer.alloc(200_000));
    expect(await sentenceOf(updates())).toContain('answered with more than a release has to say');
    site.cut.add(RELEASE_FILE);
    expect(await sentenceOf(updates())).toContain('the site cannot be reached');
    await site.close();
    const unreachable =
      'Limber could not look for a later version: the site cannot be reached; see whether the network and its proxy work.';
    expect(await sentenceOf(updates())).toBe(unreachable);
    const asElectronSays = async () => Promise.reject(new Error('net::ERR_PROXY_CONNECTION_FAILED'));
    expect(await sentenceOf(updates({ fetch: asElectronSays }))).toBe(unreachable);
    const late = async () => Promise.reject(new DOMException('late', 'TimeoutError'));
    expect(await sentenceOf(updates({ fetch: late }))).toContain('the site did not answer in time');
    site = await startSite();
  });
});

test('the kind of a package is told by what it is started with, and has its file in a release', () => {
  const kindOf = (platform: NodeJS.Platform, environment: Record<string, string> = {}, isPackaged = true) =>
    packageKindOf({ platform, environment, isPackaged });
  expect(kindOf('win32')).toBe('installer');
  expect(kindOf('win32', { PORTABLE_EXECUTABLE_FILE: 'D:\\limber.exe' })).toBe('byHand');
  expect(kindOf('darwin')).toBe('mac');
  expect(kindOf('linux')).toBe('byHand');
  expect(kindOf('linux', { APPIMAGE: '/home/a/Limber.AppImage' })).toBe('appImage');
  expect(kindOf('linux', { FLATPAK_ID: 'x', APPIMAGE: '' })).toBe('flatpak');
  expect(kindOf('linux', { APPIMAGE: '/x' }, false)).toBe('sources');
  expect(fileNameFor('installer', '2.0.0', 'arm64')).toBe('limber-2.0.0-windows-arm64-setup.exe');
  expect(fileNameFor('mac', '2.0.0', 'arm64')).toBe('limber-2.0.0-macos-universal.zip');
  expect(fileNameFor('appImage', '2.0.0', 'x64')).toBe('limber-2.0.0-linux-x86_64.AppImage');
  expect(fileNameFor('byHand', '2.0.0', 'x64')).toBeNull();
});
