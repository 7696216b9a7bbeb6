import { describe, expect, test } from 'vitest';
import { interpolationsOf } from '../../../core/animation/track-keys.ts';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { withContacts } from '../../../core/animation/holding/contact-spans.ts';
import type { Clip, ContactSpan } from '../../../core/animation/clip.ts';
import { readPackedPoses, savedPoseFromData } from '../../../core/document/read-poses.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { packPoses } from '../../../core/document/packed-poses.ts';
import { savedPoseToData } from '../../../core/document/serialize-parts.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { captureClip, insertSavedClip } from '../../../core/library/saved-clip.ts';
import { poseOnCharacter, sharePose } from '../../../core/library/shared/shared-pose.ts';
import { flipSavedPose, transferPoses } from '../../../core/library/transfer.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, rootTranslationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { sampleRigs } from '../../helpers/rigs.ts';

const { rig } = sampleRigs()[0]!;
const { skeleton } = rig;
const poses = [1, 2, 3].map((seed) => clampPose(skeleton, randomPose(skeleton, seededRandom(seed))).pose);

/** A second of motion through three poses. */
const walk: Clip = poses.reduce(
  (clip, pose, i) => setKey(skeleton, clip, i / 2, pose),
  createClip('walk', 'Walk', { fps: 30, duration: 1, loop: true }),
);
const saved = captureClip(rig, walk, { id: 'walk', name: 'Walk' });

/** A clip of four seconds that holds one pose. */
const held = (pose: Pose) => setKey(skeleton, createClip('clip', 'Clip', { fps: 30, duration: 4, loop: false }), 0, pose);

/** The largest turn between two poses in radians, or the way of their roots in metres. */
function poseDistance(a: Pose, b: Pose): number {
  const turns = Array.from({ length: Math.floor((a.length - 3) / 4) }, (_, j) =>
    angleBetween(rotationOf(a, j), rotationOf(b, j)),
  );
  return Math.max(...turns, distance(rootTranslationOf(a), rootTranslationOf(b)));
}

describe('A clip in the library', () => {
  test('holds the motion as it was, and its middle as the pose', () => {
    expect(saved.motion).toEqual({ duration: 1, fps: 30, loop: true, tracks: walk.tracks });
    expect(saved.pose).toEqual(sampleClip(skeleton, walk, 0.5));
  });

  test('is put onto a timeline from a time on, and what was there meanwhile is replaced', () => {
    const before = setKey(skeleton, setKey(skeleton, held(poses[0]!), 2.25, poses[2]!), 3.5, poses[1]!);
    const clip = insertSavedClip(rig, before, saved, 2);
    for (const [time, pose] of [
      [2, poses[0]!],
      [2.5, poses[1]!],
      [3, poses[2]!],
      [3.5, poses[1]!],
    ] as const)
      expect(poseDistance(sampleClip(skeleton, clip, time), pose)).toBeLessThan(1e-9);
    expect(poseDistance(sampleClip(skeleton, clip, 2.25), sampleClip(skeleton, walk, 0.25))).toBeLessThan(1e-9);
    expect(clip.duration).toBe(4);
    expect(insertSavedClip(rig, before, saved, 3.5).duration).toBeCloseTo(4.5, 9);
  });

  test('moves the joints alone that it speaks of and that are asked for, and brings those to rest that rest in it', () => {
    const arm = rig.humanoid.leftUpperArm!;
    const head = rig.humanoid.head!;
    const still = {
      ...saved,
      joints: [arm, head],
      motion: { ...saved.motion!, tracks: saved.motion!.tracks.filter(({ joint }) => joint === arm) },
    };
    const before = held(poses[0]!);
    const clip = insertSavedClip(rig, before, still, 1);
    const at = sampleClip(skeleton, clip, 1.5);
    const expected = sampleClip(skeleton, before, 1.5).slice();
    expected.set(poses[1]!.subarray(3 + 4 * arm, 7 + 4 * arm), 3 + 4 * arm);
    expected.set(restPose(skeleton).subarray(3 + 4 * head, 7 + 4 * head), 3 + 4 * head);
    expect(poseDistance(at, expected)).toBeLessThan(1e-9);
    expect(insertSavedClip(rig, before, still, 1, [])).toBe(before);
  });

  test('goes on between its keys as it did, whatever way the clip that it is put into has', () => {
    const smooth = setInterpolation(walk, 'cubic');
    const empty = createClip('clip', 'Clip', { fps: 30, duration: 1, loop: false });
    const put = insertSavedClip(rig, empty, captureClip(rig, smooth, { id: 'walk', name: 'Walk' }), 0);
    expect(new Set(put.tracks.flatMap((track) => [...interpolationsOf(track)]))).toEqual(new Set(['cubic']));
    for (const time of [0.1, 0.4, 0.7])
      expect(poseDistance(sampleClip(skeleton, put, time), sampleClip(skeleton, smooth, time))).toBeLessThan(1e-9);
    const among = insertSavedClip(rig, setInterpolation(setKey(skeleton, held(poses[0]!), 4, poses[1]!), 'cubic'), saved, 1);
    for (const time of [0.1, 0.4, 0.7])
      expect(poseDistance(sampleClip(skeleton, among, 1 + time), sampleClip(skeleton, walk, time))).toBeLessThan(1e-9);
  });

  test('lets go meanwhile what was held of the parts that it moves, and nothing else', () => {
    const contacts: readonly ContactSpan[] = [
      { part: 'leftHeel', from: 0.5, to: 3.5 },
      { part: 'rightHeel', from: 2.25, to: 2.75 },
      { part: 'leftHand', from: 2.5, to: 3.5, on: { by: { joint: 'hips' }, position: [0, 0, 0], rotation: [0, 0, 0, 1] } },
    ];
    const clip = withContacts(held(poses[0]!), contacts);
    const spansOf = (after: Clip) => (after.contacts ?? []).map(({ part, from, to }) => [part, from, to]);
    expect(spansOf(insertSavedClip(rig, clip, saved, 2))).toEqual([
      ['leftHeel', 0.5, 2],
      ['leftHeel', 3, 3.5],
      ['leftHand', 3, 3.5],
    ]);
    // An arm brings its own hand along, and no foot.
    const arm = [rig.humanoid.leftUpperArm!, rig.humanoid.leftLowerArm!, rig.humanoid.leftHand!];
    expect(spansOf(insertSavedClip(rig, clip, saved, 2, arm))).toEqual([
      ['leftHeel', 0.5, 3.5],
      ['rightHeel', 2.25, 2.75],
      ['leftHand', 3, 3.5],
    ]);
  });

  test('refuses a pose that stands still', () => {
    const pose = capturePose(skeleton, poses[0]!, { id: 'p', name: 'Stand' });
    expect(() => insertSavedClip(rig, walk, pose, 0)).toThrow(
      'a saved clip must have a motion, but the pose "Stand" stands still',
    );
  });

  test('is written and read again, alone and packed, and a motion without keys is left out with a sentence', () => {
    const data = savedPoseToData(skeleton, saved, jointKeys(skeleton));
    expect(savedPoseFromData(skeleton, data)).toEqual(saved);
    expect(readPackedPoses(skeleton, packPoses([data]))).toEqual({ poses: [saved], warnings: [] });
    const empty = { ...data, motion: { ...data.motion!, tracks: [] } };
    const { poses: read, warnings } = readPackedPoses(skeleton, packPoses([empty]));
    expect(read[0]).not.toHaveProperty('motion');
    expect(warnings).toEqual(['The motion of "Walk" was left out: it has no usable keys, duration or frame rate.']);
  });

  test('goes along to other characters frame by frame as poses do, by way of a shared library too', () => {
    for (const { rig: other } of sampleRigs().slice(1)) {
      const frame = (time: number) => capturePose(skeleton, sampleClip(skeleton, walk, time), { id: 'f', name: 'f' });
      const moved = transferPoses(rig, [saved], other)[0]!.pose;
      const clip: Clip = { id: 'c', name: 'c', ...moved.motion! };
      expect(clip.duration).toBe(1);
      for (const time of [0, 0.2, 0.5, 1]) {
        const alone = transferPoses(rig, [frame(time)], other)[0]!.pose.pose;
        expect(poseDistance(sampleClip(other.skeleton, clip, time), alone)).toBeLessThan(2e-3);
      }
      const back = poseOnCharacter(sharePose(rig, saved).pose, other).pose;
      expect(back.motion?.tracks.length).toBeGreaterThan(5);
    }
  });

  test('is mirrored for the other side', () => {
    const flipped = flipSavedPose(rig, saved);
    const clip: Clip = { id: 'c', name: 'c', ...flipped.motion! };
    expect(poseDistance(sampleClip(skeleton, clip, 0.5), mirrorPose(rig, poses[1]!))).toBeLessThan(2e-3);
  });
});
