import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../core/animation/clip.ts';
import { contactPoints, footPoints } from '../../../core/animation/holding/contact-points.ts';
import { slideOfContacts, withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { findContacts } from '../../../core/animation/holding/find-contacts.ts';
import { holdContacts } from '../../../core/animation/holding/hold-contacts.ts';
import { frameTimes, pointPaths, posesAt } from '../../../core/animation/joint-paths.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { playedClip } from '../../../core/animation/played-clip.ts';
import { joinClips, reverseClip, trimClip } from '../../../core/animation/recut.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { sampleMotions } from '../../helpers/bvh-clips.ts';
import { few } from '../../helpers/extent.ts';
import { fiveKeyWalk } from '../../helpers/five-key-walk.ts';
import { expectBakedAsPlayed } from '../../helpers/baked-as-played.ts';

const { rig, walk: WALK, contacts: CONTACTS } = fiveKeyWalk();
const { skeleton } = rig;
const NO_PINS = {};

/** Metres by which a point of a sole is under the floor, at most, on any frame. */
function sunk(of: Rig, clip: Clip): number {
  const points = footPoints(of).flatMap((foot) => [
    { joint: foot.limb.end, offset: foot.heel },
    { joint: foot.limb.end, offset: foot.ballSole },
    { joint: foot.toes < 0 ? foot.limb.end : foot.toes, offset: foot.toe },
  ]);
  const paths = pointPaths(of.skeleton, posesAt(of.skeleton, clip, frameTimes(clip)), points);
  return Math.max(...paths.map((path) => of.report.floor - Math.min(...path.filter((_, i) => i % 3 === 1))));
}

describe('a five-key walk whose feet roll from heel to toe', () => {
  const walk = withContacts(WALK, CONTACTS);
  const held = holdContacts(rig, walk);

  test('slides and sinks between its keys, and with contacts it does neither', () => {
    expect(slideOfContacts(rig, walk, walk).largest).toBeGreaterThan(0.003);
    expect(sunk(rig, walk)).toBeGreaterThan(0.01);
    expect(slideOfContacts(rig, walk, held).largest).toBeLessThan(0.0005);
    expect(sunk(rig, held)).toBeLessThan(0.0005);
  });

  test('that stand in a place below the floor stay above where the key has put them, also when the body dips between keys', () => {
    const lowered = (time: number, by: number) => {
      const pose = sampleClip(skeleton, walk, time);
      pose[1]! -= by;
      return pose;
    };
    const start = lowered(0, 0.2);
    const empty = createClip('low', 'Low', { duration: 1, loop: false });
    const low = [start, lowered(0, 0.23), lowered(0.5, 0.2)].reduce(
      (clip, pose, k) => setKey(skeleton, clip, k / 2, pose),
      empty,
    );
    const standing = withContacts(low, [{ part: 'leftHeel', from: 0, to: 0.3 }]);
    const { limb, heel } = footPoints(rig).find(({ side }) => side === 'left')!;
    const heights = (clip: Clip) =>
      pointPaths(skeleton, posesAt(skeleton, clip, frameTimes(clip)), [{ joint: limb.end, offset: heel }]).flatMap((path) =>
        [...path].filter((_, i) => i % 3 === 1),
      );
    const [before, after] = [low, holdContacts(rig, standing)].map(heights) as [number[], number[]];
    expect(Math.min(...before)).toBeLessThan(before[0]! - 0.02);
    expect(Math.min(...after)).toBeGreaterThan(before[0]! - 0.0005);
  });

  test('stays inside its limits, and joints of arms, trunk and head as they were', () => {
    for (const time of frameTimes(walk)) {
      const pose = sampleClip(skeleton, held, time);
      expect(isInsideLimits(skeleton, pose, 1e-5)).toBe(true);
    }
    const changed = held.tracks
      .filter((track) => !walk.tracks.includes(track))
      .map(({ joint }) => skeleton.names[joint] ?? 'root');
    for (const name of changed) expect(name).toMatch(/leg|foot|toe|root/i);
  });

  test('goes round without a jump: what is held at the end of a loop is held at its beginning', () => {
    const loop = holdContacts(rig, { ...walk, loop: true });
    const [first, last] = [0, walk.duration].map((time) => sampleClip(skeleton, loop, time)) as [Pose, Pose];
    for (const joint of skeleton.names.keys()) {
      expect(angleBetween(rotationOf(first, joint), rotationOf(last, joint))).toBeLessThan(0.002);
    }
    expect(last[1]).toBeCloseTo(first[1]!, 3);
  });

  test('is baked as it is previewed, to a millionth', () => {
    expectBakedAsPlayed(rig, held);
  });

  test('is played so, once for each clip, and without contacts as it is', () => {
    const played = playedClip(rig, walk, NO_PINS);
    expect(played).toEqual(held);
    expect(playedClip(rig, walk, NO_PINS)).toBe(played);
    expect(holdContacts(rig, WALK)).toBe(WALK);
  });
});

describe.each(few(sampleMotions(), 2))('$name', ({ rig: own, clip }) => {
  test('holds what it stands on, on its own skeleton and on the mannequin', () => {
    const brought = retargetClip(own, clip, rig).clip;
    for (const [of, motion] of [
      [own, clip],
      [rig, brought],
    ] as const) {
      const found = withContacts(motion, findContacts(of, motion));
      if (!found.contacts) continue;
      const held = holdContacts(of, found);
      expect(slideOfContacts(of, found, held).largest).toBeLessThan(1e-3);
      const lowest = lowestContact(of, found);
      // The floor of a capture may be lower than that of its rest pose: no sole is under what it stands on.
      expect(sunk(of, held)).toBeLessThan(Math.max(0.001, of.report.floor - lowest + 0.001));
    }
  });
});

/** World height of the lowest contact, metres. */
function lowestContact(of: Rig, clip: Clip): number {
  const points = contactPoints(of);
  const paths = pointPaths(of.skeleton, posesAt(of.skeleton, clip, frameTimes(clip)), points);
  const heights = (clip.contacts ?? []).flatMap(({ part, from, to }) => {
    const path = paths[points.findIndex((point) => point.part === part)]!;
    const [first, last] = [from, to].map((time) => Math.round(time * clip.fps)) as [number, number];
    return Array.from({ length: last - first + 1 }, (_, i) => path[3 * (first + i) + 1]!);
  });
  return Math.min(...heights);
}

test('contacts are cut, turned round and joined with their clip', () => {
  const walk = withContacts(WALK, CONTACTS);
  const span = (clip: Clip, part: string) =>
    clip.contacts?.filter((each) => each.part === part).map(({ from, to }) => [from, to].map((time) => Math.round(1000 * time)));
  expect(span(trimClip(walk, 0.4, 1.2), 'leftHeel')).toEqual([[0, 100]]);
  expect(span(trimClip(walk, 0.4, 1.2), 'rightBall')).toEqual([]);
  expect(span(reverseClip(walk), 'leftHeel')).toEqual([[1500, 2000]]);
  const start = Math.round(1000 * (2 + 1 / 30));
  expect(span(joinClips(walk, walk), 'leftHeel')).toEqual([
    [0, 500],
    [start, start + 500],
  ]);
});

test('contacts of one part that touch become one, in order, and none can end before it begins', () => {
  const clip = withContacts(WALK, [
    { part: 'rightHeel', from: 1, to: 1.2 },
    { part: 'leftHand', from: 0.5, to: 1 },
    { part: 'rightHeel', from: 1.1, to: 1.5 },
  ]);
  expect(clip.contacts).toEqual([
    { part: 'leftHand', from: 0.5, to: 1 },
    { part: 'rightHeel', from: 1, to: 1.5 },
  ]);
  expect(withContacts(clip, [])).toEqual(WALK);
  expect(() => withContacts(WALK, [{ part: 'leftHeel', from: 1, to: 1 }])).toThrow(
    'a contact must end after it begins, from 0 on, got 1 to 1',
  );
  expect(() => withContacts(WALK, [{ part: 'nose' as 'leftHeel', from: 0, to: 1 }])).toThrow(
    'a contact must be of one of leftHeel',
  );
});

test('a held hand stays where its key has it while the body bows', () => {
  const bow = restPose(skeleton);
  bow.set([0, -0.05, 0.03]);
  const clip = [restPose(skeleton), bow, restPose(skeleton)].reduce(
    (built, pose, k) => setKey(skeleton, built, k / 2, pose),
    createClip('bow', 'Bow', { duration: 1, loop: false }),
  );
  const holding = withContacts(clip, [{ part: 'leftHand', from: 0, to: 1 }]);
  expect(slideOfContacts(rig, holding, clip).largest).toBeGreaterThan(0.002);
  expect(slideOfContacts(rig, holding, holdContacts(rig, holding)).largest).toBeLessThan(0.001);
});
