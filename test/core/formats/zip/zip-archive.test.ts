import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { textFbx } from '../fbx/text-fbx.ts';

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const nodes = [{ name: 'hips' }];
const glb = writeGlb({ json: bytesOf({ asset: { version: '2.0' }, nodes }), binary: null, unknown: [] });
const gltf = (uri: string) => bytesOf({ asset: { version: '2.0' }, nodes, buffers: [{ uri, byteLength: 4 }] });
const open = (files: Record<string, Uint8Array>) => openCharacterFile('hero.zip', zipSync(files));

describe('a zip archive', () => {
  test('opens the character inside it, under its own name', () => {
    const opened = open({ 'pack/hero.vrm': glb, 'pack/readme.txt': bytesOf('hello'), '__MACOSX/pack/hero.glb': bytesOf('fork') });
    expect(opened.fileName).toBe('hero.vrm');
    expect(Buffer.from(opened.bytes).equals(glb)).toBe(true);
  });

  test.each(['data.bin', './data.bin', '../shared/my%20data.bin'])('gives a glTF the file %s that it refers to', (uri) => {
    const data = Uint8Array.of(1, 2, 3, 4);
    const opened = open({ 'a/hero.gltf': gltf(uri), 'a/data.bin': data, 'shared/my data.bin': data });
    expect(opened.scene.nodes[0]!.name).toBe('hips');
    expect(Array.from(opened.bytes.slice(-4))).toEqual([1, 2, 3, 4]);
  });

  test('opens an FBX file, and keeps that file', () => {
    const fbx = textFbx({ models: [{ name: 'hips' }] });
    const { original, fileName } = open({ 'hero.fbx': fbx });
    expect(fileName).toBe('hero.fbx');
    expect(Buffer.from(original!.bytes).equals(fbx)).toBe(true);
  });

  test.each<readonly [string, () => Uint8Array, RegExp]>([
    ['nothing to open', () => zipSync({ 'a.txt': glb }), /holds no GLB, glTF, VRM, FBX or BVH file/],
    ['two characters', () => zipSync({ 'a.glb': glb, 'b.glb': glb }), /holds 2 \.glb files, "a\.glb", "b\.glb": unpack it/],
    [
      'a path that leads out of it',
      () => zipSync({ '../../a.glb': glb }),
      /names a file outside of itself, "\.\.\/\.\.\/a\.glb"/,
    ],
    ['a line break in a name', () => zipSync({ '../a\n\u0000b.glb': glb }), /outside of itself, "\.\.\/a b\.glb"$/],
    ['a drive', () => zipSync({ 'C:\\a.glb': glb }), /names a file outside of itself/],
    ['a missing file', () => zipSync({ 'a.gltf': gltf('gone.bin') }), /does not hold "gone\.bin"/],
    ['an address out of it', () => zipSync({ 'a.gltf': gltf('../../etc/passwd') }), /does not hold "\.\.\/\.\.\/etc\/passwd"/],
    ['an archive', () => zipSync({ 'a.glb': zipSync({ 'b.glb': glb }) }), /an archive within an archive/],
    [
      'too many files',
      () => zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}.txt`, Uint8Array.of(1)]))),
      /more than the 10000 files/,
    ],
    ['too many bytes', bomb, /what the archive holds has \d+ MB, more than the 1024 MB/],
    ['damage', () => zipSync({ 'a.glb': glb }).slice(0, -20), /is damaged, or packed in a way/],
  ])('with %s is refused in a sentence', (_, make, sentence) => {
    expect(() => openCharacterFile('hero.zip', make())).toThrow(sentence);
  });
});

/** States 2 GiB for a file that has a few bytes. */
function bomb(): Uint8Array {
  const bytes = zipSync({ 'a.glb': glb });
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(bytes.length - 6, true);
  view.setUint32(directory + 24, 2 ** 31, true);
  return bytes;
}
