import { describe, expect, test } from 'vitest';
import type { Clip, ContactPart } from '../../../core/animation/clip.ts';
import { contactPoints } from '../../../core/animation/holding/contact-points.ts';
import { withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { holdContacts } from '../../../core/animation/holding/hold-contacts.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween, fromAxisAngle } from '../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { bentAt, plainFigure, preBent, sceneOf } from '../../helpers/figure.ts';

/** Knees and elbows are bent at rest, so that limbs can be stretched and drawn in. */
const rig = buildRig(sceneOf(bentAt(bentAt(preBent(plainFigure(), 12), 'lowerarm.l', 1, -20), 'lowerarm.r', 1, 20)));
const { skeleton, humanoid } = rig;
const DURATION = 2;

/** A clip of keys at these times: where the body is, and how far it bows, radians. */
function moving(keys: readonly (readonly [time: number, at: Vec3, bow: number])[]): Clip {
  return keys.reduce(
    (clip, [time, at, bow]) => {
      const pose = restPose(skeleton);
      pose.set(at);
      setRotation(pose, humanoid.spine!, fromAxisAngle([1, 0, 0], bow));
      return setKey(skeleton, clip, time, pose);
    },
    createClip('c', 'Clip', { duration: DURATION, loop: false }),
  );
}

const placeIn = (pose: Pose, part: ContactPart): Vec3 => {
  const { joint, offset } = contactPoints(rig).find((point) => point.part === part)!;
  return pointOf(forwardKinematics(skeleton, pose), joint, offset);
};
const shown = (clip: Clip, frame: number): Pose => sampleClip(skeleton, clip, frame / 30);
const held = (clip: Clip, ...spans: readonly (readonly [ContactPart, number, number])[]): Clip =>
  holdContacts(
    rig,
    withContacts(
      clip,
      spans.map(([part, from, to]) => ({ part, from, to })),
    ),
  );
const frames = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const bowing = moving([
  [0, [0, 0, 0], 0],
  [1, [0, -0.02, 0.02], 0.15],
  [2, [0, 0, 0], 0],
]);
const LEFT_ARM = ['leftUpperArm', 'leftLowerArm', 'leftHand'] as const;

describe('a held hand', () => {
  const clip = held(bowing, ['leftHand', 0.6, 1.4]);

  test('stays where its key has it, turned as the clip turns it, and inside the limits', () => {
    const wanted = placeIn(shown(bowing, 30), 'leftHand');
    expect(distance(placeIn(shown(bowing, 18), 'leftHand'), wanted)).toBeGreaterThan(0.02);
    for (const frame of frames(18, 42)) {
      const pose = shown(clip, frame);
      expect(distance(placeIn(pose, 'leftHand'), wanted), `frame ${frame}`).toBeLessThan(2e-4);
      const [now, before] = [pose, shown(bowing, frame)].map((each) =>
        worldRotation(forwardKinematics(skeleton, each), humanoid.leftHand!),
      );
      expect(angleBetween(now!, before!), `frame ${frame}`).toBeLessThan(3e-3);
      expect(isInsideLimits(skeleton, pose)).toBe(true);
    }
  });

  test('leaves all but its arm as it was, and its arm from a fifth of a second away', () => {
    const arm = new Set<number>(LEFT_ARM.map((bone) => humanoid[bone]!));
    for (const frame of frames(0, 60)) {
      const [now, before] = [shown(clip, frame), shown(bowing, frame)];
      expect([...now.subarray(0, 3)], `frame ${frame}`).toEqual([...before.subarray(0, 3)]);
      const isFar = frame <= 12 || frame >= 48;
      for (let joint = 0; joint < skeleton.count; joint++)
        if (isFar || !arm.has(joint))
          expect(angleBetween(rotationOf(now, joint), rotationOf(before, joint)), `${joint}, ${frame}`).toBeLessThan(1e-7);
    }
    expect(distance(placeIn(shown(clip, 15), 'leftHand'), placeIn(shown(bowing, 15), 'leftHand'))).toBeGreaterThan(1e-3);
  });
});

describe('held feet', () => {
  const bounce = (up: number, ahead = 0) =>
    moving([
      [0, [0, 0, 0], 0],
      [1, [0, up, ahead], 0],
      [2, [0, 0, 0], 0],
    ]);
  const both = (from: number, to: number) =>
    (['leftHeel', 'leftBall', 'rightHeel', 'rightBall'] as const).map((part) => [part, from, to] as const);
  const leg = 0.422 + 0.434;

  test('stay in their places while the body goes down and up, which keeps its own way as far as the legs reach', () => {
    for (const up of [-0.02, 0.002]) {
      const clip = held(bounce(up), ...both(0, 2));
      for (const frame of frames(0, 60)) {
        const pose = shown(clip, frame);
        for (const [part] of both(0, 2))
          expect(distance(placeIn(pose, part), placeIn(restPose(skeleton), part)), `${part}, ${frame}`).toBeLessThan(3e-4);
        expect(pose[1]).toBeCloseTo(shown(bounce(up), frame)[1]!, 9);
      }
    }
  });

  test('take the body down where the legs are too short, by no more than that, and by six hundredths of its height at most', () => {
    const shownAt = (up: number): Pose => shown(held(bounce(up), ...both(0, 2)), 30);
    const stretch = (pose: Pose): number => {
      const world = forwardKinematics(skeleton, pose);
      return distance(worldPosition(world, humanoid.leftUpperLeg!), worldPosition(world, humanoid.leftFoot!)) / leg;
    };
    const low = shownAt(0.06);
    expect(low[1]).toBeLessThan(0.05);
    expect(stretch(low)).toBeCloseTo(0.9998, 5);
    const most = 0.06 * rig.report.hipHeight;
    expect(shownAt(0.2)[1]).toBeCloseTo(0.2 - most, 9);
  });

  test('take the body down only around their contact', () => {
    const high = moving([
      [0, [0, 0.09, 0], 0],
      [2, [0, 0.09, 0], 0],
    ]);
    const clip = held(high, ['leftHeel', 0.8, 1.2], ['leftBall', 0.8, 1.2]);
    const heights = frames(0, 60).map((frame) => shown(clip, frame)[1]!);
    expect(heights.slice(0, 19).every((height) => Math.abs(height - 0.09) < 1e-9)).toBe(true);
    expect(heights.slice(42).every((height) => Math.abs(height - 0.09) < 1e-9)).toBe(true);
  });
});

test('a clip without contacts, without keys, or whose contacts hold by themselves is the clip itself', () => {
  expect(holdContacts(rig, bowing)).toBe(bowing);
  const empty = withContacts(createClip('e', 'Empty'), [{ part: 'leftHeel', from: 0, to: 1 }]);
  expect(holdContacts(rig, empty)).toBe(empty);
  const still = withContacts(moving([[0, [0, 0, 0], 0]]), [{ part: 'leftHand', from: 0, to: 1 }]);
  expect(holdContacts(rig, still)).toBe(still);
});
