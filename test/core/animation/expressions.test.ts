import { describe, expect, test } from 'vitest';
import { blendPose, pushPose } from '../../../core/animation/blend.ts';
import { copyChosen, keysWithin, moveChosen, pasteKeys } from '../../../core/animation/chosen-keys.ts';
import { mirrorCopied } from '../../../core/animation/mirror-keys.ts';
import { allTracks, expressionTrack, type Clip } from '../../../core/animation/clip.ts';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { joinClips, reverseClip } from '../../../core/animation/recut.ts';
import { closeLoop } from '../../../core/animation/repair/close-loop.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { simplifyClip } from '../../../core/animation/simplify-clip.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { applySavedPose, capturePose } from '../../../core/library/apply.ts';
import { flipSavedPose, transferPoses } from '../../../core/library/transfer.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { reRoot } from '../../../core/skeleton/re-root.ts';
import { restPose, weightIndex, type Pose } from '../../../core/skeleton/pose.ts';
import { withExpressions } from '../../../core/skeleton/skeleton.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';

const body = buildRig(sceneOf(plainFigure()));
const NAMES = ['happy', 'blinkLeft', 'blinkRight', 'aa', 'oh'];
const rig = { ...body, skeleton: withExpressions(body.skeleton, NAMES) };
const { skeleton } = rig;
const [HAPPY, LEFT, RIGHT] = [0, 1, 2].map(expressionTrack) as [number, number, number];

function face(...shown: number[]): Pose {
  const pose = restPose(skeleton);
  shown.forEach((weight, i) => {
    pose[weightIndex(pose, i)] = weight;
  });
  return pose;
}

function weights(pose: Pose): number[] {
  return NAMES.map((_, i) => pose[weightIndex(pose, i)]!);
}

function clipOf(...keys: [time: number, ...weights: number[]][]): Clip {
  return keys.reduce((clip, [time, ...each]) => setKey(skeleton, clip, time, face(...each)), createClip('a', 'a'));
}

const at = (clip: Clip, time: number): number[] => weights(sampleClip(skeleton, clip, time));

describe('the expressions of a clip', () => {
  test('are keyed with the whole pose, go straight between keys, by an ease where that is asked for, or are held', () => {
    const clip = clipOf([0, 0, 1], [1, 1, 0.5]);
    expect(clip.tracks.map(({ joint }) => joint)).toEqual(allTracks(skeleton).sort((a, b) => a - b));
    expect(at(clip, 0.25)).toEqual([0.25, 0.875, 0, 0, 0]);
    expect(at(setInterpolation(clip, 'step'), 0.9)).toEqual([0, 1, 0, 0, 0]);
    const eased = at(setInterpolation(clip, 'ease'), 0.25)[0]!;
    expect(eased).toBeGreaterThan(0);
    expect(eased).toBeLessThan(0.25);
    expect(at(setInterpolation(clip, 'cubic'), 0.5)[0]).toBeCloseTo(0.5, 9);
  });

  test('stay from nothing to all where a curve overshoots', () => {
    const clip = setInterpolation(clipOf([0, 0], [1, 1]), [0.2, 3, 0.8, -2]);
    const seen = Array.from({ length: 50 }, (_, i) => at(clip, i / 49)[0]!);
    expect(Math.max(...seen)).toBe(1);
    expect(Math.min(...seen)).toBe(0);
  });

  test('are moved, mirrored and pasted as keys of joints are', () => {
    const clip = setKey(skeleton, createClip('a', 'a'), 0, face(0.5, 1), [HAPPY, LEFT]);
    const moved = moveChosen(clip, keysWithin(clip, 0, 0, [LEFT]), 15).clip;
    expect(moved.tracks.map(({ joint, times }) => [joint, times])).toEqual([
      [LEFT, [0.5]],
      [HAPPY, [0]],
    ]);
    const copied = mirrorCopied(copyChosen(rig, clip, keysWithin(clip, 0, 0))!);
    const pasted = pasteKeys(createClip('b', 'b'), copied, 1).clip;
    expect(pasted.tracks.map(({ joint, values }) => [joint, values])).toEqual([
      [RIGHT, [1]],
      [HAPPY, [0.5]],
    ]);
  });

  test('go along when clips are reversed, joined, closed into a loop and simplified', () => {
    const clip = clipOf([0, 0.2], [2, 1]);
    expect(at(reverseClip(clip), 0)[0]).toBe(1);
    const joined = joinClips(clip, setKey(skeleton, createClip('b', 'b'), 0, face(0.5), [LEFT]));
    expect(at(joined, 2)[0]).toBe(1);
    expect(at(joined, joined.duration)).toEqual([0, 0, 0, 0, 0]);
    const closed = closeLoop(clip);
    expect(at(closed, 2)[0]).toBeCloseTo(0.2, 9);
    const blink = clipOf([0, 0], [0.9, 0], [1, 0, 1], [1.1, 0], [2, 0]);
    const { clip: simple } = simplifyClip(rig, blink, { distance: 0.01, angle: 0.01, between: 'linear' });
    for (let frame = 0; frame <= 60; frame++) expect(at(simple, frame / 30)[1]).toBeCloseTo(at(blink, frame / 30)[1]!, 1);
  });

  test('refuse to be keyed where the character has none of that number', () => {
    expect(() => setKey(skeleton, createClip('a', 'a'), 0, face(), [expressionTrack(5)])).toThrow('got -7');
    expect(() => expressionTrack(-1)).toThrow('must be a whole number from 0 on, got -1');
  });
});

describe('the expressions of a pose', () => {
  test('are blended and pushed within nothing and all', () => {
    const [from, to] = [face(0.2, 0, 1), face(0.6, 1, 0)];
    const half = blendPose(from, to, 0.5, allTracks(skeleton));
    expect(weights(half).map((weight) => weight.toFixed(6))).toEqual([
      '0.400000',
      '0.500000',
      '0.500000',
      '0.000000',
      '0.000000',
    ]);
    expect(weights(blendPose(from, to, 2, allTracks(skeleton))).slice(1, 3)).toEqual([1, 0]);
    expect(weights(pushPose(from, to, 0.5, face(0.5, 0.5, 0.5), 1, allTracks(skeleton)))[0]).toBeCloseTo(0.6, 9);
  });

  test('are the other eye’s in a mirror', () => {
    expect(weights(mirrorPose(rig, face(0.5, 1, 0.25)))).toEqual([0.5, 0.25, 1, 0, 0]);
    const wink = capturePose(skeleton, face(0, 1), { id: 'a', name: 'Wink', joints: [LEFT] });
    const flipped = flipSavedPose(rig, wink);
    expect(flipped.joints).toEqual([RIGHT]);
    expect(weights(applySavedPose(face(0.5), flipped))).toEqual([0.5, 0, 1, 0, 0]);
  });

  test('are saved with it where one of them shows, and else left alone when it is applied', () => {
    const plain = capturePose(skeleton, face(), { id: 'a', name: 'Plain' });
    expect(plain.joints.every((joint) => joint >= -1)).toBe(true);
    expect(weights(applySavedPose(face(0.5), plain))[0]).toBe(0.5);
    const smile = capturePose(skeleton, face(1), { id: 'b', name: 'Smile' });
    expect(weights(applySavedPose(face(0, 0.5), smile))).toEqual([1, 0, 0, 0, 0]);
    expect(weights(applySavedPose(face(0, 0.5), smile, 0.5))).toEqual([0.5, 0.25, 0, 0, 0]);
  });

  test('come over to another character by the names that both have', () => {
    const other = { ...body, skeleton: withExpressions(body.skeleton, ['oh', 'wink', 'happy']) };
    const saved = capturePose(skeleton, face(0.75, 1, 0, 0, 0.5), { id: 'a', name: 'a' });
    const [brought] = transferPoses(rig, [saved], other);
    expect([...brought!.pose.pose.subarray(-3)]).toEqual([0.75, 0, 0.5]);
    expect(brought!.pose.joints.filter((joint) => joint < -1).toSorted((a, b) => a - b)).toEqual([
      expressionTrack(2),
      expressionTrack(0),
    ]);
  });

  test('stay as they are while the body is pulled, and on a skeleton that hangs from elsewhere', () => {
    const start = face(0.25, 0, 0, 0, 1);
    const hand = rig.humanoid.leftHand!;
    const { pose } = createSolver(skeleton).solve(start, [{ kind: 'position', joint: hand, target: [0.3, 1.2, 0.3] }]);
    expect(weights(pose)).toEqual(weights(start));
    const { fromOriginal, toOriginal } = reRoot(skeleton, hand);
    expect(weights(toOriginal(fromOriginal(start)))).toEqual(weights(start));
  });
});
