import { expect, test } from 'vitest';
import { FRAME_RATES, ROOT_TRACK, type Clip } from '../../../core/animation/clip.ts';
import { keysWithin, moveChosen } from '../../../core/animation/chosen-keys.ts';
import { createClip, deleteKeys, setInterpolation, setKey, snapToFrame } from '../../../core/animation/keys.ts';
import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;
const random = seededRandom(2);
const [first, second] = [randomPose(skeleton, random), randomPose(skeleton, random)];
const empty = createClip('c', 'Clip', { fps: 30, duration: 2 });
const keyed = setKey(skeleton, setKey(skeleton, empty, 0, first), 1, second);

test('an empty clip has 30 frames a second, lasts two seconds and loops, unless said otherwise', () => {
  expect(createClip('c', 'Clip')).toEqual({ id: 'c', name: 'Clip', fps: 30, duration: 2, loop: true, tracks: [] });
  expect(createClip('c', 'Clip', { fps: 24, duration: 0.5, loop: false })).toMatchObject({ fps: 24, duration: 0.5, loop: false });
});

test('keys and tracks stand in order, whatever the order in which they were set', () => {
  const clip = [1, 0, 0.5].reduce((built, time) => setKey(skeleton, built, time, first, [4, 2]), empty);
  const tracks = setKey(skeleton, clip, 0, first, [ROOT_TRACK]).tracks;
  expect(tracks.map(({ joint, times }) => [joint, times])).toEqual([
    [ROOT_TRACK, [0]],
    [2, [0, 0.5, 1]],
    [4, [0, 0.5, 1]],
  ]);
});

test('a key lands on the nearest frame and never before the start', () => {
  expect(snapToFrame(empty, 0.51)).toBe(15 / 30);
  expect(snapToFrame(empty, -3)).toBe(0);
  expect(clipKeyTimes(setKey(skeleton, empty, 0.34, first))).toEqual([10 / 30]);
});

test('keying twice on the same frame replaces the key', () => {
  const clip = setKey(skeleton, keyed, 1.001, first);
  expect(clipKeyTimes(clip)).toEqual([0, 1]);
  expect(sampleClip(skeleton, clip, 1).slice(0, 3)).toEqual(first.slice(0, 3));
});

test('a key whose time was rounded to 32 bits, as files do, is replaced as well', () => {
  const time = Math.fround(10 / 30);
  expect(time).not.toBe(10 / 30);
  const fromFile = {
    ...empty,
    tracks: [{ joint: ROOT_TRACK, interpolation: 'linear' as const, times: [time], values: [1, 2, 3] }],
  };
  const [track] = setKey(skeleton, fromFile, time, first, [ROOT_TRACK]).tracks;
  expect(track).toMatchObject({ times: [10 / 30], values: Array.from(first.slice(0, 3)) });
});

test('keying some joints leaves the others without keys', () => {
  const clip = setKey(skeleton, empty, 0, first, [ROOT_TRACK, 4]);
  expect(clip.tracks.map((track) => track.joint)).toEqual([ROOT_TRACK, 4]);
});

test('an edit leaves the clip it was given as it was', () => {
  const before = structuredClone(keyed);
  moveChosen(setKey(skeleton, deleteKeys(keyed, 0), 0.5, first), keysWithin(keyed, 1, 1), 15);
  expect(keyed).toEqual(before);
});

test('deleting where there is no key gives the same clip back', () => {
  expect(deleteKeys(keyed, 0.5)).toBe(keyed);
  expect(setInterpolation(keyed, 'linear')).toBe(keyed);
});

test('the way between keys changes on the chosen tracks, or on all of them', () => {
  const waysOf = (clip: Clip) => clip.tracks.map(({ interpolation }) => interpolation);
  const some = setInterpolation(keyed, 'step', [2, 4]);
  expect(some.tracks.flatMap(({ joint, interpolation }) => (interpolation === 'step' ? [joint] : []))).toEqual([2, 4]);
  expect(setInterpolation(some, 'linear')).toEqual(keyed);
  expect(new Set(waysOf(setInterpolation(some, 'step')))).toEqual(new Set(['step']));
  expect(setInterpolation(some, 'step', [2, 4])).toBe(some);
  expect(setInterpolation(some, 'linear', [3])).toBe(some);
});

test('deleting the last key of a track removes the track', () => {
  const clip = deleteKeys(deleteKeys(keyed, 0), 1, [ROOT_TRACK]);
  expect(clip.tracks.some((track) => track.joint === ROOT_TRACK)).toBe(false);
  expect(clip.tracks).toHaveLength(skeleton.count);
});

test('a place of the root is never turned to its opposite, as quaternions may be', () => {
  const clip = [1, -1].reduce((built, x, time) => {
    const pose = restPose(skeleton);
    pose[0] = x;
    return setKey(skeleton, built, time, pose, [ROOT_TRACK]);
  }, empty);
  expect(clip.tracks[0]!.values).toEqual([1, 0, 0, -1, 0, 0]);
});

test('neighbouring quaternions of a track never lie in opposite hemispheres', () => {
  let clip = empty;
  for (let k = 0; k < 12; k++) {
    const pose = restPose(skeleton);
    const turn = fromAxisAngle([0, 1, 0], k * 0.9);
    setRotation(pose, 2, k % 2 ? (turn.map((v) => -v) as unknown as typeof turn) : turn);
    clip = setKey(skeleton, clip, k / 10, pose, [2]);
  }
  const { values } = clip.tracks[0]!;
  for (let k = 1; k < 12; k++) {
    expect(values.slice(4 * k, 4 * k + 4).reduce((sum, v, c) => sum + v * values[4 * k - 4 + c]!, 0)).toBeGreaterThan(0);
  }
});

test('unusable numbers are refused in a sentence', () => {
  expect(() => setKey(skeleton, empty, Number.NaN, first)).toThrow('finite number of seconds');
  for (const joint of [99, skeleton.count, -2, 1.5]) {
    expect(() => setKey(skeleton, empty, 0, first, [joint])).toThrow(`below ${skeleton.count}, got ${joint}`);
  }
  expect(() => setKey(skeleton, empty, 0, first.slice(1))).toThrow('numbers');
  expect(() => createClip('c', 'Clip', { fps: 31 })).toThrow(`one of ${FRAME_RATES.join(', ')} frames a second, got 31`);
  expect(() => createClip('c', 'Clip', { duration: 0 })).toThrow('got 0');
  expect(() => setKey({} as never, empty, 0, first)).toThrow('the skeleton must be one that createSkeleton made');
  for (const edit of [deleteKeys, setInterpolation] as ((...values: readonly unknown[]) => unknown)[]) {
    const value = edit === deleteKeys ? 0 : 'step';
    expect(() => edit(keyed, value, 'all')).toThrow('the joints must be an array, got "all"');
  }
});
