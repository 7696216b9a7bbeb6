import { expect, test } from 'vitest';
import type { LiftedPerson } from '../../../../core/humanoid/picture/lift-person.ts';
import { doubtsInWords } from '../../../../renderer/state/pictures/doubts-in-words.ts';

const SURE = Object.fromEntries(
  ['left', 'right'].flatMap((side) =>
    ['Shoulder', 'Elbow', 'Wrist', 'Hip', 'Knee', 'Ankle'].map((part) => [`${side}${part}`, 1]),
  ),
) as LiftedPerson['sure'];

function person(sure: Partial<LiftedPerson['sure']>, doubts: Partial<LiftedPerson['doubts']>): LiftedPerson {
  const none = { leftShoulder: 0, rightShoulder: 0, leftHip: 0, rightHip: 0 };
  return { places: {} as LiftedPerson['places'], sure: { ...SURE, ...sure }, doubts: { ...none, ...doubts }, cost: 0 };
}

test('a draft names limbs that were hardly seen, and those that may lean the other way', () => {
  const seen = person({ leftWrist: 0.2, rightWrist: 0.3, leftKnee: 0.1 }, { leftHip: 0.9, rightHip: 0.5 });
  expect(doubtsInWords(seen, false, true)).toBe(
    'Hardly seen: left arm, right arm and left leg. May lean the other way: right leg.',
  );
});

test('a draft tells of a front that may be the back, and of a body that is no person’s', () => {
  expect(doubtsInWords(person({}, {}), true, false)).toBe(
    'The person may look the other way. The character is not built like a person: check all of it.',
  );
});

test('a draft without doubts still says what no picture tells', () => {
  expect(doubtsInWords(person({}, {}), false, true)).toBe('Check how far limbs reach to the front and back.');
});
