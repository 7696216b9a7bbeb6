import { expect, test } from 'vitest';
import { HUMANOID_BONES, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import {
  BODY_PARTS,
  bodyPartOf,
  jointsByBodyPart,
  sideOfBone,
  summarizeBones,
} from '../../../../renderer/state/rig/body-parts.ts';
import { inWords, jointLabel } from '../../../../core/humanoid/body/joint-labels.ts';
import { documentOf, leftElbow, openStudio } from '../open-studio.ts';

test('Every joint of a character stands in exactly one body part', async () => {
  const { studio } = await openStudio();
  const { rig } = documentOf(studio);
  const listed = [...jointsByBodyPart(rig).values()].flat();
  expect(listed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rig.skeleton.count }, (_, joint) => joint));
});

test('Every humanoid bone belongs to a named part, on its own side', () => {
  for (const bone of HUMANOID_BONES) {
    const part = bodyPartOf(bone);
    expect(BODY_PARTS).toContain(part);
    expect(part).not.toBe('Other');
    if (bone.startsWith('left') && bone !== 'leftEye') expect(part).toMatch(/^Left/);
    if (bone.startsWith('right') && bone !== 'rightEye') expect(part).toMatch(/^Right/);
  }
  expect(bodyPartOf('leftThumbProximal')).toBe('Left fingers');
  expect(bodyPartOf('rightToes')).toBe('Right leg');
});

test('Each eye is marked on its own side of the head, and what has no side in the middle', () => {
  expect(['leftEye', 'rightEye', 'jaw', 'head', 'leftHand', 'rightToes'].map((bone) => sideOfBone(bone as HumanoidBone))).toEqual(
    ['left', 'right', 'middle', 'middle', 'left', 'right'],
  );
});

test('Joints are called by their bone in words, others by their own name', async () => {
  const { studio } = await openStudio();
  const { rig } = documentOf(studio);
  expect(inWords('leftUpperArm')).toBe('Left upper arm');
  expect(jointLabel(rig, leftElbow(studio))).toBe('Left lower arm');
  expect(jointLabel({ ...rig, humanoid: {} }, 0)).toBe(rig.skeleton.names[0]);
});

test('Missing fingers of a side are named once, single ones by name', () => {
  const fingers = HUMANOID_BONES.filter((bone) => /^left(Thumb|Index|Middle|Ring|Little)/.test(bone));
  expect(summarizeBones(['jaw', ...fingers, 'rightThumbDistal'])).toEqual(['jaw', 'right thumb distal', 'all left fingers']);
});
