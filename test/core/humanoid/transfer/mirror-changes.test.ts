import { describe, expect, test } from 'vitest';
import { otherSide, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { isMiddleAlike, mirrorChanges } from '../../../../core/humanoid/transfer/mirror-changes.ts';
import { angleBetween, fromAxisAngle, multiply, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { normalize, type Vec3 } from '../../../../core/math/vec3.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';
import { randomPose } from '../../../helpers/random-pose.ts';

/** A figure whose joints have the world's axes at rest, so that a mirror across x makes (x, −y, −z, w) of (x, y, z, w). */
const rig = buildRig(sceneOf(plainFigure()), { preset: 'free' });
const { skeleton, humanoid } = rig;
const random = seededRandom(81);
const axis = (): Vec3 => normalize([random() - 0.5, random() - 0.5, random() - 0.5]);

/** A pose with some bones turned further, by 0.3 to 1.3 radians. */
function turned(pose: Pose, bones: readonly HumanoidBone[]): Pose {
  const result = pose.slice();
  for (const bone of bones) {
    const turn = fromAxisAngle(axis(), 0.3 + random());
    setRotation(result, humanoid[bone]!, multiply(rotationOf(result, humanoid[bone]!), turn));
  }
  return result;
}

const LEFT: readonly HumanoidBone[] = ['leftUpperArm', 'leftHand', 'leftUpperLeg'];
const before = randomPose(skeleton, random, 0.5);

describe('what one side does, the other does in a mirror', () => {
  test.each([
    ['left', LEFT],
    ['right', LEFT.map(otherSide)],
  ] as const)('from the %s, joint by joint; all that did not change there stays as it was on both sides', (side, bones) => {
    const after = turned(before, bones);
    const given = after.slice();
    const result = mirrorChanges(rig, before, after, side);
    expect(after).toEqual(given);
    const others = new Set(bones.map((bone) => humanoid[otherSide(bone)]!));
    for (let joint = 0; joint < skeleton.count; joint++)
      if (!others.has(joint)) expect(rotationOf(result, joint), skeleton.names[joint]).toEqual(rotationOf(after, joint));
    for (const bone of bones) {
      const [x, y, z, w] = rotationOf(after, humanoid[bone]!);
      const wanted: Quat = [x, -y, -z, w];
      expect(angleBetween(rotationOf(result, humanoid[otherSide(bone)]!), wanted), bone).toBeLessThan(1e-9);
    }
    expect([...result.subarray(0, 3)]).toEqual([...after.subarray(0, 3)]);
  });

  test('on an upright body the other hand comes to the mirrored place', () => {
    const after = turned(restPose(skeleton), ['leftUpperArm', 'leftLowerArm']);
    const world = matrixKinematics(skeleton, mirrorChanges(rig, restPose(skeleton), after, 'left'));
    const [x, y, z] = positionOf(world[humanoid.leftHand!]!);
    positionOf(world[humanoid.rightHand!]!).forEach((value, i) => expect(value).toBeCloseTo([-x!, y!, z!][i]!, 9));
  });

  test('changes of the other side, of the middle, or none give the pose itself', () => {
    for (const bones of [LEFT.map(otherSide), ['spine', 'head'] as const, []]) {
      const after = turned(before, bones);
      expect(mirrorChanges(rig, before, after, 'left')).toBe(after);
    }
    const rounded = before.map((value) => value * (1 + 1e-13));
    expect(mirrorChanges(rig, before, rounded, 'left')).toBe(rounded);
  });

  test('a body without the other hand keeps the rest of the arm in step', () => {
    const { rightHand: _, ...map } = humanoid;
    const oneHanded: Rig = { ...rig, humanoid: map };
    const hand = turned(before, ['leftHand']);
    expect(mirrorChanges(oneHanded, before, hand, 'left')).toBe(hand);
    const arm = turned(before, ['leftUpperArm', 'leftHand']);
    const result = mirrorChanges(oneHanded, before, arm, 'left');
    expect(rotationOf(result, humanoid.rightHand!)).toEqual(rotationOf(before, humanoid.rightHand!));
    expect(rotationOf(result, humanoid.rightUpperArm!)).not.toEqual(rotationOf(before, humanoid.rightUpperArm!));
    const { leftHand: __, ...lacking } = humanoid;
    const after = turned(before, ['leftHand']);
    expect(mirrorChanges({ ...rig, humanoid: lacking }, before, after, 'left')).toBe(after);
  });

  test('inside the limits of the side that follows', () => {
    const limited = buildRig(sceneOf(plainFigure()), { preset: 'stiff' });
    const after = turned(restPose(skeleton), LEFT);
    const result = mirrorChanges(limited, restPose(skeleton), after, 'left');
    expect(isInsideLimits(limited.skeleton, after)).toBe(false);
    expect(isInsideLimits(limited.skeleton, result)).toBe(true);
  });
});

describe('the middle of two poses is alike', () => {
  const isAlike = (other: Pose) => isMiddleAlike(rig, before, other);

  test('whatever the limbs do, and but for rounding', () => {
    expect(isAlike(turned(before, [...LEFT, ...LEFT.map(otherSide)]))).toBe(true);
    expect(isAlike(before.map((value) => value + 1e-9))).toBe(true);
  });

  test.each([0, 1, 2])('unless the body stands elsewhere along axis %i', (k) => {
    for (const way of [2e-6, -0.1]) expect(isAlike(before.map((value, i) => (i === k ? value + way : value)))).toBe(false);
  });

  test.each(['hips', 'spine', 'chest', 'neck', 'head'] as const)('unless the %s is turned', (bone) => {
    const other = before.slice();
    setRotation(other, humanoid[bone]!, multiply(rotationOf(other, humanoid[bone]!), fromAxisAngle(axis(), 3e-6)));
    expect(isAlike(other)).toBe(false);
    const { [bone]: _, ...map } = humanoid;
    expect(isMiddleAlike({ ...rig, humanoid: map }, before, other)).toBe(true);
  });
});
