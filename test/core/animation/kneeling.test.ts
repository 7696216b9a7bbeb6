import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { pinned } from '../../../core/humanoid/body/handles.ts';
import { legLength } from '../../../core/humanoid/body/leg-length.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { conjugate, fromAxisAngle, multiply } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../core/skeleton/limit-state.ts';
import { restPose, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';
import { sampleRigs } from '../../helpers/rigs.ts';

const mannequin = sampleRigs().find(({ name }) => name === 'mannequin.glb')!.rig;

/** The mannequin under other names, its pose held for half a second from `before` on: how it comes onto the mannequin itself, without a copy. */
function heldPose(pose: Pose, from = mannequin, before = pose) {
  const { skeleton } = from;
  const other = { ...from, skeleton: { ...skeleton, names: skeleton.names.map((name) => `other ${name}`) } };
  const keys = [
    [0, before],
    [0.1, pose],
    [0.5, pose],
  ] as const;
  const clip = keys.reduce(
    (keyed, [time, each]) => setKey(other.skeleton, keyed, time, each),
    createClip('held', 'Held', { loop: false }),
  );
  return { from: other, clip };
}

/** Turns a joint of the figure about an axis of the world at rest, radians. */
function turnedInWorld({ skeleton }: Rig, pose: Pose, joint: number, axis: Vec3, angle: number): void {
  const world = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), joint);
  setRotation(pose, joint, multiply(multiply(conjugate(world), fromAxisAngle(axis, angle)), world));
}

test('a knee that the source bends further than it bends by itself is bent as far, and the report says so', () => {
  const to = mannequin;
  const pose = restPose(to.skeleton);
  const knee = to.humanoid.leftLowerLeg!;
  turnedInWorld(to, pose, knee, [1, 0, 0], 2.75);
  const beyond = toDegrees(limitExcess(to.skeleton, pose, knee));
  expect(beyond).toBeGreaterThan(10);
  const { from, clip } = heldPose(pose);
  const { report } = retargetClip(from, clip, to);
  expect(toDegrees(report.knees.mean)).toBeLessThan(0.5);
  expect(toDegrees(report.widened.find(({ joint }) => joint === knee)!.by)).toBeCloseTo(beyond, 0);
  expect(retargetClip(from, clip, to, { limits: true }).report.knees.mean).toBeGreaterThan(toRadians(4));
});

describe('somebody without toes who kneels with the heels up', () => {
  const to = mannequin;
  const rig = buildRig(sceneOf(plainFigure().filter(({ name }) => !name.startsWith('toes'))));
  const pose = restPose(rig.skeleton);
  for (const side of ['left', 'right'] as const) {
    // The thighs go 20° ahead, the shins lie 10° above the floor behind the knees, the feet stand on their tips.
    turnedInWorld(rig, pose, rig.humanoid[`${side}UpperLeg`]!, [1, 0, 0], -toRadians(20));
    turnedInWorld(rig, pose, rig.humanoid[`${side}LowerLeg`]!, [1, 0, 0], toRadians(120));
    turnedInWorld(rig, pose, rig.humanoid[`${side}Foot`]!, [1, 0, 0], -toRadians(40));
  }
  const place = (of: Rig, each: Pose, bone: HumanoidBone) =>
    worldPosition(forwardKinematics(of.skeleton, each), of.humanoid[bone]!);
  // The ankle is as high over the floor as the foot rises it over its tip.
  pose[1] = pose[1]! + 0.17 - place(rig, pose, 'leftFoot')[1];
  const { from, clip } = heldPose(pose, rig);

  test('stays as high over the floor, its heels up', () => {
    const brought = retargetClip(from, clip, to, { fps: 30 });
    const result = sampleClip(to.skeleton, brought.clip, 0.2);
    const size = legLength(to) / legLength(rig);
    const height = (of: Rig, each: Pose) => place(of, each, 'leftUpperLeg')[1] - of.report.floor;
    expect(height(to, result) / (size * height(rig, pose))).toBeCloseTo(1, 1);
    expect(place(to, result, 'leftFoot')[1]).toBeGreaterThan(0.1);
    expect(toDegrees(brought.report.limbs.mean)).toBeLessThan(1);
    expect(toDegrees(brought.report.knees.mean)).toBeLessThan(1);
  });
});

test.each([1, 15])('feet that lie stretched behind somebody who kneels lie so on others, for %s frames', (frames) => {
  const to = mannequin;
  const from = buildRig(sceneOf(plainFigure()), { preset: 'free' });
  const pose = restPose(from.skeleton);
  for (const side of ['left', 'right'] as const) {
    turnedInWorld(from, pose, from.humanoid[`${side}LowerLeg`]!, [1, 0, 0], toRadians(90));
    turnedInWorld(from, pose, from.humanoid[`${side}Foot`]!, [1, 0, 0], toRadians(50));
  }
  const world = forwardKinematics(from.skeleton, pose);
  pose[1]! += 0.02 - worldPosition(world, from.humanoid.leftToes!)[1];
  const held = clipFromPoses(from.skeleton, Array<Pose>(frames).fill(pose), { id: 'k', name: 'K', fps: 30, loop: false });
  const { clip, report } = retargetClip(from, held, to, { fps: 30 });
  const brought = forwardKinematics(to.skeleton, sampleClip(to.skeleton, clip, 0));
  for (const side of ['left', 'right'] as const) {
    const [ankle, toes] = [`${side}Foot` as const, `${side}Toes` as const].map((bone) =>
      worldPosition(brought, to.humanoid[bone]!),
    );
    expect(toes![2]).toBeLessThan(ankle![2] - 0.08);
    expect(Math.abs(toes![1] - to.report.floor)).toBeLessThan(0.03);
  }
  expect(report.widened.every(({ by }) => by < toRadians(15))).toBe(true);
  expect(toDegrees(report.limbs.mean)).toBeLessThan(1);
});

describe('a hand that touches the floor', () => {
  const place = (of: Rig, each: Pose, bone: HumanoidBone) =>
    worldPosition(forwardKinematics(of.skeleton, each), of.humanoid[bone]!);
  /** Figures whose arms reach the floor; the floor at `y`. */
  const reaching = (y: number, arm: number) =>
    buildRig(
      sceneOf(
        plainFigure()
          .filter(({ name }) => !name.startsWith('toes'))
          .map((joint) => {
            const [x, height, z] = joint.at;
            const [, part] = /^(lowerarm|hand)\./.exec(joint.name) ?? [];
            const along = part === 'lowerarm' ? arm / 2 : part === 'hand' ? arm : Math.abs(x) - 0.18;
            return { ...joint, at: [part ? Math.sign(x) * (0.18 + along) : x, height + y, z] as const };
          }),
      ),
    );
  const source = reaching(0, 1.38);
  const pose = restPose(source.skeleton);
  turnedInWorld(source, pose, source.humanoid.leftUpperArm!, [0, 0, 1], -Math.PI / 2);
  const raised = pose.slice();
  raised[1]! += 1.3;
  // The hips come over the feet first: a body that is only held still 1.3 m higher than it rests hovers there.
  const carried = (each: Pose): Pose => {
    const at = place(source, each, 'hips');
    return createPuller(source)
      .begin(each, 'hips', pinned('leftFoot', 'rightFoot'))
      .to([at[0] + 0.12, at[1] - 0.04, at[2]]).pose;
  };

  test.each([
    ['is the same over a source’s floor at another height', raised, 0],
    ['is the same on the floor of a character that stands elsewhere', pose, -0.9],
  ])('%s', (_, each, y) => {
    // Where its arm is a little longer than the source's, the hand is kept off the floor.
    const handOver = (held: Pose, to: Rig) => {
      const { from, clip } = heldPose(held, source, carried(held));
      const { clip: brought, report } = retargetClip(from, clip, to, { fps: 30 });
      const result = sampleClip(to.skeleton, brought, 0.2);
      const world = forwardKinematics(to.skeleton, result);
      return { count: report.hands.count, height: worldPosition(world, to.humanoid.leftHand!)[1] - to.report.floor };
    };
    const usual = handOver(pose, reaching(0, 1.5));
    expect(usual.count).toBe(1);
    expect(usual.height).toBeCloseTo(worldPosition(forwardKinematics(source.skeleton, pose), source.humanoid.leftHand!)[1], 2);
    const other = handOver(each, reaching(y, 1.5));
    expect(other.count).toBe(1);
    expect(other.height).toBeCloseTo(usual.height, 5);
  });
});

test('an arm that cannot bring its hand to what the source touches points as the source’s does', () => {
  // The forearm of one is nine times as long as the upper arm: however it is bent, the hand is below the floor.
  const figure = (upper: number, lower: number) =>
    buildRig(
      sceneOf(
        plainFigure().map((joint) => {
          const [x, y, z] = joint.at;
          const [, part] = /^(lowerarm|hand)\./.exec(joint.name) ?? [];
          const along = part === 'lowerarm' ? upper : upper + lower;
          return part ? { ...joint, at: [Math.sign(x) * (0.18 + along), y, z] as const } : joint;
        }),
      ),
    );
  const from = figure(0.69, 0.69);
  const pose = restPose(from.skeleton);
  turnedInWorld(from, pose, from.humanoid.leftUpperArm!, [0, 0, 1], -Math.PI / 2);
  const held = heldPose(pose, from);
  const { report } = retargetClip(held.from, held.clip, figure(0.3, 2.7), { fps: 30 });
  expect(report.hands).toMatchObject({ count: 1, kept: 0 });
  expect(toDegrees(report.limbs.mean)).toBeLessThan(0.5);
});
