import { createHash, generateKeyPairSync } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fillManifest, readChecksums } from '../../build/scripts/packaging/fill-manifest.ts';
import { finishRelease } from '../../build/scripts/packaging/finish-release.ts';
import { installerSteps, type InstallerPlace } from '../../build/scripts/packaging/installer-steps.ts';
import { rawPublicKey, signRelease } from '../../build/scripts/packaging/sign-release.ts';
import { readRelease } from '../../electron/services/updates/release.ts';
import { projectFolder } from '../../build/vite-targets.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

test('a release has a bill of materials, notices, and a checksum for every file that is published', async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-release-'));
  const release = join(folder, 'release');
  for (const path of ['release', 'dist/renderer', 'dist/assets']) mkdirSync(join(folder, path), { recursive: true });
  const given = ['sbom.cdx.json', 'renderer/third-party-notices.txt', 'assets/icon.png', 'limber-blender.zip'];
  for (const path of given.map((name) => `dist/${name}`)) writeFileSync(join(folder, path), path);
  const made = ['limber-1.0.0-windows-x64-setup.exe', 'limber-1.0.0-linux-x86_64.AppImage', 'builder-debug.yml', 'latest.yml'];
  for (const name of made) writeFileSync(join(release, name), name);
  await finishRelease(release, folder, '1.0.0');
  const checksums = readChecksums(readFileSync(join(release, 'SHA256SUMS'), 'utf8'));
  expect([...checksums]).toEqual([
    ['icon.png', sum('dist/assets/icon.png')],
    ['limber-1.0.0-blender.zip', sum('dist/limber-blender.zip')],
    ['limber-1.0.0-linux-x86_64.AppImage', sum('limber-1.0.0-linux-x86_64.AppImage')],
    ['limber-1.0.0-third-party-notices.txt', sum('dist/renderer/third-party-notices.txt')],
    ['limber-1.0.0-windows-x64-setup.exe', sum('limber-1.0.0-windows-x64-setup.exe')],
    ['limber-1.0.0.cdx.json', sum('dist/sbom.cdx.json')],
  ]);
});

describe('a signed release', () => {
  const keys = () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    return { secret: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'), raw: rawPublicKey(privateKey) };
  };
  const files = () => {
    folder = mkdtempSync(join(tmpdir(), 'limber-release-'));
    const names = [
      'windows-x64-setup.exe',
      'windows-x64-portable.exe',
      'linux-x86_64.AppImage',
      'macos-universal.zip',
      'linux-x64.deb',
      'blender.zip',
    ];
    for (const name of names) writeFileSync(join(folder, `limber-1.0.0-${name}`), name);
    return folder;
  };

  test('is accepted by programs that know its key, with every file that replaces a program', async () => {
    const { secret, raw } = keys();
    await signRelease(files(), '1.0.0', secret, ['AAAA', raw]);
    const text = readFileSync(join(folder, 'release.json'));
    const read = readRelease(text, readFileSync(join(folder, 'release.json.sig'), 'utf8'), [keys().raw, raw]);
    expect(read.version).toBe('1.0.0');
    expect(read.files.map(({ name }) => name)).toEqual(
      ['linux-x86_64.AppImage', 'macos-universal.zip', 'windows-x64-setup.exe'].map((name) => `limber-1.0.0-${name}`),
    );
    expect(read.files[0]).toMatchObject({
      bytes: 'linux-x86_64.AppImage'.length,
      sha512: createHash('sha512').update('linux-x86_64.AppImage').digest('base64'),
    });
    expect(() => readRelease(text, readFileSync(join(folder, 'release.json.sig'), 'utf8'), [keys().raw])).toThrow(
      'is not signed',
    );
  });

  test('is refused with a key that no program knows, with none, and without files', async () => {
    const { secret, raw } = keys();
    await expect(signRelease(files(), '1.0.0', secret, [keys().raw])).rejects.toThrow(
      /package\.json does not name the public key/,
    );
    await expect(signRelease(folder, '1.0.0', '', [raw])).rejects.toThrow('LIMBER_RELEASE_KEY holds no private key of Ed25519');
    await expect(signRelease(folder, '2.0.0', secret, [raw])).rejects.toThrow('there is no file of version 2.0.0');
  });
});

describe('the manifests of package managers', () => {
  const names = [
    'limber-1.2.3-macos-universal.dmg',
    'limber-1.2.3-windows-x64-setup.exe',
    'limber-1.2.3-windows-arm64-setup.exe',
    'limber-1.2.3-linux-x64.tar.gz',
    'limber-1.2.3-linux-arm64.tar.gz',
    'icon.png',
  ];
  const release = {
    version: '1.2.3',
    url: 'https://files.example/v1.2.3',
    homepage: 'https://limber.example',
    appId: 'example.limber.Limber',
    publisher: 'The makers',
    checksums: new Map(names.map((name) => [name, sum(name)])),
  };

  test.each(globSync('build/manifests/*', { cwd: projectFolder }))('are filled from %s with what the release has', (file) => {
    const filled = fillManifest(readFileSync(join(projectFolder, file), 'utf8'), release);
    expect(filled).not.toMatch(/\{\{|\}\}/);
    expect(filled).toContain('1.2.3');
    for (const [, name] of filled.matchAll(/https:\/\/files\.example\/v1\.2\.3\/(\S+?)"?$/gm))
      expect(names).toContain(name!.replace('#{version}', '1.2.3'));
  });

  test('are refused where the release lacks a file', () => {
    expect(() => fillManifest('{{sha256 none.exe}}', release)).toThrow('the release has no file none.exe');
    expect(fillManifest('{{SHA256 icon.png}}', release)).toBe(sum('icon.png').toUpperCase());
  });
});

describe('an installer is tried', () => {
  const place = (platform: NodeJS.Platform, architecture = 'x64'): InstallerPlace => ({
    platform,
    architecture,
    version: '1.2.3',
    release: '/r',
    home: '/home/a',
    localData: 'C:\\Users\\a\\AppData\\Local',
    trialData: '/tmp/t',
  });

  test.each(['win32', 'darwin', 'linux'] as const)(
    'on %s: installed, started, installed over a running one, started, removed',
    (platform) => {
      const steps = installerSteps(place(platform));
      const order = ['install', 'start', 'keep open', 'install again over the running one', 'start again', 'remove'];
      expect(steps.map(({ what }) => what).filter((what) => order.includes(what))).toEqual(order);
      expect(steps.filter(({ inBackground }) => inBackground).map(({ what }) => what)).toEqual(['keep open']);
      for (const { what, parameters } of steps.filter((step) => step.what.startsWith('start')))
        expect(parameters, what).toEqual(expect.arrayContaining(['--smoke-test', '--user-data-dir=/tmp/t']));
    },
  );

  test('by the names that electron-builder gives', () => {
    expect(installerSteps(place('win32', 'arm64'))[0]?.command).toBe('/r\\limber-1.2.3-windows-arm64-setup.exe');
    expect(installerSteps(place('linux'))[0]?.parameters).toContain('/r/limber-1.2.3-linux-amd64.deb');
    expect(installerSteps(place('darwin', 'arm64'))[0]?.parameters).toContain('/r/limber-1.2.3-macos-universal.dmg');
    expect(() => installerSteps(place('freebsd'))).toThrow('there is no installer for freebsd');
  });
});
