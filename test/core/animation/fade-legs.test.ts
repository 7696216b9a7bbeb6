import { expect, test } from 'vitest';
import type { StandingFoot } from '../../../core/animation/retarget/foot-stands.ts';
import { planFoot } from '../../../core/animation/retarget/plan-feet.ts';
import { fromAxisAngle, rotate } from '../../../core/math/quat.ts';
import { add, distance, vec3At, type Vec3 } from '../../../core/math/vec3.ts';

const FPS = 30;
const FRAMES = 40;
const [UPPER, LOWER, STANDING] = [0.42, 0.4, 0.08];

/** A leg that swings forward about the hip in the plane of the walk, bent at the knee by so much in each frame. */
function swinging(angleAt: (frame: number) => number, bendAt: (frame: number) => number, hip = 0.95) {
  return Array.from({ length: FRAMES }, (_, frame) => {
    const top: Vec3 = [0.1, hip, 0];
    const bone = (angle: number, length: number) => rotate(fromAxisAngle([1, 0, 0], -angle), [0, -length, 0]);
    const knee = add(top, bone(angleAt(frame) + bendAt(frame) / 2, UPPER));
    const ankle = add(knee, bone(angleAt(frame) - bendAt(frame) / 2, LOWER));
    return {
      positions: Float64Array.of(...ankle, ...top, ...knee),
      rotations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    };
  });
}

function planned(worlds: ReturnType<typeof swinging>, stands: StandingFoot['ankleStands']) {
  const foot: StandingFoot = {
    side: 'left',
    limb: { name: 'leftLeg', end: 0, upper: 1, bend: 2, hock: -1, joints: [0, 2, 1], length: UPPER + LOWER },
    shape: {
      standing: STANDING,
      toes: null,
      toesStanding: STANDING,
      ball: [0, -STANDING, 0.13],
      up: [0, 1, 0],
      ahead: [0, 0, 1],
      snap: 0.05,
    },
    sourceTop: 0,
    sourceAnkle: 0,
    sourceFloor: 0,
    toes: -1,
    knowsToes: false,
    ankleStands: stands,
    toeStands: stands,
  };
  const path = planFoot(foot, worlds, FPS);
  const placeOf = (frame: number) => vec3At(path.positions, frame);
  /** By the law of cosines. */
  const bendOf = (frame: number) => {
    const reach = distance(placeOf(frame), vec3At(worlds[frame]!.positions, 1));
    const cosine = (UPPER ** 2 + LOWER ** 2 - reach * reach) / (2 * UPPER * LOWER);
    return Math.PI - Math.acos(Math.max(-1, Math.min(1, cosine)));
  };
  return { placeOf, bendOf };
}

test('A straight leg in the air stays straight on its way to where it stands bent', () => {
  const worlds = swinging(
    (frame) => 0.7 - 0.02 * frame,
    (frame) => (frame < 20 ? 0.02 : 0.5),
    0.85,
  );
  const { placeOf, bendOf } = planned(worlds, [{ first: 20, last: 32, level: 0, attitude: 'flat' }]);
  const further = bendOf(20) - 0.5;
  expect(further).toBeGreaterThan(0.02);
  for (let frame = 0; frame < 20; frame++) expect(bendOf(frame), `frame ${frame}`).toBeLessThan(0.025 + further);
  for (let frame = 0; frame < 14; frame++)
    expect(distance(placeOf(frame), vec3At(worlds[frame]!.positions, 0))).toBeLessThan(1e-12);
  for (let frame = 21; frame <= 32; frame++) expect(distance(placeOf(frame), placeOf(20))).toBeLessThan(1e-9);
});

test('a straight leg that would be in the floor swings out of it, and its knee hardly bends', () => {
  const { placeOf, bendOf } = planned(
    swinging(
      () => 0.9,
      () => 0.02,
      0.55,
    ),
    [],
  );
  for (let frame = 0; frame < FRAMES; frame++) {
    expect(placeOf(frame)[1]).toBeGreaterThan(STANDING - 1e-9);
    expect(bendOf(frame)).toBeLessThan(0.06);
  }
});

test('a foot that stands while its knee straightens stands where the straight leg has it rather than in the middle', () => {
  const bendIn = (frame: number) => Math.max(0.02, 0.8 - 0.025 * frame);
  const reachIn = (frame: number) => UPPER * Math.cos(bendIn(frame) / 2) + LOWER * Math.cos(bendIn(frame) / 2);
  const worlds = swinging((frame) => Math.acos(Math.min(1, reachIn(0) / reachIn(frame))), bendIn, STANDING + reachIn(0));
  const { placeOf, bendOf } = planned(worlds, [{ first: 0, last: FRAMES - 1, level: 0, attitude: 'flat' }]);
  const ankles = worlds.map(({ positions }) => vec3At(positions, 0));
  const middle = ankles.reduce((sum, [, , z]) => sum + z / FRAMES, 0);
  expect(ankles.at(-1)![2]).toBeGreaterThan(middle + 0.05);
  for (let frame = 1; frame < FRAMES; frame++) expect(distance(placeOf(frame), placeOf(0))).toBeLessThan(1e-9);
  expect(placeOf(0)[2]).toBeGreaterThan(middle + 0.01);
  expect(bendOf(FRAMES - 1)).toBeLessThan(0.4);
});
