import { afterEach, describe, expect, test } from 'vitest';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { poseFromData } from '../../../core/document/read-poses.ts';
import { poseToData } from '../../../core/document/serialize-parts.ts';
import { parseBvh } from '../../../core/formats/bvh/bvh.ts';
import type { GltfDocument } from '../../../core/formats/gltf/gltf-schema.ts';
import { readExpressions } from '../../../core/formats/gltf/read-expressions.ts';
import { openCharacterFile } from '../../../core/formats/open-character.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { readUrdf } from '../../../core/formats/urdf/read-urdf.ts';
import { parseXml } from '../../../core/formats/urdf/xml-elements.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { setRotation, restPose } from '../../../core/skeleton/pose.ts';
import { glbOf } from './build-glb.ts';
import { textFbx } from './fbx/text-fbx.ts';

/** Fields that objects have from their prototype, or that lead to it. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'];
const FIELDS = Object.getOwnPropertyNames(Object.prototype);

afterEach(() => {
  if (Object.getOwnPropertyNames(Object.prototype).join() !== FIELDS.join()) throw new Error('Object.prototype was changed');
});

const bvh = (joint: string, channel = 'Xrotation') =>
  new TextEncoder().encode(`HIERARCHY
ROOT ${joint}
{
  OFFSET 0 0 0
  CHANNELS 1 ${channel}
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 1
Frame Time: 0.1
0
`);

/** JSON in which the name stands for a field of its own, whatever it is called. */
const field = (name: string, value: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object;
const POLLUTION = { polluted: true };

describe.each(NAMES)('%s', (name) => {
  test('names a joint of a BVH file', () => {
    expect(parseBvh(bvh(name)).joints[0]!.name).toBe(name);
    expect(readCharacter('odd.bvh', bvh(name)).scene.nodes.map((node) => node.name)).toContain(name);
  });

  test('is no channel of a BVH file', () => {
    expect(() => parseBvh(bvh('hips', name))).toThrow(`a channel such as "Xrotation"`);
  });

  test('names a node of a glTF file, and is an extension, extra and attribute that nobody knows', () => {
    const odd = { ...field(name, POLLUTION), name };
    const json = { asset: { version: '2.0' }, nodes: [{ ...odd, extensions: field(name, POLLUTION), extras: odd }], ...odd };
    const { scene } = readCharacter('odd.glb', glbOf({ ...json, extensions: field(name, POLLUTION) }));
    expect(scene.nodes.map((node) => node.name)).toEqual([name]);
  });

  test.each(['VRM', 'VRMC_vrm'])('is no humanoid bone of the extension %s', (extension) => {
    const humanBones = extension === 'VRM' ? [{ bone: name, node: 0 }] : field(name, { node: 0 });
    const json = { asset: { version: '2.0' }, nodes: [{ name: 'a' }], extensions: { [extension]: { humanoid: { humanBones } } } };
    expect(readCharacter('odd.vrm', glbOf(json)).scene.declaredBones).toEqual({});
  });

  const vrm1 = { expressions: { custom: field(name, { morphTargetBinds: [{ node: 0, index: 0, weight: 1 }] }) } };
  const group = { binds: [{ mesh: 0, index: 0, weight: 100 }] };
  /** Projects hold weights by name, and no field may be named `__proto__`. */
  const usable = name === '__proto__' ? '__proto__#2' : name;
  test.each<[string, object, object]>([
    ['VRM 1.0', { VRMC_vrm: vrm1 }, {}],
    [
      'a preset of VRM 0.x that there is not',
      { VRM: { blendShapeMaster: { blendShapeGroups: [{ ...group, name, presetName: name }] } } },
      {},
    ],
    ['a morph target', {}, { extras: { targetNames: [name] } }],
    ['a VRM Animation', { VRMC_vrm_animation: { expressions: { custom: field(name, { node: 0 }) } } }, {}],
  ])('names an expression: %s', (_, extensions, mesh) => {
    const meshes = [{ primitives: [{ targets: [{}] }], ...mesh }];
    const document = { asset: { version: '2.0' }, nodes: [{ mesh: 0 }], meshes, extensions } as unknown as GltfDocument;
    expect(readExpressions(document)?.list.map((expression) => expression.name)).toEqual([usable]);
  });

  test('names a model of an FBX file, and is a property that nobody knows', () => {
    const models = [{ name, properties: { 'Lcl Translation': [1, 2, 3], [name]: 7 } }];
    const bytes = textFbx({ models, settings: Object.fromEntries([[name, 1]]), objects: `\t${name}: 1 {\n\t}` });
    const { scene } = openCharacterFile('odd.fbx', bytes);
    const node = scene.nodes.find((each) => each.name === name);
    expect(node?.translation).toEqual([0.01, 0.02, 0.03].map((value) => expect.closeTo(value)));
  });

  test('names links and joints of a URDF file, and is no entity', () => {
    const robot = readUrdf(
      `<robot name="r" ${name}="x"><link name="${name}"/><link name="b"/><joint name="${name}" type="fixed"><parent link="${name}"/><child link="b"/></joint></robot>`,
    );
    expect(JSON.stringify(robot)).toContain(name);
    const { attributes } = parseXml(`<a ${name}="&${name};"/>`, 'it');
    expect(Object.entries(attributes)).toEqual([[name, `&${name};`]]);
  });

  test('names a joint of a pose that is written and read', () => {
    const joints = ['root', name].map((each, j) => ({ name: each, parent: j - 1, offset: [0, 1, 0] as const }));
    const skeleton = createSkeleton(joints);
    const pose = restPose(skeleton);
    setRotation(pose, 1, [0.6, 0, 0, 0.8]);
    const data = JSON.parse(JSON.stringify(poseToData(skeleton, pose)));
    expect(Object.keys(data.joints)).toEqual([usable]);
    expect(jointKeys(skeleton)).toEqual(['root', usable]);
    expect(poseFromData(skeleton, data)).toEqual({ pose, warnings: [] });
  });
});
