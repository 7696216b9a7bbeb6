import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, test } from 'vitest';
import configuration from '../../build/electron-builder.config.mjs';
import { FILE_KINDS } from '../../build/file-kinds.mjs';
import { zipBlenderAddOn } from '../../build/scripts/blender-add-on.ts';
import { isBuilt } from '../../build/scripts/starting/built.ts';
import { toolPath } from '../../build/scripts/tools.ts';

const checkout = dirname(dirname(import.meta.dirname));
const folder = mkdtempSync(join(tmpdir(), 'limber-package-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The validation that electron-builder does before it packs; its package has no door for it. */
async function validate(candidate: object): Promise<string> {
  const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  const { validateConfiguration } = fromBuilder('app-builder-lib/out/util/config/config.js');
  const { DebugLogger } = fromBuilder('builder-util');
  return validateConfiguration(candidate, new DebugLogger(false)).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** A folder that looks like an unpacked Electron: enough to pack with, and to set fuses in, but not to run. */
function writeStubElectron(): string {
  const stub = join(folder, 'electron');
  for (const name of ['resources', 'locales']) mkdirSync(join(stub, name), { recursive: true });
  const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
  const fuses = [Buffer.from([1, 9]), Buffer.from('111111111')];
  const program = Buffer.concat([Buffer.from('\x7fELF stub '), Buffer.alloc(2048), sentinel, ...fuses, Buffer.alloc(2048)]);
  writeFileSync(join(stub, 'electron'), program, { mode: 0o755 });
  writeFileSync(join(stub, 'version'), configuration.electronVersion ?? '');
  for (const name of ['chrome-sandbox', 'locales/en-US.pak', 'LICENSE', 'LICENSES.chromium.html'])
    writeFileSync(join(stub, name), '');
  return stub;
}

/** Paths of the files in an asar archive: after 16 bytes of lengths comes a JSON directory. */
function listArchive(file: string): readonly string[] {
  interface Folder {
    readonly files?: Readonly<Record<string, Folder>>;
  }
  const bytes = readFileSync(file);
  const directory: Folder = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8'));
  const list = (at: Folder, path: string): readonly string[] =>
    at.files ? Object.entries(at.files).flatMap(([name, child]) => list(child, `${path}/${name}`)) : [path];
  return list(directory, '');
}

describe('the configuration of the installers', () => {
  test('is one that electron-builder accepts', async () => {
    expect(await validate(configuration)).toBe('');
  });

  test('would be refused with a key that electron-builder does not know', async () => {
    expect(await validate({ ...configuration, electronFusses: {} })).toContain('electronFusses');
  });

  test('names icons that are there, in the containers of the three systems', () => {
    const read = (path: string) => readFileSync(join(checkout, path));
    const ico = read('build/icons/icon.ico');
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 7]);
    for (let i = 0; i < 7; i++) {
      const start = ico.readUInt32LE(6 + 16 * i + 12);
      const width = ico.readUInt8(6 + 16 * i) || 256;
      expect(ico.subarray(start + 1, start + 4).toString()).toBe('PNG');
      expect(ico.readUInt32BE(start + 16)).toBe(width);
    }
    const icns = read('build/icons/icon.icns');
    expect(icns.subarray(0, 4).toString()).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.byteLength);
    for (const size of [16, 48, 256, 512]) {
      expect(read(`build/icons/linux/${size}x${size}.png`).readUInt32BE(16)).toBe(size);
    }
  });

  test('opens projects by double click, and offers itself for characters and motions without seizing them', () => {
    const kinds = (associations: unknown) =>
      (associations as { ext: string; rank: string }[]).map(({ ext, rank }) => `${ext} ${rank}`);
    const all = ['limber Owner', 'glb Alternate', 'gltf Alternate', 'vrm Alternate', 'fbx Alternate', 'bvh Alternate'];
    expect(kinds(configuration.mac?.fileAssociations)).toEqual(all);
    expect(kinds(configuration.linux?.fileAssociations)).toEqual(all);
    expect(kinds(configuration.win?.fileAssociations)).toEqual(['limber Owner']);
    const script = readFileSync(join(checkout, 'build', 'windows', 'open-with.nsh'), 'utf8');
    for (const { extension, id, description, icon } of FILE_KINDS.filter(({ isOwn }) => !isOwn)) {
      expect(script).toContain(`!insertmacro limberOpenWith "${extension}" "${id}" "${description}" "${icon}"`);
      expect(script).toContain(`!insertmacro limberNoOpenWith "${extension}" "${id}"`);
    }
    expect(script).toContain('OpenWithProgids');
    expect(script).not.toMatch(/WriteRegStr [^\n]*Classes\\\.\$/);
  });

  test('has an icon for every kind of file, in the container of each system', () => {
    const iconsOf = (associations: unknown) =>
      (associations as { icon: string }[]).map(({ icon }) => join(checkout, 'build', icon));
    for (const path of iconsOf(configuration.win?.fileAssociations)) expect(readFileSync(path).readUInt16LE(2)).toBe(1);
    for (const path of iconsOf(configuration.mac?.fileAssociations))
      expect(readFileSync(path).toString('latin1', 0, 4)).toBe('icns');
    const shipped = configuration.win?.extraResources as { from: string; to: string }[];
    for (const { icon } of FILE_KINDS.filter(({ isOwn }) => !isOwn)) {
      const from = `build/icons/kinds/${icon}.ico`;
      expect(shipped).toContainEqual({ from, to: `icons/${icon}.ico` });
      expect(existsSync(join(checkout, from))).toBe(true);
    }
    const [from, to] = String(configuration.deb?.fpm?.[0]).split('=');
    expect(readFileSync(join(checkout, from!)).readUInt32BE(16)).toBe(256);
    expect(to).toContain(FILE_KINDS.find(({ isOwn }) => isOwn)!.mimeType.replace('/', '-'));
  });

  test('has one id for Windows, its taskbar and everything else, and asks a Mac for nothing but a compiler and the camera', () => {
    const { appId, homepage, author } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    expect(configuration.appId).toBe(appId);
    // A home at github.com gives the id its first parts, in what the systems allow in ids.
    const [, owner, name] = /^https:\/\/github\.com\/([a-z\d]+)\/([a-z\d]+)$/.exec(homepage)!;
    expect(appId.toLowerCase()).toBe(`io.github.${owner}.${name}`);
    expect(configuration.linux?.maintainer).toBe(author);
    expect(author).toMatch(/^[\w ]+ <\S+@\S+>$/);
    const entitlements = readFileSync(join(checkout, 'build', 'macos', 'entitlements.plist'), 'utf8');
    expect([...entitlements.matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.device.camera',
    ]);
    expect(configuration.mac).toMatchObject({
      hardenedRuntime: true,
      extendInfo: { NSAppTransportSecurity: { NSAllowsArbitraryLoads: false }, NSCameraUsageDescription: expect.any(String) },
    });
    expect(configuration.publish).toEqual({ provider: 'generic', url: `${homepage}/releases/latest/download` });
  });

  test('links the command limber to the path on Linux, and takes the link away again', () => {
    const { deb, rpm } = configuration;
    expect(rpm).toEqual(deb);
    for (const script of [deb?.afterInstall, deb?.afterRemove]) {
      const text = readFileSync(script!, 'utf8');
      expect(text).toContain("'/opt/${sanitizedProductName}/resources/bin/${executable}'");
      expect(text).not.toContain("'/opt/${sanitizedProductName}/${executable}'");
      expect(text).toContain('update-alternatives');
    }
  });

  test('names every file by version, system and architecture, without spaces', () => {
    const { nsis, portable, mac, linux } = configuration;
    for (const options of [nsis, portable, mac, linux]) {
      const name = options?.artifactName ?? '';
      expect(name).toMatch(/^limber-\$\{version\}-(windows|macos|linux)-\$\{arch\}(-setup|-portable)?\.\$\{ext\}$/);
    }
    const targets = (list: unknown) =>
      (list as { target: string; arch: string[] }[]).map(({ target, arch }) => `${target} ${arch.join()}`);
    expect(targets(configuration.win?.target)).toEqual(['nsis x64,arm64', 'portable x64,arm64']);
    expect(targets(mac?.target)).toEqual(['dmg universal', 'zip universal']);
    expect(targets(linux?.target)).toEqual(['AppImage x64,arm64', 'deb x64,arm64', 'rpm x64,arm64', 'tar.gz x64,arm64']);
  });
});

describe('a package', () => {
  test.skipIf(!isBuilt())('holds what was built and nothing else, with its fuses set', { timeout: 120_000 }, async () => {
    const output = join(folder, 'release');
    const parameters = [
      '--dir',
      '--linux',
      '--config',
      'build/electron-builder.config.mjs',
      `--config.directories.output=${output}`,
    ];
    const packed = spawnSync(process.execPath, [toolPath('electron-builder'), ...parameters], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, ELECTRON_DIST: writeStubElectron() },
    });
    expect(packed.status, packed.stdout + packed.stderr).toBe(0);

    const launcher = join(output, 'linux-unpacked', 'resources', 'bin', 'limber');
    expect(readFileSync(launcher)).toEqual(readFileSync(join(checkout, 'build', 'launchers', 'limber')));
    expect(statSync(launcher).mode & 0o111).toBe(0o111);
    const addOn = readFileSync(join(output, 'linux-unpacked', 'resources', 'limber-blender.zip'));
    expect(addOn.equals(zipBlenderAddOn())).toBe(true);

    const files = listArchive(join(output, 'linux-unpacked', 'resources', 'app.asar'));
    for (const file of ['/package.json', '/dist/electron/main.js', '/dist/electron/preload.cjs', '/dist/renderer/index.html']) {
      expect(files).toContain(file);
    }
    for (const file of [
      '/dist/assets/mannequin.glb',
      '/dist/assets/icon.png',
      '/LICENSE',
      '/dist/renderer/third-party-notices.txt',
    ])
      expect(files).toContain(file);
    for (const name of ['job-worker', 'cli', 'batch-worker', 'solver-worker'])
      expect(files).toContain(`/dist/electron/${name}.js`);
    const assets = files.filter((file) => file.startsWith('/dist/renderer/assets/'));
    expect(assets.filter((file) => /draco_decoder.*\.wasm$/.test(file))).toHaveLength(1);
    expect(assets.filter((file) => /draco_decoder.*\.js$/.test(file))).toEqual([]);
    expect(files.filter((file) => !/^\/(package\.json|LICENSE|dist\/(electron|renderer|assets)\/.*)$/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);

    const scripts = files.filter((file) => /^\/dist\/(electron|renderer)\/.*\.c?js$/.test(file));
    for (const file of scripts) {
      const text = readFileSync(join(checkout, file), 'utf8');
      expect(/jsxDEV|react-dom-client\.development|vitest/.test(text), file).toBe(false);
      const lines = text.trim().split('\n').length;
      // Shaders and the pages of the handbook are texts of lines.
      if (text.length > 100_000 && !/\.(fragment|vertex)-|handbook-dialog-/.test(file))
        expect(text.length / lines, `${file} is minified`).toBeGreaterThan(200);
    }

    const wire = await getCurrentFuseWire(join(output, 'linux-unpacked', 'limber'));
    expect(wire.version).toBe(FuseVersion.V1);
    const state = (option: FuseV1Options) => wire[option];
    for (const off of [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
      // It would ask for the keychain, for cookies that do not exist.
      FuseV1Options.EnableCookieEncryption,
    ]) {
      expect(state(off), FuseV1Options[off]).toBe(FuseState.DISABLE);
    }
    for (const on of [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseV1Options.OnlyLoadAppFromAsar]) {
      expect(state(on), FuseV1Options[on]).toBe(FuseState.ENABLE);
    }
  });
});
