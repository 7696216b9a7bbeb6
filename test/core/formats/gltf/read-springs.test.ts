import { expect, test } from 'vitest';
import { readSprings } from '../../../../core/formats/gltf/read-springs.ts';

const NODES = [{ children: [1, 2] }, { children: [3] }, {}, {}, {}];

function read(extensions: Record<string, unknown>) {
  return readSprings({ asset: { version: '2.0' }, nodes: NODES, extensions });
}

const DEFAULTS = { hitRadius: 0, stiffness: 1, gravityPower: 0, gravityDirection: [0, -1, 0], drag: 0.5 };

test('a chain of VRM 1.0 turns all joints but its last', () => {
  const springs = read({ VRMC_springBone: { springs: [{ joints: [{ node: 0 }, { node: 1 }, { node: 3 }] }] } });
  expect(springs).toEqual({
    bones: [
      { ...DEFAULTS, node: 0, end: 1, center: null, colliders: [] },
      { ...DEFAULTS, node: 1, end: 3, center: null, colliders: [] },
    ],
    colliders: [],
  });
});

test('groups of VRM 1.0 give their colliders, without those of no known shape or node', () => {
  const joint = { hitRadius: 0.1, stiffness: 2, gravityPower: 0.5, gravityDir: [0, 0, 2], dragForce: 0.25 };
  const springs = read({
    VRMC_springBone: {
      colliders: [
        { node: 2, shape: { plane: {} } },
        { node: 2, shape: { sphere: { radius: 0.5 } } },
        { node: 9, shape: { sphere: { radius: 0.5 } } },
        { node: 4, shape: { capsule: { offset: [1, 0, 0], radius: 0.2, tail: [0, 1, 0] } } },
      ],
      colliderGroups: [{ colliders: [0, 1] }, { colliders: [3, 2, 1] }],
      springs: [{ joints: [{ node: 1, ...joint }, { node: 3 }], colliderGroups: [0, 1, 7], center: 4 }],
    },
  });
  expect(springs).toEqual({
    bones: [
      {
        node: 1,
        end: 3,
        center: 4,
        hitRadius: 0.1,
        stiffness: 2,
        gravityPower: 0.5,
        drag: 0.25,
        gravityDirection: [0, 0, 1],
        colliders: [0, 1],
      },
    ],
    colliders: [
      { node: 2, offset: [0, 0, 0], tail: null, radius: 0.5 },
      { node: 4, offset: [1, 0, 0], tail: [0, 1, 0], radius: 0.2 },
    ],
  });
});

test('a group of VRM 0.x turns all nodes below its own, and states offsets with Z the other way round', () => {
  const springs = read({
    VRM: {
      secondaryAnimation: {
        boneGroups: [
          {
            bones: [0],
            center: -1,
            colliderGroups: [0],
            hitRadius: 0.02,
            stiffiness: 3,
            gravityPower: 0.1,
            dragForce: 0.4,
            gravityDir: { x: 0, y: -1, z: 0 },
          },
        ],
        colliderGroups: [{ node: 4, colliders: [{ offset: { x: 1, y: 2, z: 3 }, radius: 0.1 }] }],
      },
    },
  });
  const settings = { ...DEFAULTS, hitRadius: 0.02, stiffness: 3, gravityPower: 0.1, drag: 0.4, center: null, colliders: [0] };
  expect(springs).toEqual({
    bones: [
      { ...settings, node: 0, end: 1 },
      { ...settings, node: 1, end: 3 },
      { ...settings, node: 2, end: null },
      { ...settings, node: 3, end: null },
    ],
    colliders: [{ node: 4, offset: [1, 2, -3], tail: null, radius: 0.1 }],
  });
});

test.each([
  ['no extension', {}],
  ['a VRM 0.x file without springs', { VRM: {} }],
  ['springs that are no list', { VRMC_springBone: { springs: 3 } }],
  ['numbers that are none', { VRMC_springBone: { springs: [{ joints: [{ node: 0, stiffness: Number.NaN }, { node: 1 }] }] } }],
  ['nodes that do not exist', { VRMC_springBone: { springs: [{ joints: [{ node: 0 }, { node: 70 }] }] } }],
  ['a joint alone', { VRMC_springBone: { springs: [{ joints: [{ node: 0 }] }] } }],
])('%s: nothing swings', (_, extensions) => {
  expect(read(extensions)).toBeNull();
});

test('a node that two chains turn belongs to the first', () => {
  const chain = (stiffness: number) => ({ joints: [{ node: 0, stiffness }, { node: 1 }] });
  const springs = read({ VRMC_springBone: { springs: [chain(1), chain(2)] } });
  expect(springs!.bones.map(({ stiffness }) => stiffness)).toEqual([1]);
});
