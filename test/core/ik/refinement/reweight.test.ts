import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { slerp } from '../../../../core/math/quat.ts';
import { add, length, scale, type Vec3 } from '../../../../core/math/vec3.ts';
import { limitCoordinates } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import { seededRandom, type Random } from '../../../../core/math/random.ts';
import { createSkeleton, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { hingeAbout, placeOf, randomPose } from '../../../helpers/ik-chains.ts';

/** Two points on one hinge, 1 m and 0.2 m from it. */
const LEVER = createSkeleton([{ name: 'lever', parent: -1, offset: [0, 0, 0], limit: hingeAbout([0, 0, 1], -90, 90) }]);

/** Radians by which the long arm is to turn one way and the short one the other. */
const APART = 0.01;

/** Where the hinge stands when both have been asked, radians. */
function turned(tolerance: number, weight = 1, priority = 0, maxIterations = 60): { status: string; angle: number } {
  const at = (radius: number, angle: number): Vec3 => [radius * Math.cos(angle), radius * Math.sin(angle), 0];
  const goals: Goal[] = [
    { kind: 'position', joint: 0, offset: [1, 0, 0], target: at(1, APART), tolerance, priority },
    { kind: 'position', joint: 0, offset: [0.2, 0, 0], target: at(0.2, -APART), tolerance, weight, priority },
  ];
  const lesser: Goal = { kind: 'position', joint: 0, offset: [0.5, 0, 0], target: [0.5, 0, 0], tolerance: 1 };
  if (priority > 0) goals.push(lesser);
  const { status, pose } = createSolver(LEVER).solve(restPose(LEVER), goals, { restarts: 0, maxIterations });
  return { status, angle: limitCoordinates(LEVER.limits[0]!, rotationOf(pose, 0)).twist };
}

/** A planar body of four hinges: a trunk of two, and two arms. */
const BODY = createSkeleton(
  (
    [
      ['root', -1, [0, 0, 0]],
      ['chest', 0, [0, 0.3, 0]],
      ['right', 1, [0.2, 0.2, 0]],
      ['left', 1, [-0.2, 0.2, 0]],
    ] as const
  ).map(([name, parent, offset]) => ({ name, parent, offset, limit: hingeAbout([0, 0, 1], -100, 100) })),
);
const POINTS: readonly (readonly [joint: number, offset: Vec3])[] = [
  [2, [0.25, 0.1, 0]],
  [3, [-0.05, 0.1, 0]],
  [1, [0, 0.1, 0]],
];

/** Goals that a pose meets with a twentieth of their tolerances left, and a pose not far from it. */
function metBySomePose(skeleton: Skeleton, random: Random, tolerance: number) {
  const [pose, other, near] = [randomPose(skeleton, random), randomPose(skeleton, random), restPose(skeleton)];
  const share = 0.8 + 0.2 * random();
  for (let j = 0; j < skeleton.count; j++) setRotation(near, j, slerp(rotationOf(other, j), rotationOf(pose, j), share));
  const goals = POINTS.map(([joint, offset]): Goal => {
    const way: Vec3 = [2 * random() - 1, 2 * random() - 1, 0];
    const target = add(placeOf(skeleton, pose, joint, offset), scale(way, (0.95 * tolerance) / length(way)));
    return { kind: 'position', joint, offset, target, tolerance };
  });
  return { near, goals };
}

describe('goals of one priority that are nearly met', () => {
  test('give way to each other where their tolerances have room, which the least sum of squares does not see', () => {
    // (θ − x) · 1 = (θ + x) · 0.2 at θ = 2/3 x, where each is off by x/3; the least squares are at θ = 12/13 x, where the short arm is off by 5/13 x.
    const narrow = turned(0.36 * APART);
    expect(narrow.status).toBe('reached');
    expect(Math.abs(1 - narrow.angle / APART)).toBeLessThan(0.36);
    expect(0.2 * (1 + narrow.angle / APART)).toBeLessThan(0.36);
  });

  test('the more important ones among several, too, and whatever their weights', () => {
    expect(turned(0.36 * APART, 1, 1).status).toBe('reached');
    expect(turned(0.36 * APART, 0.01).status).toBe('reached');
  });

  test('end at the least sum of squares where no pose suffices', () => {
    const { status, angle } = turned(0.32 * APART);
    expect(status).toBe('stalled');
    expect(angle).toBeCloseTo((12 / 13) * APART, 7);
    for (let most = 1; most < 12; most++) expect(turned(0.32 * APART, 1, 0, most).angle).toBeCloseTo((12 / 13) * APART, 5);
  });

  test.each([1e-3, 1e-2])(
    'are met by a body that can: 300 conflicts within tolerances of %d m, from a pose nearby alone (seed 5)',
    (tolerance) => {
      const solver = createSolver(BODY);
      const random = seededRandom(5);
      let reached = 0;
      for (let i = 0; i < 300; i++) {
        const { near, goals } = metBySomePose(BODY, random, tolerance);
        if (solver.solve(near, goals, { restarts: 0 }).status === 'reached') reached++;
      }
      expect(reached).toBe(300);
    },
  );
});
