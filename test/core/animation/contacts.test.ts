import { describe, expect, test } from 'vitest';
import { contactsInPoses, contactsOf } from '../../../core/animation/contacts.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { slideOf } from '../../../core/animation/slide.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;

/** Poses in which the whole body follows a path of [x, y] metres. */
function carried(path: readonly (readonly [x: number, y: number])[]): Pose[] {
  return path.map(([x, y]) => {
    const pose = restPose(skeleton);
    pose[0] = x;
    pose[1] = y;
    return pose;
  });
}

const stretch = <Item>(count: number, make: (i: number) => Item): Item[] => Array.from({ length: count }, (_, i) => make(i));

/** 30 frames standing, 30 frames going 2 m, 30 frames standing. */
const walk = carried([
  ...stretch(30, () => [0, 0] as const),
  ...stretch(30, (i) => [(2 * (i + 1)) / 30, 0] as const),
  ...stretch(30, () => [2, 0] as const),
]);

describe('planted feet', () => {
  test('are found where feet stand still, and not while they travel', () => {
    const contacts = contactsInPoses(rig, walk, 30).filter(({ bone }) => bone === 'leftFoot');
    expect(contacts).toHaveLength(2);
    expect(contacts[0]).toMatchObject({ joint: skeleton.names.indexOf('leftFoot'), first: 0 });
    expect(Math.abs(contacts[0]!.last - 29)).toBeLessThanOrEqual(1);
    expect(Math.abs(contacts[1]!.first - 59)).toBeLessThanOrEqual(2);
    expect(contacts[1]!.last).toBe(89);
  });

  test('are not found at the top of a jump', () => {
    const height = (i: number) => Math.max(0, 0.5 - 0.5 * ((i - 15) / 8) ** 2);
    const jump = carried(stretch(31, (i) => [0, height(i)] as const));
    for (const { first, last } of contactsInPoses(rig, jump, 30)) expect(first > 15 || last < 15).toBe(true);
  });

  test('do not hang on the size of the character', () => {
    // A body without thighs is measured by its height.
    const { leftUpperLeg: _left, rightUpperLeg: _right, ...humanoid } = rig.humanoid;
    const small = { ...rig, humanoid, report: { ...rig.report, height: 0.02 } };
    const drifting = carried(stretch(60, (i) => [0.002 * i, 0] as const));
    expect(contactsInPoses(rig, drifting, 30).length).toBeGreaterThan(0);
    expect(contactsInPoses(small, drifting, 30)).toEqual([]);
  });

  test('that creep away are split, with time to move between', () => {
    const creeping = carried(stretch(90, (i) => [0.004 * i, 0] as const));
    const contacts = contactsInPoses(rig, creeping, 30).filter(({ bone }) => bone === 'leftFoot');
    expect(contacts.length).toBeGreaterThan(1);
    contacts.slice(1).forEach(({ first }, i) => expect(first - contacts[i]!.last).toBeGreaterThanOrEqual(4));
  });

  test('of a clip are those of its frames', () => {
    const clip = [0, 29, 59, 89].reduce(
      (built, frame) => setKey(built, skeleton, frame / 30, walk[frame]!),
      createClip('c', 'Clip', { duration: 89 / 30 }),
    );
    const first = (contacts: readonly { first: number; last: number }[]) => contacts.map(({ first: a, last: b }) => [a, b]);
    expect(first(contactsOf(rig, clip))).toEqual(first(contactsInPoses(rig, walk, 30)));
  });
});

test('the slide of planted joints is what they move from frame to frame', () => {
  const poses = carried([
    [0, 0],
    [0.003, 0],
    [0.003, 0.004],
    [9, 9],
  ]);
  const slide = slideOf(skeleton, poses, [{ joint: 3, first: 0, last: 2 }]);
  expect(slide.largest).toBeCloseTo(0.004, 12);
  expect(slide.mean).toBeCloseTo(0.0035, 12);
  expect(slide.steps).toBe(2);
  expect(slideOf(skeleton, poses, [])).toEqual({ largest: 0, mean: 0, steps: 0 });
});
