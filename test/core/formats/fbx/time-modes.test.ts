import { expect, test } from 'vitest';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { readFbx } from '../../../../core/formats/fbx/read-fbx.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { binaryFbx61, textFbx61 } from './fbx-61.ts';
import { textFbx, type TextScene } from './text-fbx.ts';
import { few } from '../../../helpers/extent.ts';

/** Ticks of one frame by the number of its time mode, as the FBX SDK of 2020 counts them (`FbxTime::GetOneFrameValue`), of which a second has 141,120,000. */
const TICKS_OF_FRAME: Readonly<Record<number, number>> = {
  0: 4_704_000,
  1: 1_176_000,
  2: 1_411_200,
  3: 2_352_000,
  4: 2_822_400,
  5: 2_940_000,
  6: 4_704_000,
  8: 4_708_704,
  9: 4_708_704,
  10: 5_644_800,
  11: 5_880_000,
  12: 141_120,
  13: 5_885_880,
  15: 1_470_000,
  16: 1_960_000,
  17: 2_354_352,
  18: 1_177_176,
};
const TICKS_OF_SECOND = 141_120_000;

const MODES = Object.entries(TICKS_OF_FRAME).map(([mode, ticks]): [string, Readonly<Record<string, number>>, number] => [
  `time mode ${mode}`,
  { TimeMode: Number(mode) },
  TICKS_OF_SECOND / ticks,
]);
const CUSTOM = [12.5, 23.976, 47.952, 90, 119.88, 144, 250].map((rate): [string, Readonly<Record<string, number>>, number] => [
  `a frame rate of its own, ${rate}`,
  { TimeMode: 14, CustomFrameRate: rate },
  rate,
]);

/** A hip that goes forward, with keys at the frames of a second that are told. */
function walking(settings: Readonly<Record<string, number>>, keys: readonly number[]): TextScene {
  return {
    models: [{ name: 'hips' }, { name: 'spine', parent: 'hips', properties: { 'Lcl Translation': [0, 10, 0] } }],
    curves: [
      { model: 'hips', property: 'Lcl Translation', axis: 'Z', keys: keys.map((time) => [time, 5 * Math.sin(time)] as const) },
    ],
    settings,
  };
}

test.each([...MODES, ...CUSTOM])('%s is read at its frame rate, as FBX 7 and 6.1', (_, settings, rate) => {
  const scene = walking(settings, [0, 1]);
  expect(readFbx(textFbx(scene)).frameRate).toBeCloseTo(rate, 12);
  for (const write of [textFbx61, binaryFbx61])
    expect(readFbx(write(scene, { settings: 'inside' })).frameRate).toBeCloseTo(rate, 12);
});

/** Frames from which nothing is to be read between: from 23 to 240 a second. */
const WHOLE = [...MODES, ...CUSTOM].filter(([, , rate]) => rate > 23 && rate < 240);

test.each(few(WHOLE, 8))('a minute with a key on each frame of %s gets no others', (_, settings, rate) => {
  const keys = Array.from({ length: Math.round(60 * rate) + 1 }, (__, frame) => frame / rate);
  const [animation] = readAnimations(readGltf(openCharacterFile('made.fbx', textFbx(walking(settings, keys))).bytes)).animations;
  expect(animation!.channels[0]!.times).toHaveLength(keys.length);
});

test.each([
  [12.5, 25],
  [10, 30],
  [1000, 200],
  [250, 125],
])('curves of %d frames a second are read at %d, on its frames', (CustomFrameRate, read) => {
  const scene = walking({ TimeMode: 14, CustomFrameRate }, [0, 10]);
  const [animation] = readAnimations(readGltf(openCharacterFile('made.fbx', textFbx(scene)).bytes)).animations;
  expect(animation!.channels[0]!.times).toHaveLength(10 * read + 1);
});
