import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGlb, writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { appendAnimation } from '../../../../core/formats/gltf/gltf-patch.ts';
import { joinGlbs, type GlbPart } from '../../../../core/formats/gltf/join-glb.ts';
import { cases } from '../../../helpers/extent.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { glbOf } from '../build-glb.ts';
import { largestDistance, playInBabylon, playInThree, skinInThree, validatorIssues, type NodePositions } from '../oracles.ts';

type Json = Record<string, unknown>;
type Document = Record<string, Json[]> & { extensions?: Record<string, Json>; extensionsUsed?: string[]; asset: Json };
const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(readGlb(bytes).json)) as Document;
const placed = (name: string, bytes: Uint8Array, place: Partial<GlbPart> = {}): GlbPart => ({
  name,
  bytes,
  at: [0, 0, 0],
  turn: 0,
  ...place,
});

/** A point of a part where its place brings it: turned about +Y, then moved. */
function broughtTo({ at, turn }: GlbPart, [x, y, z]: readonly [number, number, number]): [number, number, number] {
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  return [at[0] + cosine * x + sine * z, at[1] + y, at[2] - sine * x + cosine * z];
}

/** Real characters in a circle, each with a wave of three of its nodes and a step of a fourth. */
function crowd(): GlbPart[] {
  const files = [
    'rigs/unreal-names-male.glb',
    'vrm/godette-vrm0.vrm',
    'vrm/debug-robot-vrm1.vrm',
    'rigs/robot-expressive.glb',
    'rigs/kaykit-knight.glb',
  ].slice(0, cases(3, 5));
  return files.flatMap((path, i) => {
    const file = sharedData(path);
    if (!file) {
      console.log(`skipped: ${path} is not there`);
      return [];
    }
    const original = new Uint8Array(readFileSync(file));
    const nodes = readGltf(original).document.nodes!.length;
    const rotations = [0, 0.5 + i / 10, 1].flatMap((angle) => [Math.sin(angle) * 0.6, 0, Math.sin(angle) * 0.8, Math.cos(angle)]);
    const bytes = appendAnimation(original, {
      name: 'Dance',
      times: new Float32Array([0, 0.25, 0.5 + i / 10]),
      channels: [
        ...[1, 2, 3].map((part) => ({
          node: Math.floor((part * nodes) / 5),
          path: 'rotation' as const,
          values: new Float32Array(rotations),
        })),
        { node: Math.floor((4 * nodes) / 5), path: 'translation', values: new Float32Array([0, 0, 0, 0.1, 0.2, 0.3, 0, 1, 0]) },
      ],
    });
    return [placed(`Dancer ${i}`, bytes, { at: [i - 2, i / 20, 1 - i], turn: 1.3 * i - 2 })];
  });
}

describe('real characters in one file', () => {
  const parts = crowd();

  test.skipIf(parts.length === 0)('stand at their places through one animation of all in three.js and Babylon.js', async () => {
    const { bytes } = joinGlbs(parts, { clips: ['Together'] });
    const document = jsonOf(bytes);
    const index = document['animations']!.findIndex(({ name }) => name === 'Together');
    expect(index).toBe(document['animations']!.length - 1);
    const times = [0, 0.2, 0.45];
    const [three, babylon] = await Promise.all([playInThree(bytes, index, times), playInBabylon(bytes, index, times)]);
    let first = 0;
    for (const part of parts) {
      const alone = jsonOf(part.bytes);
      const own = await playInThree(part.bytes, alone['animations']!.length - 1, times);
      times.forEach((_, i) => {
        const moved: NodePositions = new Map([...own[i]!].map(([node, at]) => [node + first, broughtTo(part, at)]));
        expect(moved.size).toBeGreaterThan(0.9 * alone['nodes']!.length);
        expect([...moved.keys()].filter((node) => !three[i]!.has(node))).toEqual([]);
        expect(largestDistance(moved, three[i]!), part.name).toBeLessThan(1e-5);
        expect(largestDistance(moved, babylon[i]!), part.name).toBeLessThan(1e-5);
      });
      first += alone['nodes']!.length;
    }
  });

  test.skipIf(parts.length === 0)('have the skin that each has alone, where its place brings it', async () => {
    const { bytes } = joinGlbs(parts);
    const together = await skinInThree(bytes);
    const alone = (
      await Promise.all(parts.map(async (part) => (await skinInThree(part.bytes)).map((at) => broughtTo(part, at))))
    ).flat();
    expect(alone.length).toBeGreaterThan(1000);
    expect(together.length).toBe(alone.length);
    const apart = alone.map((at, i) => Math.hypot(...at.map((value, c) => value - together[i]![c]!)));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
  });

  test.skipIf(parts.length === 0)('keep their bytes, and the validator has no more to say of them than of each', async () => {
    const { bytes } = joinGlbs(parts);
    const binary = readGlb(bytes).binary!;
    let offset = 0;
    for (const part of parts) {
      const own = readGlb(part.bytes).binary!;
      expect(Buffer.compare(binary.subarray(offset, offset + own.byteLength), own), part.name).toBe(0);
      offset += own.byteLength;
    }
    expect(binary.byteLength).toBe(offset);
    const codesOf = async (file: Uint8Array) =>
      (await validatorIssues(file)).flatMap(({ severity, code, message }) => (severity === 0 ? [`${code} ${message}`] : []));
    // Weights of some vertices of the original files do not sum to 1.
    const ofParts = (await Promise.all(parts.map((part) => codesOf(part.bytes)))).flat();
    expect((await codesOf(bytes)).sort()).toEqual(ofParts.sort());
  });

  test.skipIf(parts.length < 3)('are VRM models no longer, which is said of each', () => {
    const { bytes, warnings } = joinGlbs(parts);
    const { extensions, extensionsUsed } = jsonOf(bytes);
    expect(extensions).toBeUndefined();
    expect(extensionsUsed).toEqual(['KHR_materials_unlit', 'KHR_texture_transform', 'VRMC_materials_mtoon']);
    const said = 'is plain glTF among several characters: the expressions, gaze, springs and licence of a VRM need its own file';
    expect(warnings).toEqual([`"Dancer 1" ${said}`, `"Dancer 2" ${said}`]);
  });
});

/** A small file that uses every list, and extensions with indices; its accessors lie in the BIN chunk. */
function fileOfEverything(): Uint8Array {
  const texture = { index: 0, extensions: { KHR_texture_transform: { scale: [2, 2] } } };
  const packet = { KHR_xmp_json_ld: { packet: 0 } };
  const floats = new Float32Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
  const json = {
    asset: { version: '2.0', generator: 'Somebody', copyright: '2020 Somebody', extras: { licence: 'CC0' }, extensions: packet },
    extensionsUsed: ['KHR_lights_punctual', 'KHR_materials_variants', 'KHR_animation_pointer', 'EXT_meshopt_compression'],
    extensions: {
      KHR_lights_punctual: { lights: [{ type: 'point' }, { type: 'spot' }] },
      KHR_materials_variants: { variants: [{ name: 'day' }, { name: 'night' }] },
      KHR_xmp_json_ld: { packets: [{ 'dc:title': 'a' }] },
    },
    scene: 1,
    scenes: [{ nodes: [2] }, { nodes: [0, 2] }],
    nodes: [
      { name: 'a', children: [1], mesh: 0, skin: 0, extensions: { KHR_lights_punctual: { light: 1 } } },
      { camera: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } },
      { extensions: { VRMC_node_constraint: { constraint: { roll: { source: 1, rollAxis: 'X', weight: 1 } } } } },
      { name: 'hidden' },
    ],
    cameras: [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }],
    skins: [{ joints: [1, 2], skeleton: 0, inverseBindMatrices: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 1, NORMAL: 0 },
            indices: 0,
            material: 0,
            targets: [{ POSITION: 1 }],
            extras: { nodes: [0] },
            extensions: {
              KHR_materials_variants: { mappings: [{ material: 0, variants: [0, 1] }] },
              KHR_draco_mesh_compression: { bufferView: 1, attributes: { POSITION: 0 } },
            },
          },
        ],
      },
    ],
    materials: [
      {
        pbrMetallicRoughness: { baseColorTexture: texture },
        normalTexture: { index: 1 },
        extensions: {
          KHR_materials_clearcoat: { clearcoatFactor: 1, clearcoatNormalTexture: texture },
          VRMC_materials_mtoon: { renderQueueOffsetNumber: 0, rimMultiplyTexture: { index: 1 } },
        },
      },
    ],
    textures: [{ sampler: 0, source: 0 }, { extensions: { EXT_texture_webp: { source: 1 } } }],
    images: [
      { bufferView: 0, mimeType: 'image/png' },
      { bufferView: 1, mimeType: 'image/webp' },
    ],
    samplers: [{ wrapS: 10497 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'SCALAR', min: [0], max: [1] },
      {
        bufferView: 1,
        componentType: 5126,
        count: 2,
        type: 'VEC3',
        sparse: { count: 1, indices: { bufferView: 0, componentType: 5125 }, values: { bufferView: 1 } },
      },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 16 },
      {
        buffer: 1,
        byteLength: 32,
        byteStride: 4,
        extensions: {
          EXT_meshopt_compression: { buffer: 0, byteOffset: 16, byteLength: 32, byteStride: 4, count: 8, mode: 'ATTRIBUTES' },
        },
      },
    ],
    buffers: [{ byteLength: 64 }, { byteLength: 32, extensions: { EXT_meshopt_compression: { fallback: true } } }],
    animations: [
      {
        name: 'turn',
        samplers: [{ input: 0, output: 1 }],
        channels: [
          { sampler: 0, target: { node: 2, path: 'translation' } },
          {
            sampler: 0,
            target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: '/materials/0/alphaCutoff' } } },
          },
          {
            sampler: 0,
            target: {
              path: 'pointer',
              extensions: { KHR_animation_pointer: { pointer: '/extensions/KHR_lights_punctual/lights/1/color' } },
            },
          },
        ],
      },
    ],
    extras: { note: 1 },
  };
  return glbOf(json, new Uint8Array(floats.buffer));
}

describe('a part behind another', () => {
  const everything = fileOfEverything();
  const one = jsonOf(everything);
  const { bytes, warnings } = joinGlbs([
    placed('first', everything),
    placed('second', everything, { at: [1, 2, 3], turn: Math.PI / 2 }),
  ]);
  const both = jsonOf(bytes);

  test('has its items behind those of the first, which stay as they were', () => {
    expect(warnings).toEqual([]);
    for (const list of [
      'accessors',
      'cameras',
      'images',
      'materials',
      'meshes',
      'samplers',
      'skins',
      'textures',
      'bufferViews',
    ]) {
      expect(both[list]!.slice(0, one[list]!.length), list).toEqual(one[list]);
      expect(both[list]!.length, list).toBe(2 * one[list]!.length);
    }
    expect(both['nodes']!.slice(0, 4)).toEqual(one['nodes']);
  });

  test('has its numbers moved, those of extensions too, and its extras kept', () => {
    const second = (list: string) => both[list]!.slice(one[list]!.length);
    expect(second('accessors')).toMatchObject([
      { bufferView: 2 },
      { bufferView: 3, count: 2, sparse: { count: 1, indices: { bufferView: 2 }, values: { bufferView: 3 } } },
    ]);
    expect(second('skins')).toEqual([{ joints: [5, 6], skeleton: 4, inverseBindMatrices: 2 }]);
    expect(second('meshes')).toEqual([
      {
        primitives: [
          {
            attributes: { POSITION: 3, NORMAL: 2 },
            indices: 2,
            material: 1,
            targets: [{ POSITION: 3 }],
            extras: { nodes: [0] },
            extensions: {
              KHR_materials_variants: { mappings: [{ material: 1, variants: [2, 3] }] },
              KHR_draco_mesh_compression: { bufferView: 3, attributes: { POSITION: 0 } },
            },
          },
        ],
      },
    ]);
    expect(second('materials')).toMatchObject([
      {
        pbrMetallicRoughness: { baseColorTexture: { index: 2, extensions: { KHR_texture_transform: { scale: [2, 2] } } } },
        normalTexture: { index: 3 },
        extensions: {
          KHR_materials_clearcoat: { clearcoatFactor: 1, clearcoatNormalTexture: { index: 2 } },
          VRMC_materials_mtoon: { renderQueueOffsetNumber: 0, rimMultiplyTexture: { index: 3 } },
        },
      },
    ]);
    expect(second('textures')).toEqual([{ sampler: 1, source: 2 }, { extensions: { EXT_texture_webp: { source: 3 } } }]);
    expect(second('images')).toMatchObject([{ bufferView: 2 }, { bufferView: 3 }]);
    expect(both['nodes']!.slice(4, 8)).toEqual([
      { name: 'a', children: [5], mesh: 1, skin: 1, extensions: { KHR_lights_punctual: { light: 3 } } },
      { camera: 1, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 3 } } } },
      { extensions: { VRMC_node_constraint: { constraint: { roll: { source: 5, rollAxis: 'X', weight: 1 } } } } },
      { name: 'hidden' },
    ]);
  });

  test('has its bytes behind those of the first, and buffers that a decoder fills of its own', () => {
    expect(both['bufferViews']!.slice(2)).toMatchObject([
      { buffer: 0, byteOffset: 64, byteLength: 16 },
      { buffer: 2, byteLength: 32, extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 80, byteLength: 32 } } },
    ]);
    expect(both['buffers']).toEqual([{ byteLength: 128 }, one['buffers']![1], one['buffers']![1]]);
    const own = readGlb(everything).binary!;
    expect(readGlb(bytes).binary).toEqual(new Uint8Array([...own, ...own]));
  });

  test('plays in the animation of that name, by paths into the document too', () => {
    expect(both['animations']!.length).toBe(1);
    expect(both['animations']![0]).toEqual({
      name: 'turn',
      samplers: [
        { input: 0, output: 1 },
        { input: 2, output: 3 },
      ],
      channels: [
        ...(one['animations']![0]!['channels'] as Json[]),
        { sampler: 1, target: { node: 6, path: 'translation' } },
        {
          sampler: 1,
          target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: '/materials/1/alphaCutoff' } } },
        },
        {
          sampler: 1,
          target: {
            path: 'pointer',
            extensions: { KHR_animation_pointer: { pointer: '/extensions/KHR_lights_punctual/lights/3/color' } },
          },
        },
      ],
    });
  });

  test('hangs from a node of its own name and place, which carries what its scene shows and what its file says of itself', () => {
    expect(both['scenes']).toEqual([{ nodes: [8, 9] }]);
    expect(both['scene']).toBe(0);
    const extras = { asset: { licence: 'CC0' }, file: { note: 1 } };
    const named = (packet: number) => ({ extras, extensions: { KHR_xmp_json_ld: { packet } } });
    const half = Math.sqrt(0.5);
    expect(both['nodes']!.slice(8)).toEqual([
      { name: 'first', translation: [0, 0, 0], rotation: [0, 0, 0, 1], children: [0, 2], ...named(0) },
      {
        name: 'second',
        translation: [1, 2, 3],
        rotation: [0, expect.closeTo(half, 12), 0, expect.closeTo(half, 12)],
        children: [4, 6],
        ...named(1),
      },
    ]);
    expect(both.asset).toEqual({ version: '2.0', generator: 'Somebody', copyright: '2020 Somebody' });
    expect(both.extensions).toEqual({
      KHR_lights_punctual: { lights: [{ type: 'point' }, { type: 'spot' }, { type: 'point' }, { type: 'spot' }] },
      KHR_materials_variants: { variants: [{ name: 'day' }, { name: 'night' }, { name: 'day' }, { name: 'night' }] },
      KHR_xmp_json_ld: { packets: [{ 'dc:title': 'a' }, { 'dc:title': 'a' }] },
    });
    expect(both.extensionsUsed).toEqual(one.extensionsUsed);
  });
});

const BARE = { asset: { version: '2.0' }, nodes: [{ name: 'a' }], scenes: [{ nodes: [0] }], scene: 0 };
const animated = (...names: string[]) =>
  names.reduce((file, name) => {
    const values = new Float32Array([0, 0, 0, 1, 2, 3]);
    return appendAnimation(file, { name, times: new Float32Array([0, 1]), channels: [{ node: 0, path: 'translation', values }] });
  }, glbOf(BARE));
const namesIn = (bytes: Uint8Array) =>
  jsonOf(bytes)['animations']!.map(({ name, channels }) => [
    name,
    (channels as Json[]).map((channel) => (channel['target'] as Json)['node']),
  ]);

describe('animations of several parts', () => {
  test('of one name are one animation, the others stay, and the file is valid', async () => {
    const { bytes } = joinGlbs([placed('A', animated('walk', 'wave')), placed('B', animated('bow', 'walk'))]);
    expect(namesIn(bytes)).toEqual([
      ['walk', [0, 1]],
      ['wave', [0]],
      ['bow', [1]],
    ]);
    expect(await validatorIssues(bytes)).toEqual([]);
  });

  test('that have one name twice in a part, or none, do not move a node twice', async () => {
    const twice = jsonOf(animated('walk', 'bow', 'jump'));
    for (const i of [0, 1]) twice['animations']![i]!['name'] = 'walk';
    delete twice['animations']![2]!['name'];
    const file = glbOf(twice, readGlb(animated('walk', 'bow', 'jump')).binary);
    const { bytes } = joinGlbs([placed('A', file), placed('B', file)]);
    expect(namesIn(bytes)).toEqual([
      ['walk', [0, 1]],
      ['walk', [0, 1]],
      [undefined, [0]],
      [undefined, [1]],
    ]);
    expect(await validatorIssues(bytes)).toEqual([]);
  });

  test('are those of clips by their place at the end of each part, whatever their names became there', () => {
    const parts = [placed('A', animated('walk', 'bow', 'walk')), placed('B', animated('walk', 'bow'))];
    expect(namesIn(joinGlbs(parts, { clips: ['walk', 'bow'] }).bytes)).toEqual([
      ['walk', [0]],
      ['walk 2', [0, 1]],
      ['bow', [0, 1]],
    ]);
    expect(() => joinGlbs(parts, { clips: ['a', 'b', 'c'] })).toThrow('"B": the clips are 3, but the file has 2 animations');
  });
});

describe('what cannot be joined', () => {
  const withExtension = (value: unknown) =>
    glbOf({ ...BARE, nodes: [{ extensions: { ACME_thing: value } }], extensionsUsed: ['ACME_thing'] });
  const atRoot = (value: unknown) => glbOf({ ...BARE, extensions: { ACME_thing: value } });
  const joined = (...files: Uint8Array[]) => joinGlbs(files.map((bytes, i) => placed(`part ${i}`, bytes)));

  test('is an extension of unknown meaning with numbers or paths, in a part whose numbers move', () => {
    const sentence =
      '"part 1": the extension "ACME_thing" may name parts by number, which change when joined; write each character to its own file';
    for (const value of [{ bone: 0 }, [[{ a: 3 }]], { path: '/nodes/0/rotation' }, 7]) {
      expect(() => joined(glbOf(BARE), withExtension(value))).toThrow(sentence);
      expect(() => joined(glbOf(BARE), atRoot(value))).toThrow(sentence);
      expect(jsonOf(joined(withExtension(value), glbOf(BARE)).bytes)['nodes']![0]).toEqual({ extensions: { ACME_thing: value } });
    }
    for (const value of [{ strength: 0.5, name: 'a', is: true, none: null }, { shift: -1 }]) {
      const { bytes } = joined(glbOf(BARE), withExtension(value));
      expect(jsonOf(bytes)['nodes']![1]).toEqual({ extensions: { ACME_thing: value } });
      expect(jsonOf(bytes).extensionsUsed).toEqual(['ACME_thing']);
    }
  });

  test('are files that say different things of the whole file', () => {
    expect(jsonOf(joined(atRoot({ kind: 'a' }), atRoot({ kind: 'a' })).bytes).extensions).toEqual({ ACME_thing: { kind: 'a' } });
    expect(() => joined(atRoot({ kind: 'a' }), atRoot({ kind: 'b' }))).toThrow(
      '"part 1": the extension "ACME_thing" of the whole file differs from those before it',
    );
  });

  test('is an animation along a path that leads nowhere else', () => {
    const target = { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: '/scenes/0/extras' } } };
    const json = jsonOf(animated('walk'));
    json['animations']![0]!['channels'] = [{ sampler: 0, target }];
    const file = glbOf(json, readGlb(animated('walk')).binary);
    expect(() => joined(glbOf(BARE), file)).toThrow(
      '"part 1": an animation moves "/scenes/0/extras", which cannot be found again',
    );
    expect(namesIn(joined(file, glbOf(BARE)).bytes)).toEqual([['walk', [undefined]]]);
  });

  test('are chunks and extensions of a scene, which are left out and named', () => {
    const scene = glbOf({ ...BARE, scenes: [{ nodes: [0], extensions: { ACME_sky: { colour: 'blue' } } }] });
    const json = readGlb(glbOf(BARE)).json;
    const chunk = writeGlb({ json, binary: null, unknown: [{ type: 7, bytes: new Uint8Array(4) }] });
    expect(joined(scene, chunk).warnings).toEqual([
      '"part 0": what its scene says by "ACME_sky" is left out',
      '"part 1": chunks of its file that are not known are left out',
    ]);
  });

  test('are no parts, files that are no GLB, and places that are none', () => {
    expect(() => joinGlbs([])).toThrow('the parts must be at least one, got none');
    expect(() => joinGlbs(7 as never)).toThrow('the parts must be');
    expect(() => joined(new TextEncoder().encode(JSON.stringify(BARE)))).toThrow('"part 0": expected a GLB file, got a .gltf');
    expect(() => joined(glbOf({ ...BARE, asset: { version: '1.0' } }))).toThrow('"part 0": expected glTF version 2');
    const place = (wrong: Partial<GlbPart>) => expect(() => joinGlbs([placed('a', glbOf(BARE), wrong)]));
    place({ at: [0, NaN, 0] }).toThrow('the place of part 0 must be 3 finite numbers');
    place({ turn: Infinity }).toThrow('the turn of part 0 must be a finite number, got Infinity');
    place({ name: 7 as never }).toThrow('the name of part 0 must be');
    place({ bytes: 'a' as never }).toThrow('the bytes of part 0 must be');
    expect(() => joinGlbs([placed('a', glbOf(BARE))], { clips: 'walk' as never })).toThrow('the clips');
  });

  test('are nodes of a scene that hang from others: their topmost ones are shown, once', () => {
    const file = glbOf({ ...BARE, nodes: [{ children: [1] }, {}, {}], scenes: [{ nodes: [1, 0] }] });
    expect(jsonOf(joined(file).bytes)['nodes']![3]).toMatchObject({ children: [0] });
    const without = glbOf({ asset: { version: '2.0' }, nodes: [{ children: [1] }, {}, {}] });
    expect(jsonOf(joined(without).bytes)['nodes']![3]).toMatchObject({ children: [0, 2] });
  });
});
