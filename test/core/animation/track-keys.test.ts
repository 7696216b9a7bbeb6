import { expect, test } from 'vitest';
import { ROOT_TRACK, type Interpolation, type Track } from '../../../core/animation/clip.ts';
import { createClip, deleteKeys, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import {
  goesOnly,
  interpolationAfter,
  interpolationsOf,
  isSameTime,
  keysOf,
  trackOf,
  withTracks,
} from '../../../core/animation/track-keys.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;

/** A track of the root with a key a second, each at its own height; the ways in which keys go on, where they have one of their own. */
function rootTrack(ways: readonly (Interpolation | null)[], interpolation: Interpolation = 'linear'): Track {
  return {
    joint: ROOT_TRACK,
    interpolation,
    times: ways.map((_, k) => k),
    values: ways.flatMap((_, k) => [0, k, 0]),
    ...(ways.some((way) => way !== null) && { keyInterpolations: ways }),
  };
}

test('a track becomes its keys and a track again', () => {
  for (const track of [rootTrack([null, null]), rootTrack([null, 'step', null]), rootTrack([])]) {
    const keys = keysOf(track);
    expect(keys.map(({ time, value }) => [time, ...value])).toEqual(track.times.map((time) => [time, 0, time, 0]));
    expect(trackOf(track, keys)).toEqual(track);
    expect(trackOf(track, [...keys].reverse())).toEqual(track);
  }
});

test('a key without a way of its own, or whose own is that of the track, goes on as the track does', () => {
  const track = rootTrack([null, 'step', 'linear'], 'linear');
  expect([0, 1, 2].map((key) => interpolationAfter(track, key))).toEqual(['linear', 'step', 'linear']);
  expect(interpolationAfter(rootTrack([null, null], 'ease'), 1)).toBe('ease');
  expect(trackOf(track, keysOf(track))).toEqual(rootTrack([null, 'step', null]));
  expect(trackOf(track, keysOf(rootTrack(['linear', 'linear'])))).toEqual(rootTrack([null, null]));
  expect(keysOf(rootTrack([null, 'step'])).map((key) => 'interpolation' in key)).toEqual([false, true]);
});

test('the ways of a track are those between its keys: the last key goes nowhere', () => {
  expect([...interpolationsOf(rootTrack([null, null]))]).toEqual(['linear']);
  expect(interpolationsOf(rootTrack([null, 'ease', 'step']))).toEqual(new Set(['ease', 'linear']));
  expect([...interpolationsOf(rootTrack(['step', 'ease']))]).toEqual(['step']);
  for (const short of [[], [null], ['step']] as const) expect([...interpolationsOf(rootTrack(short))]).toEqual([]);
  const track = rootTrack([null, 'ease', 'step']);
  expect(goesOnly(track, 'linear', 'ease')).toBe(true);
  expect(goesOnly(track, 'linear', 'step')).toBe(false);
  expect(goesOnly(rootTrack([null]), 'step')).toBe(true);
});

test('a key that is set between two others, or in place of one, goes on as the track did there', () => {
  const tracks = [rootTrack([null, 'step', 'ease', null])];
  const clip = { ...createClip('c', 'Clip', { fps: 30, duration: 4 }), tracks };
  const waysAfter = (time: number) => setKey(skeleton, clip, time, restPose(skeleton), [ROOT_TRACK]).tracks[0]!.keyInterpolations;
  expect(waysAfter(0.5)).toEqual([null, null, 'step', 'ease', null]);
  expect(waysAfter(1.5)).toEqual([null, 'step', 'step', 'ease', null]);
  expect(waysAfter(2)).toEqual([null, 'step', 'ease', null]);
  expect(waysAfter(2.5)).toEqual([null, 'step', 'ease', 'ease', null]);
  expect(waysAfter(4)).toEqual([null, 'step', 'ease', null, null]);
  // The first key of a joint goes on as the first track of the clip does.
  const other = setKey(skeleton, setInterpolation(clip, 'step'), 0, restPose(skeleton), [3]).tracks[1]!;
  expect(other).toMatchObject({ joint: 3, interpolation: 'step' });
});

test('one way for all keys leaves none a way of its own', () => {
  const clip = {
    ...createClip('c', 'Clip'),
    tracks: [rootTrack([null, 'step', null]), { ...rootTrack([null, 'step']), joint: 2, values: [0, 0, 0, 1, 0, 0, 0, 1] }],
  };
  const set = setInterpolation(clip, 'linear', [ROOT_TRACK]);
  expect(set.tracks).toEqual([rootTrack([null, null, null]), clip.tracks[1]]);
  expect(setInterpolation(set, 'linear', [ROOT_TRACK])).toBe(set);
  expect(setInterpolation(set, 'linear')).not.toBe(set);
});

test('times nearer than a ten-thousandth of a second are the same key', () => {
  for (const apart of [0, 0.99e-4, -0.99e-4]) expect(isSameTime(3, 3 + apart)).toBe(true);
  for (const apart of [1.01e-4, -1.01e-4]) expect(isSameTime(3, 3 + apart)).toBe(false);
});

test('a clip grows to a new last key, and by nothing else', () => {
  const clip = { ...createClip('c', 'Clip', { duration: 2 }), tracks: [rootTrack([null, null])] };
  expect(withTracks(clip, [rootTrack([null, null, null, null])]).duration).toBe(3);
  expect(withTracks(clip, [rootTrack([null])]).duration).toBe(2);
  // Two keys lie behind the end of a clip that was made shorter; another one before them, or taking one away, does not make it longer.
  const cut = { ...clip, duration: 0.5, tracks: [rootTrack([null, null, null])] };
  expect(setKey(skeleton, cut, 0.2, restPose(skeleton), [ROOT_TRACK]).duration).toBe(0.5);
  expect(deleteKeys(cut, 2).duration).toBe(0.5);
  expect(setKey(skeleton, cut, 2.1, restPose(skeleton), [ROOT_TRACK]).duration).toBeCloseTo(2.1, 9);
  expect(
    withTracks(clip, [{ ...rootTrack([null]), joint: 4 }, rootTrack([]), { ...rootTrack([null]), joint: 1 }]).tracks.map(
      ({ joint }) => joint,
    ),
  ).toEqual([1, 4]);
});
