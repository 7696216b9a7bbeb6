import { describe, expect, it } from 'vitest';
import type { HumanoidBone } from '../../../../../core/humanoid/body/bones.ts';
import { handlesOf, isFingerHandle, type HandleName, type Pins } from '../../../../../core/humanoid/body/handles.ts';
import { legLength } from '../../../../../core/humanoid/body/leg-length.ts';
import type { Rig } from '../../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import { add, distance, scale, subtract, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../../core/skeleton/pose.ts';
import { FEET, figureOf, moved, pinMoved } from '../../../../benchmarks/posing/figure.ts';
import { readGlbScene } from '../../../../helpers/glb-scene.ts';
import { palmOf } from '../../../../helpers/palm.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';
import { few } from '../../../../helpers/extent.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const rigs = sampleRigs();

/** What must not be below the floor, told by the joints alone: of feet what they have under them at rest. */
const STOPPED: readonly HumanoidBone[] = [
  'hips',
  'head',
  'leftHand',
  'rightHand',
  'leftLowerLeg',
  'rightLowerLeg',
  'leftLowerArm',
  'rightLowerArm',
  'leftMiddleDistal',
  'rightMiddleDistal',
];
const MILLIMETRES = 5e-3;

function at(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  const { joint, offset } = handlesOf(rig).find((each) => each.name === name)!;
  return pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
}

/** Metres, of a figure 1.75 m tall, by which the deepest joint is below the floor. */
function deepest(rig: Rig, pose: Pose): number {
  const { humanoid, skeleton, report } = rig;
  const [now, rest] = [forwardKinematics(skeleton, pose), forwardKinematics(skeleton, restPose(skeleton))];
  const depths = STOPPED.flatMap((bone) => {
    const joint = humanoid[bone];
    return joint === undefined ? [] : [report.floor - worldPosition(now, joint)[1]];
  });
  for (const bone of ['leftToes', 'rightToes', 'leftFoot', 'rightFoot'] as const) {
    const joint = humanoid[bone];
    // The ankle of a foot that tips comes nearer to the floor than it is at rest, by its tip at most.
    const share = bone.endsWith('Foot') ? 0.4 : 1;
    if (joint === undefined) continue;
    const under = share * (worldPosition(rest, joint)[1] - report.floor);
    depths.push(report.floor + under - worldPosition(now, joint)[1]);
  }
  return Math.max(...depths) / (report.height / 1.75);
}

function pull(rig: Rig, name: HandleName, [x, y, z]: Vec3, floorStops: boolean, pins: Pins = FEET) {
  const rest = restPose(rig.skeleton);
  const size = rig.report.height / 1.75;
  const [fx, , fz] = rig.report.facing;
  const from = at(rig, rest, name);
  // Left is up × forward.
  const target: Vec3 = [from[0] + size * (x * fz + z * fx), from[1] + size * y, from[2] + size * (z * fz - x * fx)];
  return createPuller(rig).begin(rest, name, pins).to(target, { floorStops });
}

const PULLS: readonly (readonly [string, HandleName, Vec3, Pins])[] = [
  ['a hand through the floor', 'leftHand', [-0.4, -1.6, 0.3], FEET],
  ['the hips through the floor', 'hips', [0, -1.2, -0.2], FEET],
  ['the hips of a body without pins down', 'hips', [0, -0.5, 0], {}],
  ['a foot through the floor', 'rightFoot', [-0.1, -0.3, 0.2], { leftFoot: FEET.leftFoot! }],
  ['the head to the knees and on', 'head', [0, -1.5, 0.5], FEET],
];

describe.each(rigs)('the floor under $name', ({ rig }) => {
  it.each(PULLS)('stops %s', (_, name, by, pins) => {
    const { pose } = pull(rig, name, by, true, pins);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    expect(deepest(rig, pose)).toBeLessThan(MILLIMETRES);
    const figure = figureOf(rig);
    for (const foot of ['leftFoot', 'rightFoot'] as const)
      if (pins[foot] && foot !== name) expect(pinMoved(figure, pose, foot)).toBeLessThan(2e-3 * figure.size);
  });

  it('changes nothing of a pull that stays above it', () => {
    for (const [name, by] of [
      ['leftHand', [-0.2, -0.2, 0.3]],
      ['head', [0.05, -0.1, 0.1]],
    ] as const)
      expect(pull(rig, name, by, true).pose).toEqual(pull(rig, name, by, false).pose);
  });
});

it('without it some pulls go through the floor', () => {
  const depths = PULLS.map(([, name, by, pins]) => deepest(mannequin, pull(mannequin, name, by, false, pins).pose));
  expect(Math.max(...depths)).toBeGreaterThan(0.02);
});

it('a hand that is pulled through the floor lies on it, under the pointer', () => {
  const [free, stopped] = [false, true].map((stops) => pull(mannequin, 'leftHand', [-0.45, -1.6, 0.35], stops));
  const [deep, lying] = [free!, stopped!].map(({ pose }) => at(mannequin, pose, 'leftHand'));
  expect(stopped!.status).toBe('reached');
  expect(lying![1]).toBeGreaterThan(mannequin.report.floor);
  expect(lying![1]).toBeLessThan(mannequin.report.floor + 0.06);
  expect(distance([deep![0], 0, deep![2]], [lying![0], 0, lying![2]])).toBeLessThan(0.3);
});

it('a hand that hangs down lies on the floor with its palm once it is pulled there, whether it kept its direction or followed its arm', () => {
  const puller = createPuller(mannequin);
  const hips = at(mannequin, restPose(mannequin.skeleton), 'hips');
  const squat = puller.begin(restPose(mannequin.skeleton), 'hips', FEET).to([hips[0], 0.4, -0.1]).pose;
  const hanging = puller.begin(squat, 'leftHand', FEET).to([0.3, 0.5, 0.1], { keepsDirection: false }).pose;
  expect(palmOf(mannequin, hanging, 'left')[1]).toBeGreaterThan(-0.8);
  const onFloor = (keepsDirection: boolean) =>
    puller.begin(hanging, 'leftHand', FEET).to([0.3, -0.1, 0.35], { floorStops: true, keepsDirection }).pose;
  for (const lying of [onFloor(true), onFloor(false)]) {
    expect(palmOf(mannequin, lying, 'left')[1]).toBeLessThan(-0.9);
    expect(at(mannequin, lying, 'leftHand')[1]).toBeLessThan(0.07);
    expect(deepest(mannequin, lying)).toBeLessThan(MILLIMETRES);
  }
});

it.each(few(sampleRigs(), 2))(
  'no finger goes into the floor with a hand of $name that is pulled there, however the hand is turned',
  ({ rig }) => {
    const rest = restPose(rig.skeleton);
    const foot = at(rig, rest, 'rightFoot');
    const leg = legLength(rig);
    const [x, , z] = rig.report.facing;
    for (const above of [0.1, 0.05, 0])
      for (const keepsDirection of [true, false]) {
        const target: Vec3 = [foot[0] + 0.35 * leg * x, rig.report.floor + above * leg, foot[2] + 0.35 * leg * z];
        const { pose } = createPuller(rig).begin(rest, 'rightHand', FEET).to(target, { floorStops: true, keepsDirection });
        const world = forwardKinematics(rig.skeleton, pose);
        const tips = handlesOf(rig).filter(({ name }) => isFingerHandle(name) && name.startsWith('right'));
        const heights = tips.map(({ joint, offset }) => pointOf(world, joint, offset)[1]);
        expect(Math.min(...heights)).toBeGreaterThan(rig.report.floor - MILLIMETRES);
      }
  },
);

it.each(sampleRigs())('hips of $name that nobody pulls stay while a bent foot is drawn back along the floor', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const leg = legLength(rig);
  const hips = at(rig, rest, 'hips');
  const puller = createPuller(rig);
  const low = puller.begin(rest, 'hips', FEET).to(add(hips, [0, -0.45 * leg, 0])).pose;
  const foot = at(rig, low, 'rightFoot');
  const gesture = puller.begin(low, 'rightFoot', { leftFoot: FEET.leftFoot! });
  const [x, , z] = rig.report.facing;
  for (const share of [0.1, 0.2, 0.3, 0.4]) {
    const { pose } = gesture.to(subtract(foot, [share * leg * x, 0, share * leg * z]), { floorStops: true });
    expect(at(rig, pose, 'hips')[1] - at(rig, low, 'hips')[1]).toBeLessThan(0.05 * leg);
  }
});

/** Ways of the hips in lengths of the leg: left, up, ahead. Feet that stay turn on their balls for them. */
const FAR_WAYS: readonly Vec3[] = [
  [1.1, 0.1, 0.8],
  [1, -0.3, 0.7],
  [-0.8, -0.4, 0.5],
];

it.each(rigs)('hips of $name go about as far over a floor that stops them, with soles that stay above it', ({ rig }) => {
  const figure = figureOf(rig);
  const { rest, leg, size } = figure;
  const hips = at(rig, rest, 'hips');
  for (const way of FAR_WAYS) {
    const target = moved(figure, hips, scale(way, leg));
    const [free, stopped] = [false, true].map((floorStops) =>
      createPuller(rig).begin(rest, 'hips', FEET).to(target, { floorStops }),
    );
    const [nearest, near] = [free!, stopped!].map(({ pose }) => distance(at(rig, pose, 'hips'), target));
    expect(near! - nearest!, `along ${way.join()}`).toBeLessThan(0.03 * size);
    expect(deepest(rig, stopped!.pose), `along ${way.join()}`).toBeLessThan(MILLIMETRES);
    expect(isInsideLimits(rig.skeleton, stopped!.pose)).toBe(true);
    for (const bone of ['leftToes', 'rightToes'] as const) {
      const joint = rig.humanoid[bone];
      const [now, before] = [stopped!.pose, rest].map((pose) => worldPosition(forwardKinematics(rig.skeleton, pose), joint!));
      expect(distance(now!, before!)).toBeLessThan(3e-4 * size);
    }
  }
});
