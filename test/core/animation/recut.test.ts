import { describe, expect, test } from 'vitest';
import { INTERPOLATIONS, ROOT_TRACK, type Clip, type Interpolation } from '../../../core/animation/clip.ts';
import { keysWithin, setChosenInterpolation } from '../../../core/animation/chosen-keys.ts';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { joinClips, reverseClip, stretchClip, trimClip } from '../../../core/animation/recut.ts';
import { interpolationAfter } from '../../../core/animation/track-keys.ts';
import { withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { fiveKeyWalk } from '../../helpers/five-key-walk.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;

/** Random poses at frames 0, 12, 20 and 45 of a second and a half at 30 a second. */
function wild(interpolation: Interpolation, seed = 5): Clip {
  const random = seededRandom(seed);
  const clip = [0, 12, 20, 45].reduce(
    (built, frame) => setKey(skeleton, built, frame / 30, randomPose(skeleton, random)),
    createClip('c', 'Clip', { duration: 1.5 }),
  );
  return setInterpolation(clip, interpolation);
}

/** As {@link wild}, but each key goes on in another way. */
function mixed(ways: readonly Interpolation[], seed = 5): Clip {
  return [0, 12, 20].reduce(
    (clip, frame, i) => setChosenInterpolation(clip, keysWithin(clip, frame / 30, frame / 30), ways[i]!),
    wild('linear', seed),
  );
}

const HELD_IN_BETWEEN: readonly Interpolation[] = ['easeIn', 'step', 'overshoot'];
const EASED: readonly Interpolation[] = ['linear', 'easeOut', 'easeIn'];

/** The largest difference of two poses' numbers, whichever sign their quaternions have. */
function apart(a: Clip, at: number, b: Clip, bt: number): number {
  const [p, q] = [sampleClip(skeleton, a, at), sampleClip(skeleton, b, bt)];
  let most = Math.max(...[0, 1, 2].map((c) => Math.abs(p[c]! - q[c]!)));
  for (let o = 3; o < p.length; o += 4) {
    const same = Math.max(...[0, 1, 2, 3].map((c) => Math.abs(p[o + c]! - q[o + c]!)));
    const opposite = Math.max(...[0, 1, 2, 3].map((c) => Math.abs(p[o + c]! + q[o + c]!)));
    most = Math.max(most, Math.min(same, opposite));
  }
  return most;
}

const frames = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

test.each([
  [0, 50],
  [12, 50],
  [22, 50],
  [44, 50],
  [46, 50],
])('a smooth clip is cut from frame %i to %i, where its keys end before, as it goes on', (from, to) => {
  const clip = { ...wild('cubic'), duration: 60 / 30 };
  const part = trimClip(clip, from / 30, to / 30);
  for (const frame of frames(from, to)) expect(apart(part, (frame - from) / 30, clip, frame / 30)).toBeLessThan(1e-9);
  const turned = reverseClip(clip);
  for (const frame of frames(0, 60)) expect(apart(turned, (60 - frame) / 30, clip, frame / 30)).toBeLessThan(1e-9);
  expect(clipKeyTimes(turned)).toHaveLength(4);
  const joined = joinClips(clip, clip);
  for (const frame of frames(0, 60)) {
    expect(apart(joined, frame / 30, clip, frame / 30)).toBeLessThan(1e-9);
    expect(apart(joined, (61 + frame) / 30, joined, 61 / 30)).toBeCloseTo(apart(clip, frame / 30, clip, 0), 6);
  }
});

describe.each(INTERPOLATIONS)('a clip that goes the way "%s"', (interpolation) => {
  const clip = wild(interpolation);

  test('shows on every frame of a part what it showed there', () => {
    const part = trimClip(clip, 6 / 30, 30 / 30);
    expect(part.duration).toBeCloseTo(0.8, 12);
    for (const frame of frames(6, 30)) expect(apart(part, (frame - 6) / 30, clip, frame / 30)).toBeLessThan(1e-9);
    for (const { times } of part.tracks) expect([times[0], times.at(-1)]).toEqual([0, expect.closeTo(0.8, 9)]);
  });

  test('shows backwards on every frame what it shows forwards', () => {
    const back = reverseClip(clip);
    // A step is at the very frame of a key: backwards it is seen on the other side of it.
    const looked = interpolation === 'step' ? frames(0, 44).map((frame) => frame + 0.5) : frames(0, 45);
    for (const frame of looked) expect(apart(back, 1.5 - frame / 30, clip, frame / 30)).toBeLessThan(1e-9);
  });

  test('is followed by another one, each frame of either as it was but for its place on the floor', () => {
    const next = wild(interpolation === 'step' ? 'linear' : interpolation, 9);
    const joined = joinClips(clip, next);
    expect(joined.duration).toBeCloseTo(1.5 + 1 / 30 + 1.5, 12);
    // A smooth way bends by the keys after it too: only there the last stretch of the first clip differs.
    const last = interpolation === 'cubic' ? 20 : 45;
    for (const frame of frames(0, last)) expect(apart(joined, frame / 30, clip, frame / 30)).toBeLessThan(1e-9);
    const root = (of: Clip, at: number) => sampleClip(skeleton, of, at).slice(0, 3);
    const [end, start] = [root(clip, 1.5), root(next, 0)];
    const placed: Clip = {
      ...next,
      tracks: next.tracks.map((track) =>
        track.joint === ROOT_TRACK
          ? { ...track, values: track.values.map((v, i) => (i % 3 === 1 ? v : v + end[i % 3]! - start[i % 3]!)) }
          : track,
      ),
    };
    const begins = interpolation === 'cubic' ? 12 : 0;
    for (const frame of frames(begins, 45)) expect(apart(joined, (46 + frame) / 30, placed, frame / 30)).toBeLessThan(1e-9);
  });
});

describe.each([EASED, HELD_IN_BETWEEN, ['cubic', 'linear', 'cubic'] as const])(
  'a clip whose keys go on as %s, %s and %s',
  (first, second, third) => {
    const clip = mixed([first, second, third]);

    test('is cut, turned round and followed by another as what it shows on every frame', () => {
      const part = trimClip(clip, 6 / 30, 40 / 30);
      for (const frame of frames(6, 40)) expect(apart(part, (frame - 6) / 30, clip, frame / 30)).toBeLessThan(1e-9);
      const back = reverseClip(clip);
      for (const frame of frames(0, 45)) expect(apart(back, 1.5 - frame / 30, clip, frame / 30)).toBeLessThan(1e-9);
      const joined = joinClips(clip, wild('ease', 9));
      for (const frame of frames(0, 45)) expect(apart(joined, frame / 30, clip, frame / 30)).toBeLessThan(1e-9);
    });
  },
);

test('the ways on from keys are kept where a clip is turned round and its speeds are those of the other direction', () => {
  const track = reverseClip(mixed(EASED)).tracks[0]!;
  expect(track.times.slice(0, -1).map((_, key) => interpolationAfter(track, key))).toEqual(['easeOut', 'easeIn', 'linear']);
});

test('keys behind the end are no part of a clip that is turned round', () => {
  const clip = { ...wild('linear'), duration: 1 };
  for (const { times } of reverseClip(clip).tracks) expect(times.at(-1)).toBeLessThanOrEqual(1);
  expect(apart(reverseClip(clip), 0, clip, 1)).toBeLessThan(1e-9);
});

test('a joint that only one of two clips moves is at rest in the other', () => {
  const rest = sampleClip(skeleton, createClip('r', 'Rest'), 0);
  const still = setKey(skeleton, createClip('s', 'Still', { duration: 1 }), 0, rest, [2]);
  const joined = joinClips(wild('linear'), still);
  expect(
    apart(joined, 1.5 + 1 / 30 + 0.5, { ...still, tracks: joined.tracks.filter(({ joint }) => joint === ROOT_TRACK) }, 2),
  ).toBeLessThan(1e-9);
});

test('a part of no length is refused', () => {
  expect(() => trimClip(wild('linear'), 0.5, 0.5)).toThrow("a clip's duration must be a finite number of seconds above 0, got 0");
});

test('a clip is stretched to its length, with its contacts, and shows on each frame what it showed that much earlier', () => {
  const { rig: walker, walk, contacts } = fiveKeyWalk();
  const short = withContacts(walk, contacts);
  const long = stretchClip({ ...short, duration: 3 });
  expect(long.duration).toBe(3);
  expect(clipKeyTimes(long)).toEqual([0, 0.75, 1.5, 2.25, 3].map((time) => expect.closeTo(time, 1)));
  expect(long.contacts![0]).toEqual({ part: 'leftHeel', from: 0, to: expect.closeTo(0.75, 1) });
  const shown = sampleClip(walker.skeleton, long, 1.5);
  sampleClip(walker.skeleton, short, 1).forEach((value, i) => expect(shown[i]).toBeCloseTo(value, 9));
  expect(stretchClip(short)).toBe(short);
  // Drawn together, as keys behind the end of a clip that was shortened are.
  expect(clipKeyTimes(stretchClip({ ...short, duration: 1 })).at(-1)).toBe(1);
});
