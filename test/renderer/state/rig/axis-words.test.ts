import { describe, expect, test } from 'vitest';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { rotate } from '../../../../core/math/quat.ts';
import { toRadians } from '../../../../core/math/angles.ts';
import { subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { axisWords, limitWords } from '../../../../renderer/state/rig/axis-words.ts';
import { jointAngles, withJointAngle } from '../../../../renderer/state/rig/joint-angles.ts';
import { openedStudio } from '../../tools/mannequin-studio.ts';

const { rig } = openedStudio().document();
const { skeleton, humanoid } = rig;

/** The rest pose with a bone turned from where it rests by some degrees of what is called so. */
function turned(bone: HumanoidBone, label: string, degrees: number): Pose {
  const joint = humanoid[bone]!;
  const words = axisWords(rig, joint)!;
  const index = words.findIndex((each) => each.label === label);
  expect([bone, index]).not.toEqual([bone, -1]);
  const pose = restPose(skeleton);
  const limit = skeleton.limits[joint]!;
  const now = jointAngles(limit, rotationOf(pose, joint))[index]!.value;
  const rotation = withJointAngle(limit, rotationOf(pose, joint), index, now + words[index]!.sign * toRadians(degrees));
  setRotation(pose, joint, rotation);
  return pose;
}

function moved(bone: HumanoidBone, label: string, end: HumanoidBone, degrees = 10): Vec3 {
  const at = (pose: Pose): Vec3 => worldPosition(forwardKinematics(skeleton, pose), humanoid[end]!);
  return subtract(at(turned(bone, label, degrees)), at(restPose(skeleton)));
}

/** Where an axis of the world that a joint carries points after the turn. */
function carried(bone: HumanoidBone, label: string, axis: Vec3, degrees = 10): Vec3 {
  const [before, after] = [restPose(skeleton), turned(bone, label, degrees)].map((pose) =>
    worldRotation(forwardKinematics(skeleton, pose), humanoid[bone]!),
  );
  const inJoint = rotate([-before![0], -before![1], -before![2], before![3]], axis);
  return rotate(after!, inJoint);
}

describe.each([
  ['left', 1],
  ['right', -1],
] as const)('what turning about an axis of the %s side is called', (side, outwards) => {
  const bone = (part: string) => `${side}${part}` as HumanoidBone;

  test('is what it does: thighs, feet and toes', () => {
    expect(outwards * moved(bone('UpperLeg'), 'Abduction', bone('LowerLeg'))[0]).toBeGreaterThan(0.03);
    expect(moved(bone('UpperLeg'), 'Flexion', bone('LowerLeg'))[2]).toBeGreaterThan(0.03);
    // The front of a thigh that rotates inwards looks to the other side.
    expect(outwards * carried(bone('UpperLeg'), 'Rotation', [0, 0, 1])[0]).toBeLessThan(-0.1);
    expect(moved(bone('LowerLeg'), 'Flexion', bone('Foot'))[2]).toBeLessThan(-0.03);
    expect(moved(bone('Foot'), 'Dorsiflexion', bone('Toes'))[1]).toBeGreaterThan(0.01);
    expect(outwards * moved(bone('Foot'), 'Rotate out', bone('Toes'))[0]).toBeGreaterThan(0.01);
    // The sole of a foot that is everted looks outwards.
    expect(outwards * carried(bone('Foot'), 'Eversion', [0, -1, 0])[0]).toBeGreaterThan(0.1);
  });

  test('is what it does: arms, hands and fingers', () => {
    expect(moved(bone('UpperArm'), 'Elevation', bone('LowerArm'))[1]).toBeGreaterThan(0.02);
    expect(moved(bone('UpperArm'), 'Abduction, level', bone('LowerArm'))[2]).toBeLessThan(-0.02);
    expect(moved(bone('Shoulder'), 'Elevation', bone('UpperArm'))[1]).toBeGreaterThan(0.01);
    expect(moved(bone('Shoulder'), 'Retraction', bone('UpperArm'))[2]).toBeLessThan(-0.01);
    // Palms rest downwards, thumbs ahead.
    expect(moved(bone('Hand'), 'Extension', bone('MiddleProximal'))[1]).toBeGreaterThan(0.01);
    expect(moved(bone('Hand'), 'Deviation', bone('MiddleProximal'))[2]).toBeGreaterThan(0.01);
    expect(moved(bone('IndexProximal'), 'Flexion', bone('IndexDistal'))[1]).toBeLessThan(-0.005);
    expect(moved(bone('IndexProximal'), 'Spread', bone('IndexDistal'))[2]).toBeGreaterThan(0.005);
    // A thumb flexes towards the fingers and is abducted out of the palm.
    expect(moved(bone('ThumbMetacarpal'), 'Flexion', bone('ThumbDistal'))[2]).toBeLessThan(-0.005);
    expect(moved(bone('ThumbMetacarpal'), 'Palmar abduction', bone('ThumbDistal'))[1]).toBeLessThan(-0.005);
  });
});

test('what turning the trunk about its axes is called is what it does', () => {
  expect(moved('spine', 'Flexion', 'head')[2]).toBeGreaterThan(0.05);
  expect(moved('spine', 'Side bend', 'head')[0]).toBeLessThan(-0.05);
  expect(carried('chest', 'Rotate', [0, 0, 1])[0]).toBeGreaterThan(0.1);
});

test('joints that turn freely have no such words', () => {
  expect(axisWords(rig, humanoid.hips!)).toBeNull();
});

test('the ends of a limit are called by the same words, those of both sides of the body alike', () => {
  const ends = (bone: HumanoidBone) => limitWords(rig, humanoid[bone]!);
  expect(ends('leftLowerArm')).toMatchObject({ min: 'Least flexion', max: 'Most flexion' });
  expect(ends('leftHand')).toMatchObject({
    plusX: 'Extension',
    minusX: 'Flexion',
    twistMin: 'Supination',
    twistMax: 'Pronation',
  });
  expect(ends('rightHand')).toMatchObject({
    plusX: 'Flexion',
    minusX: 'Extension',
    twistMin: 'Pronation',
    twistMax: 'Supination',
  });
  expect(ends('hips').plusX).toBe('Swing +X');
});
