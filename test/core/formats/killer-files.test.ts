import { expect, test } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { clipFromAnimation } from '../../../core/formats/clips/clip-import.ts';
import { createAccessorReader } from '../../../core/formats/gltf/gltf-accessors.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { glbOf } from './build-glb.ts';
import {
  deepJson,
  hugeSparse,
  hugeText,
  longChain,
  longDataHead,
  manyBadChannels,
  manyBuffers,
  manyBvhJoints,
  manyBytes,
  manyChannels,
  manyChunks,
  manyExtensions,
  manyImages,
  manyNodes,
  manyPrimitives,
  manySkinned,
  manyValues,
  manyVrmBones,
  manyZeros,
  type KillerFile,
} from './killer-files.ts';

function open({ fileName, bytes, siblings }: KillerFile) {
  return readCharacter(fileName, bytes, siblings ? (uri) => siblings[uri]! : undefined);
}

const refused = (file: KillerFile) => expect(() => open(file));

test('2,000 buffers that name one sibling of 2 MB become a file that holds it once', () => {
  const { bytes } = open(manyBuffers(2000, 2 ** 21));
  expect(bytes.byteLength).toBeLessThan(2 ** 21 + 2 ** 18);
  const { document, buffers } = readGltf(bytes);
  expect(buffers).toHaveLength(1);
  expect(document.bufferViews).toHaveLength(2000);
});

test('1,000 images that name one sibling of 2 MB become a file that holds it once', () => {
  const { bytes } = open(manyImages(1000, 2 ** 21));
  expect(bytes.byteLength).toBeLessThan(2 ** 21 + 2 ** 18);
  expect(readGltf(bytes).document.images).toHaveLength(1000);
});

test('1,000 images of 2 MB each are refused before they are put together', () => {
  const { siblings = {}, ...file } = manyImages(1000, 2 ** 21, true);
  // Different arrays over the same memory: what is counted is what the file would hold.
  const memory = new ArrayBuffer(2 ** 21);
  const own = Object.fromEntries(Object.keys(siblings).map((name) => [name, new Uint8Array(memory)]));
  refused({ ...file, siblings: own }).toThrow('has 2000 MB, more than the 1024 MB that can be read');
});

test('30,000 nodes that hold a mesh with a skin of 30,000 joints are measured as one', () => {
  const { scene } = open(manySkinned(30_000, 30_000));
  expect(scene.meshNodes).toHaveLength(30_000);
  expect(scene.meshExtents.map(({ node, lowest, highest }) => [node, lowest, highest])).toEqual([
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 2],
  ]);
});

test('30,000 skins are each measured once', () => {
  expect(open(manySkinned(30_000, 30, 3000)).scene.meshExtents).toHaveLength(3);
});

test('100,000 nodes that hold a mesh of 100,000 primitives are not measured @all', () => {
  expect(open(manyPrimitives(100_000, 100_000)).scene.meshExtents).toEqual([]);
});

test('JSON and BVH text of 500 MB are refused by their size @all', { timeout: 30_000 }, () => {
  refused(hugeText('gltf', 5e8)).toThrow("the glTF file's JSON has 477 MB, more than the 256 MB that can be read");
  refused(hugeText('bvh', 5e8)).toThrow('the BVH file has 477 MB, more than the 256 MB that can be read');
});

test('JSON of too many values or levels is refused before it is parsed', () => {
  refused(manyValues(5_000_000)).toThrow('holds 10000005 values, more than the 4194304 that can be read');
  refused(deepJson(1_000_000)).toThrow('nested more than 512 levels deep');
});

test('accessors that claim more than the file holds are refused, or not measured', () => {
  refused(manyZeros(100, 2 ** 24)).toThrow('its accessors have 1677721600 elements without bytes');
  refused(hugeSparse(2 ** 28)).toThrow('elements without bytes');
  expect(open(hugeSparse(2 ** 24)).scene.meshExtents).toEqual([]);
  // A quarter of a gigabyte of small integers would become one and a half.
  const read = createAccessorReader(readGltf(manyBytes(2 ** 28).bytes));
  expect(() => read(0)).toThrow('the numbers of the file need more than 512 MB of memory');
});

test('channels that share keys are read and checked once @all', () => {
  const file = open(manyChannels(100, 2000, 50_000));
  const { animations } = readAnimations(readGltf(file.bytes));
  expect(animations).toHaveLength(100);
  expect(animations[99]!.channels).toHaveLength(2000);
  const arrays = new Set(animations.flatMap(({ channels }) => channels.map(({ times }) => times)));
  expect(arrays.size).toBe(1);
});

test('a clip of very many nodes, channels and keys gets as many keys as can be worked out', () => {
  const { bytes } = open(manyChannels(1, 30_000, 5000));
  const [animation] = readAnimations(readGltf(bytes)).animations;
  const nodes = [
    ...['hips', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'rightUpperLeg', 'rightLowerLeg', 'rightFoot'].map((name, i) => ({
      name,
      parent: i === 0 ? -1 : i === 1 || i === 4 ? 0 : i - 1,
      translation: [i === 1 ? 0.1 : i === 4 ? -0.1 : 0, i === 0 ? 1 : -0.4, 0] as const,
      rotation: [0, 0, 0, 1] as const,
      scale: [1, 1, 1] as const,
    })),
    ...Array.from({ length: 29_993 }, () => ({
      name: 'prop',
      parent: -1,
      translation: [0, 0, 0] as const,
      rotation: [0, 0, 0, 1] as const,
      scale: [1, 1, 1] as const,
    })),
  ];
  const scene = { nodes, skinJoints: [0, 1, 2, 3, 4, 5, 6], meshNodes: [], meshExtents: [], declaredBones: {} };
  const clip = clipFromAnimation(buildRig(scene), scene, animation!);
  expect(clip.tracks[0]!.times).toHaveLength(Math.floor(50_000_000 / (7 + 7 + 30_000 / 2)));
});

test('200,000 channels with the same fault are told of in one sentence @all', () => {
  const { warnings } = readAnimations(readGltf(open(manyBadChannels(200_000)).bytes));
  expect(warnings).toEqual(['200000 channels of "animation 0" were left out: it has no key times']);
});

test('nodes in a long chain are refused, and names of any length are cut', () => {
  refused(longChain(100_000)).toThrow('nested more than 1000 levels deep');
  expect(open(longChain(1000)).scene.nodes).toHaveLength(1000);
  expect(open(manyNodes(3, 'a'.repeat(1_000_000))).scene.nodes[2]!.name).toBe('a'.repeat(200));
});

test('4,000 joints of one name all get different ones', () => {
  const bones = ['hips', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'rightUpperLeg', 'rightLowerLeg', 'rightFoot'];
  const childrenOf = (i: number) => (i === 0 ? [1, 4, ...Array.from({ length: 4001 }, (_, k) => 7 + k)] : [i + 1]);
  const nodes = [
    ...bones.map((name, i) => ({
      name,
      translation: [i === 1 ? 0.1 : i === 4 ? -0.1 : 0, i === 0 ? 1 : -0.4, 0],
      ...(!name.endsWith('Foot') && { children: childrenOf(i) }),
    })),
    ...Array.from({ length: 4001 }, (_, k) => ({ name: k === 7 ? 'prop 3' : 'prop' })),
  ];
  const json = { asset: { version: '2.0' }, nodes, skins: [{ joints: nodes.map((_, i) => i) }] };
  const { names } = buildRig(open({ fileName: 'a.glb', bytes: glbOf(json) }).scene).skeleton;
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /^prop( [2-5])?$/.test(name)).toSorted()).toEqual([
    'prop',
    'prop 2',
    'prop 3',
    'prop 4',
    'prop 5',
  ]);
});

test('long lists of extensions, bones and chunks, and a data: address of semicolons, are no trouble @all', () => {
  expect(open(manyExtensions(100_000)).warnings).toHaveLength(11);
  expect(open(manyVrmBones(100_000)).scene.declaredBones).toEqual({});
  refused(manyChunks(1_000_000)).toThrow('more than 1000 chunks');
  refused(longDataHead(50_000_000)).toThrow('a data: address does not say what it holds');
});

test('a BVH file of too many joints, keys or numbers is refused @all', () => {
  refused(manyBvhJoints(100_000, 0)).toThrow('more than 20000 joints');
  refused(manyBvhJoints(10_000, 1700, 'Xrotation')).toThrow('has 1700 frames of 10001 joints, more than can be read');
  expect(open(manyBvhJoints(5000, 3)).scene.nodes).toHaveLength(5001);
});
