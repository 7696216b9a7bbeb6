import { poseOf } from '../state/open-studio.ts';
import { describe, expect, test } from 'vitest';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { HingeLimit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { beginLimitEdit } from '../../../renderer/tools/edit-limit.ts';
import { limitGrips, withGripAt, type GripName } from '../../../renderer/tools/geometry/limit-grips.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { setMirrorLimits } from '../../../renderer/state/session.ts';
import { openedStudio } from './mannequin-studio.ts';

const DEGREE = Math.PI / 180;
const BONES: readonly HumanoidBone[] = [
  'spine',
  'upperChest',
  'neck',
  'head',
  'leftShoulder',
  'leftUpperArm',
  'leftLowerArm',
  'leftHand',
  'leftUpperLeg',
  'leftLowerLeg',
  'leftFoot',
];
const lens = lensOf({ target: [0, 1, 0], yaw: 0.6, pitch: 0.3, distance: 4 }, 1280, 800);

function grabbed(bone: HumanoidBone, name: GripName) {
  const studio = openedStudio();
  const { rig } = studio.document();
  const joint = rig.humanoid[bone]!;
  const limit = rig.skeleton.limits[joint]!;
  const world = forwardKinematics(rig.skeleton, poseOf(studio));
  const grip = limitGrips(rig, world, poseOf(studio), joint, limit).find((each) => each.name === name)!;
  const at = (angle: number) => ({ ...project(lens, grip.at(angle))!, precise: false });
  const gesture = beginLimitEdit(studio, joint, name, at(grip.angle), lens)!;
  return { studio, rig, joint, limit, grip, at, gesture };
}

describe('dragging the edge of a limit', () => {
  test.each([
    ['leftUpperArm', 'plusX'],
    ['leftUpperArm', 'minusY'],
    ['rightUpperLeg', 'plusY'],
    ['head', 'minusX'],
  ] as const)('sets the half-angle of %s %s to where the pointer is on its circle, within a degree', (bone, name) => {
    const { gesture, grip, at } = grabbed(bone, name);
    const wanted = grip.angle - 15 * DEGREE;
    for (let i = 1; i <= 15; i++) gesture.move(at(grip.angle - i * DEGREE), lens);
    const limit = gesture.shown().limit!.limit as SwingTwistLimit;
    const index = ['plusX', 'minusX', 'plusY', 'minusY'].indexOf(name);
    expect(Math.abs(limit.swing[index]! - wanted)).toBeLessThan(1.01 * DEGREE);
  });

  test('keeps the other ends, and never passes the opposite end of a range', () => {
    const { gesture, limit, at } = grabbed('leftLowerLeg', 'max');
    const hinge = limit as HingeLimit;
    for (let angle = hinge.max; angle > hinge.min - 1; angle -= 2 * DEGREE) gesture.move(at(angle), lens);
    const edited = gesture.shown().limit!.limit as HingeLimit;
    expect(edited.min).toBe(hinge.min);
    expect(edited.max).toBeGreaterThanOrEqual(edited.min);
  });

  test('is one labelled step that both sides of the body share, and nothing when cancelled', () => {
    const { studio, rig, joint, gesture, grip, at } = grabbed('leftUpperArm', 'plusX');
    const before = studio.getState();
    gesture.move(at(grip.angle - 10 * DEGREE), lens);
    gesture.cancel();
    expect(studio.getState().document).toBe(before.document);
    expect(studio.getState().transient).toEqual(before.transient);
    gesture.commit();
    const { history } = studio.document();
    expect(history.past.map(({ label }) => label)).toEqual(['Limit of left upper arm']);
    expect(
      Object.keys(history.present.rig.limits)
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual([joint, rig.humanoid.rightUpperArm!].toSorted((a, b) => a - b));
    expect(studio.document().rig.skeleton.limits[joint]).toEqual(history.present.rig.limits[joint]);
  });
});

test('the edge of a limit is dragged on one side of the body alone while limits are not mirrored', () => {
  const { studio, joint, gesture, grip, at } = grabbed('leftUpperArm', 'plusX');
  setMirrorLimits(studio, false);
  gesture.move(at(grip.angle - 10 * DEGREE), lens);
  gesture.commit();
  expect(Object.keys(studio.document().history.present.rig.limits).map(Number)).toEqual([joint]);
});

describe('a grip', () => {
  test('stays where it is under a pointer that hardly moves', () => {
    const { gesture, grip, at } = grabbed('leftUpperArm', 'plusX');
    gesture.move({ ...at(grip.angle), precise: false }, lens);
    expect(Math.abs((gesture.shown().limit!.limit as SwingTwistLimit).swing[0] - grip.angle)).toBeLessThan(0.51 * DEGREE);
  });

  test.each([
    ['the front', 0, 0],
    ['the side', 90, 0],
    ['above', 0, 89.99],
  ])('of any joint goes both ways, and never by a leap, where its circle is seen from %s', (_, yaw, pitch) => {
    const studio = openedStudio();
    const { rig } = studio.document();
    const pose = poseOf(studio);
    const world = forwardKinematics(rig.skeleton, pose);
    for (const bone of BONES) {
      const joint = rig.humanoid[bone]!;
      const orbit = { target: worldPosition(world, joint), yaw: yaw * DEGREE, pitch: pitch * DEGREE, distance: 1.2 };
      const along = lensOf({ ...orbit, orthographic: true }, 716, 530);
      for (const grip of limitGrips(rig, world, pose, joint, rig.skeleton.limits[joint]!)) {
        const from = project(along, grip.at(grip.angle))!;
        const changes = Array.from({ length: 8 }, (__, i) => {
          const gesture = beginLimitEdit(studio, joint, grip.name, { ...from, precise: false }, along)!;
          const to = { x: from.x + 12 * Math.cos((i * Math.PI) / 4), y: from.y + 12 * Math.sin((i * Math.PI) / 4) };
          gesture.move({ ...to, precise: false }, along);
          const { limit } = gesture.shown().limit!;
          const changed = limitGrips(rig, world, pose, joint, limit).find(({ name }) => name === grip.name)!.angle - grip.angle;
          gesture.cancel();
          return changed / DEGREE;
        });
        const [least, most] = [Math.min(...changes), Math.max(...changes)];
        const what = `${bone} ${grip.name}`;
        if (grip.largest - grip.angle > 3 * DEGREE) expect(most, what).toBeGreaterThan(2);
        if (grip.angle - grip.smallest > 3 * DEGREE) expect(least, what).toBeLessThan(-2);
        expect(Math.max(-least, most), what).toBeLessThan(60);
      }
    }
  });

  test('changes only its own number', () => {
    const { limit } = grabbed('leftUpperArm', 'plusX');
    const cone = limit as SwingTwistLimit;
    expect(withGripAt(cone, 'twistMin', -0.1)).toEqual({ ...cone, twist: [-0.1, cone.twist[1]] });
    expect(withGripAt(cone, 'minusY', 0.3)).toEqual({ ...cone, swing: [cone.swing[0], cone.swing[1], cone.swing[2], 0.3] });
  });
});
