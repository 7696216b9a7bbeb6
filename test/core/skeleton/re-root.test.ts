import { describe, expect, test } from 'vitest';
import { fromAxes, fromAxisAngle, rotate, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, cross, type Vec3 } from '../../../core/math/vec3.ts';
import type { Coupling } from '../../../core/skeleton/couplings.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { reRoot } from '../../../core/skeleton/re-root.ts';
import { createSkeleton, type JointDefinition } from '../../../core/skeleton/skeleton.ts';
import { poseOffence } from '../../helpers/coupled-oracle.ts';
import { randomPose, testBiped } from '../../helpers/ik-chains.ts';

const { skeleton, joint } = testBiped();

describe('hanging a skeleton from another joint', () => {
  test.each(['footL', 'wristR', 'head', 'hips'])(
    'from %s every joint keeps its world transform to 1e-9, and the way back is exact',
    (name) => {
      const { skeleton: hung, originals, origins, fromOriginal, toOriginal } = reRoot(skeleton, joint(name));
      const random = seededRandom(3);
      for (let i = 0; i < 20; i++) {
        const pose = randomPose(skeleton, random);
        pose.set([0.3, -0.2, 0.7]);
        const there = fromOriginal(pose);
        const before = forwardKinematics(skeleton, pose);
        const after = forwardKinematics(hung, there);
        originals.forEach((original, j) => {
          const origin = add(worldPosition(after, j), rotate(worldRotation(after, j), origins[j]!));
          origin.forEach((value, k) => expect(Math.abs(value - worldPosition(before, original)[k]!)).toBeLessThan(1e-9));
          const sign = Math.sign(worldRotation(after, j)[3] * worldRotation(before, original)[3]) || 1;
          worldRotation(after, j).forEach((value, k) =>
            expect(Math.abs(value - sign * worldRotation(before, original)[k]!)).toBeLessThan(1e-9),
          );
        });
        const world = forwardKinematics(skeleton, toOriginal(there));
        for (let j = 0; j < skeleton.count; j++) {
          worldPosition(world, j).forEach((value, k) =>
            expect(Math.abs(value - worldPosition(before, j)[k]!)).toBeLessThan(1e-9),
          );
        }
      }
    },
  );

  test('a pose inside the limits of the one is inside those of the other: hinges and round cones carry over', () => {
    const { skeleton: hung, fromOriginal, toOriginal } = reRoot(skeleton, joint('footL'));
    const random = seededRandom(4);
    for (let i = 0; i < 50; i++) {
      const pose = randomPose(skeleton, random);
      expect(isInsideLimits(hung, fromOriginal(pose))).toBe(true);
      expect(isInsideLimits(skeleton, toOriginal(randomPose(hung, random)))).toBe(true);
    }
  });

  test('limits that depend on other joints are kept too, and so are those of joints that are not below the root', () => {
    const along = (x: Vec3, z: Vec3): Quat => fromAxes(x, cross(z, x), z);
    const leg = (side: 'L' | 'R', parent: number, first: number): { joints: JointDefinition[]; couplings: Coupling[] } => ({
      joints: [
        { name: `hip${side}`, parent, offset: [side === 'L' ? 0.1 : -0.1, -0.1, 0], limit: hipLimit },
        { name: `knee${side}`, parent: first, offset: [0, -0.42, 0], rest: fromAxisAngle([0, 0, 1], 0.3), limit: knee },
        { name: `ankle${side}`, parent: first + 1, offset: [0, -0.4, 0], limit: ankle },
      ],
      couplings: [
        { kind: 'swingByHinge', joint: first, hinge: first + 1, side: 1, points: bent },
        // Reversed, the hip's cone is round, and what narrows one side narrows all: both couplings then meet on each.
        { kind: 'swingByHinge', joint: first, hinge: first + 1, side: 3, points: spread },
        { kind: 'swingByHinge', joint: first + 2, hinge: first + 1, side: 2, points: bent },
        { kind: 'twistBySwing', joint: first, points: turned },
      ],
    });
    const down = along([1, 0, 0], [0, -1, 0]);
    const hipLimit: Limit = {
      kind: 'swingTwist',
      parentFrame: down,
      childFrame: down,
      swing: [0.9, 2.1, 1, 1.2],
      twist: [-0.7, 0.5],
    };
    const ankle: Limit = { ...hipLimit, parentFrame: along([0, 0, 1], [0, -1, 0]), swing: [0.6, 0.6, 0.6, 0.6] };
    const knee: Limit = { kind: 'hinge', axis: [1, 0, 0], min: -0.2, max: 2.4 };
    const bent = [
      [0, 0.3],
      [1.2, 1],
      [2, 0.5],
    ] as const;
    const spread = [
      [0, 0.8],
      [2, 0.2],
    ] as const;
    const turned = [
      [0, -0.7, 0.5],
      [0.8, -0.1, 0.4],
    ] as const;
    const [left, right] = [leg('L', 0, 1), leg('R', 0, 4)];
    const prop: JointDefinition = { name: 'prop', parent: -1, offset: [1, 0, 0], limit: knee };
    const whole = createSkeleton([{ name: 'pelvis', parent: -1, offset: [0, 1, 0] }, ...left.joints, ...right.joints, prop], 0, [
      ...left.couplings,
      ...right.couplings,
    ]);
    const random = seededRandom(6);
    for (const name of ['ankleL', 'kneeR', 'hipL']) {
      const { skeleton: hung, toOriginal, fromOriginal } = reRoot(whole, whole.names.indexOf(name));
      expect(hung.couplings.length).toBeGreaterThanOrEqual(whole.couplings.length);
      expect(hung.limits[hung.names.indexOf('prop')]).toEqual(knee);
      for (let i = 0; i < 200; i++) {
        const inside = clampPose(hung, randomPose(hung, random)).pose;
        const back = toOriginal(inside);
        for (let j = 0; j < whole.count; j++) expect(poseOffence(whole, back, j), `${name}, joint ${j}`).toBeLessThan(1e-6);
        const again = fromOriginal(back);
        for (let k = 0; k < again.length; k += 1) expect(Math.abs(Math.abs(again[k]!) - Math.abs(inside[k]!))).toBeLessThan(1e-9);
      }
    }
  });

  test('a joint that is none is refused in a sentence', () => {
    for (const none of [99, -1, 1.5]) {
      expect(() => reRoot(skeleton, none)).toThrow(`the new root must be a joint below "hips", got ${none}`);
    }
  });

  test('so are a joint that is not below the root, and a skeleton with sliding joints', () => {
    const link = (name: string, parent: number): JointDefinition => ({ name, parent, offset: [0, 1, 0] });
    const joints = [link('world', -1), link('root', 0), link('tip', 1), link('prop', 0)];
    const apart = createSkeleton(joints, 1);
    for (const j of [0, 3]) expect(() => reRoot(apart, j)).toThrow(`the new root must be a joint below "root", got ${j}`);
    expect(reRoot(apart, 2).originals[0]).toBe(2);
    const slide: Limit = { kind: 'prismatic', axis: [0, 1, 0], min: 0, max: 1 };
    const sliding = createSkeleton([...joints, { ...link('slide', 2), limit: slide }], 1);
    expect(() => reRoot(sliding, 2)).toThrow('a skeleton with sliding joints cannot be hung from another joint');
  });
});
