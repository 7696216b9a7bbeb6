import { expect, test } from 'vitest';
import type { RetargetProfile } from '../../../../core/formats/clips/retarget-profile.ts';
import { chooseProfile, saveProfile } from '../../../../renderer/state/motions/retarget-profiles.ts';
import { documentOf, noticesOf, openStudio } from '../open-studio.ts';

const CHOICES = { bvh: { up: 'z' }, feet: true, hands: false, limits: true, fps: 60, rest: 'bind' } as const;

async function saveOnto(present: RetargetProfile | null) {
  const kept: RetargetProfile[] = [];
  const { studio } = await openStudio({
    'dialog.save': () => ({ kind: 'chosen', path: '/mocap/profile.json' }),
    'export.replaces': () => present !== null,
    'profile.read': () => present ?? {},
    'profile.save': (_path, profile) => void kept.push(profile),
  });
  const { history, character } = documentOf(studio);
  const node = character.scene.nodes.findIndex(({ name }) => name === 'leftHand');
  const rig = { ...history.present.rig, preset: 'dancer' as const, corrections: { leftHand: node, jaw: null } };
  studio.setState({
    document: { ...documentOf(studio), history: { ...history, present: { ...history.present, rig } } },
  });
  await saveProfile(studio, CHOICES);
  return { kept, notices: noticesOf(studio) };
}

test('a profile keeps the choices, the limits of the character and its corrected bones by their nodes', async () => {
  const { kept, notices } = await saveOnto(null);
  expect(kept).toEqual([
    {
      source: { bvh: { up: 'z' }, rest: 'bind' },
      character: { preset: 'dancer', bones: { leftHand: 'leftHand', jaw: null } },
      fps: 60,
      feet: true,
      hands: false,
      limits: true,
    },
  ]);
  expect(notices).toEqual(['The profile is in profile.json: “limber retarget --profile” and batches use it.']);
});

test('a profile that is there already keeps what the choices do not speak of', async () => {
  const there = {
    source: { bones: { hips: 'Bip01' }, bvh: { unit: 0.01 }, rest: 'file' },
    fps: 24,
    contacts: { height: 0.1 },
  } as const;
  const { kept } = await saveOnto(there);
  expect(kept).toMatchObject([{ source: { bones: { hips: 'Bip01' }, rest: 'bind' }, fps: 60, contacts: { height: 0.1 } }]);
  expect(kept[0]?.source?.bvh).toEqual({ up: 'z' });
});

test('what is no profile is refused in a sentence', async () => {
  const { studio } = await openStudio({
    'dialog.open': () => ({ kind: 'chosen', path: '/mocap/other.json' }),
    'profile.read': () => {
      throw new Error('"other.json" is no retarget profile. Select another file.');
    },
  });
  expect(await chooseProfile(studio)).toBeNull();
  expect(noticesOf(studio)).toEqual(['“other.json” is no retarget profile. Select another file.']);
});
