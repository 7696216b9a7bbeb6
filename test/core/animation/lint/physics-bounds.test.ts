import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import { frameTimes, posesAt } from '../../../../core/animation/joint-paths.ts';
import { createClip } from '../../../../core/animation/keys.ts';
import { bodyMotionOf, type BodyMotion } from '../../../../core/animation/lint/body-motion.ts';
import { flightsIn } from '../../../../core/animation/lint/flights.ts';
import { hardLandings } from '../../../../core/animation/lint/landings.ts';
import { pushesOnAir } from '../../../../core/animation/lint/pushes.ts';
import { spinsFromNothing } from '../../../../core/animation/lint/spins.ts';
import { wayOntoSupport } from '../../../../core/animation/lint/support.ts';
import { finish } from '../../../../core/animation/steps.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

// Where each finding of physics begins and ends: what is a little on either side of a bound.
const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton, humanoid } = rig;
const FPS = 30;
const standing = finish(bodyMotionOf(rig, [restPose(skeleton), restPose(skeleton)], FPS));

/** A body with legs of a metre whose feet go these ways: one place a frame, ankle and ball alike. */
function withFeet(...ways: readonly (readonly Vec3[])[]): BodyMotion {
  const feet = ways.map((way, k) => {
    const path = Float64Array.from(way.flat());
    return { ...standing.feet[k]!, ankles: path, balls: path };
  });
  return { ...standing, feet, size: 1, fps: FPS, centres: ways[0]!.map((): Vec3 => [0, 1, 0]) };
}

describe('a foot that pushes against air', () => {
  const FRAMES = 90;
  /** The left foot stands on the floor until `left` and again from frame 70 on; the right one, `height` up, for `frames` from frame 30 on. */
  const found = ({ height = 0.06, frames = 20, left = 25, drift = 0 }) => {
    const away = (frame: number): Vec3 => [frame, 0.4, 0];
    const lefts = Array.from({ length: FRAMES }, (_, f): Vec3 => (f <= left || f >= 70 ? [0, 0, f >= 70 ? 1 : 0] : away(f)));
    const rights = Array.from({ length: FRAMES }, (_, f): Vec3 =>
      f >= 30 && f <= 30 + frames ? [drift * (f - 30), height, 0.5] : away(-f),
    );
    return pushesOnAir(withFeet(lefts, rights), createClip('c', 'Clip', { fps: FPS, duration: 3 }), 0.03).length;
  };

  test('carries for a quarter of a second at least', () => {
    expect([found({ frames: 8 }), found({ frames: 7 })]).toEqual([1, 0]);
  });

  test('is not so high as a step, 0.12 leg lengths', () => {
    expect([found({ height: 0.11 }), found({ height: 0.13 })]).toEqual([1, 0]);
  });

  test('carries alone for a fifth of a second of that', () => {
    expect([found({ frames: 15, left: 38 }), found({ frames: 15, left: 41 })]).toEqual([1, 0]);
  });

  test('stays within 15 mm', () => {
    expect([found({ frames: 15, drift: 0.0009 }), found({ frames: 15, drift: 0.002 })]).toEqual([1, 0]);
  });
});

describe('a flight', () => {
  /** Flights of feet that rise so high over so many seconds, from a height at which they were before for five frames. */
  const flights = (rise: number, seconds: number, before = 0) => {
    const way = Array.from({ length: 90 }, (_, f): Vec3 => {
      const u = Math.min(1, Math.max(0, (f - 20) / (seconds * FPS)));
      return [0, Math.max(f >= 15 && f <= 20 ? before : 0, 4 * u * (1 - u) * rise), 0];
    });
    return flightsIn(withFeet(way, way));
  };
  /** Metres that a body falls in half of so many seconds. */
  const fall = (seconds: number) => (9.81 / 8) * seconds ** 2;

  test('lifts the feet by 0.45 of what a body falls in its time', () => {
    expect([flights(0.55 * fall(0.5), 0.5).length, flights(0.38 * fall(0.5), 0.5).length]).toEqual([1, 0]);
  });

  test('lifts them by 0.06 leg lengths, for a tenth of a second to 1.2', () => {
    expect([flights(0.08, 5 / FPS).length, flights(0.055, 5 / FPS).length]).toEqual([1, 0]);
    expect([flights(0.6 * fall(1.1), 1.1).length, flights(0.6 * fall(1.3), 1.3).length]).toEqual([1, 0]);
  });

  test('begins where they are 0.025 leg lengths up', () => {
    expect([0.02, 0.035].map((before) => flights(0.2, 0.3, before)[0]!.first)).toEqual([20, 14]);
  });
});

describe('the stop of a landing', () => {
  /** A body that falls with these speeds, metres a second, from step to step. */
  const falling = (speeds: readonly number[]): BodyMotion => {
    let height = 10;
    const centres = [0, ...speeds].map((speed): Vec3 => [0, (height -= speed / FPS), 0]);
    return { ...standing, fps: FPS, centres };
  };
  const stop = (speeds: readonly number[], last: number) =>
    hardLandings(falling(speeds), [{ first: 0, last, centres: [] }], 0.1)[0]!.issue.amount;

  test('is measured from nine tenths of the speed to one', () => {
    // 2.7 m/s after 0.2 steps, 0.3 m/s after five.
    expect(stop([3, 3, 3, 1.5, 0.45, 0.4, 0.35, 0.3, 0.1, 0, 0], 4)).toBeCloseTo((0.8 * 3) / ((5 - 0.2) / FPS), 6);
  });

  test('begins where the body falls fastest within a tenth of a second of the touch', () => {
    // 3.6 m/s 0.4 / 3 steps after the fastest, 0.4 m/s 1.6 steps after it.
    expect(stop([2, 2, 2, 2, 2, 2, 4, 1, 0, 0], 4)).toBeCloseTo((0.8 * 4) / ((1.6 - 0.4 / 3) / FPS), 6);
  });
});

test('a body that turns from nothing is told of a flight of 0.3 seconds, of a shorter one nothing', () => {
  const poses = Array.from({ length: 30 }, (_, frame) => {
    const pose = restPose(skeleton);
    setRotation(pose, skeleton.root, fromAxisAngle([0, 1, 0], 0.02 * frame * frame));
    return pose;
  });
  const clip = clipFromPoses(skeleton, poses, { id: 'c', name: 'Clip', fps: FPS, loop: false });
  const motion = finish(bodyMotionOf(rig, posesAt(skeleton, clip, frameTimes(clip)), FPS));
  const told = (frames: number) => spinsFromNothing(motion, [{ first: 5, last: 5 + frames, centres: [] }], 1).length;
  expect([told(10), told(8)]).toEqual([1, 0]);
});

test('a foot that is lifted by more than a tenth of the height of the hips carries nothing', () => {
  const pose = restPose(skeleton);
  const away = [-1, 1]
    .map((side) => {
      const lifted = pose.slice();
      setRotation(lifted, humanoid.leftUpperLeg!, fromAxisAngle([0, 0, 1], 0.65 * side));
      return forwardKinematics(skeleton, lifted);
    })
    .find((world) => worldPosition(world, humanoid.leftFoot!)[0] > 0.3)!;
  const place = worldPosition(away, humanoid.leftFoot!);
  expect(Math.hypot(...wayOntoSupport(rig, away, place).way)).toBeGreaterThan(0.2);
});
