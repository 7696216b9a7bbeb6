import { describe, expect, it } from 'vitest';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { retargetPose } from '../../../../core/humanoid/transfer/retarget.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { conjugate, multiply, normalizeQuat, rotate } from '../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { sampleLimit } from '../../../../core/skeleton/sample-limit.ts';
import { crossed, minus, times, turn, unit } from '../../../helpers/body-directions.ts';
import { figureRigs } from '../../../helpers/figure-rigs.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';
import { sampleRig, sampleRigs } from '../../../helpers/rigs.ts';

const DEGREES = Math.PI / 180;
const rigs = sampleRigs();
const pairs = rigs.flatMap((source) => rigs.map((target) => ({ source, target, from: source.name, onto: target.name })));

/** A direction in the body's own axes: to its left, up, forward. */
function inBody(rig: Rig, v: Vec3): Vec3 {
  const { facing } = rig.report;
  return [times(v, crossed([0, 1, 0], facing)), v[1], times(v, facing)];
}

function along(rig: Rig, pose: Pose, from: HumanoidBone, to: HumanoidBone): Vec3 {
  const world = forwardKinematics(rig.skeleton, pose);
  return inBody(rig, unit(minus(worldPosition(world, rig.humanoid[to]!), worldPosition(world, rig.humanoid[from]!))));
}

const LIMBS: readonly (readonly [HumanoidBone, HumanoidBone])[] = [
  ['leftUpperArm', 'leftLowerArm'],
  ['leftLowerArm', 'leftHand'],
  ['rightUpperArm', 'rightLowerArm'],
  ['rightLowerArm', 'rightHand'],
  ['leftUpperLeg', 'leftLowerLeg'],
  ['leftLowerLeg', 'leftFoot'],
  ['rightUpperLeg', 'rightLowerLeg'],
  ['rightLowerLeg', 'rightFoot'],
];

/** Arms lowered, elbows and knees bent, well inside everybody's limits: turns in world axes with parents at rest. */
function crouch(rig: Rig): Pose {
  const pose = restPose(rig.skeleton);
  const rest = forwardKinematics(rig.skeleton, pose);
  const { facing } = rig.report;
  const left = crossed([0, 1, 0], facing);
  const turnBone = (bone: HumanoidBone, axis: Vec3, degrees: number) => {
    const joint = rig.humanoid[bone];
    if (joint === undefined) return;
    const at = worldRotation(rest, joint);
    const before = multiply(multiply(at, rotationOf(pose, joint)), conjugate(at));
    const world = multiply(turn(axis, degrees * DEGREES), before);
    setRotation(pose, joint, normalizeQuat(multiply(multiply(conjugate(at), world), at)));
  };
  const bend = (bone: HumanoidBone, degrees: number) => {
    const limit = rig.skeleton.limits[rig.humanoid[bone]!]!;
    if (limit.kind !== 'hinge') throw new Error('the middle of a limb is a hinge');
    setRotation(pose, rig.humanoid[bone]!, turn(limit.axis, limit.min + degrees * DEGREES));
  };
  bend('leftLowerArm', 70);
  bend('rightLowerArm', 35);
  bend('leftLowerLeg', 60);
  bend('rightLowerLeg', 40);
  turnBone('leftUpperLeg', left, -35);
  turnBone('rightUpperLeg', left, -20);
  turnBone('spine', left, 10);
  turnBone('hips', [0, 1, 0], 25);
  return pose;
}

describe.each(pairs)('a pose of $from brought onto $onto', ({ source, target }) => {
  const pose = crouch(source.rig);
  const result = retargetPose(source.rig, pose, target.rig);

  it('points the limbs the same way', () => {
    for (const [a, b] of LIMBS) {
      const wanted = along(source.rig, pose, a, b);
      const got = along(target.rig, result, a, b);
      expect(Math.acos(Math.min(1, times(wanted, got))) / DEGREES, a).toBeLessThan(8);
    }
  });

  it('stays inside the limits', () => {
    expect(isInsideLimits(target.rig.skeleton, result, 1e-6)).toBe(true);
  });

  it('scales the movement of the hips by the length of thigh and shin', () => {
    const moved = pose.slice();
    moved.set([source.rig.report.facing[0], 0.5, source.rig.report.facing[2]], 0);
    const displaced = retargetPose(source.rig, moved, target.rig);
    const size = legOf(target.rig) / legOf(source.rig);
    const [left, up, forward] = inBody(target.rig, [displaced[0]!, displaced[1]!, displaced[2]!]);
    expect(left).toBeCloseTo(0, 9);
    expect(up).toBeCloseTo(0.5 * size, 9);
    expect(forward).toBeCloseTo(size, 9);
  });
});

/** Metres of thigh and shin, the mean of both sides. */
function legOf({ skeleton, humanoid }: Rig): number {
  const world = matrixKinematics(skeleton, restPose(skeleton));
  const at = (joint: number | undefined) => positionOf(world[joint!]!);
  const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, c) => value - b[c]!));
  const lengths = [
    [humanoid.leftUpperLeg, humanoid.leftLowerLeg, humanoid.leftFoot],
    [humanoid.rightUpperLeg, humanoid.rightLowerLeg, humanoid.rightFoot],
  ].map(([hip, knee, ankle]) => apart(at(hip), at(knee)) + apart(at(knee), at(ankle)));
  return (lengths[0]! + lengths[1]!) / 2;
}

const fingered = pairs.filter(({ source, target }) =>
  [source, target].every(({ rig }) => rig.humanoid.leftMiddleProximal !== undefined),
);

describe.each(fingered)('a turned hand of $from brought onto $onto', ({ source, target }) => {
  it.each(['left', 'right'] as const)('keeps the direction of the palm on the %s', (side) => {
    const name = (part: string) => `${side}${part}` as HumanoidBone;
    /** Where the knuckles point and, across them, the palm, in body axes. */
    const palmOf = (rig: Rig, pose: Pose): [along: Vec3, palm: Vec3] => {
      const knuckles = along(rig, pose, name('Hand'), name('MiddleProximal'));
      const thumbward = along(rig, pose, name('MiddleProximal'), name('IndexProximal'));
      return [knuckles, unit(crossed(knuckles, thumbward))];
    };
    const { rig } = source;
    const pose = crouch(rig);
    const joint = rig.humanoid[name('Hand')]!;
    const rest = worldRotation(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), joint);
    const world = multiply(turn(crossed([0, 1, 0], rig.report.facing), 0.6), turn([0, 1, 0], 0.2));
    setRotation(pose, joint, normalizeQuat(multiply(multiply(conjugate(rest), world), rest)));
    const [wantedAlong, wantedPalm] = palmOf(rig, pose);
    const [gotAlong, gotPalm] = palmOf(target.rig, retargetPose(rig, pose, target.rig));
    expect(Math.acos(Math.min(1, times(wantedAlong, gotAlong))) / DEGREES).toBeLessThan(14);
    expect(Math.acos(Math.min(1, times(wantedPalm, gotPalm))) / DEGREES).toBeLessThan(16);
  });
});

describe.each(pairs)('a bent and turned trunk of $from brought onto $onto', ({ source, target }) => {
  it('leans and turns the chest the same way, however many bones bend', () => {
    const topOf = (rig: Rig): HumanoidBone => (rig.humanoid.upperChest !== undefined ? 'upperChest' : 'chest');
    /** What the chest's own up and forward have become, in body axes. */
    const chestOf = (rig: Rig, pose: Pose): [up: Vec3, forward: Vec3] => {
      const joint = rig.humanoid[topOf(rig)]!;
      const rest = worldRotation(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), joint);
      const turned = multiply(worldRotation(forwardKinematics(rig.skeleton, pose), joint), conjugate(rest));
      return [inBody(rig, rotate(turned, [0, 1, 0])), inBody(rig, rotate(turned, rig.report.facing))];
    };
    const { rig } = source;
    const pose = restPose(rig.skeleton);
    const left = crossed([0, 1, 0], rig.report.facing);
    for (const bone of ['spine', 'chest', 'upperChest'] as const) {
      const joint = rig.humanoid[bone];
      if (joint === undefined) continue;
      const rest = worldRotation(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), joint);
      const world = multiply(turn([0, 1, 0], 5 * DEGREES), turn(left, 8 * DEGREES));
      setRotation(pose, joint, normalizeQuat(multiply(multiply(conjugate(rest), world), rest)));
    }
    const wanted = chestOf(rig, pose);
    const got = chestOf(target.rig, retargetPose(rig, pose, target.rig));
    wanted.forEach((direction, i) => {
      expect(Math.acos(Math.min(1, times(direction, got[i]!))) / DEGREES).toBeLessThan(6);
    });
  });
});

describe('a body modelled askew', () => {
  const askew = figureRigs().find(({ name }) => name === 'a figure turned by 20°')!.rig;

  it.skipIf(rigs.length === 0)('stands straight where the source does', () => {
    const { rig } = rigs[0]!;
    const result = retargetPose(rig, restPose(rig.skeleton), askew);
    expect(along(askew, result, 'rightUpperLeg', 'leftUpperLeg')[0]).toBeCloseTo(1, 2);
    expect(along(askew, result, 'leftFoot', 'leftToes')[2]).toBeGreaterThan(0.9);
  });
});

describe('a recording whose elbow is no hinge', () => {
  const free = sampleRig('unreal-names-male.glb', { preset: 'free' });

  it.skipIf(!free)('bends the forearm of a hinged arm in the same plane', () => {
    const source = free!.rig;
    const hinged = sampleRig('unreal-names-male.glb')!.rig;
    const pose = restPose(source.skeleton);
    const elbow = source.humanoid.leftLowerArm!;
    const limit = hinged.skeleton.limits[elbow]!;
    if (limit.kind !== 'hinge') throw new Error('the elbow is a hinge');
    const forearm = unit(
      minus(
        ...([source.humanoid.leftHand!, elbow].map((j) => worldPosition(forwardKinematics(source.skeleton, pose), j)) as [
          Vec3,
          Vec3,
        ]),
      ),
    );
    const aside = crossed(limit.axis, forearm);
    setRotation(
      pose,
      elbow,
      turn(unit([limit.axis[0] + 0.6 * aside[0], limit.axis[1] + 0.6 * aside[1], limit.axis[2] + 0.6 * aside[2]]), 1.2),
    );
    for (const { rig } of rigs) {
      const result = retargetPose(source, pose, rig);
      const wanted = along(source, pose, 'leftLowerArm', 'leftHand');
      const got = along(rig, result, 'leftLowerArm', 'leftHand');
      expect(Math.acos(Math.min(1, times(wanted, got))) / DEGREES).toBeLessThan(8);
    }
  });
});

describe.each(rigs)('a random pose of $name', ({ rig }) => {
  it.each([1, 2, 3])('comes back unchanged from itself (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const sampled = restPose(rig.skeleton);
    for (const joint of Object.values(rig.humanoid))
      setRotation(sampled, joint, sampleLimit(rig.skeleton.limits[joint]!, random));
    const { pose } = clampPose(rig.skeleton, sampled);
    const again = retargetPose(rig, pose, rig);
    for (const joint of Object.values(rig.humanoid)) {
      const [a, b] = [rotationOf(pose, joint), rotationOf(again, joint)];
      const same = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
      expect(same, rig.skeleton.names[joint]).toBeCloseTo(1, 6);
    }
  });
});
