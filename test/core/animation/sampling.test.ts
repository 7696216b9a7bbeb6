import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { INTERPOLATIONS, ROOT_TRACK, type Clip, type Interpolation } from '../../../core/animation/clip.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { clipKeyTimes, sampleClip, wrapTime } from '../../../core/animation/sampling.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;
const random = seededRandom(1);
const poses = [0, 1, 2, 3].map(() => randomPose(skeleton, random, 1.4));

/** Keys at 0.5, 1, 1.2 and 2 seconds. */
function clipOf(interpolation: Interpolation): Clip {
  const times = [0.5, 1, 1.2, 2];
  const clip = poses.reduce((built, pose, k) => setKey(built, skeleton, times[k]!, pose), createClip('c', 'Clip'));
  return { ...clip, tracks: clip.tracks.map((track) => ({ ...track, interpolation })) };
}

describe.each(INTERPOLATIONS)('%s interpolation', (interpolation) => {
  const clip = clipOf(interpolation);

  test('gives exactly the keyed pose at every key', () => {
    [0.5, 1, 1.2, 2].forEach((time, k) => {
      for (let j = 0; j < skeleton.count; j++) {
        const sign = Math.sign(rotationOf(sampleClip(skeleton, clip, time), j)[3] * rotationOf(poses[k]!, j)[3]);
        expect(rotationOf(sampleClip(skeleton, clip, time), j).map((v) => v * sign)).toEqual([...rotationOf(poses[k]!, j)]);
      }
      expect(sampleClip(skeleton, clip, time).slice(0, 3)).toEqual(poses[k]!.slice(0, 3));
    });
  });

  test('holds the first key before it and the last key after it', () => {
    expect(sampleClip(skeleton, clip, 0)).toEqual(sampleClip(skeleton, clip, 0.5));
    expect(sampleClip(skeleton, clip, 99)).toEqual(sampleClip(skeleton, clip, 2));
  });

  test('gives unit quaternions at every time', () => {
    for (let time = 0.5; time < 2; time += 0.013) {
      const pose = sampleClip(skeleton, clip, time);
      for (let j = 0; j < skeleton.count; j++) expect(Math.hypot(...rotationOf(pose, j))).toBeCloseTo(1, 12);
    }
  });
});

test('linear interpolation is the SLERP of an independent library, and the root goes straight', () => {
  const clip = clipOf('linear');
  const pose = sampleClip(skeleton, clip, 0.7);
  for (let j = 0; j < skeleton.count; j++) {
    const expected = new Quaternion(...rotationOf(poses[0]!, j)).slerp(new Quaternion(...rotationOf(poses[1]!, j)), 0.4);
    expect(toDegrees(angleBetween(rotationOf(pose, j), [expected.x, expected.y, expected.z, expected.w]))).toBeLessThan(1e-5);
  }
  for (let c = 0; c < 3; c++) expect(pose[c]).toBeCloseTo(0.6 * poses[0]![c]! + 0.4 * poses[1]![c]!, 12);
});

test('a rotation goes the short way even when the keys have opposite signs', () => {
  const values = [...fromAxisAngle([0, 1, 0], 0.2), ...fromAxisAngle([0, 1, 0], 0.6).map((v) => -v)];
  for (const interpolation of ['linear', 'cubic'] as const) {
    const clip = { ...createClip('c', 'Clip'), tracks: [{ joint: 2, interpolation, times: [0, 1], values }] };
    const half = rotationOf(sampleClip(skeleton, clip, 0.5), 2);
    expect(angleBetween(half, fromAxisAngle([0, 1, 0], 0.4))).toBeLessThan(1e-3);
  }
});

test('step holds until the next key; ease starts and ends slowly', () => {
  const track = { joint: 2, times: [0, 1], values: [0, 0, 0, 1, ...fromAxisAngle([1, 0, 0], 1)] };
  const at = (interpolation: Interpolation, time: number) => {
    const clip = { ...createClip('c', 'Clip'), tracks: [{ ...track, interpolation }] };
    return angleBetween(rotationOf(sampleClip(skeleton, clip, time), 2), [0, 0, 0, 1]);
  };
  expect(at('step', 0.999)).toBe(0);
  expect(at('step', 1)).toBeCloseTo(1, 12);
  expect(at('ease', 0.25)).toBeCloseTo(3 * 0.25 ** 2 - 2 * 0.25 ** 3, 9);
  expect(at('ease', 0.5)).toBeCloseTo(0.5, 9);
});

// The numbers are those of easings.net for easeInQuad, easeOutQuad and easeOutBack.
test.each([
  ['easeIn', [0.0625, 0.25, 0.5625]],
  ['easeOut', [0.4375, 0.75, 0.9375]],
  ['overshoot', [0.8174, 1.0877, 1.0641]],
] as const)('%s goes through the shares that are known of it', (interpolation, shares) => {
  const clip: Clip = {
    ...createClip('c', 'Clip'),
    tracks: [{ joint: 2, interpolation, times: [0, 1], values: [0, 0, 0, 1, ...fromAxisAngle([1, 0, 0], 1)] }],
  };
  shares.forEach((share, k) => {
    const angle = angleBetween(rotationOf(sampleClip(skeleton, clip, (k + 1) / 4), 2), [0, 0, 0, 1]);
    expect(angle).toBeCloseTo(share, 4);
  });
});

test('a key goes on in its own way, and the others as their track does', () => {
  const whole = clipOf('linear');
  const clip = {
    ...whole,
    tracks: whole.tracks.map((track) => ({ ...track, keyInterpolations: [null, 'step', null, null] as const })),
  };
  for (const [time, other] of [
    [0.7, 'linear'],
    [1.1, 'step'],
    [1.6, 'linear'],
  ] as const) {
    expect(sampleClip(skeleton, clip, time)).toEqual(sampleClip(skeleton, clipOf(other), time));
  }
});

test('a cubic passes through its keys without overshooting and keeps a hold still', () => {
  const values = [0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0.2, 0];
  const clip = {
    ...createClip('c', 'Clip', { duration: 3 }),
    tracks: [{ joint: ROOT_TRACK, interpolation: 'cubic' as const, times: [0, 1, 2, 3], values }],
  };
  for (let time = 0; time <= 3; time += 0.01) {
    const y = sampleClip(skeleton, clip, time)[1]!;
    expect(y).toBeLessThanOrEqual(1);
    expect(y).toBeGreaterThanOrEqual(0);
    if (time >= 1 && time <= 2) expect(y).toBe(1);
  }
});

test('a cubic turns round at a key that lies above its neighbours, and not beyond it', () => {
  const values = [0, 0, 0, 0, 1, 0, 0, 0.2, 0];
  const clip = {
    ...createClip('c', 'Clip'),
    tracks: [{ joint: ROOT_TRACK, interpolation: 'cubic' as const, times: [0, 1, 2], values }],
  };
  for (let time = 0; time <= 2; time += 0.01) {
    const y = sampleClip(skeleton, clip, time)[1]!;
    expect(y).toBeLessThanOrEqual(1);
    expect(y).toBeGreaterThanOrEqual(0);
  }
});

test('a joint without keys is at rest, and a given pose is filled in place', () => {
  const clip = setKey(createClip('c', 'Clip'), skeleton, 0, poses[0]!, [3]);
  const out = randomPose(skeleton, random);
  expect(sampleClip(skeleton, clip, 0, out)).toBe(out);
  const expected = restPose(skeleton);
  setRotation(expected, 3, rotationOf(poses[0]!, 3));
  expect(out).toEqual(expected);
});

test('the key times of a clip are those of all its tracks, once each', () => {
  let clip = setKey(createClip('c', 'Clip'), skeleton, 1, poses[0]!, [3]);
  clip = setKey(clip, skeleton, 0.5, poses[0]!, [4]);
  clip = setKey(clip, skeleton, 1, poses[0]!, [4]);
  expect(clipKeyTimes(clip)).toEqual([0.5, 1]);
  expect(clipKeyTimes(clip, [3])).toEqual([1]);
});

test('time wraps in a loop, turns round in ping-pong and stops otherwise', () => {
  const clip = createClip('c', 'Clip', { duration: 2, loop: true });
  expect(wrapTime(clip, 5)).toBe(1);
  expect(wrapTime(clip, -0.5)).toBe(1.5);
  expect(wrapTime({ ...clip, loop: false }, 5)).toBe(2);
  expect(wrapTime({ ...clip, loop: false }, -5)).toBe(0);
  expect(wrapTime(clip, 2.5, 'pingPong')).toBe(1.5);
  expect(wrapTime(clip, 4.5, 'pingPong')).toBe(0.5);
});
