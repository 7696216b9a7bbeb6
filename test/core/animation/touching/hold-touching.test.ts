import { describe, expect, test } from 'vitest';
import type { Clip, TouchingSpan } from '../../../../core/animation/clip.ts';
import { withContacts } from '../../../../core/animation/holding/contact-spans.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { holdTouching } from '../../../../core/animation/touching/hold-touching.ts';
import type { TouchingActor } from '../../../../core/animation/touching/touching-actor.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { composeFrames, frameOfPlace, frameSeenFrom, type Frame } from '../../../../core/math/frame.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { add, distance } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { cast } from '../../../benchmarks/scene/casts.ts';
import { PAIRINGS } from '../../../benchmarks/scene/pairings.ts';
import { cases, few } from '../../../helpers/extent.ts';
import { touchingPairing } from '../../../helpers/touching-scene.ts';

const members = cast();
const [mannequin, child] = members.map(({ rig }) => rig) as [Rig, Rig];
const NOTHING = () => null;
const FRAMES = Array.from({ length: 25 }, (_, i) => i / 24);
const FEET = ['leftFoot', 'rightFoot'] as const;

function poseIn({ rig }: TouchingActor, clip: Clip, time: number): Pose {
  return sampleClip(rig.skeleton, clip, time);
}

function worldOf(actor: TouchingActor, clip: Clip, time: number) {
  return forwardKinematics(actor.rig.skeleton, poseIn(actor, clip, time));
}

/** Where a bone of an actor is in the scene, and how it is turned. */
function boneAt(
  actor: TouchingActor,
  clip: Clip,
  time: number,
  joint: number,
  point: readonly [number, number, number] = [0, 0, 0],
): Frame {
  const world = worldOf(actor, clip, time);
  return composeFrames(frameOfPlace(actor.place), {
    position: pointOf(world, joint, point),
    rotation: worldRotation(world, joint),
  });
}

/** Millimetres and degrees by which the contacts of the actors are missed at a time. */
function missed(actors: readonly TouchingActor[], clips: readonly Clip[], time: number): { place: number; turn: number } {
  let [place, turn] = [0, 0];
  actors.forEach((actor, a) => {
    for (const { part, on } of (actor.clip.contacts ?? []) as readonly TouchingSpan[]) {
      const { by } = on as { by: { actor: string; joint: string } };
      const b = actors.findIndex(({ id }) => id === by.actor);
      const hand = boneAt(actor, clips[a]!, time, actor.rig.humanoid[part as 'leftHand']!, on.point);
      const held = composeFrames(boneAt(actors[b]!, clips[b]!, time, Number(by.joint)), on);
      place = Math.max(place, 1e3 * distance(hand.position, held.position));
      if (on.turns) turn = Math.max(turn, (180 / Math.PI) * angleBetween(hand.rotation, held.rotation));
    }
  });
  return { place, turn };
}

/** Degrees by which a joint of an actor turns between two times at most. */
function largestTurn(actor: TouchingActor, clip: Clip, from: number, to: number): number {
  const [a, b] = [from, to].map((time) => poseIn(actor, clip, time)) as [Pose, Pose];
  const turns = Array.from({ length: actor.rig.skeleton.count }, (_, j) => angleBetween(rotationOf(a, j), rotationOf(b, j)));
  return (180 / Math.PI) * Math.max(...turns);
}

const pairs = members.flatMap((a) => members.map((b) => [a, b] as const)).filter(([a, b]) => a !== b);

describe('contacts of a clip with another actor', () => {
  for (const [a, b] of pairs.slice(0, cases(1, pairs.length))) {
    test.each(few(Object.entries(PAIRINGS), 2))(
      `%s: ${a.name} and ${b.name} keep it in every frame, and their feet in place`,
      (_, pairing) => {
        const actors = touchingPairing(pairing(a.rig, b.rig));
        const clips = holdTouching(actors, NOTHING);
        expect(
          missed(
            actors,
            actors.map(({ clip }) => clip),
            0.5,
          ).place,
        ).toBeGreaterThan(5);
        for (const time of FRAMES) {
          const { place, turn } = missed(actors, clips, time);
          expect(place, `at ${time}`).toBeLessThan(1);
          expect(turn, `at ${time}`).toBeLessThan(0.5);
        }
        actors.forEach((actor, i) => {
          for (const foot of FEET) {
            const at = (clip: Clip) => boneAt(actor, clip, 0.5, actor.rig.humanoid[foot]!).position;
            expect(distance(at(clips[i]!), at(actor.clip))).toBeLessThan(1e-4);
          }
        });
      },
    );
  }
});

describe('a contact that lasts for a part of a clip', () => {
  const actors = touchingPairing(PAIRINGS['handshake']!(mannequin, child), 0.4, 0.6);
  const clips = holdTouching(actors, NOTHING);

  test('comes in and goes out without a leap, and leaves all else as it was', () => {
    actors.forEach((actor, a) => {
      const whole = Math.max(...FRAMES.map((time) => largestTurnFrom(actor, clips[a]!, time)));
      for (const time of FRAMES.slice(1)) {
        const own = largestTurn(actor, actor.clip, time - 1 / 24, time);
        expect(largestTurn(actor, clips[a]!, time - 1 / 24, time), `at ${time}`).toBeLessThan(own + 0.45 * whole);
      }
      for (const time of [0, 4 / 24, 20 / 24, 1]) expect(largestTurnFrom(actor, clips[a]!, time)).toBeLessThan(0.01);
    });
    expect(missed(actors, clips, 0.5).place).toBeLessThan(1);
  });

  test('keeps feet in place while it comes in', () => {
    actors.forEach((actor, a) => {
      for (const time of FRAMES) {
        for (const foot of FEET) {
          const at = (clip: Clip) => boneAt(actor, clip, time, actor.rig.humanoid[foot]!).position;
          expect(distance(at(clips[a]!), at(actor.clip)), `at ${time}`).toBeLessThan(1e-4);
        }
      }
    });
  });

  test('is not held while it is muted', () => {
    const muted = actors.map((actor) => ({
      ...actor,
      clip: withContacts(
        actor.clip,
        (actor.clip.contacts ?? []).map((each) => ({ ...each, isMuted: true as const })),
      ),
    }));
    expect(holdTouching(muted, NOTHING)).toEqual(muted.map(({ clip }) => clip));
  });

  /** Degrees by which a joint is turned from what is keyed at most. */
  function largestTurnFrom(actor: TouchingActor, clip: Clip, time: number): number {
    const [a, b] = [clip, actor.clip].map((each) => poseIn(actor, each, time)) as [Pose, Pose];
    const turns = Array.from({ length: actor.rig.skeleton.count }, (_, j) => angleBetween(rotationOf(a, j), rotationOf(b, j)));
    return (180 / Math.PI) * Math.max(...turns);
  }
});

describe('who gives way', () => {
  const shaking = touchingPairing(PAIRINGS['handshake']!(mannequin, child));
  const given = (gives: 'from' | 'on' | 'both') =>
    holdTouching(
      shaking.map((actor) => ({
        ...actor,
        clip: withContacts(
          actor.clip,
          (actor.clip.contacts ?? []).map((each) => (each.on ? { ...each, on: { ...each.on, gives } } : each)),
        ),
      })),
      NOTHING,
    );

  test.each([
    ['from', [true, false]],
    ['on', [false, true]],
    ['both', [true, true]],
  ] as const)('%s moves only those', (gives, moves) => {
    given(gives).forEach((clip, a) => expect(clip.tracks !== shaking[a]!.clip.tracks).toBe(moves[a]));
  });
});

describe('a hand on a thing and on the own body', () => {
  const [actor] = touchingPairing(PAIRINGS['handshake']!(mannequin, child)) as [TouchingActor, TouchingActor];
  const { leftHand, rightHand } = mannequin.humanoid as { leftHand: number; rightHand: number };
  const between = { ...actor, clip: withContacts(actor.clip, []) };
  const touching = (part: 'leftHand' | 'rightHand', on: TouchingSpan['on']): TouchingActor => ({
    ...between,
    clip: withContacts(between.clip, [{ part, from: 0, to: 1, on }]),
  });
  /** Where the hand is at first, and a little further. */
  const grip = (hand: number): Frame => {
    const frame = boneAt(between, between.clip, 0, hand);
    return { ...frame, position: add(frame.position, [0.02, 0.08, 0]) };
  };

  test('stays on one that goes its own way', () => {
    const held = touching('leftHand', { by: { prop: 'cup' }, position: [0, 0, 0], rotation: [0, 0, 0, 1], turns: true });
    const way = (time: number): Frame => ({ ...grip(leftHand), position: add(grip(leftHand).position, [0, 0.1 * time, 0]) });
    const [clip] = holdTouching([held], (_, time) => ({ by: null, frame: way(time) })) as [Clip];
    for (const time of FRAMES) {
      const hand = boneAt(held, clip, time, leftHand);
      expect(distance(hand.position, way(time).position), `at ${time}`).toBeLessThan(1e-3);
      expect(angleBetween(hand.rotation, way(time).rotation)).toBeLessThan(Math.PI / 360);
    }
  });

  test('stays on one that the other hand carries, which goes on as it was keyed', () => {
    const by = { actor: between.id, joint: String(rightHand) };
    const held = touching('leftHand', { by: { prop: 'staff' }, position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    const inHand = frameSeenFrom(grip(leftHand), boneAt(between, between.clip, 0, rightHand));
    const [clip] = holdTouching([held], () => ({ by, frame: inHand })) as [Clip];
    for (const time of FRAMES) {
      const right = boneAt(held, clip, time, rightHand);
      expect(distance(right.position, boneAt(held, between.clip, time, rightHand).position)).toBeLessThan(1e-4);
      expect(distance(boneAt(held, clip, time, leftHand).position, composeFrames(right, inHand).position)).toBeLessThan(1e-3);
    }
  });

  test('stays on the own body', () => {
    const hips = mannequin.humanoid.hips!;
    const at = frameSeenFrom(grip(leftHand), boneAt(between, between.clip, 0, hips));
    const held = touching('leftHand', { ...at, by: { joint: String(hips) } });
    const [clip] = holdTouching([held], NOTHING) as [Clip];
    for (const time of FRAMES) {
      const wanted = composeFrames(boneAt(held, clip, time, hips), at).position;
      expect(distance(boneAt(held, clip, time, leftHand).position, wanted), `at ${time}`).toBeLessThan(1e-3);
    }
  });

  test('is left out where a thing is not there, or hangs from that very hand', () => {
    const held = touching('leftHand', { by: { prop: 'cup' }, position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    expect(holdTouching([held], NOTHING)).toEqual([held.clip]);
    const by = { actor: held.id, joint: String(leftHand) };
    const frame: Frame = { position: [0, 0.1, 0], rotation: [0, 0, 0, 1] };
    expect(holdTouching([held], () => ({ by, frame }))[0]!.tracks).toBe(held.clip.tracks);
  });
});
