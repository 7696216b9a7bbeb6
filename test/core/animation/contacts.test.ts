import { describe, expect, test } from 'vitest';
import { contactsInPoses, contactsOf, PLANTABLE_BONES, type ContactSettings } from '../../../core/animation/contacts.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { slideOf } from '../../../core/animation/slide.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { conjugate, fromAxisAngle, multiply } from '../../../core/math/quat.ts';
import { UNIT_X } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;

/** Poses in which the whole body follows a path of [x, y, z] metres. */
function carried(path: readonly (readonly [x: number, y: number, z?: number])[], of = skeleton): Pose[] {
  return path.map(([x, y, z = 0]) => {
    const pose = restPose(of);
    pose.set([x, y, z]);
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
    contacts.slice(1).forEach(({ first }, i) => expect(first - contacts[i]!.last).toBe(Math.round(0.15 * 30)));
  });

  test('that last less than a tenth of a second are none, unless shorter ones are asked for', () => {
    /** Runs 3 m, rests for some frames, runs on; frames of the left foot's contacts. */
    const rests = (frames: number, settings?: ContactSettings) =>
      leftFoot(carried([...steady(15, 0, 0.1), ...steady(frames, 1.5, 0), ...steady(15, 1.6, 0.1)]), 30, settings);
    expect(rests(5)).toEqual([]);
    expect(rests(5, { shortest: 0.05 })).toHaveLength(1);
    expect(rests(8)).toHaveLength(1);
  });

  test('that the beginning or the end cuts may last half as long', () => {
    const cut = (first: number, last: number) =>
      leftFoot(carried([...steady(first, 0, 0), ...steady(30, 0.1, 0.1), ...steady(last, 3.1, 0)]), 30);
    expect(cut(4, 0)).toEqual([[0, 2]]);
    expect(cut(2, 0)).toEqual([]);
    expect(cut(0, 4)).toHaveLength(1);
  });

  test('are not broken by one frame of noise, but by a tenth of a second in the air', () => {
    /** Two seconds at 120 frames a second, with the feet 10 cm up for some frames in the middle. */
    const lifted = (frames: number) =>
      leftFoot(carried(stretch(240, (i) => [0, i >= 120 && i < 120 + frames ? 0.1 : 0] as const)), 120);
    expect(lifted(0)).toEqual([[0, 239]]);
    expect(lifted(1)).toEqual([[0, 239]]);
    expect(lifted(12)).toHaveLength(2);
  });

  test('are joined over a gap of a twentieth of a second, and no longer one', () => {
    // Lifted by a millimetre, too slowly to count as moving: only the height tells.
    const lifted = (frames: number) =>
      leftFoot(carried(stretch(240, (i) => [0, i >= 120 && i < 120 + frames ? 0.001 : 0] as const)), 120, { height: 5e-4 });
    expect(lifted(5)).toEqual([[0, 239]]);
    expect(lifted(6)).toHaveLength(2);
  });

  test('are two where a foot is put down elsewhere after a short gap', () => {
    // Lifted by a millimetre for five frames, and put down six millimetres farther.
    const hop = carried([
      ...stretch(60, () => [0, 0] as const),
      ...stretch(5, () => [0.003, 0.001] as const),
      ...stretch(60, () => [0.006, 0] as const),
    ]);
    expect(leftFoot(hop, 120, { height: 5e-4, drift: 0.005 })).toHaveLength(2);
    expect(leftFoot(hop, 120, { height: 5e-4, drift: 0.02 })).toEqual([[0, 124]]);
  });

  test('are found up to six hundredths of the hip height above the lowest place, and not higher', () => {
    const raised = (height: number) =>
      leftFoot(carried(stretch(60, (i) => [0, i < 30 ? 0 : height] as const)), 30).filter(([first]) => first! >= 30);
    expect(raised(0.055)).toHaveLength(1);
    expect(raised(0.065)).toEqual([]);
  });

  test('end where a foot has risen by a fortieth of the leg above its lowest since it was set down', () => {
    // A quarter of a metre a second: too slow to lift off, too fast to be set down. Thigh and shin are 0.87 m long, so that 0.0217 m are enough.
    const up = 0.25 / 120;
    const rising = (from: number) => stretch(30, (i) => [0, from + up * i] as const);
    const still = stretch(60, () => [0, 0] as const);
    expect(leftFoot(carried([...still, ...rising(0)]), 120)).toEqual([[0, 60 + 10]]);
    const sinking = stretch(60, (i) => [0, 0.01 * (1 - i / 59)] as const);
    expect(leftFoot(carried([...sinking, ...rising(0)]), 120)).toEqual([[0, 60 + 10]]);
    expect(leftFoot(carried([...still, ...rising(0)]), 120, { rise: 0.05 })).toEqual([[0, 60 + 20]]);
    // Before it is set down it may come from as high as it likes.
    const landing = stretch(20, (i) => [0, 0.05 - 0.0025 * i] as const);
    expect(leftFoot(carried([...landing, ...still, ...rising(0)]), 120).at(-1)![1]).toBe(20 + 60 + 10);
  });

  test('of one foot are found where the body has no other', () => {
    const { rightFoot: _, ...oneFooted } = rig.humanoid;
    const contacts = contactsInPoses({ ...rig, humanoid: oneFooted }, walk, 30);
    expect(contacts.map(({ bone }) => bone)).toEqual(['leftFoot', 'leftFoot']);
    expect(contacts[0]).toMatchObject({ first: 0 });
  });

  test('are found from a second after a step up, and until a second before a step down', () => {
    const up = [...stretch(60, () => [0, 0] as const), ...steady(6, 0, 0.1, 0.05), ...stretch(120, () => [0.6, 0.3] as const)];
    // Frame 65 is the first that is near enough to the height of the stair.
    const [floor, stair] = leftFoot(carried(up), 30);
    expect(floor![0]).toBe(0);
    expect(stair).toEqual([65 + 30, 185]);
    const mirrored = [stair!, floor!].map(([first, last]) => [185 - last!, 185 - first!]);
    expect(leftFoot(carried(up.toReversed()), 30)).toEqual(mirrored);
  });

  test('are not made by a foot that is held in the air beside the one that stands', () => {
    const leg = rig.humanoid.leftUpperLeg!;
    const rest = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), leg);
    const pose = restPose(skeleton);
    setRotation(pose, leg, multiply(multiply(conjugate(rest), fromAxisAngle(UNIT_X, -1)), rest));
    const held = stretch(60, () => pose);
    expect(contactsInPoses(rig, held, 30).map(({ bone, first, last }) => [bone, first, last])).toEqual([['rightFoot', 0, 59]]);
  });

  test('of toes are measured from where toes come, those of feet from where feet come', () => {
    const toed = buildRig(sceneOf(plainFigure()));
    const standing = contactsInPoses(
      toed,
      carried(
        stretch(30, () => [0, 0] as const),
        toed.skeleton,
      ),
      30,
    );
    expect(standing.map(({ bone, joint, first, last }) => [bone, joint, first, last])).toEqual(
      PLANTABLE_BONES.map((bone) => [bone, toed.humanoid[bone], 0, 29]),
    );
  });

  test('end where a foot goes off in any direction', () => {
    for (const [x, z] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const off = carried([
        ...stretch(30, () => [x, 0, z] as const),
        ...stretch(30, (i) => [x * (1 + i / 10), 0, z * (1 + i / 10)] as const),
      ]);
      expect(leftFoot(off, 30)).toEqual([[0, 29]]);
    }
  });

  test('of a motion shorter than the shortest are all of it', () => {
    const still = carried([
      [0, 0],
      [0, 0],
    ]);
    expect(leftFoot(still, 30)).toEqual([[0, 1]]);
    expect(leftFoot(carried([...Array.from({ length: 2 }, () => [0, 0] as const), [0.2, 0.3], [0.4, 0.3]]), 30)).toEqual([]);
  });

  test('of a single pose are none, unless no length at all is asked for', () => {
    expect(leftFoot(carried([[0, 0]]), 30)).toEqual([]);
    expect(leftFoot(carried([[0, 0]]), 30, { shortest: 0 })).toEqual([[0, 0]]);
    expect(leftFoot([], 30, { shortest: 0 })).toEqual([]);
  });

  test('are not hidden by the noise of a capture at a high frame rate', () => {
    const noise = [0, 0.002, 0, -0.002];
    expect(leftFoot(carried(stretch(120, (i) => [noise[i % 4]!, 0] as const)), 120)).toEqual([[0, 119]]);
  });

  test('of a giant are those of a man, everything being four times as large', () => {
    const giant = { ...rig, skeleton: { ...rig.skeleton, offsets: rig.skeleton.offsets.map((metres) => 4 * metres) } };
    // Sets down, creeps away, stands, slides on, lifts off, and stands a little higher.
    const path = [
      ...steady(15, -1.5, 0.1),
      ...steady(40, 0, 0.0043),
      ...steady(12, 0.172, 0),
      ...steady(9, 0.172, 0.0083),
      ...steady(15, 0.3, 0.1),
      ...stretch(40, () => [1.8, 0.05] as const),
    ];
    const large = path.map(([x, y]) => [4 * x, 4 * y] as const);
    const contacts = contactsInPoses(rig, carried(path), 30);
    expect(contacts.length).toBeGreaterThan(4);
    expect(contactsInPoses(giant, carried(large), 30)).toEqual(contacts);
    const hop = stretch(125, (i) => (i < 60 ? [0, 0] : i < 65 ? [0.003, 0.001] : [0.006, 0]) as readonly [number, number]);
    for (const drift of [0.005, 0.02]) {
      const hops = contactsInPoses(rig, carried(hop), 120, { height: 5e-4, drift });
      const larger = hop.map(([x, y]) => [4 * x, 4 * y] as const);
      expect(contactsInPoses(giant, carried(larger), 120, { height: 5e-4, drift })).toEqual(hops);
    }
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
      (built, frame) => setKey(skeleton, built, frame / 30, walk[frame]!),
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
  expect(slideOf(skeleton, poses, [])).toEqual({ largest: 0, mean: 0, steps: 0, worst: 0 });
});
