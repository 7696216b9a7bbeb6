import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../../../core/animation/clip.ts';
import { createClip, deleteKeys, setInterpolation, setKey } from '../../../../core/animation/keys.ts';
import { playedClip } from '../../../../core/animation/played-clip.ts';
import { inbetweenKinds, proposeInbetween } from '../../../../core/animation/propose/propose-inbetween.ts';
import { clipKeyTimes, sampleClip } from '../../../../core/animation/sampling.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { legLength } from '../../../../core/humanoid/body/leg-length.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { DEFAULT_LINT } from '../../../../core/animation/lint/issues.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton, humanoid } = rig;
const FPS = 30;

/** A forearm that swings, at a frame. */
function swinging(frame: number): Pose {
  const pose = restPose(skeleton);
  const angle = 0.6 + 0.5 * Math.sin((2 * Math.PI * frame) / 32);
  const limit = skeleton.limits[humanoid.leftLowerArm!]!;
  if (limit.kind !== 'hinge') throw new Error('an elbow is a hinge');
  setRotation(pose, humanoid.leftLowerArm!, fromAxisAngle(limit.axis, Math.sign(limit.max + limit.min) * angle));
  return pose;
}

/** Clip of two stances, the second so many leg lengths ahead of the first, in so many frames. */
function twoStances(legs: number, frames: number): Clip {
  const ahead = restPose(skeleton);
  ahead[2]! += legs * legLength(rig);
  const empty = createClip('c', 'Clip', { fps: FPS, duration: frames / FPS, loop: false });
  return setKey(skeleton, setKey(skeleton, empty, 0, restPose(skeleton)), frames / FPS, ahead);
}

const ankle = (clip: Clip, side: 'left' | 'right', frame: number) =>
  worldPosition(forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / FPS)), humanoid[`${side}Foot`]!);

const moved = (clip: Clip, side: 'left' | 'right', frame: number) =>
  Math.hypot(...ankle(clip, side, frame + 1).map((value, c) => value - ankle(clip, side, frame)[c]!));

/** Joints that are more than a tenth of a degree beyond their limits: what the check of clips calls an issue. */
const limitsBrokenAt = (clip: Clip, frame: number) => {
  const pose = sampleClip(skeleton, clip, frame / FPS);
  return skeleton.names.filter((_, joint) => limitExcess(skeleton, pose, joint) > DEFAULT_LINT.limit);
};

describe('a forearm that swings, without the frames 8 to 24', () => {
  const real = clipFromPoses(
    skeleton,
    Array.from({ length: 33 }, (_, frame) => swinging(frame)),
    {
      id: 'c',
      name: 'Swing',
      fps: FPS,
      loop: false,
    },
  );
  let known = real;
  for (let frame = 9; frame < 20; frame++) known = deleteKeys(known, frame / FPS);
  const { clip, keys } = proposeInbetween(rig, known, 8, 20);
  const off = (made: Clip, frame: number) =>
    angleBetween(
      rotationOf(sampleClip(skeleton, made, frame / FPS), humanoid.leftLowerArm!),
      rotationOf(swinging(frame), humanoid.leftLowerArm!),
    );

  test('it swings on as it was going: several times nearer to what it did than the straight way', () => {
    expect(off(known, 13)).toBeGreaterThan(0.1);
    for (let frame = 9; frame < 20; frame++) expect(off(clip, frame)).toBeLessThan(0.03);
  });

  test('both keys and everything beside them stay, and at most one key in eight frames is new', () => {
    for (const frame of [0, 3, 7, 8, 20, 21, 30]) expect(off(clip, frame)).toBeLessThan(1e-7);
    expect(keys).toBeLessThanOrEqual(1);
    expect(clipKeyTimes(clip).filter((time) => time > 8.5 / FPS && time < 19.5 / FPS)).toHaveLength(keys);
  });

  test('a strength of 0 goes straight', () => {
    const straight = proposeInbetween(rig, known, 8, 20, { strength: 0 }).clip;
    for (const frame of [10, 14, 18]) expect(off(straight, frame)).toBeCloseTo(off(known, frame), 3);
  });
});

test('smooth ways beside the gap stay as they were', () => {
  const empty = createClip('c', 'Clip', { fps: FPS, duration: 4, loop: false });
  const keyed = [0, 24, 40, 64].reduce((clip, frame, i) => setKey(skeleton, clip, i, swinging(frame)), empty);
  const smooth = setInterpolation(keyed, 'cubic');
  const { clip } = proposeInbetween(rig, smooth, 30, 60);
  for (const time of [0.3, 0.9, 2.1, 2.7, 3.5]) {
    const [before, after] = [smooth, clip].map((each) => rotationOf(sampleClip(skeleton, each, time), humanoid.leftLowerArm!));
    expect(angleBetween(before!, after!)).toBeLessThan(1e-3);
  }
});

describe('two stances, one ahead of the other', () => {
  test('near ones are stepped or jumped between, far ones walked, and the same one is not left', () => {
    expect(inbetweenKinds(rig, twoStances(0.4, 30), 0, 30)).toEqual(['step', 'jump']);
    expect(inbetweenKinds(rig, twoStances(2, 60), 0, 60)).toEqual(['walk', 'step', 'jump']);
    expect(inbetweenKinds(rig, twoStances(0, 30), 0, 30)).toEqual([]);
  });

  test.each([
    ['step', 0.4, 30],
    ['walk', 2, 60],
  ] as const)('in a %s one foot goes at a time, and the other stands within a millimetre a frame', (kind, legs, frames) => {
    const { clip, keys } = proposeInbetween(rig, twoStances(legs, frames), 0, frames, { kind });
    const shown = playedClip(rig, clip, {});
    expect(keys).toBeLessThanOrEqual(frames / 8);
    expect(clip.contacts?.length).toBeGreaterThan(0);
    let [left, right] = [0, 0];
    for (let frame = 0; frame < frames; frame++) {
      const [a, b] = [moved(shown, 'left', frame), moved(shown, 'right', frame)];
      expect(Math.min(a, b), `frame ${frame}`).toBeLessThan(kind === 'step' ? 1e-3 : 0.02);
      if (a > 0.005) left++;
      if (b > 0.005) right++;
      expect(limitsBrokenAt(shown, frame)).toEqual([]);
    }
    expect(Math.min(left, right)).toBeGreaterThan(5);
    for (const frame of [0, frames]) {
      for (const side of ['left', 'right'] as const)
        ankle(shown, side, frame).forEach((value, c) =>
          expect(value).toBeCloseTo(ankle(twoStances(legs, frames), side, frame)[c]!, 3),
        );
    }
  });

  test('in a jump both feet leave the floor together, and the hips go down before', () => {
    const { clip } = proposeInbetween(rig, twoStances(0.4, 30), 0, 30, { kind: 'jump' });
    const shown = playedClip(rig, clip, {});
    const hips = (frame: number) => sampleClip(skeleton, shown, frame / FPS)[1]!;
    expect(Math.min(...[2, 3, 4, 5, 6, 7].map(hips))).toBeLessThan(-0.05 * legLength(rig));
    expect(hips(16)).toBeGreaterThan(0.05);
    for (const side of ['left', 'right'] as const)
      expect(ankle(shown, side, 16)[1] - ankle(shown, side, 0)[1]).toBeGreaterThan(0.05);
  });
});

test('a gap without a frame, a strength that is none and a frame outside the clip are refused in a sentence', () => {
  const clip = twoStances(0.4, 30);
  expect(() => proposeInbetween(rig, clip, 4, 5)).toThrow(
    'an in-between goes from a frame 0 to 30, to one at least 2 later, got 4 to 5',
  );
  expect(() => proposeInbetween(rig, clip, 4, 31)).toThrow(/0 to 30.*got 4 to 31/);
  expect(() => proposeInbetween(rig, clip, NaN, 20)).toThrow(RangeError);
  expect(() => proposeInbetween(rig, clip, 0, 30, { strength: NaN })).toThrow('a number from 0 to 2');
});

test('few keys of a step show what was found within 2 cm, and their ways keep the limits that the poses keep', () => {
  const { clip, distance } = proposeInbetween(rig, twoStances(0.4, 30), 0, 30);
  expect(distance).toBeLessThan(0.02);
  for (let frame = 0; frame <= 30; frame++) expect(limitsBrokenAt(clip, frame)).toEqual([]);
});

test('a body that spins goes on round, where the short way would take it back', () => {
  const spinning = (frame: number): Pose => {
    const pose = restPose(skeleton);
    setRotation(pose, humanoid.hips!, fromAxisAngle([0, 1, 0], 0.22 * frame));
    return pose;
  };
  const settings = { id: 'c', name: 'Spin', fps: FPS, loop: false };
  const dense = clipFromPoses(
    skeleton,
    Array.from({ length: 24 }, (_, frame) => spinning(frame)),
    settings,
  );
  let known = dense;
  for (let frame = 3; frame < 21; frame++) known = deleteKeys(known, frame / FPS);
  const { clip } = proposeInbetween(rig, { ...known, duration: dense.duration }, 2, 21);
  for (let frame = 3; frame < 21; frame++)
    expect(
      angleBetween(
        rotationOf(sampleClip(skeleton, clip, frame / FPS), humanoid.hips!),
        rotationOf(spinning(frame), humanoid.hips!),
      ),
    ).toBeLessThan(0.1);
});
