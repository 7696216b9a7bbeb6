import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isGlb } from '../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { rescaleGlb } from '../../../core/formats/gltf/rescale.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { glbOf } from '../../core/formats/build-glb.ts';

const hero = glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'hips' }] });

async function fresh() {
  const folder = await mkdtemp(join(tmpdir(), 'limber-characters-'));
  const mannequinPath = join(folder, 'mannequin.glb');
  await writeFile(mannequinPath, hero);
  const cacheFolder = join(folder, 'cache');
  return { folder, cacheFolder, characters: createCharacters({ cacheFolder, mannequinPath }) };
}

describe('characters', () => {
  test('are opened by path with name, hash and scene', async () => {
    const { characters } = await fresh();
    const opened = await characters.mannequin();
    expect(opened.name).toBe('mannequin');
    expect(opened.fileName).toBe('mannequin.glb');
    expect(opened.hash).toBe(createHash('sha256').update(hero).digest('hex'));
    expect(Buffer.compare(opened.bytes, hero)).toBe(0);
    expect(opened.scene.nodes[0]!.name).toBe('hips');
  });

  test('that were dropped are found again by their hash, in a later session too @all', async () => {
    const { characters, cacheFolder } = await fresh();
    const { hash } = await characters.openBytes('dropped.glb', hero);
    const later = createCharacters({ cacheFolder, mannequinPath: '' });
    expect(Buffer.compare(await later.get(hash), hero)).toBe(0);
    await writeFile(join(cacheFolder, `${hash}.glb`), 'damaged');
    await expect(later.get(hash)).rejects.toThrow('damaged: open it again');
    await characters.openBytes('dropped.glb', hero);
    expect(Buffer.compare(await later.get(hash), hero)).toBe(0);
    await rm(cacheFolder, { recursive: true });
    await expect(later.get(hash)).rejects.toThrow('not in the cache any more');
    await expect(later.get('../../secret')).rejects.toThrow('expected a SHA-256 hash');
  });

  test('are kept in memory where the cache cannot be written', async () => {
    const { folder } = await fresh();
    const cacheFolder = join(folder, 'mannequin.glb', 'cache');
    const characters = createCharacters({ cacheFolder, mannequinPath: '' });
    const { hash } = await characters.openBytes('dropped.glb', hero);
    expect(Buffer.compare(await characters.get(hash), hero)).toBe(0);
    expect((await characters.openBytes('dropped.glb', hero)).hash).toBe(hash);
    expect(await readFile(join(folder, 'mannequin.glb'))).toEqual(Buffer.from(hero));
  });

  test.skipIf(process.platform === 'win32')('are copied for the user alone', async () => {
    const { characters, cacheFolder } = await fresh();
    await mkdir(cacheFolder, { mode: 0o755 });
    const { hash } = await characters.openBytes('dropped.glb', hero);
    expect((await stat(cacheFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(cacheFolder, `${hash}.glb`))).mode & 0o777).toBe(0o600);
  });

  test('that nobody opened for months leave the cache, others stay', async () => {
    const { characters, cacheFolder } = await fresh();
    const { hash } = await characters.openBytes('old.glb', hero);
    const old = new Date(Date.now() - 100 * 24 * 3600 * 1000);
    await utimes(join(cacheFolder, `${hash}.glb`), old, old);
    await writeFile(join(cacheFolder, 'other.glb'), 'x');
    await utimes(join(cacheFolder, 'other.glb'), old, old);
    const later = createCharacters({ cacheFolder, mannequinPath: '' });
    await later.openBytes('old.glb', hero);
    expect(await readdir(cacheFolder)).toEqual([`${hash}.glb`]);
  });

  test('in a BVH file tell how it was understood, and are read otherwise when asked', async () => {
    const { folder, characters } = await fresh();
    const path = join(folder, 'step.bvh');
    // A figure of 1.7 m in centimetres: a root and an end above it.
    const text = `HIERARCHY
ROOT hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
End Site { OFFSET 0 170 0 } }
MOTION Frames: 2 Frame Time: 0.1
0 0 0 0 0 0
0 0 0 0 0 5`;
    await writeFile(path, text);
    const chosen = await characters.open(path);
    expect(chosen.bvh).toMatchObject({ up: 'y', unit: 0.01, skipFirstFrame: false });
    expect(chosen.scene.nodes.find(({ name }) => name === 'hips')).toBeDefined();
    const inMetres = await characters.open(path, { unit: 0.001 });
    expect(inMetres.bvh).toEqual({ ...chosen.bvh, unit: 0.001 });
    expect(inMetres.hash).not.toBe(chosen.hash);
    const dropped = await characters.openBytes('step.bvh', new TextEncoder().encode(text), { unit: 0.001 });
    expect(dropped.hash).toBe(inMetres.hash);
    expect((await characters.mannequin()).bvh).toBeUndefined();
  });

  test('are read in other units, with their old bytes kept beside @all', async () => {
    const { characters } = await fresh();
    const giant = rescaleGlb(readGltf(await readFile(MANNEQUIN)), 100);
    const { hash, scene } = await characters.openBytes('giant.glb', giant);
    expect(buildRig(scene).report.height).toBeGreaterThan(100);
    const opened = await characters.readAs(hash, 'giant.glb', { unit: 0.01 });
    const { nodes } = readGltf(opened.bytes).document;
    expect(nodes!.slice(0, -1)).toEqual(readGltf(giant).document.nodes);
    const usual = buildRig(readCharacterScene(readGltf(await readFile(MANNEQUIN))));
    expect(buildRig(opened.scene).report.height).toBeCloseTo(usual.report.height, 6);
    expect(opened.warnings).toEqual(['a length of 1 in the file was read as 0.01 m']);
    expect(await characters.get(opened.hash)).toEqual(opened.bytes);
    const original = await characters.original(opened.hash);
    expect(Buffer.compare(original!.bytes, giant)).toBe(0);
    // What it was made of first stays what is kept.
    const again = await characters.readAs(opened.hash, 'giant.glb', { unit: 0.5 });
    expect(Buffer.compare((await characters.original(again.hash))!.bytes, giant)).toBe(0);
  });

  test('in a .gltf with external files become one self-contained GLB', async () => {
    const { folder, characters } = await fresh();
    const scene = join(folder, 'scene');
    await mkdir(join(scene, 'textures'), { recursive: true });
    await writeFile(join(scene, 'data file.bin'), new Uint8Array([1, 2, 3, 4]));
    await writeFile(join(scene, 'textures', 'skin.png'), new Uint8Array([5, 6]));
    const json = {
      asset: { version: '2.0' },
      nodes: [{ name: 'hips' }],
      buffers: [{ byteLength: 4, uri: 'data%20file.bin' }],
      images: [{ uri: 'textures/skin.png' }, { uri: 'textures/missing.png' }],
    };
    await writeFile(join(scene, 'hero.gltf'), JSON.stringify(json));
    const opened = await characters.open(join(scene, 'hero.gltf'));
    expect(isGlb(opened.bytes)).toBe(true);
    expect(opened.warnings).toEqual([expect.stringContaining('missing.png')]);
    const again = await characters.openBytes('hero.gltf', opened.bytes);
    expect(again.hash).toBe(opened.hash);
    const { document, binary } = readGltf(opened.bytes);
    expect(document.images).toEqual([{ mimeType: 'image/png', bufferView: 0 }, { uri: 'textures/missing.png' }]);
    expect(document.bufferViews).toEqual([{ buffer: 0, byteOffset: 4, byteLength: 2 }]);
    expect([...binary!]).toEqual([1, 2, 3, 4, 5, 6, 0, 0]);
    expect(Buffer.from(opened.bytes).toString('latin1')).not.toContain('data%20file.bin');
    await expect(characters.openBytes('hero.gltf', await readFile(join(scene, 'hero.gltf')))).rejects.toThrow(
      'needs "data%20file.bin" beside it',
    );
  });

  test('cannot pull in files from elsewhere', async () => {
    const { folder, characters } = await fresh();
    await mkdir(join(folder, 'scene'));
    for (const uri of [
      '../mannequin.glb',
      '%2e%2e/mannequin.glb',
      '/etc/hostname',
      'https://example.org/a.bin',
      'file:///etc/hostname',
    ]) {
      const json = { asset: { version: '2.0' }, nodes: [{}], buffers: [{ byteLength: 1, uri }] };
      await writeFile(join(folder, 'scene', 'a.gltf'), JSON.stringify(json));
      await expect(characters.open(join(folder, 'scene', 'a.gltf'))).rejects.toThrow('which is not in its own folder');
    }
  });

  test('that are none are refused in a sentence with the name of the file', async () => {
    const { folder, characters } = await fresh();
    await expect(characters.open(join(folder, 'nobody.glb'))).rejects.toThrow(/nobody\.glb" does not exist/);
    await expect(characters.open(folder)).rejects.toThrow('is not a file');
    await expect(characters.openBytes('a.glb', hero.subarray(0, 30))).rejects.toThrow(
      '"a.glb" cannot be opened: the GLB file is truncated',
    );
    await expect(characters.openBytes('a.vrm', new Uint8Array([80, 75]))).rejects.toThrow(
      'its content is not that of a .vrm file',
    );
    await expect(characters.openBytes('a.glb', new Uint8Array())).rejects.toThrow('the file is empty');
  });
});
