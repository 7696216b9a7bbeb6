import { readFileSync } from 'node:fs';
import { PropertyBinding } from 'three';
import { describe, expect, test } from 'vitest';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { layOutModels } from '../../../../core/formats/fbx/fbx-models.ts';
import { readFbx } from '../../../../core/formats/fbx/read-fbx.ts';
import { sampleAnimation } from '../../../../core/formats/gltf/animation-sampling.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { loadInThree, validatorIssues } from '../oracles.ts';
import { drawnBox, loadFbxInThree, statesInThree } from './play-fbx.ts';
import { textFbx, type TextCurve, type TextModel, type TextScene } from './text-fbx.ts';

const SAMPLES = ['cmu-91_48', 'animation-with-skeleton', 'huesitos'] as const;
/** FBX counts in centimetres. */
const CENTIMETRE = 0.01;

function open(bytes: Uint8Array, name = 'made.fbx') {
  return openCharacterFile(name, bytes);
}

/** The moments at which every axis of every curve of a model has a key, by the model's name as three.js writes it: elsewhere three.js holds the axes without one. */
function keyedMoments(bytes: Uint8Array): Map<string, ReadonlySet<number>> {
  const scene = readFbx(bytes);
  const { models, indexOf } = layOutModels(scene);
  const moments = new Map<string, Set<number>>();
  for (const { targetModelId, curves } of scene.animations[0]?.curveNodes ?? []) {
    const name = PropertyBinding.sanitizeNodeName(models[indexOf.get(targetModelId)!]!.name);
    for (const { keys } of curves) {
      const times = new Set(keys.map(({ time }) => Math.fround(time)));
      const known = moments.get(name);
      moments.set(name, known ? new Set([...known].filter((time) => times.has(time))) : times);
    }
  }
  return moments;
}

/** The largest differences between a file in three.js's loader for FBX and the GLB that it became in three.js's loader for glTF. */
async function difference(bytes: Uint8Array, unit: number) {
  const before = loadFbxInThree(bytes);
  const after = await loadInThree(open(bytes).bytes);
  const clip = before.clips[0];
  const keyed = keyedMoments(bytes);
  const times = clip ? [...new Set(clip.tracks.flatMap(({ times: keys }) => [...keys]))].toSorted((a, b) => a - b) : [0];
  const start = times[0]!;
  const wanted = statesInThree(before.scene, clip, times, unit);
  const shifted = times.map((time) => time - start);
  const got = statesInThree(after.scene, after.animations[0], shifted, 1);
  let [degrees, metres, compared] = [0, 0, 0];
  wanted.forEach((states, k) => {
    for (const [name, { position, rotation }] of states) {
      const other = got[k]!.get(name);
      const own = keyed.get(name);
      if (!other || (own && !own.has(times[k]!))) continue;
      compared++;
      degrees = Math.max(degrees, (rotation.angleTo(other.rotation) * 180) / Math.PI);
      metres = Math.max(metres, position.distanceTo(other.position));
    }
  });
  return { degrees, metres, compared };
}

describe.each(SAMPLES)('%s.fbx', (name) => {
  const path = sharedData(`fbx/${name}.fbx`);

  test.skipIf(path === null)('becomes a valid GLB whose nodes turn and move as three.js has them', async () => {
    const bytes = readFileSync(path!);
    const character = open(bytes);
    expect((await validatorIssues(character.bytes)).filter(({ severity }) => severity === 0)).toEqual([]);
    const { degrees, metres, compared } = await difference(bytes, CENTIMETRE);
    expect(compared).toBeGreaterThan(40);
    expect(degrees).toBeLessThan(0.05);
    expect(metres).toBeLessThan(1e-5);
  });

  test.skipIf(path === null)('keeps the file byte for byte', () => {
    const bytes = readFileSync(path!);
    const { original } = open(bytes);
    expect(original?.extension).toBe('.fbx');
    expect(Buffer.from(original!.bytes).equals(bytes)).toBe(true);
  });
});

test.skipIf(sharedData('fbx/huesitos.fbx') === null)('a skin bends its mesh as in three.js', async () => {
  const bytes = readFileSync(sharedData('fbx/huesitos.fbx')!);
  const before = loadFbxInThree(bytes);
  const after = await loadInThree(open(bytes).bytes);
  for (const time of [0, 0.4, 1.2]) {
    statesInThree(before.scene, before.clips[0], [time], 1);
    statesInThree(after.scene, after.animations[0], [time], 1);
    const wanted = drawnBox(before.scene, CENTIMETRE);
    const got = drawnBox(after.scene, 1);
    expect(got.min.map((value, i) => Math.abs(value - wanted.min[i]!)).every((off) => off < 1e-3)).toBe(true);
    expect(got.max.map((value, i) => Math.abs(value - wanted.max[i]!)).every((off) => off < 1e-3)).toBe(true);
    expect(got.max[1]! - got.min[1]!).toBeGreaterThan(0.1);
  }
});

describe('a made-up file', () => {
  const turning = (model: string, flags?: number): TextCurve[] =>
    (['X', 'Y', 'Z'] as const).map((axis, a) => ({
      model,
      property: 'Lcl Rotation',
      axis,
      keys: [0, 0.5, 1].map((time, k) => [time, (a + 1) * (20 * k - 10)] as const),
      ...(flags !== undefined && { flags }),
    }));
  const chain = (properties: Readonly<Record<string, readonly number[] | number>>): TextScene => ({
    models: [
      { name: 'Root', properties: { 'Lcl Translation': [3, 90, -7], 'Lcl Rotation': [5, 10, 15] } },
      { name: 'Middle', parent: 'Root', properties: { 'Lcl Translation': [0, 40, 0], ...properties } },
      { name: 'End', parent: 'Middle', properties: { 'Lcl Translation': [1, 35, 2] } },
    ],
    curves: [...turning('Root'), ...turning('Middle')],
  });

  test.each<readonly [string, NonNullable<TextModel['properties']>]>([
    ['pre- and post-rotation', { PreRotation: [30, -20, 10], PostRotation: [-15, 5, 40] }],
    ...[1, 2, 3, 4, 5].map((order) => [`rotation order ${order}`, { RotationOrder: order }] as const),
  ])('with %s turns as in three.js', async (_, properties) => {
    const { degrees, metres, compared } = await difference(textFbx(chain(properties)), CENTIMETRE);
    expect(compared).toBeGreaterThanOrEqual(9);
    expect(degrees).toBeLessThan(0.05);
    expect(metres).toBeLessThan(1e-5);
  });

  test.each([
    ['offsets', { RotationPivot: [1, 2, 3], RotationOffset: [4, -5, 6], ScalingPivot: [-2, 1, 0], ScalingOffset: [0, 3, 1] }],
    ['a scale', { RotationPivot: [1, 2, 3], ScalingPivot: [5, 5, 5], 'Lcl Scaling': [2, 2, 2], PreRotation: [0, 45, 0] }],
  ])('with pivots and %s turns about them as three.js has it at rest, in a clip too', async (_, properties) => {
    const middle = { 'Lcl Translation': [0, 40, 0], ...properties };
    const still = (angles: readonly number[]): TextScene => ({
      models: [{ name: 'Root' }, { name: 'Middle', parent: 'Root', properties: { ...middle, 'Lcl Rotation': angles } }],
    });
    const { degrees, metres } = await difference(textFbx(still([20, -35, 50])), CENTIMETRE);
    expect(degrees).toBeLessThan(0.05);
    expect(metres).toBeLessThan(1e-6);
    const { bytes, scene } = open(textFbx({ ...still([0, 0, 0]), curves: turning('Middle') }));
    const { animations } = readAnimations(readGltf(bytes));
    const moved = sampleAnimation(scene, animations[0]!, 1)[1]!;
    const wanted = open(textFbx(still([30, 60, 90]))).scene.nodes[1]!;
    moved.translation.forEach((value, i) => expect(value).toBeCloseTo(wanted.translation[i]!, 6));
    moved.rotation.forEach((value, i) => expect(value).toBeCloseTo(wanted.rotation[i]!, 6));
  });

  test('in inches with Z up stands upright in metres', () => {
    const { scene } = open(
      textFbx({
        models: [{ name: 'Hips', properties: { 'Lcl Translation': [1, -2, 40] } }],
        settings: { UpAxis: 2, FrontAxis: 1, FrontAxisSign: -1, UnitScaleFactor: 2.54 },
      }),
    );
    const [x, y, z] = scene.nodes[0]!.translation;
    expect([x, y, z].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([0.0254, 1.016, 0.0508]);
  });

  test('without scale inheritance keeps a child its size under a scaled parent', () => {
    const grown = (inherit: number) =>
      open(
        textFbx({
          models: [
            { name: 'A', properties: { 'Lcl Scaling': [2, 2, 2] } },
            { name: 'B', parent: 'A', properties: { 'Lcl Translation': [0, 10, 0], InheritType: inherit } },
          ],
        }),
      ).scene.nodes[1]!.scale;
    expect(grown(1)).toEqual([1, 1, 1]);
    expect(grown(0)).toEqual([1, 1, 1]);
    expect(grown(2)).toEqual([0.5, 0.5, 0.5]);
  });

  test('with constant curves steps, with curved ones follows the curve between the keys', () => {
    const animation = (flags: number) => {
      const curves = turning('Middle', flags);
      const { document } = readGltf(open(textFbx({ ...chain({}), curves })).bytes);
      return document.animations![0]!.samplers[0]!;
    };
    expect(animation(2).interpolation).toBe('STEP');
    expect(animation(4).interpolation).toBe('LINEAR');
  });

  test('with blend shapes gets morph targets, their weights and their clip', () => {
    const mesh = `\tGeometry: 2000, "Geometry::Face", "Mesh" {
\t\tVertices: *9 {
\t\t\ta: 0,0,0,10,0,0,0,10,0
\t\t}
\t\tPolygonVertexIndex: *3 {
\t\t\ta: 0,1,-3
\t\t}
\t}
\tGeometry: 2001, "Geometry::Smile", "Shape" {
\t\tIndexes: *1 {
\t\t\ta: 2
\t\t}
\t\tVertices: *3 {
\t\t\ta: 0,5,0
\t\t}
\t}
\tDeformer: 2002, "Deformer::Blend", "BlendShape" {
\t}
\tDeformer: 2003, "SubDeformer::Smile", "BlendShapeChannel" {
\t\tProperties70:  {
\t\t\tP: "DeformPercent", "Number", "", "A",25
\t\t}
\t\tFullWeights: *1 {
\t\t\ta: 100
\t\t}
\t}`;
    const links = ['2000,1000', '2002,2000', '2003,2002', '2001,2003'].map((pair) => `\tC: "OO",${pair}`).join('\n');
    const { bytes } = open(textFbx({ models: [{ name: 'Face', kind: 'Mesh' }], objects: mesh, connections: links }));
    const [face] = readGltf(bytes).document.meshes as { weights: number[]; primitives: { targets: object[] }[] }[];
    expect(face!.weights).toEqual([0.25]);
    expect(face!.primitives[0]!.targets).toHaveLength(1);
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['is truncated', (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2), /the FBX file is (truncated|damaged)/],
    ['asks for more memory than there is', withHugeArray, /the FBX file's arrays has \d+ MB, more than the 1024 MB/],
  ])('because it %s is refused in a sentence', (_, change, sentence) => {
    const path = sharedData('fbx/huesitos.fbx');
    if (path === null) return;
    expect(() => open(change(readFileSync(path)))).toThrow(sentence);
  });

  test('because it is nested without end is refused before anything is unpacked', () => {
    const deep = `; FBX 7.4.0 project file\nObjects: {\n${'A: {\n'.repeat(100_000)}`;
    expect(() => open(new TextEncoder().encode(deep))).toThrow('more than 64 deep');
  });

  test.each([
    ['a brace that closes nothing', 'Objects: {\n}\n}\n'],
    ['a brace that closes nothing after a quoted quote', 'A: "\\"}"\n}\n'],
    ['an array of braces', 'Objects: {\nV: *1 { {\n}\n}\n}\n'],
  ])('because of %s is refused, where its reader would go on for ever', (_, text) => {
    const bytes = new TextEncoder().encode(`; FBX 7.4.0 project file\n${text}`);
    expect(() => open(bytes)).toThrow(/the FBX file is damaged: the record at byte \d+ is not whole$/);
  });

  test('because it holds nothing is refused', () => {
    expect(() => open(textFbx({ models: [] }))).toThrow('"made.fbx" cannot be opened: the FBX file holds no models');
  });
});

/** The first packed array of doubles claims two billion of them. */
function withHugeArray(bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  const at = changed.findIndex((byte, i) => byte === 'd'.charCodeAt(0) && changed[i + 5] === 1 && changed[i + 6] === 0);
  new DataView(changed.buffer).setUint32(at + 1, 2 ** 31, true);
  return changed;
}
