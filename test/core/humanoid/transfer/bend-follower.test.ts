import { describe, expect, test } from 'vitest';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { bodyOf } from '../../../../core/humanoid/body/rig-body.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { bendFollower, carriedRolls, rollAlone, rolled, rollsIn } from '../../../../core/humanoid/transfer/bend-follower.ts';
import { angleBetween, fromAxisAngle, fromRotationVector, multiply, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { UNIT_X, UNIT_Y, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf, withRandomAxes } from '../../../helpers/figure.ts';

/** Straight limbs, joints with the world's axes at rest. */
const source = buildRig(sceneOf(plainFigure()), { preset: 'free' });
const target = buildRig(sceneOf(withRandomAxes(plainFigure(), seededRandom(11))), { preset: 'free' });
const follower = bendFollower(bodyOf(source), bodyOf(target), source.humanoid, () => true);

/** Upper bone, lower bone, where the limb points, and the axis about which it bends forwards or backwards. */
const LIMBS: readonly (readonly [HumanoidBone, HumanoidBone, Vec3, Vec3])[] = [
  ['leftUpperArm', 'leftLowerArm', [1, 0, 0], [0, -1, 0]],
  ['rightUpperArm', 'rightLowerArm', [-1, 0, 0], [0, 1, 0]],
  ['leftUpperLeg', 'leftLowerLeg', [0, -1, 0], [1, 0, 0]],
  ['rightUpperLeg', 'rightLowerLeg', [0, -1, 0], [1, 0, 0]],
];

const random = seededRandom(12);
const any = (): Quat => fromRotationVector([2 * random() - 1, 2 * random() - 1, 2 * random() - 1]);

/** The rolls where the lower bone of one limb is bent by `bend` about its axis, in a plane turned by `roll` about the upper one. */
function rollsWhere(upper: HumanoidBone, lower: HumanoidBone, along: Vec3, axis: Vec3, bend: number, roll: number) {
  const pose = restPose(source.skeleton);
  for (const bone of ['hips', 'chest', upper] as const) setRotation(pose, source.humanoid[bone]!, any());
  setRotation(pose, source.humanoid[lower]!, multiply(fromAxisAngle(along, roll), fromAxisAngle(axis, bend)));
  return rollsIn(follower, forwardKinematics(source.skeleton, pose));
}

describe.each(LIMBS)('the %s of a motion whose limbs bend beside their hinges', (upper, lower, along, axis) => {
  test('rolls as far as the plane of the bend is turned, wherever body and limb point', () => {
    for (const bend of [0.7, 1.2, 2]) {
      for (const roll of [-0.6, -0.2, 0, 0.3, 0.7]) {
        const rolls = rollsWhere(upper, lower, along, axis, bend, roll);
        expect(rollAlone(rolls.get(upper)!)).toBeCloseTo(roll, 9);
        for (const [other] of LIMBS) if (other !== upper) expect(rollAlone(rolls.get(other)!)).toBeCloseTo(0, 9);
      }
    }
  });

  test('does not roll while it is straight, and the more the surer the plane: from a sine of 0.09 to one of 0.42', () => {
    const seenAt = (sine: number) => rollsWhere(upper, lower, along, axis, Math.asin(sine), 0.5).get(upper)!;
    for (const [sine, share] of [
      [0, 0],
      [0.089, 0],
      [0.09 + 0.33 / 4, 1 / 4],
      [0.09 + 0.33 / 2, 1 / 2],
      [0.421, 1],
    ] as const) {
      expect(rollAlone(seenAt(sine)) / 0.5).toBeCloseTo(share, 6);
      expect(carriedRolls([seenAt(sine)], new Float64Array(0)).leeways[0]).toBeCloseTo((Math.PI / 2) * (1 - share) ** 2, 6);
    }
  });

  test('follows a plane that is more than a quarter turn aside, without a jump on the way', () => {
    let before = 0;
    for (let roll = 0; roll <= 2.1; roll += 0.02) {
      const seen = rollAlone(rollsWhere(upper, lower, along, axis, 1, roll).get(upper)!);
      expect(seen).toBeCloseTo(roll, 9);
      expect(rollAlone(rollsWhere(upper, lower, along, axis, 1, -roll).get(upper)!)).toBeCloseTo(-roll, 9);
      // Where it is all but straight it may as well be overstretched.
      const slight = rollAlone(rollsWhere(upper, lower, along, axis, 0.2, roll).get(upper)!);
      expect(Math.abs(slight - before)).toBeLessThan(0.03);
      before = slight;
    }
    expect(before).toBeCloseTo(0, 2);
  });

  test('is not turned round for a little overstretch, but is where it is bent far to the other side', () => {
    for (const roll of [-0.02, 0, 0.02]) {
      expect(Math.abs(rollAlone(rollsWhere(upper, lower, along, axis, -0.2, roll).get(upper)!))).toBeLessThan(0.1);
      expect(Math.abs(rollAlone(rollsWhere(upper, lower, along, axis, -1, roll).get(upper)!))).toBeGreaterThan(3);
    }
  });

  test('keeps its roll while it is straight, and goes on by the way round that is nearer', () => {
    const bends = [1.5, 0.6, 0, 0, 0.6, 1, 1, 0.6, 0.05, 0.6, 1];
    const wanted = [2.9, 3, 0, 0, 3.2, 3.3, 3.4, 3.5, 0, 3.6, 3.7];
    const seen = bends.map((bend, i) => rollsWhere(upper, lower, along, axis, bend, wanted[i]!).get(upper)!);
    const { rolls } = carriedRolls(seen, new Float64Array(bends.length - 1));
    for (const [i, kept] of [2.9, 3, 3, 3, 3.2, 3.3, 3.4, 3.5, 3.5, 3.6, 3.7].entries())
      expect(rolls[i]! - rolls[0]!).toBeCloseTo(kept - 2.9, 6);
  });

  test('is turned about itself on the target, and other bones are left alone', () => {
    const wanted = any();
    const rolls = new Map([[upper, 0.8]]);
    const rest = bodyOf(target).restOf(upper);
    // What takes the bone from rest to the wanted place takes its direction along.
    const turned = multiply(wanted, [-rest[0], -rest[1], -rest[2], rest[3]]);
    const way = multiply(multiply(turned, [...along, 0]), [-turned[0], -turned[1], -turned[2], turned[3]]);
    const expected = multiply(fromAxisAngle([way[0], way[1], way[2]], 0.8), wanted);
    expect(angleBetween(rolled(follower, upper, wanted, rolls), expected)).toBeLessThan(1e-7);
    for (const bone of [lower, 'hips'] as const) expect(rolled(follower, bone, wanted, rolls)).toBe(wanted);
    expect(rolled(follower, upper, wanted, new Map([[upper, 0]]))).toBe(wanted);
  });
});

test('a limb of which the target has only the half, or the source lacks a part, does not roll', () => {
  const { leftLowerArm: _, rightUpperLeg: __, ...half } = target.humanoid;
  const { rightHand: ___, leftFoot: ____, ...lacking } = source.humanoid;
  const pose = restPose(source.skeleton);
  setRotation(pose, source.humanoid.leftLowerArm!, multiply(fromAxisAngle(UNIT_X, 0.5), fromAxisAngle(UNIT_Y, -1)));
  const rollsOf = (ofSource: typeof source, ofTarget: typeof target) =>
    rollsIn(
      bendFollower(bodyOf(ofSource), bodyOf(ofTarget), ofSource.humanoid, () => true),
      forwardKinematics(source.skeleton, pose),
    );
  expect([...rollsOf(source, { ...target, humanoid: half }).keys()]).toEqual(['leftUpperLeg', 'rightUpperArm']);
  expect([...rollsOf({ ...source, humanoid: lacking }, target).keys()]).toEqual(['leftUpperArm', 'rightUpperLeg']);
});
