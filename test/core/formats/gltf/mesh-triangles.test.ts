import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shapeSize } from '../../../../core/contact/shape-size.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { trianglesOf } from '../../../../core/formats/gltf/mesh-triangles.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { swordGlb } from '../../../helpers/sword.ts';
import { glbOf } from '../build-glb.ts';

const read = (bytes: Uint8Array, scale = 1) => {
  const asset = readGltf(bytes);
  return trianglesOf(asset, readCharacterScene(asset), scale);
};

test('a sword in centimetres is as large as it is drawn', () => {
  const sword = read(swordGlb());
  expect(sword.indices).toHaveLength(2 * 12 * 3);
  const [width, height, depth] = shapeSize(sword);
  expect(width).toBeCloseTo(0.2, 6);
  expect(height).toBeCloseTo(0.92, 6);
  expect(depth).toBeCloseTo(0.04, 6);
  expect(shapeSize(read(swordGlb(), 2))[1]).toBeCloseTo(1.84, 6);
});

test('a body is as tall as its skin at rest', () => {
  expect(shapeSize(read(new Uint8Array(readFileSync(MANNEQUIN))))[1]).toBeCloseTo(1.75, 1);
});

test('a file without triangles is no thing', () => {
  expect(() => read(glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'empty' }] }))).toThrow('it has no triangles');
});
