import { readFileSync } from 'node:fs';
import { BufferGeometry, Float32BufferAttribute, TriangleFanDrawMode, TriangleStripDrawMode } from 'three';
import { toTrianglesDrawMode } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { expect, test } from 'vitest';
import { meshOfShape } from '../../../../core/contact/shape-mesh.ts';
import { shapeSize } from '../../../../core/contact/shape-size.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { trianglesOf } from '../../../../core/formats/gltf/mesh-triangles.ts';
import { cross, dot, vec3At } from '../../../../core/math/vec3.ts';
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

/** A file of one mesh: points, indices, and what else it says. */
interface Made {
  readonly points?: readonly number[];
  readonly indices?: readonly number[];
  readonly primitive?: object;
  readonly node?: object;
  readonly primitives?: readonly object[];
  readonly document?: object;
}

const SQUARE = [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0.1, 0.1, 0];
const DRACO = { KHR_draco_mesh_compression: { bufferView: 2, attributes: { POSITION: 0 } } };
/** As Draco's own encoder begins a stream of 198 triangles and 200 vertices. */
const DRACO_HEAD = Buffer.from('445241434f0202010000 00c601c801010001020102030203'.replaceAll(' ', ''), 'hex');

function made({ points = SQUARE, indices = [0, 1, 2, 2, 1, 3], primitive, node, primitives, document }: Made): Uint8Array {
  const numbers = [
    new Uint8Array(Float32Array.from(points).buffer),
    new Uint8Array(Uint32Array.from(indices).buffer),
    DRACO_HEAD,
  ];
  const offsets = numbers.map((_, i) => numbers.slice(0, i).reduce((sum, { byteLength }) => sum + byteLength, 0));
  return glbOf(
    {
      asset: { version: '2.0' },
      nodes: [{ mesh: 0, ...node }],
      meshes: [{ primitives: primitives ?? [{ attributes: { POSITION: 0 }, indices: 1, ...primitive }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, type: 'VEC3', count: points.length / 3 },
        { bufferView: 1, componentType: 5125, type: 'SCALAR', count: indices.length },
      ],
      bufferViews: numbers.map(({ byteLength }, i) => ({ buffer: 0, byteOffset: offsets[i]!, byteLength })),
      buffers: [{ byteLength: offsets[2]! + DRACO_HEAD.byteLength }],
      ...document,
    },
    Buffer.concat(numbers),
  );
}

test.each<readonly [name: string, file: Made, reason: string]>([
  ['no mesh', { document: { nodes: [{ name: 'empty' }] } }, 'it has no triangles'],
  ['no primitive', { primitives: [] }, 'it has no triangles'],
  ['no points', { primitive: { attributes: {} } }, 'it has no triangles'],
  ['points alone', { primitive: { mode: 0 } }, 'it has no triangles'],
  ['lines alone', { primitive: { mode: 1 } }, 'it has no triangles'],
  ['triangles without an area', { points: [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0] }, 'its triangles have no area'],
  [
    'a point that is no number',
    { points: SQUARE.with(4, NaN) },
    'the points of a prop must be finite numbers, and those of point 1 of mesh 0 are not',
  ],
  ['an infinite point', { points: SQUARE.with(9, Infinity) }, 'those of point 3 of mesh 0 are not'],
  [
    'indices of points of another primitive',
    { indices: [0, 1, 5], primitives: [{ attributes: { POSITION: 0 }, indices: 1 }, { attributes: { POSITION: 0 } }] },
    'a triangle of mesh 0 names point 5, and there are 4',
  ],
  ['Draco', { primitive: { extensions: DRACO } }, 'are compressed with Draco'],
  [
    'Draco beside what is not compressed',
    {
      primitives: [
        { attributes: { POSITION: 0 }, indices: 1 },
        { attributes: { POSITION: 0 }, extensions: DRACO },
      ],
    },
    'are compressed with Draco',
  ],
  [
    'instances',
    { node: { extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } } } },
    'this file draws one by instances (EXT_mesh_gpu_instancing)',
  ],
  [
    'ten million triangles that take no bytes',
    { primitive: { indices: undefined }, document: { accessors: [{ componentType: 5126, type: 'VEC3', count: 30_000_000 }] } },
    'a prop may have 200000 triangles, and this file has more',
  ],
])('a file with %s is no prop, and a sentence says why', (_name, file, reason) => {
  expect(() => read(made(file))).toThrow(reason);
});

/** Six times the volume that triangles enclose with the origin: above 0 where they are counter-clockwise seen from outside. */
function volume({ positions, indices }: ReturnType<typeof read>): number {
  const corner = (i: number) => vec3At(positions, indices[i]!);
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) sum += dot(corner(i), cross(corner(i + 1), corner(i + 2)));
  return sum;
}

test('a node that mirrors its mesh leaves its outside outside', () => {
  const { positions, indices } = meshOfShape({ kind: 'box', size: [0.1, 0.2, 0.3] });
  for (const scale of [
    [1, 1, 1],
    [-1, 1, 1],
    [-1, -1, -1],
    [-1, -1, 1],
  ])
    expect(volume(read(made({ points: [...positions], indices: [...indices], node: { scale } })))).toBeCloseTo(6 * 0.006, 6);
});

test.each([
  ['strip', 5, TriangleStripDrawMode],
  ['fan', 6, TriangleFanDrawMode],
] as const)('a %s faces as three.js makes triangles of it', (_name, mode, drawMode) => {
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.2, 0, 2, 0, 1, 2, 0.5];
  const indices = [0, 1, 2, 3, 4, 5];
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3)).setIndex(indices);
  const expected = toTrianglesDrawMode(geometry, drawMode).getIndex()!.array;
  const ours = read(made({ points, indices, primitive: { mode } })).indices;
  /** The corners of each triangle from its least on. */
  const turned = (all: ArrayLike<number>) =>
    Array.from({ length: all.length / 3 }, (_, i) => {
      const three = [all[3 * i]!, all[3 * i + 1]!, all[3 * i + 2]!];
      const least = three.indexOf(Math.min(...three));
      return [...three.slice(least), ...three.slice(0, least)].join(' ');
    });
  expect(turned(ours)).toEqual(turned(expected));
});
