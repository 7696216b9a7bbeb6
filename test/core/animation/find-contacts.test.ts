import { expect, test } from 'vitest';
import type { Clip } from '../../../core/animation/clip.ts';
import { slideOfContacts, withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { findContacts } from '../../../core/animation/holding/find-contacts.ts';
import { holdContacts } from '../../../core/animation/holding/hold-contacts.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { plainFigure, preBent, sceneOf } from '../../helpers/figure.ts';
import { fiveKeyWalk } from '../../helpers/five-key-walk.ts';

const rig = buildRig(sceneOf(preBent(plainFigure(), 12)));
const FEET = ['leftHeel', 'leftBall', 'leftToe', 'rightHeel', 'rightBall', 'rightToe'] as const;

/** A clip in which the whole body is so high, and so far ahead, at these times. */
function carried(duration: number, keys: readonly (readonly [time: number, up: number, ahead: number])[]): Clip {
  return keys.reduce(
    (clip, [time, up, ahead]) => {
      const pose = restPose(rig.skeleton);
      pose.set([0, up, ahead]);
      return setKey(rig.skeleton, clip, time, pose);
    },
    createClip('c', 'Clip', { duration, loop: false }),
  );
}

/** Metres a frame by which what was found moves once it is held. */
const heldSlide = (of: Rig, clip: Clip, contacts = findContacts(of, clip)): number => {
  const found = withContacts(clip, contacts);
  return slideOfContacts(of, found, holdContacts(of, found)).largest;
};

test('feet stand before a hop and after it, all parts of both, and hands that hang still are no contact', () => {
  const hop = carried(3, [
    [0, 0, 0],
    [1, 0, 0],
    [1.25, 0.3, 0.2],
    [1.5, 0, 0.4],
    [3, 0, 0.4],
  ]);
  const frames = findContacts(rig, hop).map(({ part, from, to }) => [part, Math.round(30 * from), Math.round(30 * to)]);
  expect(frames).toEqual(
    FEET.flatMap((part) => [
      [part, 0, 29],
      [part, 46, 90],
    ]),
  );
  expect(heldSlide(rig, hop)).toBeLessThan(1e-9);
});

test('where nothing stands still, feet that slide a little are found, and held they do not', () => {
  const sliding = carried(2, [
    [0, 0, 0],
    [2, 0, 0.8],
  ]);
  const found = findContacts(rig, sliding);
  expect(new Set(found.map(({ part }) => part))).toEqual(new Set(FEET));
  expect(heldSlide(rig, sliding)).toBeLessThan(1e-3);
  const running = carried(2, [
    [0, 0, 0],
    [2, 0, 6],
  ]);
  expect(findContacts(rig, running)).toEqual([]);
  // What stands still somewhere is the measure of what does not.
  const halting = carried(3, [
    [0, 0, 0],
    [2, 0, 0.8],
    [3, 0, 0.8],
  ]);
  for (const { from } of findContacts(rig, halting)) expect(from).toBeGreaterThan(1.9);
});

test('only what the limbs can hold is a contact: ankles that bend no further let the heels go', () => {
  const crouch = carried(2, [
    [0, 0, 0],
    [1, -0.25, 0],
    [2, 0, 0],
  ]);
  for (const clip of [
    crouch,
    carried(2, [
      [0, 0, 0],
      [1, -0.1, 0],
      [2, 0, 0],
    ]),
  ]) {
    for (const { from, to } of findContacts(rig, clip)) expect(to - from).toBeGreaterThan(0.1 - 1e-9);
    expect(heldSlide(rig, clip)).toBeLessThan(1e-3);
  }
});

test('the contacts of a keyed walk are near those that it was made with', () => {
  const { rig: mannequin, walk, contacts } = fiveKeyWalk();
  const found = findContacts(mannequin, walk);
  expect(heldSlide(mannequin, walk, found)).toBeLessThan(1e-3);
  for (const wanted of contacts.filter(({ part }) => !part.endsWith('Toe'))) {
    const shared = found
      .filter(({ part }) => part === wanted.part)
      .map(({ from, to }) => Math.min(to, wanted.to) - Math.max(from, wanted.from));
    expect(Math.max(0, ...shared) / (wanted.to - wanted.from), wanted.part).toBeGreaterThan(0.35);
  }
});
