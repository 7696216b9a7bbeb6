import { describe, expect, test } from 'vitest';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { readFbx } from '../../../../core/formats/fbx/read-fbx.ts';
import { sampleAnimation } from '../../../../core/formats/gltf/animation-sampling.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { plainFigure } from '../../../helpers/figure.ts';
import { binaryFbx61, textFbx61, type Layout61 } from './fbx-61.ts';
import { textFbx, type TextCurve, type TextModel, type TextScene } from './text-fbx.ts';
import { few } from '../../../helpers/extent.ts';

type Triple = readonly [number, number, number];

/** World directions of the file's x, y and z axis for glTF's, by what stands in the settings. */
const AXES: Readonly<
  Record<string, { readonly settings: Readonly<Record<string, number>>; readonly from: (at: Triple) => Triple }>
> = {
  'y up, z ahead': { settings: {}, from: (at) => at },
  'z up, −y ahead': {
    settings: { UpAxis: 2, UpAxisSign: 1, FrontAxis: 1, FrontAxisSign: -1, CoordAxis: 0, CoordAxisSign: 1 },
    from: ([x, y, z]) => [x, -z, y],
  },
  'z up, y ahead': {
    settings: { UpAxis: 2, UpAxisSign: 1, FrontAxis: 1, FrontAxisSign: 1, CoordAxis: 0, CoordAxisSign: -1 },
    from: ([x, y, z]) => [-x, z, y],
  },
  'x up, z ahead': {
    settings: { UpAxis: 0, UpAxisSign: 1, FrontAxis: 2, FrontAxisSign: 1, CoordAxis: 1, CoordAxisSign: -1 },
    from: ([x, y, z]) => [y, -x, z],
  },
};
/** Centimetres of one unit of the file. */
const UNITS = { metres: 100, inches: 2.54, millimetres: 0.1 } as const;

/** The plain figure, 1.741 m tall and looking along +Z, with an arm that comes down and hips that go forward. */
function figureIn(axes: keyof typeof AXES, unit: number): TextScene {
  const { settings, from } = AXES[axes]!;
  const joints = plainFigure();
  const models = joints.map(({ name, parent, at }): TextModel => {
    const above = joints.find((each) => each.name === parent)?.at ?? [0, 0, 0];
    const way = from([at[0] - above[0], at[1] - above[1], at[2] - above[2]]);
    return {
      name,
      ...(parent !== null && { parent }),
      properties: { 'Lcl Translation': way.map((value) => (100 * value) / unit), RotationOrder: 0 },
    };
  });
  const keys = (first: number, last: number) =>
    [
      [0, first],
      [0.5, (first + last) / 2],
      [1, last],
    ] as const;
  const places = [0, 0.3].map((z) => from([0, 0.95, z]).map((value) => (100 * value) / unit));
  const curves = (['X', 'Y', 'Z'] as const).flatMap((axis, a): TextCurve[] => [
    { model: 'hips', property: 'Lcl Translation', axis, keys: keys(places[0]![a]!, places[1]![a]!) },
    { model: 'upperarm.l', property: 'Lcl Rotation', axis, keys: keys(0, [20, -15, 70][a]!) },
  ]);
  return { models, curves, settings: { ...settings, UnitScaleFactor: unit } };
}

/** What a file shows: its rig's measures, and where and how all nodes are over the clip. */
function seen(bytes: Uint8Array) {
  const character = openCharacterFile('made.fbx', bytes);
  const [animation] = readAnimations(readGltf(character.bytes)).animations;
  const { height, facing } = buildRig(character.scene).report;
  const frames = [0, 0.25, 0.5, 1].map((time) => sampleAnimation(character.scene, animation!, time));
  return { height, facing, nodes: character.scene.nodes, frames };
}

describe.each(Object.keys(AXES))('a figure with %s', (axes) => {
  test.each(few(Object.entries(UNITS), 5))('in %s is as tall, looks ahead and moves as saved as FBX 7, in FBX 6.1', (_, unit) => {
    const scene = figureIn(axes, unit);
    const wanted = seen(textFbx(scene));
    // What is drawn of bones goes a little over the head.
    expect(Math.abs(wanted.height - 1.741)).toBeLessThan(0.03);
    expect(wanted.facing).toEqual([0, 0, 1]);
    for (const settings of ['inside', 'top'] as const) {
      for (const write of [textFbx61, binaryFbx61]) {
        const got = seen(write(scene, { settings }));
        expect(got.height).toBeCloseTo(wanted.height, 4);
        expect(got.facing).toEqual(wanted.facing);
        got.frames.forEach((frame, k) =>
          frame.forEach(({ translation, rotation }, node) => {
            translation.forEach((value, c) => expect(value).toBeCloseTo(wanted.frames[k]![node]!.translation[c]!, 5));
            rotation.forEach((value, c) => expect(value).toBeCloseTo(wanted.frames[k]![node]!.rotation[c]!, 5));
          }),
        );
      }
    }
  });
});

test.each<[string, TextScene['settings'] & object, Layout61, number]>([
  ['a time mode among the objects', { TimeMode: 11 }, { settings: 'inside' }, 24],
  ['a frame rate of its own among the objects', { TimeMode: 14, CustomFrameRate: 12.5 }, { settings: 'inside' }, 12.5],
  ['a frame rate in the section of version 5', {}, { settings: 'inside', frameRate: 25 }, 25],
  ['the same without any settings beside it', {}, { settings: 'top', frameRate: 60 }, 60],
  ['a time mode and, less said, that frame rate', { TimeMode: 3 }, { settings: 'inside', frameRate: 25 }, 60],
  ['nothing of all that', {}, { settings: 'inside' }, 30],
])('FBX 6.1 with %s is read at that frame rate', (_, settings, layout, fps) => {
  const scene = { ...figureIn('y up, z ahead', 1), settings };
  for (const write of [textFbx61, binaryFbx61]) expect(readFbx(write(scene, layout)).frameRate).toBe(fps);
});
