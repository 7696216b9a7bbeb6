import { describe, expect, it } from 'vitest';
import { handlesOf, type HandleName, type Pins } from '../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { relaxPose, restWhereItStands } from '../../../../core/humanoid/pulling/relax-pose.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';
import { add, distance, UNIT_Y, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { figureOf, pinMoved } from '../../../benchmarks/posing/figure.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const rigs = sampleRigs();
const PIN = { translation: true, rotation: true, weight: 1 } as const;
const FEET: Pins = { leftFoot: PIN, rightFoot: PIN };
const settings = DEFAULT_SOLVER_SETTINGS;

function at(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  const { joint, offset } = handlesOf(rig).find((each) => each.name === name)!;
  return pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
}

function pulled(rig: Rig, from: Pose, name: HandleName, [x, y, z]: Vec3, pins: Pins): Pose {
  const size = rig.report.height / 1.75;
  return createPuller(rig)
    .begin(from, name, pins)
    .to(add(at(rig, from, name), [size * x, size * y, size * z])).pose;
}

/** Mean angle between two poses over the joints of the humanoid, radians. */
function apart(rig: Rig, a: Pose, b: Pose): number {
  const joints = Object.values(rig.humanoid);
  return joints.reduce((sum, joint) => sum + angleBetween(rotationOf(a, joint), rotationOf(b, joint)), 0) / joints.length;
}

/** Both hands and the head pulled about, over pinned feet. */
function busy(rig: Rig): Pose {
  const down = pulled(rig, restPose(rig.skeleton), 'hips', [0.05, -0.15, 0.05], FEET);
  const reached = pulled(rig, down, 'leftHand', [-0.3, 0.1, 0.4], FEET);
  return pulled(rig, reached, 'rightHand', [0.2, -0.1, 0.3], FEET);
}

describe.each(rigs)('relaxing $name', ({ rig }) => {
  it('brings all back to rest where nothing is pinned', () => {
    const present = busy(rig);
    const towards = restWhereItStands(rig, present, {});
    const relaxed = relaxPose(rig, present, { towards, share: 1, pins: {}, settings });
    for (const joint of Object.values(rig.humanoid).filter((each) => each !== rig.humanoid.hips))
      expect(angleBetween(rotationOf(relaxed, joint), [0, 0, 0, 1])).toBeLessThan(1e-3);
  });

  it('keeps pinned feet and hand where they are, and brings the rest nearer to rest', () => {
    const present = busy(rig);
    const pins: Pins = { ...FEET, leftHand: PIN };
    const towards = restWhereItStands(rig, present, pins);
    const relaxed = relaxPose(rig, present, { towards, share: 1, pins, settings });
    expect(isInsideLimits(rig.skeleton, relaxed)).toBe(true);
    const size = rig.report.height / 1.75;
    const figure = figureOf(rig);
    for (const foot of ['leftFoot', 'rightFoot'] as const)
      expect(Math.abs(pinMoved(figure, relaxed, foot) - pinMoved(figure, present, foot))).toBeLessThan(2e-3 * size);
    expect(distance(at(rig, relaxed, 'leftHand'), at(rig, present, 'leftHand'))).toBeLessThan(2e-4 * Math.max(1, size));
    expect(apart(rig, relaxed, towards)).toBeLessThan(apart(rig, present, towards));
  });

  it('comes whole to another pose in which the pinned feet stand alike, whichever way its knees point', () => {
    const present = pulled(rig, restPose(rig.skeleton), 'hips', [0.05, -0.12, 0.02], FEET);
    const aside = pulled(rig, present, 'leftKnee', [0.15, 0, 0.05], FEET);
    const towards = pulled(rig, aside, 'rightHand', [0.2, -0.1, 0.3], FEET);
    const relaxed = relaxPose(rig, present, { towards, share: 1, pins: FEET, settings });
    for (const joint of Object.values(rig.humanoid))
      expect(angleBetween(rotationOf(relaxed, joint), rotationOf(towards, joint))).toBeLessThan(0.04);
  });
});

describe('relaxing the mannequin', () => {
  it('goes half of the way at half the share', () => {
    const rest = restPose(mannequin.skeleton);
    const present = pulled(mannequin, rest, 'leftHand', [-0.2, -0.1, 0.2], FEET);
    const arm = mannequin.humanoid.leftUpperArm!;
    const angle = (pose: Pose): number => angleBetween(rotationOf(pose, arm), rotationOf(rest, arm));
    const relaxed = relaxPose(mannequin, present, { towards: rest, share: 0.5, pins: FEET, settings });
    expect(angle(relaxed) / angle(present)).toBeCloseTo(0.5, 2);
  });

  it('stands up where it stands and looks', () => {
    const { skeleton, humanoid } = mannequin;
    const present = restPose(skeleton);
    setRotation(present, humanoid.hips!, fromAxisAngle(UNIT_Y, 1.1));
    present.set([2, -0.2, -1]);
    setRotation(present, humanoid.leftLowerLeg!, rotationOf(busy(mannequin), humanoid.leftLowerLeg!));
    const towards = restWhereItStands(mannequin, present, {});
    const relaxed = relaxPose(mannequin, present, { towards, share: 1, pins: {}, settings });
    const [x, y, z] = at(mannequin, restPose(skeleton), 'hips');
    expect(distance(at(mannequin, relaxed, 'hips'), [x + 2, y, z - 1])).toBeLessThan(1e-9);
    const turn = worldRotation(forwardKinematics(skeleton, relaxed), humanoid.hips!);
    expect(angleBetween(turn, worldRotation(forwardKinematics(skeleton, present), humanoid.hips!))).toBeLessThan(1e-9);
  });

  it('leaves a pose that is relaxed already as it is', () => {
    const rest = restPose(mannequin.skeleton);
    const relaxed = relaxPose(mannequin, rest, {
      towards: restWhereItStands(mannequin, rest, FEET),
      share: 1,
      pins: FEET,
      settings,
    });
    expect(apart(mannequin, relaxed, rest)).toBeLessThan(1e-6);
  });
});
