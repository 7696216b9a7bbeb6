import { expect, test } from 'vitest';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { sampleMotion } from '../../../core/library/from-motion.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { posesToClip } from '../../../core/library/to-clip.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;
const random = seededRandom(12);
const poses = [0, 1, 2].map(() => randomPose(skeleton, random, 0.6));

/** Goes through the poses and back again, 0.5 s each. */
const clip = [0, 1, 2, 1, 0].reduce(
  (built, index, k) => setKey(skeleton, built, k / 2, poses[index]!),
  createClip('walk', 'Walk'),
);

test('a library becomes a clip that holds each pose for its time', () => {
  const saved = poses.map((pose, i) => capturePose(skeleton, pose, { id: `${i}`, name: `Pose ${i}` }));
  const built = posesToClip(skeleton, saved, { spacing: 0.5 });
  expect(built.duration).toBe(1.5);
  [0, 0.49, 0.5, 1, 1.49].forEach((time) => {
    const shown = sampleClip(skeleton, built, time);
    expect(shown.slice(0, 3)).toEqual(poses[Math.floor(time / 0.5)]!.slice(0, 3));
  });
  expect(built.tracks.every(({ interpolation }) => interpolation === 'step')).toBe(true);
  expect(posesToClip(skeleton, saved)).toMatchObject({ id: 'library', name: 'Library', fps: 30, duration: 3, loop: false });
  const settings = { id: 'a', name: 'A', fps: 24 };
  expect(posesToClip(skeleton, saved, settings)).toMatchObject({ ...settings, duration: 3 });
  expect(posesToClip(skeleton, [])).toMatchObject({ duration: 1, tracks: [] });
  expect(posesToClip(skeleton, saved, { fps: 25, spacing: 1 / 25 }).duration).toBeCloseTo(3 / 25, 12);
  for (const spacing of [0, 0.039, Infinity, NaN]) {
    expect(() => posesToClip(skeleton, saved, { fps: 25, spacing })).toThrow(
      `poses must be at least one frame (0.04 s) apart, got ${spacing} s`,
    );
  }
});

test('a pose of some joints leaves the others at rest in the clip', () => {
  const joint = rig.humanoid.leftHand!;
  const hand = capturePose(skeleton, poses[0]!, { id: 'h', name: 'Hand', joints: [joint] });
  const whole = capturePose(skeleton, poses[1]!, { id: 'w', name: 'Whole' });
  const built = posesToClip(skeleton, [whole, hand]);
  const shown = sampleClip(skeleton, built, 1.5);
  const rest = restPose(skeleton);
  rest.set(poses[0]!.subarray(3 + 4 * joint, 7 + 4 * joint), 3 + 4 * joint);
  expect(shown).toEqual(rest);
});

test('the poses of a clip stand in a folder of its name, which is no path', () => {
  const sampled = sampleMotion(rig, [clip, { ...clip, id: 'b', name: 'take 1/2' }], { difference: 0.001, mirrored: true });
  expect(new Set(sampled.map(({ folder }) => folder))).toEqual(new Set(['Walk']));
  expect(sampleMotion(rig, [{ ...clip, name: 'take 1/2' }])[0]).toMatchObject({ folder: 'take 1-2', tags: ['take 1/2'] });
});

test('motion becomes poses that all differ, and every frame has one near it', () => {
  const library = sampleMotion(rig, [clip], { fps: 30, difference: 0.1, mirrored: true });
  const apart = (a: Pose, b: Pose) => {
    const still = (pose: Pose) =>
      forwardKinematics(
        skeleton,
        Float64Array.from(pose, (v, i) => (i < 11 ? restPose(skeleton)[i]! : v)),
      );
    const [worldA, worldB] = [still(a), still(b)];
    return Math.max(
      ...Object.values(rig.humanoid).map((joint) => distance(worldPosition(worldA, joint), worldPosition(worldB, joint))),
    );
  };
  expect(library.length).toBeGreaterThan(5);
  for (const [i, a] of library.entries()) {
    for (const b of library.slice(i + 1)) expect(apart(a.pose, b.pose)).toBeGreaterThan(0.1 - 1e-6);
  }
  for (let frame = 0; frame <= 60; frame++) {
    const pose = sampleClip(skeleton, clip, frame / 30);
    expect(Math.min(...library.map((saved) => apart(saved.pose, pose)))).toBeLessThanOrEqual(0.1 + 1e-6);
  }
});

test('a pose that only mirrors another is dropped, unless mirror images are wanted', () => {
  const both = [poses[0]!, mirrorPose(rig, poses[0]!), poses[1]!].reduce(
    (built, pose, k) => setKey(skeleton, built, k, pose),
    createClip('both', 'Both'),
  );
  const timesOf = (options: { readonly mirrored?: boolean }) =>
    sampleMotion(rig, [both], { fps: 1, difference: 0.02, ...options }).map(({ name }) => name);
  expect(timesOf({})).toEqual(['Both 0.00 s', 'Both 2.00 s']);
  expect(timesOf({ mirrored: true })).toEqual(['Both 0.00 s', 'Both 1.00 s', 'Both 2.00 s']);
});

test('how different poses must be is a share of the hip height', () => {
  const count = (hipHeight: number, difference: number) =>
    sampleMotion({ ...rig, report: { ...rig.report, hipHeight } }, [clip], { fps: 30, difference }).length;
  expect(count(2, 0.1)).toBe(count(1, 0.2));
  expect(count(0.5, 0.1)).toBe(count(1, 0.05));
  expect(count(1, 0.05)).toBeGreaterThan(count(1, 0.1));
  expect(count(1, 0.1)).toBeGreaterThan(count(1, 0.2));
  expect(sampleMotion(rig, [clip])).toEqual(sampleMotion(rig, [clip], { fps: 10, difference: 0.08, tags: [] }));
});

test('whoever waits for poses from motion is told of each clip that is done', () => {
  const told: (readonly [number, number])[] = [];
  sampleMotion(rig, [clip, clip, clip], { onProgress: (done, all) => told.push([done, all]) });
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test('where the body stands and looks makes no other pose', () => {
  const [first] = poses as [Pose];
  const elsewhere = first.slice();
  elsewhere.set([3, 0, -2], 0);
  const walk = setKey(skeleton, setKey(skeleton, createClip('on', 'On'), 0, first), 1, elsewhere);
  expect(sampleMotion(rig, [walk])).toHaveLength(1);
});

test('the way back through the same poses adds nothing', () => {
  const there = { ...clip, duration: 1 };
  expect(sampleMotion(rig, [clip], { fps: 30 }).length).toBe(sampleMotion(rig, [there], { fps: 30 }).length);
});

test('poses from motion have names, tags and ids of their own', () => {
  const [first, second] = sampleMotion(rig, [clip, { ...clip, duration: 0.1 }], { difference: 0, tags: ['mocap'] });
  expect(first).toMatchObject({ id: 'walk-0', name: 'Walk 0.00 s', tags: ['Walk', 'mocap'] });
  expect(second!.id).toBe('walk-100');
  const still = (id: string, pose: Pose) => setKey(skeleton, createClip(id, 'Still'), 0, pose);
  const alike = [' Über/Walk (2)! ', 'ber walk 2', 'BER-WALK_2'].map((id, i) => still(id, poses[i]!));
  expect(sampleMotion(rig, alike, { difference: 0 }).map(({ id }) => id)).toEqual([
    'ber-walk-2-0',
    'ber-walk-2-0-2',
    'ber-walk-2-0-3',
  ]);
  const ids = sampleMotion(rig, [clip, clip], { difference: -1 }).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
