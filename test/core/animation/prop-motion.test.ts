import { describe, expect, test } from 'vitest';
import type { Carrier } from '../../../core/animation/carrier.ts';
import { carrierAt, propFrameAt, timesOfProp, type PropMotion } from '../../../core/animation/prop-motion.ts';
import { composeFrames, frameSeenFrom, SAME_FRAME, type Frame } from '../../../core/math/frame.ts';
import { angleBetween, fromAxisAngle, normalizeQuat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance, normalize, type Vec3 } from '../../../core/math/vec3.ts';

const HAND: Carrier = { actor: 'actor-1', joint: 'hand.r' };
const OTHER: Carrier = { actor: 'actor-2', joint: 'hand.l' };

/** Hands that swing on smooth paths, each in its own way. */
function frameOf(carrier: Carrier | null, time: number): Frame {
  if (carrier === null) return SAME_FRAME;
  const own = 'actor' in carrier && carrier.actor === 'actor-1' ? 1 : 2.5;
  return {
    position: [own + Math.sin(own * time), 1 + 0.3 * Math.cos(2 * time), 0.4 * time],
    rotation: fromAxisAngle(normalize([own, 1, 0.5]), own * time),
  };
}

function apart(a: Frame, b: Frame): number {
  return Math.max(distance(a.position, b.position), angleBetween(a.rotation, b.rotation));
}

const rest = { position: [0.1, 0.2, 0.3] as Vec3, rotation: fromAxisAngle([0, 1, 0], 0.4), by: HAND };
const still: PropMotion = { keys: [], changes: [] };

/** Where it is as its carrier sees it. */
const heldFrameAt = (from: typeof rest, motion: PropMotion, time: number): Frame =>
  frameSeenFrom(propFrameAt(from, motion, time, frameOf), frameOf(carrierAt(from, motion, time), time));

describe('a prop', () => {
  test('that hangs from a hand keeps its place in that hand', () => {
    for (const time of [0, 0.7, 3]) {
      const frame = propFrameAt(rest, still, time, frameOf);
      expect(apart(frame, composeFrames(frameOf(HAND, time), rest))).toBeLessThan(1e-12);
    }
  });

  test('changes hands, is let go and is taken up again without a leap, whoever moves how (random seed 7)', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 50; round++) {
      const times = [random(), 1 + random(), 2 + random()];
      const motion: PropMotion = {
        keys: [],
        changes: [
          { from: times[0]!, by: OTHER },
          { from: times[1]!, by: null },
          { from: times[2]!, by: HAND },
        ],
      };
      for (const time of times) {
        const [before, after] = [time - 1e-7, time].map((at) => propFrameAt(rest, motion, at, frameOf)) as [Frame, Frame];
        expect(apart(before, after)).toBeLessThan(1e-5);
      }
      // Let go, it stays where it is.
      const [left, later] = [times[1]!, times[2]! - 1e-7].map((at) => propFrameAt(rest, motion, at, frameOf)) as [Frame, Frame];
      expect(apart(left, later)).toBeLessThan(1e-12);
      // In the other hand its place in that hand is the same all the time.
      const held = [times[0]!, (times[0]! + times[1]!) / 2].map((at) =>
        frameSeenFrom(propFrameAt(rest, motion, at, frameOf), frameOf(OTHER, at)),
      ) as [Frame, Frame];
      expect(apart(...held)).toBeLessThan(1e-12);
    }
  });

  test('is at its keys where they say, in the space of what carries it then', () => {
    const key = (time: number, x: number, turn: number) =>
      ({ time, position: [x, 0, 0], rotation: fromAxisAngle([0, 0, 1], turn), interpolation: 'linear' }) as const;
    const motion: PropMotion = { keys: [key(0.5, 1, 0), key(1.5, 2, 1), key(2.5, 9, 2)], changes: [{ from: 2, by: null }] };
    expect(apart(heldFrameAt(rest, motion, 0.5), motion.keys[0]!)).toBeLessThan(1e-12);
    const half = heldFrameAt(rest, motion, 1);
    expect(half.position[0]).toBeCloseTo(1.5, 12);
    expect(angleBetween(half.rotation, fromAxisAngle([0, 0, 1], 0.5))).toBeLessThan(1e-9);
    // The key after the change is one of the world.
    expect(apart(propFrameAt(rest, motion, 3, frameOf), motion.keys[2]!)).toBeLessThan(1e-12);
    // Between the change and that key it goes from where it was left.
    const left = propFrameAt(rest, motion, 2 - 1e-9, frameOf);
    expect(apart(left, propFrameAt(rest, motion, 2, frameOf))).toBeLessThan(1e-6);
    expect(normalizeQuat(half.rotation)).toBeDefined();
  });

  test('tells what carries it when, and when something is said of it', () => {
    const motion: PropMotion = {
      keys: [{ time: 1, position: [0, 0, 0], rotation: [0, 0, 0, 1], interpolation: 'step' }],
      changes: [
        { from: 1, by: OTHER },
        { from: 2, by: null },
      ],
    };
    expect([0, 1, 1.5, 2].map((time) => carrierAt(rest, motion, time))).toEqual([HAND, OTHER, OTHER, null]);
    expect(timesOfProp(motion)).toEqual([1, 2]);
  });
});
