import { describe, expect, test } from 'vitest';
import {
  buildRig,
  closeHand,
  createSurface,
  fingersOfHand,
  forwardKinematics,
  fromHand,
  intoHand,
  isInsideLimits,
  placeInHand,
  placeSurface,
  restPose,
  rotate,
  conjugate,
  type GripOptions,
  type HandGrip,
  type Pose,
  type Rig,
  type Frame,
  type Shape,
  type Vec3,
} from '../../../../core/index.ts';
import { pointOf } from '../../../../core/skeleton/forward-kinematics.ts';
import { sizeOf } from '../../../../core/humanoid/body/rig.ts';
import { TRIES_ALL, few } from '../../../helpers/extent.ts';
import { fingeredRigs } from '../../../helpers/fingered-rigs.ts';
import { canTouch } from '../../../helpers/touch-in-reach.ts';

const SAMPLES = fingeredRigs((name) => TRIES_ALL || /mannequin.glb|godette/.test(name));
const MANNEQUIN = SAMPLES.find(({ name }) => name === 'mannequin.glb')!;
const SIDES = ['left', 'right'] as const;

/** Balls, cylinders and boxes of 2 to 12 cm, for a figure of 1.75 m. */
function shapesFor(rig: Rig): Shape[] {
  return [2, 4, 6, 8, 10, 12].flatMap((cm): Shape[] => {
    const d = (cm / 100) * sizeOf(rig);
    return [
      { kind: 'ball', radius: d / 2 },
      { kind: 'cylinder', radius: d / 2, height: 0.3 * sizeOf(rig) },
      { kind: 'box', size: [d, d, d] },
    ];
  });
}

/** Metres of a point outside of a ball, a cylinder or a box in its own space: the textbook formulas. */
function outside(shape: Shape, [x, y, z]: Vec3): number {
  if (shape.kind === 'ball') return Math.hypot(x, y - shape.radius, z) - shape.radius;
  const across = (...ways: readonly number[]): number =>
    Math.hypot(...ways.map((way) => Math.max(way, 0))) + Math.min(0, Math.max(...ways));
  if (shape.kind === 'cylinder')
    return across(Math.hypot(x, z) - shape.radius, Math.abs(y - shape.height / 2) - shape.height / 2);
  if (shape.kind !== 'box') throw new Error(`no formula for ${shape.kind}`);
  const [a, b, c] = shape.size;
  return across(Math.abs(x) - a / 2, Math.abs(y - b / 2) - b / 2, Math.abs(z) - c / 2);
}

/**
 * Millimetres, at the size of 1.75 m, between the flesh of each finger's bones and the shape, by many points of each capsule: of all of it, or of what is
 * beyond the knuckle, which is flesh of the bone before.
 */
function gapsOf(rig: Rig, pose: Pose, shape: Shape, place: Frame, isBeyondKnuckle = false): Map<string, number> {
  const world = forwardKinematics(rig.skeleton, pose);
  const back = conjugate(place.rotation);
  const gaps = new Map<string, number>();
  for (const { bone, joint, start, end, radius } of rig.shape) {
    const long = Math.hypot(...[0, 1, 2].map((k) => end[k]! - start[k]!));
    const first = isBeyondKnuckle ? Math.min(0.5, radius / long) : 0;
    for (let i = 0; i <= 60; i++) {
      const share = first + (i / 60) * (1 - first);
      const [x, y, z] = pointOf(world, joint, [0, 1, 2].map((k) => start[k]! + share * (end[k]! - start[k]!)) as unknown as Vec3);
      const local = rotate(back, [x - place.position[0], y - place.position[1], z - place.position[2]]);
      const gap = ((outside(shape, local) - radius) / sizeOf(rig)) * 1000;
      gaps.set(bone, Math.min(gaps.get(bone) ?? Infinity, gap));
    }
  }
  return gaps;
}

function grip(
  rig: Rig,
  side: 'left' | 'right',
  shape: Shape,
  options?: GripOptions,
): HandGrip<unknown> & { readonly place: Frame; readonly inHand: Frame } {
  const pose = restPose(rig.skeleton);
  const inHand = placeInHand(rig, side, shape);
  const surface = placeSurface(createSurface(shape), inHand.position, inHand.rotation);
  return { ...closeHand(rig, pose, side, surface, options), place: fromHand(rig, pose, side, inHand), inHand };
}

describe('a hand that grips', () => {
  test.each(
    few(
      SAMPLES.flatMap(({ name, rig }) => SIDES.map((side) => [name, side, rig] as const)),
      1,
    ),
  )('%s, %s: tips that touch are at most 2 mm away, and no finger is more than 2 mm inside', (_, side, rig) => {
    let [touched, missed] = [0, 0];
    for (const shape of shapesFor(rig)) {
      const { pose, gaps, touching, place, inHand } = grip(rig, side, shape);
      const told = JSON.stringify(shape);
      const measured = gapsOf(rig, pose, shape, place);
      const beyond = gapsOf(rig, pose, shape, place, true);
      for (const finger of fingersOfHand(rig, side)) {
        const tip = [...measured].findLast(([bone]) => bone.startsWith(`${side}${finger}`))!;
        if (!touching.includes(finger)) {
          const surface = placeSurface(createSurface(shape), inHand.position, inHand.rotation);
          if (tip[1] > 2 && canTouch(rig, side, finger, surface)) missed++;
          continue;
        }
        expect(Math.abs(tip[1]), `${told} ${tip[0]}`).toBeLessThan(2);
        const millimetres = (gaps[finger]! / sizeOf(rig)) * 1000;
        expect(Math.abs(beyond.get(tip[0])! - millimetres), `${told} ${tip[0]}`).toBeLessThan(0.1);
      }
      for (const [bone, gap] of measured) {
        if (/Index|Middle|Ring|Little|Thumb/.test(bone) && bone.startsWith(side))
          expect(gap, `${told} ${bone}`).toBeGreaterThan(-2);
      }
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      expect(touching.length, told).toBeGreaterThanOrEqual(1);
      touched += touching.length;
    }
    // What is smaller than the fingers lie apart cannot be touched by all: nearly all that can do.
    expect(missed / (touched + missed), `${missed} beside ${touched}`).toBeLessThan(0.06);
  });

  test('turns no joint but those of its fingers', () => {
    const { rig } = MANNEQUIN;
    const { pose } = grip(rig, 'left', { kind: 'ball', radius: 0.03 });
    const rest = restPose(rig.skeleton);
    const turned = new Set(
      [...pose].flatMap((value, i) => (value === rest[i] ? [] : [rig.skeleton.names[Math.floor((i - 3) / 4)]])),
    );
    expect(turned.size).toBeGreaterThan(8);
    expect([...turned].filter((name) => !/thumb|index|middle|ring|little|pinky/i.test(name!))).toEqual([]);
  });

  test('presses in by at most 2 mm when it grips harder, is clear of the thing when it opens, and fans out', () => {
    const { rig } = MANNEQUIN;
    const shape: Shape = { kind: 'ball', radius: 0.04 };
    const tips = ({ gaps }: { readonly gaps: object }): number[] => Object.values(gaps);
    const harder = grip(rig, 'left', shape, { squeeze: 1 });
    for (const gap of tips(harder)) expect(gap).toBeLessThan(-0.8e-3);
    for (const gap of tips(harder)) expect(gap).toBeGreaterThan(-2e-3);
    expect(harder.touching.length).toBe(5);
    const half = grip(rig, 'left', shape, { openness: 0.5 });
    const open = grip(rig, 'left', shape, { openness: 1 });
    expect(half.touching).toEqual([]);
    for (const finger of fingersOfHand(rig, 'left')) expect(open.gaps[finger]).toBeGreaterThan(half.gaps[finger]!);
    const width = (spread: number): number => {
      const world = forwardKinematics(rig.skeleton, grip(rig, 'left', shape, { spread }).pose);
      const [index, little] = (['leftIndexDistal', 'leftLittleDistal'] as const).map((bone) =>
        pointOf(world, rig.humanoid[bone]!, [0, 0, 0]),
      );
      return Math.hypot(...index!.map((value, k) => value - little![k]!));
    };
    expect(width(1)).toBeGreaterThan(width(0) + 0.005);
    expect(width(0)).toBeGreaterThan(width(-1) + 0.002);
  });

  test.each([
    [4, ['Little']],
    [3, ['Little', 'Ring']],
    [2, ['Little', 'Ring', 'Middle']],
  ])('of %i fingers grips as well', (count, without) => {
    const bones = without.flatMap((finger) =>
      ['Proximal', 'Intermediate', 'Distal'].map((part) => [`left${finger}${part}`, null] as const),
    );
    const rig = buildRig(MANNEQUIN.scene, { corrections: Object.fromEntries(bones) });
    expect(fingersOfHand(rig, 'left').length).toBe(count);
    for (const radius of [0.03, 0.04, 0.05]) expect(grip(rig, 'left', { kind: 'ball', radius }).touching.length).toBe(count);
  });

  test('holds a mesh as it holds the shape that the mesh is of', () => {
    const { rig } = MANNEQUIN;
    const size = 0.03;
    const positions = Float32Array.from(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? size : -size, i & 2 ? 2 * size : 0, i & 4 ? size : -size]),
    );
    const indices = Uint32Array.of(
      0,
      2,
      3,
      0,
      3,
      1,
      4,
      5,
      7,
      4,
      7,
      6,
      0,
      1,
      5,
      0,
      5,
      4,
      2,
      6,
      7,
      2,
      7,
      3,
      0,
      4,
      6,
      0,
      6,
      2,
      1,
      3,
      7,
      1,
      7,
      5,
    );
    const mesh = grip(rig, 'left', { kind: 'mesh', positions, indices });
    const box = grip(rig, 'left', { kind: 'box', size: [2 * size, 2 * size, 2 * size] });
    expect(mesh.touching).toEqual(box.touching);
    for (const [i, value] of box.pose.entries()) expect(mesh.pose[i]).toBeCloseTo(value, 3);
  });
});

test('a cylinder lies across the palm, its top at the thumb, and stays in the hand wherever that goes', () => {
  const { rig } = MANNEQUIN;
  const pose = restPose(rig.skeleton);
  const place = fromHand(rig, pose, 'left', placeInHand(rig, 'left', { kind: 'cylinder', radius: 0.02, height: 0.3 }));
  const world = forwardKinematics(rig.skeleton, pose);
  const [index, little] = (['leftIndexProximal', 'leftLittleProximal'] as const).map((bone) =>
    pointOf(world, rig.humanoid[bone]!, [0, 0, 0]),
  );
  const row = index!.map((value, k) => value - little![k]!);
  const up = rotate(place.rotation, [0, 1, 0]);
  expect(row.reduce((sum, value, k) => sum + value * up[k]!, 0) / Math.hypot(...row)).toBeGreaterThan(0.9);
  const again = intoHand(rig, pose, 'left', place);
  const back = fromHand(rig, pose, 'left', again);
  expect([...back.position, ...back.rotation]).toEqual(
    [...place.position, ...place.rotation].map((value) => expect.closeTo(value, 9)),
  );
});

test('what cannot be gripped is refused with a sentence', () => {
  const { rig } = MANNEQUIN;
  const pose = restPose(rig.skeleton);
  const surface = createSurface({ kind: 'ball', radius: 0.03 });
  expect(() => closeHand(rig, pose, 'up' as 'left', surface)).toThrow('the side must be left or right, got "up"');
  expect(() => closeHand(rig, pose, 'left', surface, { squeeze: NaN })).toThrow(
    'the options of a grip: squeeze must be a number, got NaN',
  );
  expect(() => closeHand(rig, pose, 'left', surface, { sqeeze: 1 } as GripOptions)).toThrow('sqeeze');
});
