import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { conjugate, multiply, rotate, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { normalize, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../core/skeleton/skeleton.ts';
import { anyTree, anyVector, JOINTS } from '../../helpers/any-tree.ts';
import { matrixKinematics, positionOf, transformPoint } from '../../helpers/matrix-kinematics.ts';

/** Two arms of two links each on one body, which is joint 0: the left is 1 to 3, the right 4 to 6. */
const LEFT_HAND = 3;
const RIGHT_HAND = 6;
function twoArms(apart: number, elbow = { min: -2.5, max: 2.5 }): Skeleton {
  const arm = (name: string, side: number, first: number) => [
    { name: `${name} shoulder`, parent: 0, offset: [(side * apart) / 2, 0, 0] as Vec3 },
    {
      name: `${name} elbow`,
      parent: first,
      offset: [0, -0.3, 0] as Vec3,
      limit: { kind: 'hinge', axis: [1, 0, 0], ...elbow } as const,
    },
    { name: `${name} hand`, parent: first + 1, offset: [0, -0.25, 0] as Vec3 },
  ];
  return createSkeleton([{ name: 'body', parent: -1, offset: [0, 1.4, 0] }, ...arm('left', 1, 1), ...arm('right', -1, 4)]);
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

function between(skeleton: Skeleton, pose: Pose, joint: number, frame: number, target: Vec3, offset: Vec3 = [0, 0, 0]): number {
  const world = matrixKinematics(skeleton, pose);
  return distance(transformPoint(world[joint]!, offset), transformPoint(world[frame]!, target));
}

/** The rotation of one joint in the frame of another. */
function relativeTurn(skeleton: Skeleton, pose: Pose, joint: number, frame: number): Quat {
  const world = forwardKinematics(skeleton, pose);
  return multiply(conjugate(worldRotation(world, frame)), worldRotation(world, joint));
}

describe('a goal between two joints', () => {
  test('is met wherever two joints of a random tree can meet (200 trees, seed 5)', () => {
    const random = seededRandom(5);
    let met = 0;
    for (let tree = 0; tree < 200; tree++) {
      const { skeleton, start } = anyTree(random);
      const joint = JOINTS - 1;
      const frame = 1 + Math.floor(random() * (JOINTS - 2));
      const offset = anyVector(random, 0.2);
      // In the pose that the tree came with, the point of the one is at the target of the other.
      const world = forwardKinematics(skeleton, start);
      const [px, py, pz] = rotate(worldRotation(world, joint), offset);
      const [jx, jy, jz] = worldPosition(world, joint);
      const [fx, fy, fz] = worldPosition(world, frame);
      const target = rotate(conjugate(worldRotation(world, frame)), [px + jx - fx, py + jy - fy, pz + jz - fz]);
      const { pose, status, residuals } = createSolver(skeleton).solve(restPose(skeleton), [
        { kind: 'position', joint, offset, frame, target, tolerance: 1e-4 },
      ]);
      expect(isInsideLimits(skeleton, pose)).toBe(true);
      const left = between(skeleton, pose, joint, frame, target, offset);
      expect(Math.abs(left - residuals[0]!.distance), `tree ${tree}`).toBeLessThan(1e-9);
      if (status === 'reached') met++;
    }
    expect(met).toBe(200);
  });

  test('closes loops while other goals hold: both hands on a bar that the left hand carries', () => {
    const skeleton = twoArms(0.4);
    const bar: Vec3 = [0.3, 0, 0];
    const goals: Goal[] = [
      { kind: 'position', joint: LEFT_HAND, target: [0.05, 1.3, 0.35] },
      { kind: 'direction', joint: LEFT_HAND, axis: [1, 0, 0], target: [-1, 0, 0] },
      { kind: 'position', joint: RIGHT_HAND, frame: LEFT_HAND, target: bar },
      { kind: 'orientation', joint: RIGHT_HAND, frame: LEFT_HAND, target: [0, 0, 0, 1] },
    ];
    const { pose, status } = createSolver(skeleton).solve(restPose(skeleton), goals);
    expect(status).toBe('reached');
    expect(between(skeleton, pose, RIGHT_HAND, LEFT_HAND, bar)).toBeLessThan(1e-3);
    expect(2 * Math.acos(Math.min(1, Math.abs(relativeTurn(skeleton, pose, RIGHT_HAND, LEFT_HAND)[3])))).toBeLessThan(0.0175);
  });

  test('moves both ends, and neither moves what both stand below', () => {
    const skeleton = twoArms(0.4);
    const { pose } = createSolver(skeleton).solve(restPose(skeleton), [
      { kind: 'position', joint: LEFT_HAND, frame: RIGHT_HAND, target: [0, 0, 0] },
    ]);
    const rest = restPose(skeleton);
    const moved = [0, 1, 4].map((j) => [3, 4, 5, 6].some((i) => pose[4 * j + i] !== rest[4 * j + i]));
    expect(moved).toEqual([false, true, true]);
  });

  test('moves one end alone where the other may not', () => {
    const skeleton = twoArms(0.4);
    const rest = restPose(skeleton);
    const stiffness = [1, 0, 0, 0, 1, 1, 1];
    const goals: Goal[] = [{ kind: 'position', joint: LEFT_HAND, frame: RIGHT_HAND, target: [0, 0.2, 0] }];
    const { pose, status } = createSolver(skeleton).solve(rest, goals, { stiffness });
    expect(status).toBe('reached');
    expect(pose.subarray(3 + 4 * 4)).toEqual(rest.subarray(3 + 4 * 4));
  });

  test('leaves what the links cannot bridge, however far apart the shoulders are', () => {
    for (const apart of [1.2, 1.3, 2, 10]) {
      const skeleton = twoArms(apart);
      const goal: Goal = { kind: 'position', joint: LEFT_HAND, frame: RIGHT_HAND, target: [0, 0, 0] };
      const outcome = createSolver(skeleton).solve(restPose(skeleton), [goal]);
      expect(outcome.distance, `${apart} m apart`).toBeCloseTo(apart - 1.1, 4);
      const again = createSolver(skeleton).solve(outcome.pose, [goal]);
      expect(again.pose).toEqual(outcome.pose);
    }
  });

  test('yields to a higher priority, and the loop as a whole goes to a lower one as far as it keeps closed', () => {
    const skeleton = twoArms(0.4);
    const target: Vec3 = [0, 1.45, 0.4];
    const goals: Goal[] = [
      { kind: 'position', joint: LEFT_HAND, frame: RIGHT_HAND, target: [0, 0, 0], priority: 1, tolerance: 1e-5 },
      { kind: 'position', joint: LEFT_HAND, target },
    ];
    const { pose, status } = createSolver(skeleton).solve(restPose(skeleton), goals);
    expect(status).toBe('reached');
    expect(between(skeleton, pose, LEFT_HAND, RIGHT_HAND, [0, 0, 0])).toBeLessThan(1e-5);
    expect(distance(positionOf(matrixKinematics(skeleton, pose)[RIGHT_HAND]!), target)).toBeLessThan(1.1e-3);
  });

  test('keeps its loop on the way to a reference, and ends at the nearest pose to it', () => {
    const skeleton = twoArms(0.4);
    const goals: Goal[] = [{ kind: 'position', joint: LEFT_HAND, frame: RIGHT_HAND, target: [0, 0, 0], tolerance: 1e-5 }];
    const { pose, status } = createSolver(skeleton).solve(restPose(skeleton), goals, { reference: restPose(skeleton) });
    expect(status).toBe('reached');
    // The rest pose is its own mirror image, and so is what is nearest to it: both hands meet in the middle.
    expect(Math.abs(positionOf(matrixKinematics(skeleton, pose)[LEFT_HAND]!)[0]!)).toBeLessThan(2e-3);
  });

  test.each(['backward', 'forward', 'bounce', 'bounceFromRoot', 'smartBounce', 'largestErrorFirst'] as const)(
    'is met in the order %s',
    (order) => {
      const skeleton = twoArms(0.4);
      const goals: Goal[] = [
        { kind: 'position', joint: LEFT_HAND, frame: RIGHT_HAND, target: [0.02, 0, 0.01] },
        { kind: 'orientation', joint: LEFT_HAND, frame: RIGHT_HAND, target: [0, 0, 1, 0] },
      ];
      const { status } = createSolver(skeleton).solve(restPose(skeleton), goals, { order });
      expect(status).toBe('reached');
    },
  );
});

/** The least of a function of a few angles: coordinate search from many places, with steps that halve. */
function leastOf(value: (angles: number[]) => number, count: number, most: number, random: () => number): number {
  let least = Infinity;
  for (let start = 0; start < 12; start++) {
    const angles = Array.from({ length: count }, () => most * (2 * random() - 1));
    let now = value(angles);
    for (let step = 0.5; step > 1e-7; step /= 2) {
      for (let helped = true; helped;) {
        helped = false;
        for (let i = 0; i < count; i++) {
          for (const change of [step, -step]) {
            const before = angles[i]!;
            angles[i] = Math.max(-most, Math.min(most, before + change));
            const next = value(angles);
            if (next < now - 1e-15) {
              now = next;
              helped = true;
            } else angles[i] = before;
          }
        }
      }
    }
    least = Math.min(least, now);
  }
  return least;
}

describe('a plane, a line and a direction', () => {
  const MOST = 1.2;
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ];
  const skeleton = createSkeleton([
    ...axes.map((axis, j) => ({
      name: `joint${j}`,
      parent: j - 1,
      offset: [0, j === 0 ? 0 : 0.3, 0] as Vec3,
      limit: { kind: 'hinge', axis, min: -MOST, max: MOST } as const,
    })),
    { name: 'end', parent: 3, offset: [0, 0.3, 0], limit: { kind: 'hinge', axis: [0, 0, 1], min: 0, max: 0 } },
  ]);
  /** The coordinates that a turn about x, y or z turns into each other. */
  const TURNED = [
    [1, 2],
    [2, 0],
    [0, 1],
  ] as const;
  /** A vector of the end's frame in the world, and with `place` what the links add to it: by turns about one axis after the other. */
  const toWorld = (angles: readonly number[], v: Vec3, place: number): number[] => {
    const out: number[] = [...v];
    for (let j = 3; j >= 0; j--) {
      const [a, b] = TURNED[axes[j]!.indexOf(1)]!;
      const [c, s] = [Math.cos(angles[j]!), Math.sin(angles[j]!)];
      out[1]! += place * 0.3;
      const [before, after] = [out[a]!, out[b]!];
      out[a] = c * before - s * after;
      out[b] = s * before + c * after;
    }
    return out;
  };

  test('leave what a brute search over the angles finds they must, in and out of reach (36 requests, seed 9)', () => {
    const random = seededRandom(9);
    for (let request = 0; request < 36; request++) {
      const along = normalize(anyVector(random));
      const target = anyVector(random, request % 2 === 0 ? 0.4 : 1.6);
      const goal: Goal = [
        { kind: 'plane', joint: 4, target, normal: along } as const,
        { kind: 'line', joint: 4, target, direction: along } as const,
        { kind: 'direction', joint: 4, axis: [0, 1, 0], target: along } as const,
      ][request % 3]!;
      const left = (place: readonly number[], axis: readonly number[]): number => {
        const dot = (v: readonly number[]) => v.reduce((sum, value, i) => sum + value * along[i]!, 0);
        if (goal.kind === 'direction') return Math.acos(Math.max(-1, Math.min(1, dot(axis))));
        const apart = place.map((value, i) => value - target[i]!);
        return goal.kind === 'plane'
          ? Math.abs(dot(apart))
          : Math.hypot(...apart.map((value, i) => value - dot(apart) * along[i]!));
      };
      const least = leastOf((angles) => left(toWorld(angles, [0, 0, 0], 1), toWorld(angles, [0, 1, 0], 0)), 4, MOST, random);
      const { pose, status, residuals } = createSolver(skeleton).solve(restPose(skeleton), [goal]);
      const world = matrixKinematics(skeleton, pose)[4]!;
      const found = left(
        positionOf(world),
        [1, 5, 9].map((at) => world[at]!),
      );
      expect(residuals[0]!.distance + residuals[0]!.angle, `request ${request}`).toBeCloseTo(found, 6);
      const tolerance = goal.kind === 'direction' ? Math.PI / 180 : 1e-3;
      expect(found, `request ${request}, ${goal.kind}`).toBeLessThan(Math.max(tolerance, least * 1.002 + 1e-5));
      expect(status).toBe(found <= tolerance ? 'reached' : 'stalled');
    }
  });

  test('leave free what they do not ask: a line and a plane together are a point, and a further goal decides along them', () => {
    const [x, y, z] = toWorld([0.5, -0.6, 0.4, 0.9], [0, 0, 0], 1) as [number, number, number];
    const plane: Goal = { kind: 'plane', joint: 4, target: [0, y, 0], normal: [0, 1, 0], tolerance: 1e-5 };
    const line: Goal = { kind: 'line', joint: 4, target: [x, 0, z], direction: [0, 1, 0], tolerance: 1e-5 };
    const { pose, status } = createSolver(skeleton).solve(restPose(skeleton), [plane, line]);
    expect(status).toBe('reached');
    expect(distance(positionOf(matrixKinematics(skeleton, pose)[4]!), [x, y, z])).toBeLessThan(2e-5);
    const above: Vec3 = [x, y + 0.4, z];
    const kept = createSolver(skeleton).solve(restPose(skeleton), [
      { ...plane, priority: 1 },
      { kind: 'position', joint: 4, target: above },
    ]);
    // Straight below the lower goal.
    expect(distance(positionOf(matrixKinematics(skeleton, kept.pose)[4]!), [x, y, z])).toBeLessThan(1e-3);
  });
});
