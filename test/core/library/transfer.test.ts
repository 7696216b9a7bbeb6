import { describe, expect, test } from 'vitest';
import { ROOT_TRACK } from '../../../core/animation/clip.ts';
import { capturePose, applySavedPose } from '../../../core/library/apply.ts';
import { flipSavedPose, transferPoses } from '../../../core/library/transfer.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply, conjugate } from '../../../core/math/quat.ts';
import { dot, normalize, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { sampleRigs } from '../../helpers/rigs.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;

/** A pose in which joint `name` is turned by `degrees` about a world axis. */
function turned(name: HumanoidBone, axis: Vec3, degrees: number): Pose {
  const joint = rig.humanoid[name]!;
  const rest = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), joint);
  const pose = restPose(skeleton);
  const turn = fromAxisAngle(axis, (degrees * Math.PI) / 180);
  setRotation(pose, joint, multiply(multiply(conjugate(rest), turn), rest));
  return pose;
}

/** World direction from one bone to the next. */
function direction(of: Rig, pose: Pose, from: HumanoidBone, to: HumanoidBone): Vec3 {
  const world = forwardKinematics(of.skeleton, pose);
  return normalize(subtract(worldPosition(world, of.humanoid[to]!), worldPosition(world, of.humanoid[from]!)));
}

test('a pose of the left arm becomes one of the right arm, and only of it', () => {
  const raised = turned('leftUpperArm', [0, 0, 1], 50);
  const saved = capturePose(skeleton, raised, { id: 'a', name: 'Raised', joints: [rig.humanoid.leftUpperArm!] });
  const flipped = flipSavedPose(rig, saved);
  expect(flipped.joints).toEqual([rig.humanoid.rightUpperArm]);
  const applied = applySavedPose(restPose(skeleton), flipped);
  const left = direction(rig, raised, 'leftUpperArm', 'leftLowerArm');
  const right = direction(rig, applied, 'rightUpperArm', 'rightLowerArm');
  expect(toDegrees(Math.acos(Math.min(1, dot(right, [-left[0], left[1], left[2]]))))).toBeLessThan(1);
  expect(rotationOf(applied, rig.humanoid.leftUpperArm!)).toEqual([0, 0, 0, 1]);
});

test('a flipped pose speaks of each joint once: of the other side, of the middle and of what is no bone as before', () => {
  const { humanoid } = rig;
  const root = skeleton.names.indexOf('root');
  const joints = [ROOT_TRACK, root, humanoid.spine!, humanoid.leftHand!, humanoid.rightHand!, humanoid.leftFoot!];
  const saved = capturePose(skeleton, restPose(skeleton), { id: 'a', name: 'Some', joints });
  const flipped = [ROOT_TRACK, root, humanoid.spine, humanoid.rightHand, humanoid.leftHand, humanoid.rightFoot];
  expect(flipSavedPose(rig, saved).joints).toEqual(flipped);
  const { rightHand: _, ...oneHanded } = humanoid;
  expect(flipSavedPose({ ...rig, humanoid: oneHanded }, saved).joints).toEqual([...joints.slice(0, -1), humanoid.rightFoot]);
});

test('a pose brought onto a body that lacks a hand says so, and speaks of the others and of what comes along', () => {
  const { rightHand: _, ...oneHanded } = rig.humanoid;
  const to = { ...rig, humanoid: oneHanded };
  const joints = [ROOT_TRACK, skeleton.names.indexOf('root'), rig.humanoid.leftHand!, rig.humanoid.rightHand!];
  const saved = capturePose(skeleton, turned('leftUpperArm', [0, 0, 1], 20), { id: 'a', name: 'Hands', joints });
  const [brought] = transferPoses(rig, [saved], to);
  expect(brought).toMatchObject({ missing: ['rightHand'], unmapped: 1 });
  expect(brought!.pose).toMatchObject({ id: 'a', name: 'Hands', joints: [ROOT_TRACK, rig.humanoid.leftHand] });
});

describe.each(sampleRigs().map(({ name, rig: to }) => ({ name, to })))('poses brought onto $name', ({ to }) => {
  const saved = capturePose(skeleton, turned('leftUpperArm', [0, 0, 1], -50), { id: 'a', name: 'Lowered' });
  const [{ pose, missing, unmapped }] = transferPoses(rig, [saved], to) as [ReturnType<typeof transferPoses>[0]];

  test('point the arm where it pointed, in the body of the other character', () => {
    const wanted = direction(rig, saved.pose, 'leftUpperArm', 'leftLowerArm');
    const facing = to.report.facing[2] < 0 ? -1 : 1;
    const got = direction(to, pose.pose, 'leftUpperArm', 'leftLowerArm');
    const angle = Math.acos(Math.min(1, dot(got, [facing * wanted[0], wanted[1], facing * wanted[2]])));
    expect(toDegrees(angle)).toBeLessThan(20);
  });

  test('speak of the same bones and tell which the other one lacks', () => {
    expect(unmapped).toBe(1);
    for (const bone of missing) expect(to.humanoid[bone]).toBeUndefined();
    expect(pose.joints).toContain(to.humanoid.leftUpperArm);
    expect(pose.joints).toHaveLength(skeleton.count + 1 - unmapped - missing.length);
    expect(pose.pose).toHaveLength(restPose(to.skeleton).length);
  });
});

test('a pose brought onto the same character is the same pose', () => {
  const saved = capturePose(skeleton, turned('leftUpperArm', [0, 0, 1], -50), { id: 'a', name: 'Lowered' });
  const [back] = transferPoses(rig, [saved], rig);
  for (let j = 1; j < skeleton.count; j++) {
    expect(toDegrees(angleBetween(rotationOf(back!.pose.pose, j), rotationOf(saved.pose, j)))).toBeLessThan(1);
  }
});
