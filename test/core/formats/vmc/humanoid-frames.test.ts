import { describe, expect, test } from 'vitest';
import { HUMANOID_BONES, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { toDegrees, toRadians } from '../../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, fromRotationVector, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, distance, UNIT_Y, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, weightIndex, type Pose } from '../../../../core/skeleton/pose.ts';
import { createFrameReader, createFrameWriter } from '../../../../core/formats/vmc/humanoid-frames.ts';
import { createVmcListener, vmcMessages, type OscMessage } from '../../../../core/formats/vmc/vmc-messages.ts';
import type { VmcFrame } from '../../../../core/formats/vmc/vmc-frame.ts';
import { sampleRig, sampleRigs } from '../../../helpers/rigs.ts';

/** As a packet has them: numbers of four bytes. */
function sent(frame: VmcFrame): OscMessage[] {
  return vmcMessages(frame, 0).map((message) => ({
    ...message,
    arguments: message.arguments.map((argument) => (typeof argument === 'number' ? Math.fround(argument) : argument)),
  }));
}

function heard(messages: readonly OscMessage[]): VmcFrame {
  const listener = createVmcListener();
  for (const message of messages) expect(listener.hear(message)).toBe(true);
  return listener.frame();
}

/** A pose with every bone turned, the hips moved, and every expression at some weight. */
function anyPose({ skeleton, humanoid }: Rig, seed: number): Pose {
  const random = seededRandom(seed);
  const some = (most: number) => (2 * random() - 1) * most;
  const pose = restPose(skeleton);
  pose.set([some(1), some(0.3), some(1)], 0);
  for (const joint of Object.values(humanoid)) setRotation(pose, joint, fromRotationVector([some(0.8), some(0.8), some(0.8)]));
  (skeleton.expressions ?? []).forEach((_, i) => {
    pose[weightIndex(pose, i)] = random();
  });
  return pose;
}

function bonesOf({ humanoid }: Rig): [HumanoidBone, number][] {
  return HUMANOID_BONES.flatMap((bone) =>
    humanoid[bone] === undefined ? [] : [[bone, humanoid[bone]] as [HumanoidBone, number]],
  );
}

/** What Unity holds of a message of a bone or the root. */
function inUnity(messages: readonly OscMessage[], name: string): { position: Vec3; rotation: Quat } {
  const [, ...numbers] = messages.find((message) => message.arguments[0] === name)!.arguments as [string, ...number[]];
  const [x, y, z, ...rotation] = numbers as [number, number, number, number, number, number, number];
  return { position: [x, y, z], rotation };
}

describe('a pose that is sent as VMC and received again', () => {
  for (const { name, rig } of sampleRigs()) {
    test(`is the same within 0.01° and 0.1 mm: ${name}`, () => {
      const write = createFrameWriter(rig);
      const read = createFrameReader(rig);
      for (const seed of [1, 2, 3]) {
        const pose = anyPose(rig, seed);
        const back = read(heard(sent(write(pose))));
        const [meant, found] = [forwardKinematics(rig.skeleton, pose), forwardKinematics(rig.skeleton, back)];
        for (const [, joint] of bonesOf(rig)) {
          expect(distance(worldPosition(found, joint), worldPosition(meant, joint))).toBeLessThan(1e-4);
          const angle = angleBetween(worldRotation(found, joint), worldRotation(meant, joint));
          expect(toDegrees(angle)).toBeLessThan(0.01);
        }
        (rig.skeleton.expressions ?? []).forEach((_, i) => {
          expect(back[weightIndex(back, i)]).toBeCloseTo(pose[weightIndex(pose, i)]!, 6);
        });
      }
    });

    test(`stands in Unity as it stands here, seen in a mirror: ${name}`, () => {
      const pose = anyPose(rig, 4);
      const place = { at: [0.4, 0, -1] as Vec3, turn: 0.7 };
      const messages = sent(createFrameWriter(rig)(pose, place));
      const world = forwardKinematics(rig.skeleton, pose);
      const front = fromAxisAngle(UNIT_Y, -Math.atan2(rig.report.facing[0], rig.report.facing[2]));
      const { hips, leftUpperLeg, leftLowerLeg } = rig.humanoid;
      if (hips === undefined || leftUpperLeg === undefined || leftLowerLeg === undefined) return;
      // Unity's own arithmetic is that of any quaternion: only where its axes point is another matter.
      let { position, rotation } = inUnity(messages, 'root');
      for (const [bone, joint] of [
        ['Hips', hips],
        ['LeftUpperLeg', leftUpperLeg],
      ] as const) {
        const local = inUnity(messages, bone);
        position = add(position, rotate(rotation, local.position));
        rotation = multiply(rotation, local.rotation);
        const [x, y, z] = worldPosition(world, joint);
        const inScene = add(place.at, rotate(fromAxisAngle(UNIT_Y, place.turn), [x, y - rig.report.floor, z]));
        const [fx, fy, fz] = rotate(front, inScene);
        expect(distance(position, [-fx, fy, fz])).toBeLessThan(1e-4);
      }
    });
  }
});

describe('the space of VMC is Unity’s', () => {
  for (const file of ['debug-robot-vrm1.vrm', 'godette-vrm0.vrm']) {
    test(`a VRM model at rest sends no rotation, and one that looks to its left turns about −y: ${file}`, (context) => {
      const sample = sampleRig(file);
      if (!sample) return context.skip();
      const { rig } = sample;
      const pose = restPose(rig.skeleton);
      const write = createFrameWriter(rig);
      for (const { rotation } of Object.values(write(pose).bones))
        expect(angleBetween(rotation, [0, 0, 0, 1])).toBeLessThan(1e-6);
      setRotation(pose, rig.humanoid.head!, worldTurn(rig, rig.humanoid.head!, fromAxisAngle(UNIT_Y, toRadians(30))));
      pose[2] = rig.report.facing[2] * 0.25;
      const messages = sent(write(pose));
      // Seen from above Unity turns clockwise: +z goes to +x, its characters' right.
      expect(inUnity(messages, 'Head').rotation[1]).toBeCloseTo(-Math.sin(toRadians(15)), 5);
      const hips = inUnity(messages, 'Hips').position;
      expect(hips[2] - inUnity(sent(write(restPose(rig.skeleton))), 'Hips').position[2]).toBeCloseTo(0.25, 5);
      expect(hips[1]).toBeCloseTo(rig.report.hipHeight, 2);
    });
  }

  test('left is at −x', (context) => {
    const sample = sampleRig('debug-robot-vrm1.vrm');
    if (!sample) return context.skip();
    const messages = sent(createFrameWriter(sample.rig)(restPose(sample.rig.skeleton)));
    expect(inUnity(messages, 'LeftUpperLeg').position[0]).toBeLessThan(0);
    expect(inUnity(messages, 'RightUpperLeg').position[0]).toBeGreaterThan(0);
  });
});

/** The rest-relative rotation of a joint that turns it in the world by `turn`, while all above it is at rest. */
function worldTurn(rig: Rig, joint: number, turn: Quat): Quat {
  const own = worldRotation(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), joint);
  return multiply(multiply([-own[0], -own[1], -own[2], own[3]], turn), own);
}

describe('a frame from another body', () => {
  const sample = sampleRigs()[sampleRigs().length - 1]!;
  const { rig } = sample;
  const { hips: restHips } = createFrameWriter(rig)(restPose(rig.skeleton)).bones;

  test('moves the hips as far as the legs are longer', () => {
    const { bones, ...frame } = createFrameWriter(rig)(restPose(rig.skeleton));
    const half = Object.fromEntries(
      Object.entries(bones).map(([bone, { position, rotation }]) => [
        bone,
        { position: position.map((value) => value / 2) as unknown as Vec3, rotation },
      ]),
    );
    const pose = createFrameReader(rig)({ ...frame, bones: half });
    expect(Math.hypot(pose[0]!, pose[1]!, pose[2]!)).toBeLessThan(1e-9);
  });

  test('leaves the hips where they rest when it tells them to be at the origin', () => {
    const pose = createFrameReader(rig)({ bones: { hips: { position: [0, 0, 0], rotation: [0, 0, 0, 1] } }, expressions: {} });
    expect(Array.from(pose.subarray(0, 3), Math.abs)).toEqual([0, 0, 0]);
    expect(restHips!.position[1]).toBeGreaterThan(0.5);
  });

  test('with bones that this one lacks turns what is below them', () => {
    const turn = fromAxisAngle(UNIT_Y, 0.5);
    const { upperChest: _, ...humanoid } = rig.humanoid;
    const less: Rig = { ...rig, humanoid };
    const pose = createFrameReader(less)({ bones: { upperChest: { position: [0, 0, 0], rotation: turn } }, expressions: {} });
    const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
    const moved = forwardKinematics(rig.skeleton, pose);
    const head = rig.humanoid.head!;
    expect(angleBetween(worldRotation(moved, head), worldRotation(rest, head))).toBeCloseTo(0.5, 6);
  });
});
