import { expect, test } from 'vitest';
import { solveInbetweens } from '../../../core/animation/in-betweens.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { playedClip } from '../../../core/animation/played-clip.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { setClipKeepsPins } from '../../../core/document/edits/clips.ts';
import { projectFromData, projectToData } from '../../../core/document/serialize.ts';
import { fromRotationVector } from '../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const PINS = { leftHand: { translation: true, rotation: false, weight: 1 } };

/** The trunk bows and comes up again while the left hand is turned back to where it was. */
const clip = [0, 1].reduce(
  (built, k) => {
    const pose = restPose(rig.skeleton);
    setRotation(pose, rig.humanoid.leftLowerArm!, fromRotationVector([0, -0.9, 0]));
    setRotation(pose, rig.humanoid.leftUpperArm!, fromRotationVector([2 * Math.PI * k, 0, 0]));
    return setKey(rig.skeleton, built, k, pose);
  },
  createClip('c', 'Clip', { duration: 1 }),
);
const keeping = { ...clip, keepsPins: true } as const;

test('a clip that does not keep pins is played as it is', () => {
  expect(playedClip(rig, clip, PINS)).toBe(clip);
});

test('a clip that keeps pins is played with its in-betweens solved, and solved once', () => {
  const played = playedClip(rig, keeping, PINS);
  expect(played).toEqual(solveInbetweens(rig, keeping, PINS).clip);
  expect(played.tracks.some(({ times }) => times.length > 20)).toBe(true);
  expect(playedClip(rig, keeping, PINS)).toBe(played);
});

test('other pins, or another rig, are solved anew', () => {
  playedClip(rig, keeping, PINS);
  expect(playedClip(rig, keeping, {})).toBe(keeping);
  expect(playedClip(smallBiped().rig, keeping, PINS)).not.toBe(playedClip(rig, keeping, PINS));
});

test('the setting belongs to the clip on the timeline, is saved, and is not written where it is off', () => {
  const project = createProject(rig, { name: 'a', fileName: 'a.glb', hash: '0'.repeat(64) });
  const on = setClipKeepsPins(project, true);
  expect(setClipKeepsPins(on, true)).toBe(on);
  expect(projectFromData(rig, projectToData(rig, on)).project.clips[0]!.keepsPins).toBe(true);
  const off = setClipKeepsPins(on, false);
  expect(off.clips).toEqual(project.clips);
  expect(Object.keys(projectToData(rig, off).clips[0]!)).not.toContain('keepsPins');
});
