import { rollAlone } from '../../../../core/humanoid/transfer/bend-follower.ts';
import { describe, expect, it } from 'vitest';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { RigOptions } from '../../../../core/humanoid/rigging/rig-options.ts';
import { createMotionRetarget, retargetPose } from '../../../../core/humanoid/transfer/retarget.ts';
import { angleBetween, conjugate, fromAxisAngle, multiply, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { minus, times, unit } from '../../../helpers/body-directions.ts';
import { plainFigure, sceneOf, splitBefore, withRandomAxes, type FigureJoint } from '../../../helpers/figure.ts';

const DEGREES = Math.PI / 180;

const rigOf = (joints: readonly FigureJoint[], options: RigOptions = { preset: 'free' }): Rig =>
  buildRig(sceneOf(joints), options);

/** The figure without a joint; what hung from that hangs from its parent. */
function without(joints: readonly FigureJoint[], name: string): FigureJoint[] {
  const gone = joints.find((joint) => joint.name === name)!;
  return joints.flatMap((joint) => (joint === gone ? [] : [joint.parent === name ? { ...joint, parent: gone.parent } : joint]));
}

/** Hips, spine and chest under the neck; with another bone between chest and neck; without the chest. */
const threeTrunk = plainFigure();
const fourTrunk = splitBefore(threeTrunk, 'neck', 'upperChest', true);
const twoTrunk = without(threeTrunk, 'chest');

/** A pose of a figure without rotations at rest, so that a joint's own axes are the world's. */
function posed(rig: Rig, turns: Partial<Record<HumanoidBone, Quat>>): Pose {
  const pose = restPose(rig.skeleton);
  for (const [bone, turn] of Object.entries(turns)) setRotation(pose, rig.humanoid[bone as HumanoidBone]!, turn);
  return pose;
}

/** How far a bone is turned away from its rest, in world axes. */
function turnOf(rig: Rig, pose: Pose, bone: HumanoidBone): Quat {
  const joint = rig.humanoid[bone]!;
  const [now, rest] = [pose, restPose(rig.skeleton)].map((each) => worldRotation(forwardKinematics(rig.skeleton, each), joint));
  return multiply(now!, conjugate(rest!));
}

const bow = (degrees: number): Quat => fromAxisAngle(UNIT_X, degrees * DEGREES);

function expectTurn(rig: Rig, pose: Pose, bone: HumanoidBone, wanted: Quat): void {
  expect(angleBetween(turnOf(rig, pose, bone), wanted) / DEGREES, bone).toBeLessThan(1e-4);
}

describe('a body that lacks parts', () => {
  const source = rigOf(threeTrunk);
  const target = rigOf(withRandomAxes(threeTrunk, seededRandom(31)));
  const lacking = (rig: Rig, part: RegExp): Rig => ({
    ...rig,
    humanoid: Object.fromEntries(Object.entries(rig.humanoid).filter(([bone]) => !part.test(bone))),
  });
  const random = seededRandom(32);
  const pose = posed(
    source,
    Object.fromEntries(
      (['spine', 'head', 'leftUpperArm', 'rightUpperArm', 'leftUpperLeg', 'rightUpperLeg', 'leftFoot', 'rightHand'] as const).map(
        (bone) => [bone, fromAxisAngle(unit([random() - 0.5, random() - 0.5, random() - 0.5]), random())],
      ),
    ),
  );
  const whole = retargetPose(source, pose, target);
  const parts = [
    ['feet', /Foot|Toes/],
    ['hands', /Hand$/],
    ['a lower arm', /^left(LowerArm|Hand)$/],
    ['an upper arm', /^rightUpperArm$/],
    ['a leg', /^left(UpperLeg|LowerLeg|Foot|Toes)$/],
    ['a lower leg', /^rightLowerLeg$/],
    ['its neck', /^neck$/],
  ] as const;

  /** Bones whose turn does not depend on the part: those of no limb that lacks something. */
  const othersThan = (part: RegExp): HumanoidBone[] => {
    const sides = ['left', 'right'].filter((side) =>
      Object.keys(target.humanoid).some((bone) => part.test(bone) && bone.startsWith(side)),
    );
    const bones = Object.keys(target.humanoid) as HumanoidBone[];
    return bones.filter((bone) => !part.test(bone) && !sides.some((side) => bone.startsWith(side)));
  };

  it.each(parts)('takes all else where it has not %s, which stay at rest', (_, part) => {
    const poorer = lacking(target, part);
    const result = retargetPose(source, pose, poorer);
    for (const bone of othersThan(part)) expectTurn(target, result, bone, turnOf(target, whole, bone));
    for (const [bone, joint] of Object.entries(target.humanoid))
      if (part.test(bone)) expect([...result.subarray(3 + 4 * joint, 7 + 4 * joint)], bone).toEqual([0, 0, 0, 1]);
  });

  it.each(parts)('gives all else where it has not %s', (_, part) => {
    const result = retargetPose(lacking(source, part), pose, target);
    for (const bone of othersThan(part)) expectTurn(target, result, bone, turnOf(target, whole, bone));
  });
});

describe('a trunk with another number of bones', () => {
  const bows = { spine: bow(12), chest: bow(12), upperChest: bow(12) };

  it('of three bones takes half-way turns from one of four', () => {
    const [source, target] = [rigOf(fourTrunk), rigOf(withRandomAxes(threeTrunk, seededRandom(1)))];
    expect([source, target].map(({ humanoid }) => humanoid.upperChest !== undefined)).toEqual([true, false]);
    const result = retargetPose(source, posed(source, bows), target);
    expectTurn(target, result, 'hips', bow(0));
    expectTurn(target, result, 'spine', bow(18));
    expectTurn(target, result, 'chest', bow(36));
  });

  it('of four bones takes turns by thirds from one of three', () => {
    const [source, target] = [rigOf(threeTrunk), rigOf(withRandomAxes(fourTrunk, seededRandom(2)))];
    const result = retargetPose(source, posed(source, { spine: bow(18), chest: bow(18) }), target);
    expectTurn(target, result, 'spine', bow(12));
    expectTurn(target, result, 'chest', bow(24));
    expectTurn(target, result, 'upperChest', bow(36));
  });

  it('of two bones takes the whole bend in its one joint, and its arms still point where they pointed', () => {
    const [source, target] = [rigOf(fourTrunk), rigOf(withRandomAxes(twoTrunk, seededRandom(3)))];
    const result = retargetPose(source, posed(source, bows), target);
    expectTurn(target, result, 'spine', bow(36));
    expectTurn(target, result, 'leftUpperArm', bow(36));
  });
});

describe('a neck that the source lacks', () => {
  it('turns half as far as the head does against the trunk', () => {
    const [source, target] = [rigOf(without(threeTrunk, 'neck')), rigOf(withRandomAxes(threeTrunk, seededRandom(4)))];
    expect([source, target].map(({ humanoid }) => humanoid.neck !== undefined)).toEqual([false, true]);
    const look = (degrees: number): Quat => fromAxisAngle(UNIT_Y, degrees * DEGREES);
    const result = retargetPose(source, posed(source, { head: look(50) }), target);
    expectTurn(target, result, 'neck', look(25));
    expectTurn(target, result, 'head', look(50));
    const leaning = retargetPose(source, posed(source, { spine: bow(12), chest: bow(8), head: bow(30) }), target);
    expectTurn(target, leaning, 'chest', bow(20));
    expectTurn(target, leaning, 'neck', bow(35));
    expectTurn(target, leaning, 'head', bow(50));
  });
});

describe('an elbow or a knee of the source that is no hinge', () => {
  const source = rigOf(threeTrunk);
  const { limits } = rigOf(threeTrunk, { preset: 'standard' }).skeleton;
  /** Elbows and knees are hinges, every other joint is free. */
  const hinges = Object.fromEntries(limits.flatMap((limit, joint) => (limit.kind === 'hinge' ? [[joint, limit]] : [])));
  const target = rigOf(threeTrunk, { preset: 'free', limits: hinges });

  const along = (rig: Rig, pose: Pose, from: HumanoidBone, to: HumanoidBone): Vec3 => {
    const world = forwardKinematics(rig.skeleton, pose);
    return unit(minus(worldPosition(world, rig.humanoid[to]!), worldPosition(world, rig.humanoid[from]!)));
  };

  it.each([
    // The left arm lies along +x and its elbow bends forward; bent upward as well, it bends in a slanted plane.
    [
      'leftUpperArm',
      'leftLowerArm',
      'leftHand',
      multiply(fromAxisAngle(UNIT_Z, 40 * DEGREES), fromAxisAngle(UNIT_Y, -70 * DEGREES)),
    ],
    [
      'rightUpperLeg',
      'rightLowerLeg',
      'rightFoot',
      multiply(fromAxisAngle(UNIT_Z, 30 * DEGREES), fromAxisAngle(UNIT_X, 70 * DEGREES)),
    ],
  ] as const)('bends the %s of a hinged body in the same plane', (upper, lower, end, turn) => {
    expect(target.skeleton.limits[target.humanoid[lower]!]!.kind).toBe('hinge');
    const pose = posed(source, { [lower]: turn });
    const result = retargetPose(source, pose, target);
    for (const [from, to] of [
      [upper, lower],
      [lower, end],
    ] as const) {
      const cosine = times(along(source, pose, from, to), along(target, result, from, to));
      expect(Math.acos(Math.min(1, cosine)) / DEGREES, from).toBeLessThan(2);
    }
  });
});

describe('a motion', () => {
  const source = rigOf(threeTrunk);
  const target = rigOf(withRandomAxes(threeTrunk, seededRandom(41)), { preset: 'standard' });
  const motion = createMotionRetarget(source, target);
  const slanted = multiply(fromAxisAngle(UNIT_Z, 40 * DEGREES), fromAxisAngle(UNIT_Y, -70 * DEGREES));
  const pose = posed(source, { spine: bow(10), leftLowerArm: slanted, rightUpperLeg: bow(-30) });

  const world = forwardKinematics(source.skeleton, pose);
  it('is brought over pose by pose, with the rolls that each pose has', () => {
    const rolls = new Map([...motion.rollsIn(world)].map(([bone, seen]) => [bone, rollAlone(seen)]));
    expect(motion.apply(world, rolls)).toEqual(retargetPose(source, pose, target));
  });

  it('rolls limbs as it is told, and the others not', () => {
    const apart = (rolls: Parameters<typeof motion.apply>[1], bone: HumanoidBone): number => {
      const [rolled, straight] = [rolls, new Map()].map((each) => turnOf(target, motion.apply(world, each), bone));
      return angleBetween(rolled!, straight!);
    };
    const rolls = new Map([['leftUpperArm' as const, 0.2]]);
    expect(apart(rolls, 'leftUpperArm')).toBeCloseTo(0.2, 6);
    expect(apart(rolls, 'rightUpperArm')).toBeCloseTo(0, 9);
  });
});

describe('limits of the target that depend on other joints', () => {
  const source = rigOf(threeTrunk);
  const target = rigOf(threeTrunk, { preset: 'standard' });
  const [hip, knee] = [target.humanoid.leftUpperLeg!, target.humanoid.leftLowerLeg!];

  it('hold: a straight leg is raised as far as a straight knee lets it, a bent one farther', () => {
    expect(target.skeleton.couplings.some((coupling) => coupling.joint === hip)).toBe(true);
    const raised = (kneeDegrees: number): number => {
      const pose = posed(source, { leftUpperLeg: bow(-115), leftLowerLeg: bow(kneeDegrees) });
      const result = retargetPose(source, pose, target);
      expect(isInsideLimits(target.skeleton, result)).toBe(true);
      return angleBetween(turnOf(target, result, 'leftUpperLeg'), [0, 0, 0, 1]) / DEGREES;
    };
    expect(raised(0)).toBeLessThan(100);
    expect(raised(100)).toBeGreaterThan(110);
  });

  it('leave a pose alone that keeps them', () => {
    const { pose } = clampPose(target.skeleton, posed(target, { leftUpperLeg: bow(-60), leftLowerLeg: bow(40) }));
    const result = retargetPose(target, pose, target);
    for (const joint of [hip, knee]) {
      const [got, wanted] = [result, pose].map((each) => worldRotation(forwardKinematics(target.skeleton, each), joint));
      expect(angleBetween(got!, wanted!)).toBeLessThan(1e-6);
    }
  });
});

describe('an elbow whose forearm lies out of the plane of its hinge at rest', () => {
  /** The figure with hands that are a little lower than the elbows. */
  const lowered = plainFigure().map((joint) =>
    joint.name.startsWith('hand') ? { ...joint, at: [joint.at[0], joint.at[1] - 0.012, joint.at[2]] as Vec3 } : joint,
  );
  const source = rigOf(threeTrunk);
  const target = rigOf(withRandomAxes(lowered, seededRandom(33)), {});
  const forearmOf = (rig: Rig, pose: Pose, side: 'left' | 'right') => {
    const world = forwardKinematics(rig.skeleton, pose);
    const [elbow, hand] = [rig.humanoid[`${side}LowerArm`]!, rig.humanoid[`${side}Hand`]!];
    return unit(minus(worldPosition(world, hand), worldPosition(world, elbow)));
  };

  it.each(['left', 'right'] as const)('points as the source’s as soon as the %s one is bent', (side) => {
    const sign = side === 'left' ? -1 : 1;
    for (const degrees of [60, 90, 120]) {
      const pose = posed(source, { [`${side}LowerArm`]: fromAxisAngle(UNIT_Y, sign * degrees * DEGREES) });
      const off = minus(forearmOf(target, retargetPose(source, pose, target), side), forearmOf(source, pose, side));
      // 2.6° at rest.
      expect(Math.asin(Math.hypot(...off)) / DEGREES, `${degrees}°`).toBeLessThan(0.3);
    }
  });
});
