import { describe, expect, it } from 'vitest';
import { HUMANOID_BONES, otherSide, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { mirrorPose } from '../../../../core/humanoid/transfer/mirror-pose.ts';
import { createMirror } from '../../../../core/humanoid/transfer/mirror-uneven.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { sampleLimit } from '../../../../core/skeleton/sample-limit.ts';
import { minus, times, unit } from '../../../helpers/body-directions.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';
import { sampleRigs, type SampleRig } from '../../../helpers/rigs.ts';

const DEGREES = Math.PI / 180;

function randomPose({ rig }: SampleRig, seed: number): Pose {
  const random = seededRandom(seed);
  const pose = restPose(rig.skeleton);
  for (const joint of Object.values(rig.humanoid)) {
    if (joint !== rig.skeleton.root) setRotation(pose, joint, sampleLimit(rig.skeleton.limits[joint]!, random));
  }
  pose.set([0.1, 0.2, 0.3], 0);
  return clampPose(rig.skeleton, pose).pose;
}

describe.each(sampleRigs())('a mirrored pose of $name', (sample) => {
  const { rig, name } = sample;
  /** Modelled in a relaxed pose that is not the same on both sides. */
  const isRobot = name === 'robot-expressive.glb';

  it.skipIf(isRobot).each([1, 2, 3])('comes back when it is mirrored again (seed %i)', (seed) => {
    const pose = randomPose(sample, seed);
    const twice = mirrorPose(rig, mirrorPose(rig, pose));
    for (let i = 0; i < pose.length; i += 1) expect(Math.abs(twice[i]!)).toBeCloseTo(Math.abs(pose[i]!), 9);
  });

  it.skipIf(isRobot)('leaves rest at rest', () => {
    const rest = restPose(rig.skeleton);
    mirrorPose(rig, rest).forEach((value, i) => expect(value).toBeCloseTo(rest[i]!, 12));
  });

  it.skipIf(isRobot).each([4, 5, 6])('puts every joint where the other side was (seed %i)', (seed) => {
    const pose = randomPose(sample, seed);
    const before = forwardKinematics(rig.skeleton, pose);
    const after = forwardKinematics(rig.skeleton, mirrorPose(rig, pose));
    const { facing, height } = rig.report;
    const place = (bone: HumanoidBone, world: typeof before) => worldPosition(world, rig.humanoid[bone]!);
    for (const bone of HUMANOID_BONES) {
      if (rig.humanoid[bone] === undefined || rig.humanoid[otherSide(bone)] === undefined) continue;
      const [x, y, z] = place(bone, before);
      const [mx, my, mz] = place(otherSide(bone), after);
      // Facing ±Z mirrors x, facing ±X mirrors z.
      const across = Math.abs(facing[2]) === 1;
      const wanted = across ? [-x, y, z] : [x, y, -z];
      expect(Math.hypot(mx - wanted[0]!, my - wanted[1]!, mz - wanted[2]!), bone).toBeLessThan(0.01 * height);
    }
  });

  it.skipIf(!isRobot).each([4, 5, 6])('points the limbs where the other side pointed (seed %i)', (seed) => {
    const pose = randomPose(sample, seed);
    const before = forwardKinematics(rig.skeleton, pose);
    const after = forwardKinematics(rig.skeleton, mirrorPose(rig, pose));
    const limbs = ['UpperArm LowerArm', 'LowerArm Hand', 'UpperLeg LowerLeg', 'LowerLeg Foot'].map((names) => names.split(' '));
    for (const [from, to] of limbs) {
      const way = (side: string, world: typeof before) => {
        const [a, b] = [from, to].map((part) => worldPosition(world, rig.humanoid[`${side}${part}` as HumanoidBone]!));
        return unit(minus(b!, a!));
      };
      const [x, y, z] = way('left', before);
      expect(times([-x, y, z], way('right', after)), from).toBeGreaterThan(Math.cos(15 * DEGREES));
    }
  });

  it('stays inside the limits', () => {
    const mirrored = mirrorPose(rig, randomPose(sample, 7));
    expect(isInsideLimits(rig.skeleton, mirrored, 0.02)).toBe(true);
  });
});

it('a bone that the other side lacks keeps its own rotation in a mirror of canonical turns', () => {
  const rig = buildRig(sceneOf(plainFigure()), { preset: 'free' });
  const { rightHand: _, ...humanoid } = rig.humanoid;
  const lacking = { ...rig, humanoid };
  const pose = restPose(rig.skeleton);
  const turn = fromAxisAngle([0.6, 0, 0.8], 0.7);
  for (const bone of ['hips', 'leftUpperArm', 'leftHand'] as const) setRotation(pose, rig.humanoid[bone]!, turn);
  const mirror = createMirror(lacking);
  for (const _again of [1, 2]) expect(rotationOf(mirror(pose), rig.humanoid.leftHand!)).toEqual(turn);
});
