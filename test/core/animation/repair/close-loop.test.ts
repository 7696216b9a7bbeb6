import { describe, expect, test } from 'vitest';
import { contactPoints } from '../../../../core/animation/holding/contact-points.ts';
import { ROOT_TRACK, type Clip, type Interpolation } from '../../../../core/animation/clip.ts';
import { createClip, setInterpolation, setKey } from '../../../../core/animation/keys.ts';
import { lintClip } from '../../../../core/animation/lint/lint-clip.ts';
import { playedClip } from '../../../../core/animation/played-clip.ts';
import { closeLoop } from '../../../../core/animation/repair/close-loop.ts';
import { sampleClip, trackValue } from '../../../../core/animation/sampling.ts';
import { fromAxisAngle, multiply } from '../../../../core/math/quat.ts';
import { seededRandom, type Random } from '../../../../core/math/random.ts';
import { normalize, type Vec3 } from '../../../../core/math/vec3.ts';
import { restPose, rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import { fiveKeyWalk } from '../../../helpers/five-key-walk.ts';
import { matrixKinematics, positionOf, transformPoint } from '../../../helpers/matrix-kinematics.ts';
import { randomPose } from '../../../helpers/random-pose.ts';

const { rig, walk, contacts } = fiveKeyWalk();
const { skeleton, humanoid } = rig;
const DURATION = 2;

/** Where every joint is at a time, by matrices. */
function places(clip: Clip, time: number): readonly (readonly number[])[] {
  return matrixKinematics(skeleton, sampleClip(skeleton, clip, time)).map(positionOf);
}

/** The velocity of every joint at a time, metres a second, from that time on (`side` 1) or up to it (−1). */
function velocities(clip: Clip, time: number, side: 1 | -1): readonly (readonly number[])[] {
  const step = side * 1e-4;
  const [here, near, far] = [0, 1, 2].map((k) => places(clip, time + k * step)) as [number[][], number[][], number[][]];
  return here.map((place, j) => place.map((each, c) => (4 * near[j]![c]! - far[j]![c]! - 3 * each) / (2 * step)));
}

function largestDifference(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  return Math.max(...a.flatMap((vector, j) => vector.map((each, c) => Math.abs(each - b[j]![c]!))));
}

/** By how much places and velocities of the joints leap from the end of a clip into its beginning. */
function leaps(clip: Clip): { readonly place: number; readonly speed: number } {
  return {
    place: largestDifference(places(clip, clip.duration), places(clip, 0)),
    speed: largestDifference(velocities(clip, clip.duration, -1), velocities(clip, 0, 1)),
  };
}

/** A motion keyed on every frame, in which no joint comes back: each sways on its own. */
function captured(random: Random): Clip {
  const joints = Array.from({ length: skeleton.count }, () => ({
    axis: normalize([random() - 0.5, random() - 0.5, random() - 0.5] as Vec3),
    rate: 2 + 5 * random(),
    phase: 6 * random(),
  }));
  let clip = createClip('c', 'Clip', { duration: DURATION });
  for (let frame = 0; frame <= DURATION * clip.fps; frame++) {
    const time = frame / clip.fps;
    const pose = restPose(skeleton);
    pose.set([0.1 * Math.sin(3 * time + 1), 0.05 * Math.sin(4 * time), 0.2 * time]);
    joints.forEach(({ axis, rate, phase }, joint) =>
      setRotation(pose, joint, fromAxisAngle(axis, 0.3 * Math.sin(rate * time + phase))),
    );
    clip = setKey(skeleton, clip, time, pose);
  }
  return clip;
}

/** Six poses, of which the last is not the first. */
function posed(random: Random, way: Interpolation): Clip {
  const keyed = [0, 0.4, 0.9, 1.3, 1.6, DURATION].reduce(
    (clip, time) => {
      const pose = randomPose(skeleton, random, 0.3);
      return setKey(skeleton, clip, time, pose);
    },
    createClip('c', 'Clip', { duration: DURATION }),
  );
  return setInterpolation(keyed, way);
}

describe('a closed loop goes on over its seam in place and at one speed', () => {
  test.each([1, 2, 3])('where every frame has a key (seed %i)', (seed) => {
    const open = captured(seededRandom(seed));
    const before = leaps(open);
    expect(before.place).toBeGreaterThan(0.01);
    expect(before.speed).toBeGreaterThan(0.1);
    const closed = closeLoop(open);
    expect(leaps(closed).place).toBeLessThan(1e-9);
    expect(leaps(closed).speed).toBeLessThan(1e-6);
    // Nothing changes before the last quarter, and no track gets other ways between its keys.
    expect(largestDifference(places(closed, 1.5), places(open, 1.5))).toBeLessThan(1e-12);
    expect(closed.tracks.every(({ keyInterpolations }) => keyInterpolations === undefined)).toBe(true);
  });

  test.each(['linear', 'cubic', 'easeIn', 'easeOut', [0.2, 0.9, 0.7, 0.4]] as const)('where poses stand apart, %s', (way) => {
    const open = posed(seededRandom(7), way);
    const closed = closeLoop(open);
    expect(leaps(closed).place).toBeLessThan(1e-9);
    expect(leaps(closed).speed).toBeLessThan(1e-4);
    // The poses themselves stay: all but the last, and the one within the last quarter that goes along with it.
    for (const time of [0, 0.4, 0.9, 1.3]) {
      expect(largestDifference(places(closed, time), places(open, time))).toBeLessThan(1e-12);
    }
  });

  test('where it goes on along the floor', () => {
    const open = captured(seededRandom(4));
    const closed = closeLoop(open, { goesOn: true });
    expect(places(closed, DURATION)[0]![2]! - places(closed, 0)[0]![2]!).toBeCloseTo(0.4, 9);
    expect(leaps(closed).speed).toBeLessThan(1e-6);
  });
});

test('an extreme pose at the seam stays the extreme: the joint comes to rest there and turns back', () => {
  const elbow = humanoid.leftLowerArm!;
  const swing = [0.2, 0.8, 0.2].reduce(
    (clip, angle, second) => {
      const pose = restPose(skeleton);
      setRotation(pose, elbow, fromAxisAngle([1, 0, 0], angle));
      return setKey(skeleton, clip, second, pose, [elbow]);
    },
    createClip('c', 'Clip', { duration: DURATION }),
  );
  const closed = closeLoop(swing);
  const angles = Array.from({ length: 61 }, (_, frame) => 2 * Math.asin(trackValue(closed.tracks[0]!, frame / 30)[0]!));
  expect(Math.min(...angles)).toBeCloseTo(0.2, 9);
  expect(leaps(closed).speed).toBeLessThan(1e-4);
  expect(closeLoop(closed)).toBe(closed);
});

test('a way that is held stays held', () => {
  const held = closeLoop(posed(seededRandom(9), 'step'));
  expect(leaps(held).place).toBeLessThan(1e-9);
  expect(held.tracks.every(({ keyInterpolations }) => keyInterpolations === undefined)).toBe(true);
});

describe('a walk', () => {
  /** The toe on which the walk ends and begins. */
  const acrossTheSeam = [
    { part: 'rightToe', from: 0, to: 0.1 },
    { part: 'rightToe', from: 1.3, to: DURATION },
  ] as const;
  /** The walk with an end that is not its beginning: every joint is turned a little there. */
  const open = (() => {
    const random = seededRandom(5);
    const pose = sampleClip(skeleton, walk, DURATION);
    for (let joint = 0; joint < skeleton.count; joint++) {
      const axis = normalize([random() - 0.5, random() - 0.5, random() - 0.5] as Vec3);
      setRotation(pose, joint, multiply(rotationOf(pose, joint), fromAxisAngle(axis, 0.1)));
    }
    pose[1]! += 0.02;
    return { ...setKey(skeleton, walk, DURATION, pose), loop: true, contacts: [...contacts, ...acrossTheSeam] };
  })();

  test('that is closed keeps its feet where they stand, through the seam too', () => {
    const closed = closeLoop(open, { goesOn: true });
    const played = playedClip(rig, closed, {});
    const travel = trackValue(
      played.tracks.find(({ joint }) => joint === ROOT_TRACK)!,
      DURATION,
    )[2]!;
    const points = contactPoints(rig);
    const last = DURATION * closed.fps;
    for (const { part, from, to } of [...contacts, { part: 'rightToe', from: 1.3, to: DURATION + 0.1 }]) {
      const { joint, offset } = points.find((each) => each.part === part)!;
      const at = (frame: number) => {
        const round = Math.floor(frame / last);
        const world = matrixKinematics(skeleton, sampleClip(skeleton, played, (frame - round * last) / closed.fps));
        const [x, y, z] = transformPoint(world[joint]!, offset) as [number, number, number];
        return [x, y, z + round * travel] as const;
      };
      for (let frame = Math.round(from * closed.fps); frame < Math.round(to * closed.fps); frame++) {
        const [a, b] = [at(frame), at(frame + 1)];
        expect(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])).toBeLessThan(1e-3);
      }
    }
  });

  test('has seams in the check of the clip until it is closed', () => {
    const seams = (clip: Clip) => new Set(lintClip(rig, clip).flatMap(({ kind }) => (kind.startsWith('seam') ? [kind] : [])));
    expect(seams(open)).toEqual(new Set(['seam']));
    expect(seams(closeLoop(open, { goesOn: true }))).toEqual(new Set());
  });
});
