import { expect, test } from 'vitest';
import { findContacts } from '../../../core/animation/holding/find-contacts.ts';
import { slideOfContacts, withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { holdContacts } from '../../../core/animation/holding/hold-contacts.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { stayInPlace, travelOf, travelWithFeet } from '../../../core/animation/root-motion.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { fiveKeyWalk } from '../../helpers/five-key-walk.ts';

const { rig, walk } = fiveKeyWalk();

test('a walk that is kept in place sways and bobs as before, and ends where it begins', () => {
  const still = stayInPlace(walk);
  expect(travelOf(walk)[1]).toBeCloseTo(0.7, 6);
  expect(travelOf(still)).toEqual([0, 0].map((value) => expect.closeTo(value, 9)));
  for (const time of [0, 0.3, 1, 1.7]) {
    const [before, after] = [walk, still].map((clip) => sampleClip(rig.skeleton, clip, time));
    expect(after!.subarray(3)).toEqual(before!.subarray(3));
    expect(after![1]).toBeCloseTo(before![1]!, 9);
  }
  expect(stayInPlace(still)).toBe(still);
});

test('a walk in place travels as far as its feet carry it, and its feet can then be held', () => {
  const travelling = travelWithFeet(rig, stayInPlace(walk));
  const [x, z] = travelOf(travelling);
  expect(x).toBeCloseTo(0, 2);
  expect(z).toBeGreaterThan(0.6);
  expect(z).toBeLessThan(0.9);
  const found = withContacts(travelling, findContacts(rig, travelling));
  expect(found.contacts!.map(({ part }) => part)).toEqual(expect.arrayContaining(['leftBall', 'rightBall']));
  expect(slideOfContacts(rig, found, holdContacts(rig, found)).largest).toBeLessThan(1e-3);
});

test('a body that stands, and one whose feet stand still while it travels, stay as they are', () => {
  const standing = setKey(rig.skeleton, createClip('a', 'A'), 0, restPose(rig.skeleton));
  expect(travelWithFeet(rig, standing)).toBe(standing);
});
