import { describe, expect, test } from 'vitest';
import { alongTangents } from '../../../core/animation/along-tangents.ts';
import { copyChosen, keysWithin, pasteKeys, setChosenInterpolation } from '../../../core/animation/chosen-keys.ts';
import { mirrorCopied } from '../../../core/animation/mirror-keys.ts';
import { ROOT_TRACK, type Clip, type Interpolation, type Tangents } from '../../../core/animation/clip.ts';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { reverseClip } from '../../../core/animation/recut.ts';
import { sampleClip, sampleTrack, trackValue } from '../../../core/animation/sampling.ts';
import { fitTangents } from '../../../core/animation/tangents.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { angleBetween, fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton, humanoid } = rig;
const [arm, spine] = [humanoid.leftUpperArm!, humanoid.spine!];
const random = seededRandom(8);
const number = (size: number) => size * (2 * random() - 1);
const triple = (size: number): [number, number, number] => [number(size), number(size), number(size)];

/** Keys of the arm, the spine and the root at 0, 0.8 and 2 s, the ways between along random tangents. */
function shaped(): Clip {
  let clip = createClip('c', 'Clip', { duration: 2 });
  for (const time of [0, 0.8, 2]) {
    const pose = restPose(skeleton);
    pose.set(triple(0.3));
    for (const joint of [arm, spine]) setRotation(pose, joint, fromAxisAngle(normalized(triple(1)), number(0.6)));
    clip = setKey(skeleton, clip, time, pose, [ROOT_TRACK, arm, spine]);
  }
  for (const key of keysWithin(clip, 0, 1)) {
    clip = setChosenInterpolation(clip, [key], { out: triple(0.3), in: triple(0.3) });
  }
  return clip;
}

function normalized([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** De Casteljau's construction on points of any size. */
function bezier(points: readonly (readonly number[])[], u: number): readonly number[] {
  if (points.length === 1) return points[0]!;
  const between = points.slice(1).map((point, i) => point.map((each, c) => (1 - u) * points[i]![c]! + u * each));
  return bezier(between, u);
}

const clip = shaped();
const SHARES = [0.1, 0.25, 0.5, 0.8, 0.97];
const times = Array.from({ length: 81 }, (_, i) => i / 40);

function apart(a: Pose, b: Pose): { metres: number; radians: number } {
  const metres = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
  const turns = Array.from({ length: skeleton.count }, (_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)));
  return { metres, radians: Math.max(...turns) };
}

test('a way along tangents is the Bézier curve of its keys and the points to which its tangents lead', () => {
  for (const track of clip.tracks) {
    const size = track.values.length / track.times.length;
    for (const k of [0, 1]) {
      const { out, in: back } = track.keyInterpolations![k] as Tangents;
      const [a, b] = [k, k + 1].map((key) => track.values.slice(size * key, size * (key + 1))) as [number[], number[]];
      const inner = (key: readonly number[], tangent: readonly number[]) => {
        if (size !== 4) return key.map((each, c) => each + tangent[c]!);
        const [x, y, z] = tangent.map((each) => each / 2) as [number, number, number];
        return multiply(key as unknown as Quat, [x, y, z, 1]);
      };
      for (const share of SHARES) {
        const point = bezier([a, inner(a, out), inner(b, back), b], share);
        const value = trackValue(track, track.times[k]! + share * (track.times[k + 1]! - track.times[k]!));
        if (size !== 4) expect(value).toEqual(point.map((each) => expect.closeTo(each, 12)));
        else expect(angleBetween(value as unknown as Quat, normalizeQuat(point as unknown as Quat))).toBeLessThan(1e-12);
      }
    }
  }
});

test('are found again from what a clip shows on its frames', () => {
  for (const track of clip.tracks) {
    const size = track.values.length / track.times.length;
    const values = new Float64Array(size * 25);
    for (let frame = 0; frame < 25; frame++) sampleTrack(track, 0.8 + frame / 20, values, size * frame);
    const found = fitTangents(track.joint, [...values], 0, 24);
    const { out, in: back } = track.keyInterpolations![1] as Tangents;
    expect(found.out).toEqual(out.map((each) => expect.closeTo(each, 3)));
    expect(found.in).toEqual(back.map((each) => expect.closeTo(each, 3)));
  }
});

describe('along tangents a clip', () => {
  test('goes as it went before, where it was smooth or straight', () => {
    for (const way of ['cubic', 'linear', 'ease', 'overshoot', 'step'] as const satisfies readonly Interpolation[]) {
      const before = setInterpolation(clip, way);
      const after = alongTangents(before, keysWithin(before, 0, 2));
      if (way !== 'step') expect(typeof after.tracks[0]!.keyInterpolations![0]).toBe('object');
      for (const time of times) {
        const { metres, radians } = apart(sampleClip(skeleton, after, time), sampleClip(skeleton, before, time));
        expect(metres, `${way} at ${time}`).toBeLessThan(1e-4);
        expect(radians, `${way} at ${time}`).toBeLessThan(way === 'overshoot' ? 0.03 : 0.01);
      }
    }
  });

  test('is played backwards exactly', () => {
    const back = reverseClip(clip);
    for (const time of times) {
      const { metres, radians } = apart(sampleClip(skeleton, back, 2 - time), sampleClip(skeleton, clip, time));
      expect(metres).toBeLessThan(1e-12);
      expect(radians).toBeLessThan(1e-7);
    }
  });

  test('goes on as it went when a key is set on its way', () => {
    const keyed = setKey(skeleton, clip, 0.4, sampleClip(skeleton, clip, 0.4), [ROOT_TRACK, arm, spine]);
    expect(keyed.tracks[0]!.times).toEqual([0, 0.4, 0.8, 2]);
    for (const time of times) {
      const { metres, radians } = apart(sampleClip(skeleton, keyed, time), sampleClip(skeleton, clip, time));
      expect(metres).toBeLessThan(1e-8);
      expect(radians).toBeLessThan(0.02);
    }
  });

  test('is mirrored between its keys, too', () => {
    const copied = mirrorCopied(copyChosen(rig, clip, keysWithin(clip, 0, 2))!);
    const mirrored = pasteKeys(createClip('m', 'Mirrored', { duration: 2 }), copied, 0).clip;
    for (const time of times) {
      const { metres, radians } = apart(sampleClip(skeleton, mirrored, time), mirrorPose(rig, sampleClip(skeleton, clip, time)));
      expect(metres).toBeLessThan(1e-9);
      expect(radians).toBeLessThan(1e-6);
    }
  });

  test('is refused where a tangent has the wrong numbers', () => {
    const set = (way: unknown) => () => setInterpolation(clip, way as Interpolation);
    expect(set({ out: [1, 2, 3], in: [1] })).toThrow('the tangent into a key must be 3 finite numbers');
    expect(set({ out: [1, 2, Number.NaN], in: [1, 2, 3] })).toThrow('the tangent out of a key');
    expect(set({})).toThrow('the tangent out of a key');
  });
});
