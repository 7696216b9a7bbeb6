import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Clip } from '../../../../core/animation/clip.ts';
import { writeClip, writeClips } from '../../../../core/formats/clips/motion-formats.ts';
import { writeScene } from '../../../../core/formats/clips/write-scene.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { ORIGIN } from '../../../../core/math/place.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { loadInThree } from '../oracles.ts';

const bytes = new Uint8Array(readFileSync(MANNEQUIN));
const scene = readCharacterScene(readGltf(bytes));
const target = { bytes, scene, rig: buildRig(scene) };
const clip: Clip = {
  id: 'step',
  name: 'Step',
  duration: 2,
  fps: 30,
  loop: false,
  tracks: [{ joint: -1, interpolation: 'linear', times: [0, 2], values: [0, 0, 0, 0, 0, 1] }],
  contacts: [
    { part: 'leftBall', from: 0, to: 0.75 },
    { part: 'leftHand', from: 0.5, to: 1.75, on: { by: { joint: 'head' }, position: [0, 0, 0], rotation: [0, 0, 0, 1] } },
    { part: 'rightHeel', from: 0, to: 1, isMuted: true },
  ],
  markers: [
    { name: 'lift', time: 0.75 },
    { name: 'end', time: 2 },
  ],
};

const extrasIn = (file: Uint8Array) => (readGltf(file).json['animations'] as { extras?: unknown }[]).map(({ extras }) => extras);

test('the animation of a clip says what is held when, and its markers', () => {
  const { bytes: file } = writeClip(target, 'glb', clip);
  const contacts = [
    { part: 'leftBall', from: 0, to: 0.75 },
    { part: 'leftHand', from: 0.5, to: 1.75 },
  ];
  expect(extrasIn(file)).toEqual([{ limber: { fps: 30, contacts, markers: clip.markers } }]);
});

test('three.js hands on what an animation says of itself', async () => {
  const { animations } = await loadInThree(writeClip(target, 'glb', clip).bytes);
  expect(animations[0]!.userData).toMatchObject({ limber: { fps: 30, markers: clip.markers } });
});

test('the animation of a part of a clip says what is in that part, from its beginning', () => {
  const { bytes: file } = writeClip(target, 'glb', clip, { from: 0.5, to: 1.5, fps: 60 });
  const contacts = [
    { part: 'leftBall', from: 0, to: 0.25 },
    { part: 'leftHand', from: 0, to: 1 },
  ];
  expect(extrasIn(file)).toEqual([{ limber: { fps: 60, contacts, markers: [{ name: 'lift', time: 0.25 }] } }]);
});

test('clips without contacts and markers say their rate alone, and a scene of several says nothing for all of them', () => {
  const { contacts: _, markers: __, ...plain } = clip;
  expect(extrasIn(writeClips(target, 'glb', [plain, plain]).bytes)).toEqual([{ limber: { fps: 30 } }, { limber: { fps: 30 } }]);
  const actor = { id: 'a', name: 'A', place: ORIGIN, target, clips: [clip] };
  expect(extrasIn(writeScene([actor, { ...actor, id: 'b', name: 'B' }]).bytes)).toEqual([undefined]);
});
