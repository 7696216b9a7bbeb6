import { expect, test } from 'vitest';
import { issueSentence } from '../../../../core/animation/lint/issues.ts';
import { inWords, jointInSentence, jointLabel } from '../../../../core/humanoid/body/joint-labels.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { toRadians } from '../../../../core/math/angles.ts';
import { smallBiped } from '../../../helpers/small-biped.ts';

const { rig } = smallBiped();
const leftUpperArm = rig.humanoid.leftUpperArm!;
const tail = rig.skeleton.names.indexOf('head');
/** The same rig, whose head is nothing but a joint of its own name. */
const withTail: Rig = {
  ...rig,
  humanoid: Object.fromEntries(Object.entries(rig.humanoid).filter(([bone]) => bone !== 'head')),
  skeleton: { ...rig.skeleton, names: rig.skeleton.names.map((name, joint) => (joint === tail ? 'Tail_01.L' : name)) },
};

test('a bone is called by its words, in capitals where a line begins', () => {
  expect(inWords('leftUpperArm')).toBe('Left upper arm');
  expect(jointLabel(rig, leftUpperArm)).toBe('Left upper arm');
  expect(jointInSentence(rig, leftUpperArm)).toBe('left upper arm');
});

test('a joint that is no bone of a body keeps its own name to the letter', () => {
  expect(jointLabel(withTail, tail)).toBe('Tail_01.L');
  expect(jointInSentence(withTail, tail)).toBe('Tail_01.L');
  expect(issueSentence(withTail, { kind: 'flip', joint: tail, amount: toRadians(90) })).toBe(
    'Tail_01.L rotates by 90° between two frames',
  );
});

test('findings begin like sentences and say bones in words', () => {
  const found = (kind: Parameters<typeof issueSentence>[1]['kind'], joint: number, amount: number) =>
    issueSentence(rig, { kind, joint, amount });
  expect(found('limit', leftUpperArm, toRadians(2))).toBe('Left upper arm is 2.0° outside its limit');
  expect(found('floor', rig.humanoid.leftFoot!, 0.012)).toBe('The sole at the left foot is 12.0 mm under the floor');
  expect(found('doubled', leftUpperArm, 1)).toBe('1 key of left upper arm too many in one frame');
  expect(found('seam', -1, 0.02)).toBe('Body: loop gap 20.0 mm');
});
