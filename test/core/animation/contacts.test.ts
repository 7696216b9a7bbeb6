import { describe, expect, test } from 'vitest';
import { contactsInPoses, contactsOf, type ContactSettings } from '../../../core/animation/contacts.ts';
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

/** Frames that begin at `x`, each so many metres further along x (and up). */
const steady = (count: number, x: number, along: number, up = 0): (readonly [x: number, y: number])[] =>
  stretch(count, (i) => [x + along * i, up * i] as const);

/** First and last frames of the left foot's contacts. */
const leftFoot = (poses: readonly Pose[], fps: number, settings?: ContactSettings): number[][] =>
  contactsInPoses(rig, poses, fps, settings).flatMap(({ bone, first, last }) => (bone === 'leftFoot' ? [[first, last]] : []));

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
    const small = { ...rig, report: { ...rig.report, hipHeight: 0.01 } };
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

  test('that last less than a tenth of a second are none, unless shorter ones are asked for', () => {
    /** Runs 3 m, rests for some frames, runs on; frames of the left foot's contacts. */
    const rests = (frames: number, settings?: ContactSettings) =>
      leftFoot(carried([...steady(15, 0, 0.1), ...steady(frames, 1.5, 0), ...steady(15, 1.6, 0.1)]), 30, settings);
    expect(rests(5)).toEqual([]);
    expect(rests(5, { shortest: 0.05 })).toHaveLength(1);
    expect(rests(8)).toHaveLength(1);
  });

  test('are not broken by one frame of noise, but by a tenth of a second in the air', () => {
    /** Two seconds at 120 frames a second, with the feet 10 cm up for some frames in the middle. */
    const lifted = (frames: number) =>
      leftFoot(carried(stretch(240, (i) => [0, i >= 120 && i < 120 + frames ? 0.1 : 0] as const)), 120);
    expect(lifted(0)).toEqual([[0, 239]]);
    expect(lifted(1)).toEqual([[0, 239]]);
    expect(lifted(12)).toHaveLength(2);
  });

  test('are found again within a second on a higher floor', () => {
    const stairs = leftFoot(
      carried([...stretch(60, () => [0, 0] as const), ...steady(10, 0, 0.06, 0.03), ...stretch(120, () => [0.6, 0.3] as const)]),
      30,
    );
    expect(stairs).toHaveLength(2);
    expect(stairs[1]![0]).toBeLessThanOrEqual(70 + 30 + 2);
    expect(stairs[1]![1]).toBe(189);
  });

  test('begin when a foot is nearly still, and outlast a slide that would not begin one', () => {
    const sliding = 0.28 / 30;
    const [arriving, leaving] = [steady(15, -1.5, 0.1), steady(15, sliding * 7, 0.1)];
    expect(leftFoot(carried([...arriving, ...steady(8, 0, sliding), ...leaving]), 30)).toEqual([]);
    const settled = leftFoot(carried([...arriving, ...steady(12, 0, 0), ...steady(8, 0, sliding), ...leaving]), 30);
    expect(settled).toHaveLength(1);
    // The last frame of the slide is already half of the next step.
    expect(settled[0]![1]).toBeGreaterThanOrEqual(15 + 12 + 8 - 2);
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
