import { describe, expect, test } from 'vitest';
import { createSolver } from '../../../core/ik/solver.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { keptGoals, plantPose, takePose } from '../../../core/library/take-pose.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { gesture } from '../../helpers/gesture-library.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { degreesBetween, FEET, handleAt } from '../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../helpers/rigs.ts';

const { rig } = sampleRigs().find(({ name }) => MANNEQUIN.endsWith(name))!;
const { skeleton } = rig;
const present = gesture(rig, [0.2, 0.5, 0.6, 0.2, 0.4, 0.1, 0, 0.1]);
const other = capturePose(skeleton, gesture(rig, [0.7, 0.3, 0.5, 0.8, 0.5, 0.6, 0.3, 0.2]), { id: 'other', name: 'Other' });
const HAND = { leftHand: { translation: true, rotation: false, weight: 1 } };

describe('A saved pose that is taken with handles kept', () => {
  test('keeps them where they are and is, but for that, as it was saved', () => {
    const { pose, status } = takePose(rig, present, other, { ...FEET, ...HAND });
    expect(status).toBe('reached');
    for (const name of ['leftFoot', 'rightFoot', 'leftHand'] as const)
      expect(distance(handleAt(rig, pose, name), handleAt(rig, present, name))).toBeLessThan(1e-3);
    for (const joint of skeleton.names.keys()) expect(limitExcess(skeleton, pose, joint)).toBeLessThan(1e-6);
    expect(degreesBetween(rig, pose, other.pose)).toBeLessThan(degreesBetween(rig, present, other.pose));
  });

  test('is the saved one with the hips in place when nothing is kept', () => {
    const moved = present.slice();
    moved[0] = 0.5;
    setRotation(moved, skeleton.root, fromAxisAngle([0, 1, 0], 0.7));
    const { pose } = takePose(rig, moved, other, {});
    expect([...pose.subarray(3 + 4)]).toEqual([...other.pose.subarray(3 + 4)]);
    expect(pose[0]).toBe(0.5);
    for (let joint = skeleton.root; joint >= 0; joint = skeleton.parents[joint]!)
      expect(rotationOf(pose, joint)).toEqual(rotationOf(moved, joint));
  });

  test('of another character is refused in a sentence', () => {
    expect(() => takePose(rig, present, { ...other, pose: other.pose.slice(1) }, {})).toThrow(
      `the saved: a pose of this skeleton has ${other.pose.length} numbers, got ${other.pose.length - 1}`,
    );
  });

  test('leaves alone what it does not speak of', () => {
    const { leftLowerArm, leftUpperArm } = rig.humanoid;
    const arm = { ...other, joints: [leftUpperArm!, leftLowerArm!] };
    const { pose } = takePose(rig, restPose(skeleton), arm, {});
    expect(pose[3 + 4 * rig.humanoid.rightUpperArm! + 3]).toBe(1);
    expect(pose[3 + 4 * leftUpperArm!]).toBe(other.pose[3 + 4 * leftUpperArm!]);
  });
});

describe('Handles that are kept', () => {
  test('are goals where and, as their pins say, turned as the pose has them, with the weights of the pins; bends are none', () => {
    const both = { translation: true, rotation: true, weight: 0.5 };
    const goals = keptGoals(rig, present, {
      leftHand: { translation: true, rotation: false, weight: 2 },
      rightFoot: { translation: false, rotation: true, weight: 1 },
      hips: both,
      leftElbow: both,
    });
    const world = forwardKinematics(skeleton, present);
    const { hips, leftHand, rightFoot } = rig.humanoid;
    const place = (handle: 'leftHand' | 'hips') => handleAt(rig, present, handle).map((value) => expect.closeTo(value, 9));
    const turned = (joint: number) => worldRotation(world, joint);
    const wanted = [
      { kind: 'position', joint: leftHand, target: place('leftHand'), weight: 2 },
      { kind: 'orientation', joint: rightFoot, target: turned(rightFoot!), weight: 1 },
      { kind: 'position', joint: hips, target: place('hips'), weight: 0.5 },
      { kind: 'orientation', joint: hips, target: turned(hips!), weight: 0.5 },
    ];
    expect(goals).toHaveLength(4);
    expect(goals).toEqual(expect.arrayContaining(wanted.map((goal) => expect.objectContaining(goal))));
    expect(keptGoals(rig, present, {})).toEqual([]);
  });

  test('are kept by giving way with the hips and as little else as possible', () => {
    const pins = { ...FEET, ...HAND };
    const { pose, status } = plantPose(rig, other.pose, present, pins);
    expect(status).toBe('reached');
    expect(pose.subarray(0, 3)).not.toEqual(other.pose.subarray(0, 3));
    const plain = createSolver(skeleton).solve(other.pose, keptGoals(rig, present, pins), { rootStiffness: 0.5 }).pose;
    expect(degreesBetween(rig, pose, other.pose)).toBeLessThanOrEqual(degreesBetween(rig, plain, other.pose) + 1e-6);
  });
});
