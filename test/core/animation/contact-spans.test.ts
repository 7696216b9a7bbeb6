import { describe, expect, test } from 'vitest';
import type { Clip, ContactPart, ContactSpan } from '../../../core/animation/clip.ts';
import { contactPoints, footPoints } from '../../../core/animation/holding/contact-points.ts';
import { sameSpan, slideOfContacts, withContacts, withContactsAt } from '../../../core/animation/holding/contact-spans.ts';
import { framesAround } from '../../../core/animation/holding/frames-around.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { limbsOf } from '../../../core/humanoid/body/limbs.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { soleOf } from '../../../core/humanoid/anatomy/masses.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';

const rig = buildRig(sceneOf(plainFigure()), { preset: 'free' });
const { skeleton, humanoid } = rig;
const empty = createClip('c', 'Clip', { fps: 30, duration: 2, loop: false });

const span = (part: ContactPart, from: number, to: number): ContactSpan => ({ part, from, to });

/** A clip whose body goes along x, at a metre a second. */
const walk = [0, 2].reduce((clip, x) => {
  const pose = restPose(skeleton);
  pose[0] = x;
  return setKey(skeleton, clip, x, pose);
}, empty);

describe('the contacts of a clip', () => {
  test('stand by part and time, those of one part that touch joined, whatever order they come in', () => {
    const spans = [
      span('rightToe', 1, 1.5),
      span('leftHeel', 1.2, 1.4),
      span('leftHeel', 0.2, 0.4),
      span('leftHeel', 0.4 + 0.5e-4, 0.6),
      span('leftHeel', 1, 1.6),
      span('leftBall', 0.4, 0.5),
      span('leftHeel', 0.6 + 2e-4, 0.7),
    ];
    const wanted = [
      span('leftHeel', 0.2, 0.6),
      span('leftHeel', 0.6 + 2e-4, 0.7),
      span('leftHeel', 1, 1.6),
      span('leftBall', 0.4, 0.5),
      span('rightToe', 1, 1.5),
    ];
    expect(withContacts(walk, spans).contacts).toEqual(wanted);
    expect(withContacts(walk, [...spans].reverse()).contacts).toEqual(wanted);
  });

  test('that are the same give the same clip, others another, none a clip without', () => {
    const held = withContacts(walk, [span('leftHeel', 0, 1), span('leftToe', 0, 1)]);
    expect(withContacts(held, [span('leftToe', 0, 1 + 0.5e-4), span('leftHeel', 0.5e-4, 1)])).toBe(held);
    expect(withContacts(walk, [])).toBe(walk);
    for (const other of [
      [span('leftHeel', 0, 1)],
      [span('leftHeel', 0, 1), span('leftBall', 0, 1)],
      [span('leftHeel', 0, 1), span('leftToe', 2e-4, 1)],
      [span('leftHeel', 0, 1), span('leftToe', 0, 1.01)],
    ])
      expect(withContacts(held, other).contacts).toEqual(other);
    expect('contacts' in withContacts(held, [])).toBe(false);
    expect(withContacts(held, [])).toEqual(walk);
    expect(sameSpan(span('leftHeel', 0, 1), span('rightHeel', 0, 1))).toBe(false);
  });

  test.each([
    [span('leftHeel', -0.1, 1), 'a contact must end after it begins, from 0 on, got -0.1 to 1'],
    [span('leftHeel', 1, 1), 'a contact must end after it begins, from 0 on, got 1 to 1'],
    [span('leftHeel', NaN, 1), 'the start of a contact must be a finite number, got NaN'],
    [span('leftHeel', 0, Infinity), 'the end of a contact must be a finite number, got Infinity'],
    [
      span('tail' as 'leftHeel', 0, 1),
      'a contact must be of one of leftHeel, leftBall, leftToe, leftHand, rightHeel, rightBall, rightToe, rightHand, got "tail"',
    ],
    [null as never, 'the contacts: number 0 must be an object, got null'],
  ])('of %j are refused', (contact, sentence) => {
    expect(() => withContacts(walk, [contact])).toThrow(sentence);
  });

  test('go along with their times: turned round, cut at 0, and gone where no time is left', () => {
    const spans = [span('leftHeel', 0.5, 1), span('rightHeel', 1.5, 1.8)];
    expect(withContactsAt(walk, spans, (time) => 2 - time).contacts).toEqual([
      span('leftHeel', 1, 1.5),
      span('rightHeel', expect.closeTo(0.2, 9), 0.5),
    ]);
    expect(withContactsAt(walk, spans, (time) => time - 0.7).contacts).toEqual([
      span('leftHeel', 0, expect.closeTo(0.3, 9)),
      span('rightHeel', 0.8, expect.closeTo(1.1, 9)),
    ]);
    expect(withContactsAt(walk, spans, (time) => Math.min(time, 1)).contacts).toEqual([span('leftHeel', 0.5, 1)]);
    expect(withContactsAt(walk, spans, () => 1)).toBe(walk);
  });
});

test('the slide of contacts is what their points move from frame to frame while they last, as it is shown', () => {
  const held = withContacts(walk, [span('leftHeel', 0.5, 1), span('rightToe', 1.9, 5)]);
  const slide = slideOfContacts(rig, held, walk);
  expect(slide).toMatchObject({ steps: 15 + 3, largest: expect.closeTo(1 / 30, 6), mean: expect.closeTo(1 / 30, 6) });
  const still = setKey(skeleton, empty, 0, restPose(skeleton));
  expect(slideOfContacts(rig, held, still)).toEqual({ steps: 18, largest: 0, mean: 0, worst: 0 });
  expect(slideOfContacts(rig, walk, walk).steps).toBe(0);
  expect(slideOfContacts(rig, withContacts(walk, [span('leftHeel', 0.5, 0.51)]), walk).steps).toBe(0);
  // A heel that a foot turns about stays, its toes do not.
  const toes = humanoid.leftToes!;
  const bent = [0, 1].reduce((clip, turn) => {
    const pose = restPose(skeleton);
    setRotation(pose, toes, fromAxisAngle([1, 0, 0], -turn));
    return setKey(skeleton, clip, turn, pose);
  }, empty);
  const slideOf = (part: ContactPart) => slideOfContacts(rig, withContacts(bent, [span(part, 0, 1)]), bent).largest;
  expect(slideOf('leftHeel')).toBe(0);
  expect(slideOf('leftBall')).toBe(0);
  expect(slideOf('leftToe')).toBeGreaterThan(1e-3);
});

describe('the points of a body that can be held', () => {
  const rest = forwardKinematics(skeleton, restPose(skeleton));

  test('are heel, ball, tip of the toes and wrist of each side, where the body has them at rest', () => {
    const points = contactPoints(rig);
    expect(points.map(({ part }) => part)).toEqual([
      'leftHeel',
      'leftBall',
      'leftToe',
      'leftHand',
      'rightHeel',
      'rightBall',
      'rightToe',
      'rightHand',
    ]);
    for (const { part, joint, offset } of points) {
      const side = part.startsWith('left') ? 'left' : 'right';
      const sole = soleOf(rig, side);
      const [wanted, bone] = part.endsWith('Heel')
        ? ([sole.heel, 'Foot'] as const)
        : part.endsWith('Ball')
          ? ([worldPosition(rest, humanoid[`${side}Toes`]!), 'Foot'] as const)
          : part.endsWith('Toe')
            ? ([sole.toe, 'Toes'] as const)
            : ([worldPosition(rest, humanoid[`${side}Hand`]!), 'Hand'] as const);
      expect(joint, part).toBe(humanoid[`${side}${bone}`]);
      expect(distance(pointOf(rest, joint, offset), wanted), part).toBeLessThan(1e-9);
    }
    for (const foot of footPoints(rig)) {
      const [x, , z] = worldPosition(rest, foot.toes);
      const [sx, sy, sz] = pointOf(rest, foot.limb.end, foot.ballSole);
      expect([sx, sz]).toEqual([expect.closeTo(x, 9), expect.closeTo(z, 9)]);
      expect(sy).toBeCloseTo(soleOf(rig, foot.side).toe[1], 9);
    }
  });

  test('of a foot without toes are all its own, its ball between ankle and tip', () => {
    const { leftToes: _, rightToes: __, ...map } = humanoid;
    const stiff = { ...rig, humanoid: map };
    for (const { joint, part } of contactPoints(stiff))
      if (!part.endsWith('Hand')) expect(joint).toBe(humanoid[part.startsWith('left') ? 'leftFoot' : 'rightFoot']);
    for (const foot of footPoints(stiff)) {
      expect([foot.toes, foot.ball]).toEqual([-1, foot.ballSole]);
      const [ankle, ball, toe] = [
        worldPosition(rest, foot.limb.end),
        pointOf(rest, foot.limb.end, foot.ball),
        pointOf(rest, foot.limb.end, foot.toe),
      ];
      expect((ball[2] - ankle[2]) / (toe[2] - ankle[2])).toBeCloseTo(0.72, 9);
      expect(ball[1]).toBeCloseTo(toe[1], 9);
    }
  });

  test('are none of limbs that are not whole', () => {
    const { leftLowerLeg: _, rightLowerArm: __, ...map } = humanoid;
    const parts = contactPoints({ ...rig, humanoid: map }).map(({ part }) => part);
    expect(parts).toEqual(['leftHand', 'rightHeel', 'rightBall', 'rightToe']);
  });
});

describe('the frames around a clip', () => {
  const limb = limbsOf(rig)[0]!;
  const held = (clip: Clip) => withContacts(clip, [span('leftHeel', 0, 0.5), span('leftHeel', 1.8, 2), span('leftToe', 1, 1.2)]);

  test('are its own where it does not loop', () => {
    const { poses, start, spansOf, shownFor } = framesAround(rig, held(walk));
    expect([poses.length, start]).toEqual([61, 0]);
    poses.forEach((pose, frame) => expect(pose).toEqual(sampleClip(skeleton, walk, frame / 30)));
    expect(spansOf('leftHeel')).toEqual([
      [0, 15],
      [54, 60],
    ]);
    expect(spansOf('leftToe')).toEqual([[30, 36]]);
    expect(spansOf('leftBall')).toEqual([]);
    expect(shownFor(limb)(0, 60)).toEqual([0, 60]);
    expect(shownFor(limb)(10, 13)).toEqual([10, 11, 12, 13]);
    expect(shownFor(limb)(60, 60)).toEqual([60]);
  });

  test('of a closed loop are those of the rounds before and after too, carried on over the floor; what is held across the seam is held as one', () => {
    const loop = held({ ...walk, loop: true });
    const { poses, start, spansOf, shownFor } = framesAround(rig, loop);
    expect([poses.length, start]).toEqual([181, 60]);
    poses.forEach((pose, frame) => expect(pose[0]).toBeCloseTo((frame - 60) / 30, 9));
    expect(spansOf('leftHeel')).toEqual([
      [0, 15],
      [54, 75],
      [114, 135],
      [174, 180],
    ]);
    expect(spansOf('leftToe')).toEqual([
      [30, 36],
      [90, 96],
      [150, 156],
    ]);
    expect(shownFor(limb)(50, 130)).toEqual([60, 120]);
  });

  test('of a loop that does not close, or that is a take of minutes, are its own', () => {
    const open = { ...held(walk), loop: true };
    const risen = restPose(skeleton);
    risen.set([2, 0.1, 0]);
    const turned = restPose(skeleton);
    setRotation(turned, humanoid.head!, fromAxisAngle([0, 1, 0], 0.3));
    for (const last of [risen, turned]) expect(framesAround(rig, setKey(skeleton, open, 2, last)).start).toBe(0);
    expect(framesAround(rig, { ...open, duration: 20 }).start).toBe(600);
    expect(framesAround(rig, { ...open, duration: 21 }).start).toBe(0);
  });

  test('ends of contacts behind the clip count up to its end', () => {
    expect(
      framesAround(rig, withContacts(walk, [span('leftHeel', 1.9, 4), span('leftToe', 2.5, 4)])).spansOf('leftHeel'),
    ).toEqual([[57, 60]]);
    expect(framesAround(rig, withContacts(walk, [span('leftToe', 2.5, 4)])).spansOf('leftToe')).toEqual([]);
  });
});
