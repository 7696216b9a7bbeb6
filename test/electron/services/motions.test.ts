import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { motionId } from '../../../core/formats/clips/motion-id.ts';
import { idSchema } from '../../../electron/files/storage/basic-schemas.ts';
import { clipSchema } from '../../../electron/files/storage/clip-schema.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createJobs } from '../../../electron/services/jobs.ts';
import { createMotions } from '../../../electron/services/motions.ts';
import type { BroughtTogether } from '../../../electron/contract.ts';
import { performMotion } from '../../../electron/services/motion-tasks.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { writeClip } from '../../../core/formats/clips/motion-formats.ts';
import { capturedPair } from '../../helpers/captured-pair.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { playInThree } from '../../core/formats/oracles.ts';

const SETTINGS = { preset: 'free', corrections: {}, limits: {}, stiffness: {} } as const;

async function openShared(path: string) {
  const characters = createCharacters({ cacheFolder: await mkdtemp(join(tmpdir(), 'limber-motions-')), mannequinPath: '' });
  return {
    opened: await characters.open(path),
    motions: createMotions(
      characters,
      createJobs(() => {}),
    ),
  };
}

const knight = sharedData('rigs/kaykit-knight.glb');
test.skipIf(knight === null)('a motion of a character file moves the rig as three.js moves the file @all', async () => {
  const { opened, motions } = await openShared(knight!);
  const list = await motions.list(opened.hash);
  expect(list).toHaveLength(76);
  const index = list.findIndex(({ name }) => name === 'Walking_A');
  const clip = await motions.read(opened.hash, index, SETTINGS);
  expect(clip).toMatchObject({ name: 'Walking_A', id: 'motion-walking-a' });
  expect(clipSchema.safeParse(clip).success).toBe(true);
  expect(clip.duration).toBeCloseTo(list[index]!.duration, 5);
  const rig = buildRig(opened.scene, SETTINGS);
  const times = [0, 0.25, 0.5];
  // Clips begin at 0, the file's motion where its first key is.
  const { start } = readAnimations(readGltf(opened.bytes)).animations[index]!;
  const played = await playInThree(
    opened.bytes,
    index,
    times.map((time) => time + start),
  );
  // The file also stretches its legs, which a clip leaves out: hands and head tell.
  times.forEach((time, i) => {
    const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, time));
    for (const bone of ['leftHand', 'rightHand', 'head'] as const) {
      const joint = rig.humanoid[bone]!;
      const expected = played[i]!.get(rig.binding.nodes[joint]!)!;
      worldPosition(world, joint).forEach((value, axis) => expect(value, `${bone} at ${time}`).toBeCloseTo(expected[axis]!, 2));
    }
  });
  await expect(motions.read(opened.hash, 76, SETTINGS)).rejects.toThrow(
    'the file holds 76 motions, so there is none with the number 76',
  );
});

const walk = sharedData('bvh/cmu-12_01-walk.bvh');
test.skipIf(walk === null)('a BVH file holds one motion', async () => {
  const { opened, motions } = await openShared(walk!);
  const list = await motions.list(opened.hash);
  expect(list).toHaveLength(1);
  const clip = await motions.read(opened.hash, 0, SETTINGS);
  expect(clip.duration).toBeCloseTo(list[0]!.duration, 5);
  expect(clip.tracks.length).toBeGreaterThan(10);
});

test.each(['Armature|mixamo.com|Layer0', 'Take 001', '歩き', '', 'con', '../../evil', '-'.repeat(500), 'x'.repeat(500)])(
  'a motion named %j gets an id that a project accepts',
  (name) => {
    expect(idSchema.safeParse(motionId(name)).success).toBe(true);
    expect(motionId(name)).toMatch(/^motion/);
  },
);

test('motions of people captured together tell how far they are, to the end, and refuse a file that is not there @all', () => {
  const bytes = new Uint8Array(readFileSync(MANNEQUIN));
  const scene = readCharacterScene(readGltf(bytes));
  const rig = buildRig(scene);
  const source = writeClip({ bytes, scene, rig }, 'glb', capturedPair(rig)[0]).bytes;
  const person = { source: { characterHash: 'source', index: 0 }, characterHash: 'body', rig: SETTINGS, options: { fps: 24 } };
  const files = new Map([
    ['source', source],
    ['body', bytes],
  ]);
  const request = { people: ['actor-1', 'actor-2'].map((actor) => ({ ...person, actor })) };
  const told: number[] = [];
  const { people } = performMotion({ kind: 'retargetTogether', files, request }, (share) => told.push(share)) as BroughtTogether;
  expect(people.map(({ clip }) => clip.fps)).toEqual([24, 24]);
  // A copy onto the same skeleton tells of its end alone.
  expect(told).toHaveLength(3);
  expect(told.at(-1)).toBe(1);
  expect(told.every((share, i) => share > (told[i - 1] ?? 0))).toBe(true);
  expect(() => performMotion({ kind: 'retargetTogether', files: new Map(), request }, () => undefined)).toThrow(
    'the file was not sent with the job',
  );
});
