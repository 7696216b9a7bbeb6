import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../core/animation/clip.ts';
import { slideOfContacts, withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { findContacts } from '../../../core/animation/holding/find-contacts.ts';
import { holdContacts } from '../../../core/animation/holding/hold-contacts.ts';
import { frameTimes } from '../../../core/animation/joint-paths.ts';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { simplifyClip } from '../../../core/animation/simplify-clip.ts';
import { angleBetween, fromAxisAngle } from '../../../core/math/quat.ts';
import { restPose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { trimClip } from '../../../core/animation/recut.ts';
import { sampleMotions, type SampleMotion } from '../../helpers/bvh-clips.ts';
import { matrixKinematics, positionOf } from '../../helpers/matrix-kinematics.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;
const [arm, hand, spine] = ['leftUpperArm', 'leftHand', 'spine'].map((name) => skeleton.names.indexOf(name)) as [
  number,
  number,
  number,
];

/** A key a frame of 60: what the arm, the spine and the root do at `t` from 0 to 1. */
function captured(motion: (t: number) => { readonly arm: number; readonly spine: number; readonly height: number }): Clip {
  return Array.from({ length: 61 }, (_, frame) => frame).reduce(
    (clip, frame) => {
      const pose = restPose(skeleton);
      const now = motion(frame / 60);
      setRotation(pose, arm, fromAxisAngle([0, 0, 1], now.arm));
      setRotation(pose, spine, fromAxisAngle([1, 0, 0], now.spine));
      pose[1] = now.height;
      return setKey(skeleton, clip, frame / 30, pose);
    },
    createClip('c', 'Clip', { duration: 2 }),
  );
}

/** The largest difference over all frames, places by matrices. */
function differences(a: Clip, b: Clip): { metres: number; radians: number; mean: number } {
  let [metres, radians, sum] = [0, 0, 0];
  for (let frame = 0; frame <= 60; frame++) {
    const [p, q] = [a, b].map((clip) => sampleClip(skeleton, clip, frame / 30));
    const [v, w] = [p!, q!].map((pose) => matrixKinematics(skeleton, pose));
    for (let joint = 0; joint < skeleton.count; joint++) {
      const [from, to] = [positionOf(v![joint]!), positionOf(w![joint]!)];
      const off = Math.hypot(...from.map((value, c) => value - to[c]!));
      sum += off;
      metres = Math.max(metres, off);
      radians = Math.max(radians, angleBetween(rotationOf(p!, joint), rotationOf(q!, joint)));
    }
  }
  return { metres, radians, mean: sum / (61 * skeleton.count) };
}

const swing = captured((t) => ({
  arm: Math.sin(2 * Math.PI * t),
  spine: 0.2 * Math.sin(4 * Math.PI * t),
  height: 0.05 * Math.cos(4 * Math.PI * t),
}));

describe.each(['linear', 'tangents'] as const)('a captured clip with "%s" between few keys', (between) => {
  test.each([
    [0.01, 0.05],
    [0.03, 0.2],
    [0.5, 0.02],
  ])('stays within %d m and %d rad on every frame, and tells by how much it is off', (distance, angle) => {
    const simple = simplifyClip(rig, swing, { distance, angle, between });
    const off = differences(simple.clip, swing);
    expect(off.metres).toBeLessThanOrEqual(distance);
    expect(off.radians).toBeLessThanOrEqual(angle);
    expect(simple.distance).toBeCloseTo(off.metres, 9);
    expect(simple.angle).toBeCloseTo(off.radians, 9);
    expect(simple.meanDistance).toBeCloseTo(off.mean, 9);
    expect(simple.keys).toBeLessThan(40);
    for (const { times } of simple.clip.tracks) expect(times).toHaveLength(simple.keys);
  });

  test('has fewer keys the farther it may be off', () => {
    const keys = [0.005, 0.02, 0.08].map((distance) => simplifyClip(rig, swing, { distance, angle: 1, between }).keys);
    expect(keys[0]).toBeGreaterThan(keys[1]!);
    expect(keys[1]).toBeGreaterThan(keys[2]!);
  });
});

test('a motion that is straight between three poses keeps these three', () => {
  const bent = captured((t) => ({ arm: t < 0.5 ? 2 * t : 2 - 2 * t, spine: 0, height: 0 }));
  const simple = simplifyClip(rig, bent, { distance: 1e-4, angle: 1e-4, between: 'linear' });
  expect(simple.clip.tracks.find(({ joint }) => joint === arm)!.times).toEqual([0, 1, 2]);
  expect(positionOf(matrixKinematics(skeleton, sampleClip(skeleton, simple.clip, 0.5))[hand]!)).toEqual(
    positionOf(matrixKinematics(skeleton, sampleClip(skeleton, bent, 0.5))[hand]!).map((value) => expect.closeTo(value, 6)),
  );
});

test('a clip that stands still keeps its ends, whatever way it goes', () => {
  const still = setInterpolation(
    captured(() => ({ arm: 0.3, spine: 0, height: 0 })),
    'ease',
  );
  expect(simplifyClip(rig, still, { distance: 0.01, angle: 0.1 })).toMatchObject({ keys: 2, distance: expect.closeTo(0, 9) });
});

test('a clip that would not get fewer keys stays as it is', () => {
  const swung = simplifyClip(rig, swing, { distance: 0.01, angle: 1 }).clip;
  const again = simplifyClip(rig, swung, { distance: 1e-5, angle: 1e-5 });
  expect(again.clip).toBe(swung);
  expect(again).toMatchObject({ keys: swung.tracks[0]!.times.length, distance: 0, angle: 0, meanDistance: 0 });
});

test('tolerances of nothing are refused', () => {
  expect(() => simplifyClip(rig, swing, { distance: 0, angle: 1 })).toThrow(
    'the distance must be a finite number above 0, got 0',
  );
  expect(() => simplifyClip(rig, swing, { distance: 1, angle: Number.NaN })).toThrow('the angle must be');
});

/** From 1.5 s on one cycle of a walk: to where the left thigh is as it was. */
function cycleOf({ rig: own, clip }: SampleMotion): Clip {
  const thigh = own.humanoid.leftUpperLeg!;
  const turned = (from: number, to: number) =>
    angleBetween(...([from, to].map((time) => rotationOf(sampleClip(own.skeleton, clip, time), thigh)) as [never, never]));
  const start = 1.5;
  const ends = Array.from({ length: 20 }, (_, i) => start + 0.8 + i / 30);
  const end = ends.reduce((best, each) => (turned(start, each) < turned(start, best) ? each : best));
  return trimClip(clip, start, end);
}

const walks = sampleMotions(['bvh/cmu-12_01-walk.bvh', 'bvh/mh-12_03-walk.bvh']);

test.skipIf(walks.length === 0).each(walks)('the walk $name keeps eight keys a cycle, no joint more than 10 mm off', (walk) => {
  const simple = simplifyClip(walk.rig, cycleOf(walk), { distance: 0.01, angle: 0.3 });
  // One more at the end of the cycle, which is its beginning.
  expect(simple.keys).toBeLessThanOrEqual(9);
  expect(simple.distance).toBeLessThanOrEqual(0.01);
  expect(simple.meanDistance).toBeLessThan(0.0015);
});

test.skipIf(walks.length === 0).each(walks)('contacts of the walk $name are kept: feet stand where they stood before', (walk) => {
  const { rig: own } = walk;
  const cycle = cycleOf(walk);
  const held = withContacts(cycle, findContacts(own, cycle));
  const simple = simplifyClip(own, held, { distance: 0.01, angle: 0.3 });
  expect(simple.keys).toBeLessThanOrEqual(10);
  expect(simple.clip.contacts).toEqual(held.contacts);
  const [before, after] = [held, simple.clip].map((clip) => holdContacts(own, clip)) as [Clip, Clip];
  expect(slideOfContacts(own, simple.clip, after).largest).toBeLessThan(0.001);
  let most = 0;
  for (const time of frameTimes(held)) {
    const [a, b] = [before, after].map((clip) => matrixKinematics(own.skeleton, sampleClip(own.skeleton, clip, time)));
    for (const joint of own.skeleton.names.keys()) {
      const [from, to] = [a, b].map((worlds) => positionOf(worlds![joint]!)) as [number[], number[]];
      most = Math.max(most, Math.hypot(...from.map((value, c) => value - to[c]!)));
    }
  }
  expect(most).toBeLessThanOrEqual(0.01);
});
