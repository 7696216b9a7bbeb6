import { expect, test } from 'vitest';
import { namedRest } from '../../../../core/formats/clips/named-rest.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { OpenedCharacter, RetargetRequest } from '../../../../electron/contract.ts';
import { openDroppedFile } from '../../../../renderer/state/documents/open-dropped.ts';
import { openMotion, retargetMotion } from '../../../../renderer/state/motions/motion.ts';
import type { MotionSource } from '../../../../renderer/state/motions/motion-source.ts';
import { chooseProfile, saveProfile } from '../../../../renderer/state/motions/retarget-profiles.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { mannequin, openStudio } from '../open-studio.ts';

/** A take of the mannequin's skeleton without a body, whose first frame it rests in. */
function take(fileName: string): OpenedCharacter {
  const file = mannequin('take');
  return { ...file, fileName, hash: 'cd'.repeat(32), isMotionOnly: true };
}

const { scene } = mannequin('take');
const REST = namedRest(buildRig(scene), scene, scene.nodes, 'as "take 1.glb" rests, a take beside it');

async function studioWith(dropped: (name: string) => OpenedCharacter = take) {
  const requests: RetargetRequest[] = [];
  const { studio } = await openStudio({
    'motion.list': () => [{ name: 'walk', duration: 1, fps: 30 }],
    'character.openBytes': (fileName) => dropped(fileName),
    'dialog.open': () => ({ kind: 'chosen', path: '/takes/profile.json' }),
    'dialog.save': () => ({ kind: 'chosen', path: '/takes/profile.json' }),
    'export.replaces': () => false,
    'profile.read': () => ({ source: { rest: REST } }),
    'profile.save': () => undefined,
    'motion.retarget': (_job, request) => {
      requests.push(request);
      throw new Error('it was seen');
    },
  });
  return { studio, requests };
}

async function drop(studio: Studio): Promise<MotionSource> {
  await openDroppedFile(studio, new File(['glTF'], 'take 2.glb'));
  const dialog = studio.getState().session.dialogs.at(-1);
  if (dialog?.name !== 'motion') throw new Error('the motion dialog is not open');
  return dialog.source;
}

test('a take that is dropped alone rests as the takes of its skeleton did that were opened before, and is brought over so', async () => {
  const { studio, requests } = await studioWith();
  expect((await drop(studio)).character.restOfTakes).toBeUndefined();
  await openMotion(studio, 'take 1.glb', async () => ({ ...take('take 1.glb'), restOfTakes: REST }));
  const source = await drop(studio);
  const rest = { pose: REST.pose, label: 'as its skeleton rested in a take or profile before' };
  expect(source.character.restOfTakes).toEqual(rest);
  await expect(retargetMotion(studio, source, 0, {}, () => undefined).result).rejects.toThrow('it was seen');
  expect(requests[0]!.options.known).toEqual(rest);
});

test.each([
  ['used', chooseProfile],
  ['saved', (studio: Studio) => saveProfile(studio, { bvh: {}, rest: REST })],
])('so it does with what a profile tells that was %s', async (_, tell) => {
  const { studio } = await studioWith();
  await tell(studio);
  expect((await drop(studio)).character.restOfTakes?.pose).toEqual(REST.pose);
});

test('a file of another skeleton, and one whose skin tells how it rests, are left as they are', async () => {
  const longer = (name: string): OpenedCharacter => {
    const file = take(name);
    const nodes = file.scene.nodes.map((node) => {
      const [x, y, z] = node.translation;
      return { ...node, translation: [1.2 * x, 1.2 * y, 1.2 * z] as const };
    });
    return { ...file, scene: { ...file.scene, nodes } };
  };
  const skinned = (name: string): OpenedCharacter => {
    const file = take(name);
    return { ...file, scene: { ...file.scene, weightedNodes: file.scene.nodes.map((__, node) => node) } };
  };
  for (const other of [longer, skinned]) {
    const { studio } = await studioWith(other);
    await chooseProfile(studio);
    expect((await drop(studio)).character.restOfTakes).toBeUndefined();
  }
});
