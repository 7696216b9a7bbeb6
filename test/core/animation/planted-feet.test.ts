import { describe, expect, test } from 'vitest';
import type { Contact, PlantableBone } from '../../../core/animation/contacts.ts';
import { hipLowering } from '../../../core/animation/lower-hips.ts';
import { plantFoot, type FootPath } from '../../../core/animation/planted-feet.ts';
import { angleBetween, fromAxisAngle, quatAt, rotate } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, distance, vec3At, type Vec3 } from '../../../core/math/vec3.ts';

const toes: Vec3 = [0, -0.06, 0.13];
const shape = { standing: 0.08, toes, toesStanding: 0.02, snap: 0.05 };
const random = seededRandom(8);

/** A foot that goes forward with noise and some pitch, 60 frames. */
const free: FootPath = (() => {
  const positions = new Float64Array(180);
  const rotations = new Float64Array(240);
  for (let frame = 0; frame < 60; frame++) {
    positions.set([0.004 * random(), 0.09 + 0.004 * random(), 0.003 * frame], 3 * frame);
    rotations.set(fromAxisAngle([1, 0, 0], 0.1 + 0.02 * random()), 4 * frame);
  }
  return { positions, rotations };
})();

const contact = (bone: PlantableBone, first: number, last: number): Contact => ({ bone, joint: 0, first, last });
const toesAt = (path: FootPath, frame: number) => add(vec3At(path.positions, frame), rotate(quatAt(path.rotations, frame), toes));

describe('a foot that is planted with heel and toes from frame 20 to 30, with the toes alone to 35', () => {
  const held = plantFoot(free, [contact('leftFoot', 20, 30), contact('leftToes', 22, 35)], shape, 30);

  test('keeps its joint, its toes and its rotation still', () => {
    for (let frame = 20; frame <= 30; frame++) {
      expect(distance(vec3At(held.positions, frame), vec3At(held.positions, 20))).toBeLessThan(1e-12);
    }
    for (let frame = 22; frame <= 35; frame++) expect(distance(toesAt(held, frame), toesAt(held, 22))).toBeLessThan(1e-12);
    for (let frame = 22; frame <= 30; frame++) {
      expect(angleBetween(quatAt(held.rotations, frame), quatAt(held.rotations, 22))).toBeLessThan(1e-7);
    }
  });

  test('stands on the floor with both, near where it was', () => {
    expect(held.positions[3 * 25 + 1]).toBeCloseTo(shape.standing, 12);
    expect(toesAt(held, 25)[1]).toBeCloseTo(shape.toesStanding, 12);
    expect(distance(vec3At(held.positions, 25), vec3At(free.positions, 25))).toBeLessThan(0.02);
  });

  test('moves freely half a second away', () => {
    for (const frame of [0, 10, 50, 59]) {
      expect(distance(vec3At(held.positions, frame), vec3At(free.positions, frame))).toBeLessThan(1e-12);
      expect(angleBetween(quatAt(held.rotations, frame), quatAt(free.rotations, frame))).toBeLessThan(1e-7);
    }
  });

  test('never jumps on the way in and out', () => {
    for (let frame = 1; frame < 60; frame++) {
      const step = distance(vec3At(held.positions, frame), vec3At(held.positions, frame - 1));
      expect(step, `frame ${frame}`).toBeLessThan(0.02);
    }
  });
});

test('two contacts close to each other pass smoothly from one place to the next', () => {
  const held = plantFoot(free, [contact('leftFoot', 10, 20), contact('leftFoot', 26, 40)], { ...shape, toes: null }, 30);
  const [from, to] = [held.positions[3 * 20 + 2]!, held.positions[3 * 26 + 2]!];
  for (let frame = 21; frame < 26; frame++) {
    const z = held.positions[3 * frame + 2]!;
    expect(z).toBeGreaterThan(from - 1e-3);
    expect(z).toBeLessThan(to + 1e-3);
  }
});

test('a foot planted high above the floor stays there, as on a stair', () => {
  const high = { ...free, positions: free.positions.map((value, i) => (i % 3 === 1 ? value + 0.3 : value)) };
  const held = plantFoot(high, [contact('leftFoot', 10, 20)], shape, 30);
  expect(held.positions[31]).toBeGreaterThan(0.35);
});

test('hips come down as far as a held foot needs, smoothly, and not at all for a foot in the air', () => {
  const frames = 90;
  const hipJoint = Float64Array.from({ length: 3 * frames }, (_, i) => (i % 3 === 1 ? 1 : 0));
  const foot = Float64Array.from({ length: 3 * frames }, (_, i) => (i % 3 === 0 && i > 120 && i < 150 ? 0.5 : 0));
  const leg = { hipJoint, foot, reach: 0.99, stretched: new Float64Array(frames), held: new Uint8Array(frames).fill(1) };
  const lowering = hipLowering([leg], frames, 30);
  for (let frame = 0; frame < frames; frame++) {
    const reach = Math.hypot(foot[3 * frame]!, 1 - lowering[frame]!);
    expect(reach, `frame ${frame}`).toBeLessThanOrEqual(0.99);
    if (frame > 0) expect(Math.abs(lowering[frame]! - lowering[frame - 1]!)).toBeLessThan(0.02);
  }
  expect(lowering[45]).toBeGreaterThan(0.1);
  expect(hipLowering([{ ...leg, held: new Uint8Array(frames) }], frames, 30).every((value) => value === 0)).toBe(true);
});
