import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../../../core/animation/clip.ts';
import { frameTimes, posesAt } from '../../../../core/animation/joint-paths.ts';
import { bodyMotionOf } from '../../../../core/animation/lint/body-motion.ts';
import { spinsIn } from '../../../../core/animation/lint/spins.ts';
import { carryBody } from '../../../../core/animation/repair/carry-body.ts';
import { keepSpin } from '../../../../core/animation/repair/keep-spin.ts';
import { setFootDown } from '../../../../core/animation/repair/set-foot-down.ts';
import { standOverFeet } from '../../../../core/animation/repair/stand-over-feet.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { finish } from '../../../../core/animation/steps.ts';
import { centreOfMass, segmentMasses } from '../../../../core/humanoid/anatomy/masses.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle, multiply } from '../../../../core/math/quat.ts';
import { length, scale, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

// What a repair of a body that no body can have changes, and in which frames, at 30 frames a second.
const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton, humanoid } = rig;
const FPS = 30;

const clipOf = (count: number, change: (pose: Pose, frame: number) => void): Clip => {
  const poses = Array.from({ length: count }, (_, frame) => {
    const pose = restPose(skeleton);
    change(pose, frame);
    return pose;
  });
  return clipFromPoses(skeleton, poses, { id: 'c', name: 'Clip', fps: FPS, loop: false });
};
const worldAt = (clip: Clip, frame: number) => forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / FPS));
const motionOf = (clip: Clip) => finish(bodyMotionOf(rig, posesAt(skeleton, clip, frameTimes(clip)), FPS));
const centre = (clip: Clip, frame: number) => centreOfMass(segmentMasses(rig), worldAt(clip, frame));
/** Metres by which a point is elsewhere in each frame. */
const moved = (count: number, before: Clip, after: Clip, at: (clip: Clip, frame: number) => Vec3) =>
  Array.from({ length: count }, (_, frame) => length(subtract(at(after, frame), at(before, frame))));
const framesOver = (ways: readonly number[], metres: number) => ways.flatMap((way, frame) => (way > metres ? [frame] : []));

describe('a body that rotates in the air', () => {
  const [LEAVES, LANDS] = [10, 34];
  const seconds = (LANDS - LEAVES) / FPS;
  const curled = ['leftUpperLeg', 'rightUpperLeg'] as const;
  /** A somersault whose legs come up and go down again, with most of its rotation in the first half, and so many radians of a twist that goes and comes back. */
  const tumbling = (twist: number) =>
    clipOf(45, (pose, frame) => {
      const share = Math.min(1, Math.max(0, (frame - LEAVES) / (LANDS - LEAVES)));
      const time = share * seconds;
      pose[1] = (9.81 / 2) * time * (seconds - time);
      const over = fromAxisAngle([1, 0, 0], 2 * Math.PI * share + 0.9 * Math.sin(2 * Math.PI * share));
      setRotation(pose, skeleton.root, multiply(over, fromAxisAngle([0, 1, 0], twist * Math.sin(Math.PI * share))));
      for (const bone of curled)
        setRotation(pose, humanoid[bone]!, fromAxisAngle([1, 0, 0], -2.4 * Math.sin(Math.PI * share) ** 2));
    });
  const spread = (clip: Clip) => {
    const spins = spinsIn(motionOf(clip), LEAVES, LANDS).map(({ momentum }) => momentum);
    const mean = scale(
      spins.reduce((sum, each) => [sum[0] + each[0], sum[1] + each[1], sum[2] + each[2]]),
      1 / spins.length,
    );
    return Math.max(...spins.map((each) => length(subtract(each, mean)))) / length(mean);
  };

  test('has one angular momentum in all steps once that is kept', () => {
    const before = tumbling(0);
    expect(spread(before)).toBeGreaterThan(1);
    expect(spread(keepSpin(rig, before, LEAVES + 1))).toBeLessThan(0.03);
  });

  test('about several axes, whose corrections come nearer to it one by one, has about one', () => {
    const before = tumbling(1);
    expect(spread(before)).toBeGreaterThan(1);
    expect(spread(keepSpin(rig, before, LEAVES + 1))).toBeLessThan(0.45);
  });
});

test('a foot that is set down comes down in a fifth of a second, and goes back in one', () => {
  const hovering = clipOf(90, (pose) => {
    pose[1] = 0.05;
  });
  const foot = humanoid.rightFoot!;
  const down = setFootDown(rig, hovering, foot, 30, 50, 0.05);
  const ways = moved(90, hovering, down, (clip, frame) => worldPosition(worldAt(clip, frame), foot));
  const changed = framesOver(ways, 1e-4);
  expect([changed[0], changed.at(-1)]).toEqual([25, 55]);
  expect(ways[27]).toBeCloseTo(0.025, 2);
  for (let frame = 30; frame <= 50; frame++) expect(ways[frame]).toBeCloseTo(0.05, 3);
});

test('a body comes over its feet in 0.4 s, and its weight a centimetre inside them', () => {
  const count = 120;
  const upright = clipOf(count, () => {});
  const poses = posesAt(skeleton, upright, frameTimes(upright));
  const aside = poses.map((pose) => pose.map((value, i) => (i === 0 ? 0.3 : value)));
  const leaning = carryBody(rig, upright, { poses, carried: new Map(aside.entries()), stays: () => true });
  const outside = motionOf(leaning).ontoSupport[60]!;
  const over = standOverFeet(rig, leaning, 50, 70);
  const ways = moved(count, leaning, over, centre);
  const changed = framesOver(ways, 1e-4);
  expect([changed[0], changed.at(-1)]).toEqual([39, 81]);
  for (let frame = 50; frame <= 70; frame++) expect(ways[frame]! - length(outside), `frame ${frame}`).toBeCloseTo(0.01, 2);
});

test('a body whose hips are at 0.6 of their height above its soles stands from there on', () => {
  const { hipHeight } = rig.report;
  const hips = worldPosition(forwardKinematics(skeleton, restPose(skeleton)), humanoid.hips!)[1];
  const kneeling = (share: number) =>
    clipOf(1, (pose) => {
      // Both thighs go up and the shins down again: soles come nearer to the hips by 2 × thigh × (1 − cos) at most.
      const fold = Math.acos(Math.max(-1, 1 - ((1 - share) * hipHeight) / (hips - 0.02)));
      for (const side of ['left', 'right'] as const) {
        setRotation(pose, humanoid[`${side}UpperLeg`]!, fromAxisAngle([1, 0, 0], -fold));
        setRotation(pose, humanoid[`${side}LowerLeg`]!, fromAxisAngle([1, 0, 0], 2 * fold));
        setRotation(pose, humanoid[`${side}Foot`]!, fromAxisAngle([1, 0, 0], -fold));
      }
    });
  expect([0.55, 0.65].map((share) => motionOf(kneeling(share)).isUpright[0])).toEqual([0, 1]);
});
