import { describe, expect, test } from 'vitest';
import { contactsInPoses } from '../../../core/animation/contacts.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { lintClip } from '../../../core/animation/lint.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { clipKeyTimes } from '../../../core/animation/sampling.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { sampleMotions } from '../../helpers/bvh-clips.ts';
import { sampleRigs } from '../../helpers/rigs.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const motions = sampleMotions();
/** The Rigify mannequin is the Unreal one under other names. */
const rigs = sampleRigs().filter(({ name }) => !name.startsWith('rigify'));
const pairs = rigs.flatMap(({ name, rig }) => motions.map((motion) => ({ onto: name, to: rig, from: motion.name, ...motion })));

/** Largest distance in metres that a planted joint of the target moves from one frame to the next, by the source's own contacts. */
function measuredSlide(source: Rig, sourcePoses: readonly Pose[], to: Rig, poses: readonly Pose[], fps: number): number {
  const worlds = poses.map((pose) => forwardKinematics(to.skeleton, pose));
  let largest = 0;
  for (const { bone, first, last } of contactsInPoses(source, sourcePoses, fps)) {
    const joint = to.humanoid[bone];
    for (let frame = first; joint !== undefined && frame < last; frame++) {
      largest = Math.max(largest, distance(worldPosition(worlds[frame]!, joint), worldPosition(worlds[frame + 1]!, joint)));
    }
  }
  return largest;
}

describe.each(pairs)('$from onto $onto', ({ to, rig, clip }) => {
  const { clip: result, report } = retargetClip(rig, clip, to, { fps: 30 });
  const times = frameTimes(result);
  const poses = posesAt(to.skeleton, result, times);

  test('planted feet slide by less than a millimetre a frame', () => {
    const slide = measuredSlide(rig, posesAt(rig.skeleton, clip, times), to, poses, 30);
    expect(1000 * slide).toBeLessThan(1);
    expect(report.footSlide.largest).toBeGreaterThanOrEqual(slide - 1e-9);
    expect(report.frames).toBe(times.length);
  });

  test('no joint leaves its limits and no foot sinks into the floor', () => {
    expect(poses.every((pose) => isInsideLimits(to.skeleton, pose, 1e-6))).toBe(true);
    expect(report.floorPenetration).toBeLessThan(0.03 * to.report.hipHeight);
  });

  test('no joint turns over between two frames', () => {
    expect(lintClip(to, result).filter(({ kind }) => kind === 'flip')).toEqual([]);
  });

  test('hands come to where the source had them, and every number is finite', () => {
    expect(report.handError.mean).toBeLessThan(0.03 * to.report.hipHeight);
    expect(report.footError.mean).toBeLessThan(0.03 * to.report.hipHeight);
    expect(poses.every((pose) => pose.every(Number.isFinite))).toBe(true);
  });
});

describe('a character onto itself', () => {
  const { rig } = smallBiped();
  const walk = [0, 0.4, 0.8].map((x) => {
    const pose = restPose(rig.skeleton);
    pose[2] = x;
    return pose;
  });
  const clip = walk.reduce((built, pose, k) => setKey(built, rig.skeleton, k, pose), createClip('walk', 'Walk', { loop: false }));

  test('stays as it was', () => {
    const result = retargetClip(rig, clip, rig).clip;
    for (const time of frameTimes(clip)) {
      const [before, after] = [clip, result].map((each) =>
        forwardKinematics(rig.skeleton, posesAt(rig.skeleton, each, [time])[0]!),
      );
      for (let j = 0; j < rig.skeleton.count; j++) {
        expect(1000 * distance(worldPosition(after!, j), worldPosition(before!, j))).toBeLessThan(1);
        expect(toDegrees(angleBetween(worldRotation(after!, j), worldRotation(before!, j)))).toBeLessThan(0.5);
      }
    }
  });

  test('has one key on every frame, and the name that was asked for', () => {
    const { clip: result } = retargetClip(rig, clip, rig, { id: 'new', name: 'Walk on', fps: 24 });
    expect(result).toMatchObject({ id: 'new', name: 'Walk on', fps: 24, loop: false, duration: 2 });
    expect(clipKeyTimes(result)).toEqual(Array.from({ length: 49 }, (_, frame) => frame / 24));
  });

  test('works for a single frame, and for a body without legs or without arms', () => {
    const { leftFoot: _left, rightFoot: _right, ...legless } = rig.humanoid;
    const { leftHand: _leftHand, rightHand: _rightHand, ...armless } = rig.humanoid;
    expect(retargetClip(rig, { ...clip, duration: 0.01 }, rig).report.frames).toBe(1);
    for (const humanoid of [legless, armless]) {
      const partial = { ...rig, humanoid };
      for (const [from, to] of [
        [rig, partial],
        [partial, rig],
      ] as const) {
        const { clip: result } = retargetClip(from, clip, to);
        expect(posesAt(to.skeleton, result, frameTimes(result)).every((pose) => pose.every(Number.isFinite))).toBe(true);
      }
    }
  });

  test('without feet and hands is the bare retarget: nothing is planted', () => {
    const { report } = retargetClip(rig, clip, rig, { feet: false, hands: false });
    expect(report.contacts).toBe(0);
    expect(report.footSlide.steps).toBe(0);
  });
});
