import { describe, expect, test } from 'vitest';
import {
  createGround,
  createSurface,
  forwardKinematics,
  isInsideLimits,
  placeSurface,
  restPose,
  sitOn,
  type Pose,
  type Rig,
  type Shape,
  type Vec3,
} from '../../../../core/index.ts';
import { legLength } from '../../../../core/humanoid/body/leg-length.ts';
import { sizeOf } from '../../../../core/humanoid/body/rig.ts';
import { pointOf } from '../../../../core/skeleton/forward-kinematics.ts';
import { lerp } from '../../../../core/math/vec3.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const SEATS: Readonly<Record<string, Shape>> = {
  chair: { kind: 'chair', seatHeight: 0.45, size: [0.45, 0.45], backHeight: 0.45 },
  stool: { kind: 'chair', seatHeight: 0.42, size: [0.36, 0.36], backHeight: 0 },
  box: { kind: 'box', size: [0.6, 0.4, 0.6] },
  'low box': { kind: 'box', size: [0.6, 0.3, 1.5] },
};

/** Metres that a leg is long for which the seats are meant. */
const USUAL_LEG = 0.87;

function scaled(shape: Shape, by: number): Shape {
  if (shape.kind === 'chair')
    return {
      ...shape,
      seatHeight: by * shape.seatHeight,
      backHeight: by * shape.backHeight,
      size: [by * shape.size[0], by * shape.size[1]],
    };
  if (shape.kind === 'box') return { kind: 'box', size: [by * shape.size[0], by * shape.size[1], by * shape.size[2]] };
  throw new Error(`no seat: ${shape.kind}`);
}

/** Who looks along +X, sitting on a seat at [1, 0, 2] of the floor of the rig. */
function seated(
  rig: Rig,
  kind: Shape,
): { readonly pose: Pose; readonly top: number; readonly half: number; readonly wide: number } {
  const shape = scaled(kind, legLength(rig) / USUAL_LEG);
  const { floor } = rig.report;
  const quarter = Math.SQRT1_2;
  const surface = placeSurface(createSurface(shape), [1, floor, 2], [0, quarter, 0, quarter]);
  if (shape.kind !== 'chair' && shape.kind !== 'box') throw new Error(`no seat: ${shape.kind}`);
  const height = shape.kind === 'chair' ? shape.seatHeight : shape.size[1];
  const [width, depth] = [shape.size[0], shape.size.at(-1)!];
  const pose = sitOn(
    rig,
    restPose(rig.skeleton),
    { surface, at: [1, floor + height, 2], facing: [1, 0, 0] },
    createGround([], floor),
  );
  return { pose, top: floor + height, half: depth / 2, wide: width / 2 };
}

const CASES = sampleRigs().flatMap(({ name, rig }) =>
  Object.entries(SEATS).map(([seat, shape]) => [name, seat, rig, shape] as const),
);

describe('who sits', () => {
  test.each(CASES)('%s on a %s: flesh on the seat within 5 mm, feet on the floor, inside the limits', (name, _, rig, shape) => {
    const size = sizeOf(rig);
    const { pose, top, half, wide } = seated(rig, shape);
    const world = forwardKinematics(rig.skeleton, pose);
    let lowest = Infinity;
    for (const { bone, joint, start, end, radius } of rig.shape) {
      if (bone !== 'hips' && !bone.endsWith('UpperLeg')) continue;
      for (let i = 0; i <= 50; i++) {
        const offset = start.map((value, k) => value + (i / 50) * (end[k]! - value)) as unknown as Vec3;
        const [x, y, z] = pointOf(world, joint, offset);
        // From the board's upper side, whose edges thighs may lie over.
        const away = Math.hypot(Math.max(Math.abs(x - 1) - half, 0), y - top, Math.max(Math.abs(z - 2) - wide, 0));
        const isBeside = Math.abs(x - 1) > half || Math.abs(z - 2) > wide;
        lowest = Math.min(lowest, (isBeside || y > top ? away : -away) - radius);
      }
    }
    expect(Math.abs(lowest) / size).toBeLessThan(0.005);
    const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
    for (const bone of ['leftFoot', 'rightFoot'] as const) {
      const [was, is] = [rest, world].map((each) => pointOf(each, rig.humanoid[bone]!, [0, 0, 0])) as [Vec3, Vec3];
      // The legs of some figures are too short or too thick for their feet to come down.
      if (name === 'mannequin.glb') expect(is[1] - was[1]).toBeLessThan(0.01);
      expect((is[1] - was[1]) / size, bone).toBeGreaterThan(-0.005);
      if (name === 'mannequin.glb') expect(is[0], bone).toBeGreaterThan(1 + half);
    }
    const hips = pointOf(world, rig.humanoid.hips!, [0, 0, 0]);
    const knees = (['leftLowerLeg', 'rightLowerLeg'] as const).map((bone) => pointOf(world, rig.humanoid[bone]!, [0, 0, 0]));
    for (const knee of knees) expect(knee[0] - hips[0]).toBeGreaterThan(0.1 * size);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
  });

  test('looks where the seat does, whichever way it looked, arms as they were', () => {
    const [, , rig] = CASES.at(-1)!;
    const { pose } = seated(rig, SEATS['chair']!);
    const at = (bone: 'leftUpperLeg' | 'rightUpperLeg'): Vec3 =>
      pointOf(forwardKinematics(rig.skeleton, pose), rig.humanoid[bone]!, [0, 0, 0]);
    // Its left is −Z.
    expect(at('rightUpperLeg')[2] - at('leftUpperLeg')[2]).toBeGreaterThan(0.05 * sizeOf(rig));
    const arm = 4 * rig.humanoid.leftLowerArm! + 3;
    expect([...pose.subarray(arm, arm + 4)]).toEqual([...restPose(rig.skeleton).subarray(arm, arm + 4)]);
  });

  test('on what is too high lets its feet hang', () => {
    const [, , rig] = CASES.at(-1)!;
    const size = sizeOf(rig);
    const { pose } = seated(rig, { kind: 'chair', seatHeight: 0.9, size: [0.4, 0.4], backHeight: 0 });
    const foot = pointOf(forwardKinematics(rig.skeleton, pose), rig.humanoid.leftFoot!, [0, 0, 0]);
    expect(foot[1] - rig.report.floor).toBeGreaterThan(0.15 * size);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
  });

  test('is told what a seat lacks', () => {
    const [, , rig] = CASES.at(-1)!;
    const seat = { surface: createSurface(SEATS['box']!), at: [0, 0.4, 0], facing: [0, 1, 0] } as const;
    expect(() => sitOn(rig, restPose(rig.skeleton), seat, createGround([]))).toThrow(
      'the facing of a seat must go along the floor',
    );
  });
});

describe.each(sampleRigs().filter(({ name }) => /mannequin|unreal/.test(name)))('Arm rests beside $name', ({ rig }) => {
  const by = legLength(rig) / USUAL_LEG;
  const chair: Shape = {
    kind: 'chair',
    seatHeight: 0.45 * by,
    size: [0.5 * by, 0.45 * by],
    backHeight: 0.45 * by,
    armHeight: 0.22 * by,
  };
  const sitting = (shape: Shape): Pose => {
    const surface = placeSurface(createSurface(shape), [1, rig.report.floor, 2], [0, Math.SQRT1_2, 0, Math.SQRT1_2]);
    const at: Vec3 = [1, rig.report.floor + 0.45 * by, 2];
    return sitOn(rig, restPose(rig.skeleton), { surface, at, facing: [1, 0, 0] }, createGround([], rig.report.floor));
  };
  const top = rig.report.floor + 0.67 * by;

  test('carry both hands, palms down, ahead of the body', () => {
    const pose = sitting(chair);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    const world = forwardKinematics(rig.skeleton, pose);
    for (const side of ['left', 'right'] as const) {
      const hand = rig.humanoid[`${side}Hand`]!;
      const flesh = rig.shape.filter(({ bone }) => bone.startsWith(side) && /Hand|Thumb|Index|Middle|Ring|Little/.test(bone));
      // The chair is as wide as its seat and two rests of 6 cm, whose sides are along z here: metres of a point outside of the hand’s one, by its formula.
      const middle = 2 + Math.sign(world.positions[3 * hand + 2]! - 2) * (0.25 * by + 0.03);
      const outside = ([x, y, z]: Vec3): number => {
        const ways = [Math.abs(x - 1) - 0.225 * by, y - top, Math.abs(z - middle) - 0.03];
        return Math.hypot(...ways.map((way) => Math.max(way, 0))) + Math.min(0, Math.max(...ways));
      };
      const gaps = flesh.flatMap(({ joint, start, end, radius }) =>
        Array.from({ length: 9 }, (_, i) => outside(pointOf(world, joint, lerp(start, end, i / 8))) - radius),
      );
      expect(Math.abs(Math.min(...gaps))).toBeLessThan(2e-3);
      const [x, , z] = [0, 1, 2].map((axis) => world.positions[3 * hand + axis]!) as [number, number, number];
      expect(Math.abs(z - 2)).toBeGreaterThan(0.25 * by);
      expect(Math.abs(z - 2)).toBeLessThan(0.25 * by + 0.06);
      const [hips] = [0].map((axis) => world.positions[3 * rig.humanoid.hips! + axis]!);
      expect(x - hips!).toBeGreaterThan(0.1 * by);
    }
  });

  test('leave the arms as they are where there are none', () => {
    const { armHeight: _, ...plain } = chair;
    const pose = sitting(plain);
    for (const side of ['left', 'right'] as const) {
      const arm = rig.humanoid[`${side}LowerArm`]!;
      expect([...pose].slice(3 + 4 * arm, 7 + 4 * arm)).toEqual([...restPose(rig.skeleton)].slice(3 + 4 * arm, 7 + 4 * arm));
    }
  });
});
