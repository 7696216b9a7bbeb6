import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { emptyFolder } from './fake-terminal.ts';

const motion = sharedData('bvh/cmu-12_01-walk.bvh');

test.skipIf(!motion)(
  'a file that is opened again is the same object, until its bytes, its name or how it is read are others',
  async () => {
    const folder = await emptyFolder();
    const path = join(folder, 'walk.bvh');
    const text = await readFile(motion!, 'utf8');
    await writeFile(path, text);
    const first = await loadCharacter(path);
    expect(await loadCharacter(path)).toBe(first);
    const flexible = await loadCharacter(path, { preset: 'flexible' });
    expect(flexible.rig.skeleton.limits).not.toEqual(first.rig.skeleton.limits);
    await writeFile(join(folder, 'other.bvh'), text);
    expect((await loadCharacter(join(folder, 'other.bvh'))).fileName).toBe('other.bvh');
    await writeFile(path, text.replace(/(?<=Frame Time:\s*)[\d.]+/, '0.5'));
    expect((await loadCharacter(path)).animations[0]!.end).toBeGreaterThan(2 * first.animations[0]!.end);
  },
);

test('a file that needs others is read again: those may have changed', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'pole.gltf');
  const heights = (height: number) => Buffer.from(Float32Array.of(0, 1, 0, 0, 0, 0, height, 0, 0).buffer);
  const nodes = ['hips', 'spine', 'head'].map((name, i) => ({
    name,
    translation: [0, 1, 0],
    ...(i < 2 && { children: [i + 1] }),
  }));
  const channel = { sampler: 0, target: { node: 0, path: 'translation' } };
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    skins: [{ joints: [0, 1, 2] }],
    buffers: [{ uri: 'motion.bin', byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 0, byteOffset: 12, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    animations: [{ name: 'rise', channels: [channel], samplers: [{ input: 0, output: 1 }] }],
  };
  await writeFile(path, JSON.stringify(json));
  const rises = async (height: number) => {
    await writeFile(join(folder, 'motion.bin'), heights(height));
    return [...(await loadCharacter(path, { plainBones: true })).animations[0]!.channels[0]!.values];
  };
  expect(await rises(1)).not.toEqual(await rises(2));
});
