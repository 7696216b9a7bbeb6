import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { angleBetween, fromAxisAngle, IDENTITY, multiply } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, normalize, type Vec3 } from '../../../../core/math/vec3.ts';
import type { Coupling } from '../../../../core/skeleton/couplings.ts';
import { forwardKinematics, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { poseOffence } from '../../../helpers/coupled-oracle.ts';
import { between, placeOf, randomPose } from '../../../helpers/ik-chains.ts';

/** Two arms of free joints at one shoulder height; lengths of 0.7 m and, with a tool of 0.2 m in the hand, 0.8 m. */
const arms = createSkeleton(
  [1, -1].flatMap((side, k): JointDefinition[] => [
    { name: `shoulder${side}`, parent: -1, offset: [side, 1, 0] },
    { name: `elbow${side}`, parent: 3 * k, offset: [0.4 * side, 0, 0] },
    { name: `hand${side}`, parent: 3 * k + 1, offset: [k === 0 ? 0.3 : -0.2, 0, 0] },
  ]),
);
/** The elbows bent: no target lies on a straight arm's line. */
const start = restPose(arms);
for (const elbow of [1, 4]) setRotation(start, elbow, fromAxisAngle(normalize([0.3, 0.2, 1]), 0.5));

const TOOL: Vec3 = [0, 0.2, 0];
const SHOULDERS: readonly Vec3[] = [
  [1, 1, 0],
  [-1, 1, 0],
];

/** d' = a + (b − a)(1 − e^(−(d − a)/(b − a))) with a = L (1 − share), b = L (1 − share / 3): the chain's length for a target at distance d. */
function softened(length: number, share: number, distance: number): number {
  const a = length * (1 - share);
  const b = length * (1 - share / 3);
  return distance <= a ? distance : a + (b - a) * (1 - Math.exp(-(distance - a) / (b - a)));
}

describe('the soft stretch', () => {
  test.each([0.05, 0.2, 0.5])(
    'of %d of its length keeps each arm as short as the formula has it, by its own length, and says what is left',
    (share) => {
      for (const distance of [0.3, 0.5, 0.66, 0.75, 0.9, 3]) {
        const goals: Goal[] = [
          { kind: 'position', joint: 2, target: [1, 1 + distance, 0], tolerance: 1e-6 },
          { kind: 'position', joint: 5, offset: TOOL, target: [-1, 1, -distance], tolerance: 1e-6 },
        ];
        const { pose, residuals, status } = createSolver(arms).solve(start, goals, { reserve: share, restarts: 0 });
        const hands = [placeOf(arms, pose, 2), placeOf(arms, pose, 5, TOOL)];
        [0.7, 0.8].forEach((length, k) => {
          const soft = softened(length, share, distance);
          expect(between(hands[k]!, SHOULDERS[k]!)).toBeCloseTo(soft, 5);
          expect(residuals[k]!.distance).toBeCloseTo(distance - soft, 5);
          expect(residuals[k]!.reached).toBe(distance - soft < 1e-5);
        });
        expect(status).toBe(residuals.every((left) => left.reached) ? 'reached' : 'stalled');
      }
    },
  );

  test('counts a goal as reached that a chain meets although it cannot get any shorter', () => {
    const rod = createSkeleton([{ name: 'rod', parent: -1, offset: [0, 1, 0] }]);
    for (const target of [normalize([1, 2, 2]), normalize([-1, 0.2, 0.5])]) {
      const place: Vec3 = [target[0], 1 + target[1], target[2]];
      const outcome = createSolver(rod).solve(restPose(rod), [{ kind: 'position', joint: 0, offset: [0, 1, 0], target: place }], {
        reserve: 0.2,
      });
      expect(outcome).toMatchObject({ status: 'reached', residuals: [{ reached: true }], cost: 0, start: { kind: 'present' } });
      expect(between(placeOf(rod, outcome.pose, 0, [0, 1, 0]), place)).toBeLessThan(1e-3);
    }
  });

  test('does not draw in what a sliding joint carries the chain to: 40 targets beside its rail are reached (seed 8)', () => {
    const skeleton = createSkeleton([
      { name: 'rail', parent: -1, offset: [0, 0, 0], limit: { kind: 'prismatic', axis: [1, 0, 0], min: -1, max: 1 } },
      { name: 'shoulder', parent: 0, offset: [0, 0, 0] },
      { name: 'elbow', parent: 1, offset: [0, 0.3, 0] },
      { name: 'hand', parent: 2, offset: [0, 0.3, 0] },
    ]);
    const solver = createSolver(skeleton);
    const random = seededRandom(8);
    for (let i = 0; i < 40; i++) {
      const target: Vec3 = [1.6 * random() - 0.8, 0.2 + 0.2 * random(), 0.2 * random()];
      const goal: Goal = { kind: 'position', joint: 3, target };
      const { pose, status } = solver.solve(restPose(skeleton), [goal], { reserve: 0.2 });
      expect(status, `target ${i}`).toBe('reached');
      expect(between(placeOf(skeleton, pose, 3), target), `target ${i}`).toBeLessThan(1e-3);
    }
  });

  test('holds back a share of what coupled limits leave, wherever the solve takes them (400 random chains, seed 41) @all', () => {
    const random = seededRandom(41);
    const amid = (least: number, most: number): number => least + (most - least) * random();
    const share = 0.2;
    let reached = 0;
    let used = 0;
    for (let i = 0; i < 400; i++) {
      const knee: Limit = { kind: 'hinge', axis: [1, 0, 0], min: -1.2, max: 1.5 };
      const joints: readonly Limit[] = [ballOf([0.8, 1.2, 1, 1], [-0.9, 1.1]), knee, ballOf([0.9, 0.9, 0.7, 1], [-0.5, 0.5])];
      const couplings: readonly Coupling[] = [
        {
          kind: 'swingByHinge',
          joint: 0,
          hinge: 1,
          side: i % 2 === 0 ? 1 : 3,
          points: [-0.8, 0.2, 1].map((x) => [x, amid(0.1, 0.9)]),
        },
        { kind: 'twistBySwing', joint: i % 3 === 0 ? 2 : 0, points: [0, 0.4, 1].map((x) => [x, amid(-0.5, -0.1), amid(0, 0.5)]) },
      ];
      const whole = chainOf(joints, couplings);
      const narrow = chainOf(
        joints.map((limit) => narrowed(limit, share)),
        couplings.map((coupling) => narrowedCoupling(coupling, share)),
      );
      const from = clampPose(narrow, randomPose(narrow, random)).pose;
      const there = clampPose(narrow, randomPose(narrow, random)).pose;
      // What is turned, not placed, since no target is softened then.
      const goals: Goal[] = [{ kind: 'orientation', joint: 2, target: worldRotation(forwardKinematics(narrow, there), 2) }];
      const wanted = createSolver(narrow).solve(from, goals, { restarts: 0 });
      // What takes longer may have stalled and set out again, where a solve with a reserve gives it back.
      if (wanted.status !== 'reached' || wanted.iterations > 5) continue;
      reached++;
      const { pose, status } = createSolver(whole).solve(from, goals, { restarts: 0, reserve: share });
      expect(status).toBe('reached');
      for (let j = 0; j < 3; j++) expect(poseOffence(narrow, pose, j), `case ${i}, joint ${j}`).toBeLessThan(1e-6);
      const free = createSolver(whole).solve(from, goals, { restarts: 0 }).pose;
      if ([0, 1, 2].some((j) => poseOffence(narrow, free, j) > 0.01)) used++;
    }
    expect(reached).toBeGreaterThan(100);
    expect(used).toBeGreaterThan(20);
  });

  test('leaves a joint with coupled limits what it uses of its reserve', () => {
    const ball = ballOf([1, 1, 1, 1], [-1, 1]);
    const arm = chainOf(
      [ball, { kind: 'hinge', axis: [1, 0, 0], min: 0, max: 2.6 }, { kind: 'free' }],
      [
        { kind: 'swingByHinge', joint: 0, hinge: 1, side: 0, points: [[0, 0.9]] },
        { kind: 'twistBySwing', joint: 0, points: [[0, -0.6, 0.6]] },
      ],
    );
    const edge = restPose(arm);
    setRotation(edge, 0, multiply(fromAxisAngle([1, 0, 0], 0.85), fromAxisAngle([0, 0, 1], 0.58)));
    setRotation(edge, 1, fromAxisAngle([1, 0, 0], 2));
    setRotation(edge, 2, fromAxisAngle([1, 0, 0], 1.5));
    for (const options of [{}, { order: 'backward' }] as const) {
      const target = add(placeOf(arm, edge, 2, FOOT), [0.01, 0, 0]);
      const goal: Goal = { kind: 'position', joint: 2, offset: FOOT, target };
      const { pose, status } = createSolver(arm).solve(edge, [goal], { ...options, reserve: 0.5 });
      expect(status).toBe('reached');
      for (let j = 0; j < 3; j++) expect(angleBetween(rotationOf(pose, j), rotationOf(edge, j))).toBeLessThan(0.1);
      expect(angleBetween(rotationOf(pose, 0), rotationOf(edge, 0))).toBeGreaterThan(1e-4);
    }
  });
});

const FOOT: Vec3 = [0, -0.2, 0];

function ballOf(swing: readonly [number, number, number, number], twist: readonly [number, number]): Limit {
  return { kind: 'swingTwist', parentFrame: IDENTITY, childFrame: IDENTITY, swing, twist };
}

function chainOf(limits: readonly Limit[], couplings: readonly Coupling[]): Skeleton {
  const joints = limits.map((limit, j): JointDefinition => {
    return { name: `joint${j}`, parent: j - 1, offset: j === 0 ? [0, 0, 0] : [0, -0.2, 0], limit };
  });
  return createSkeleton(joints, 0, couplings);
}

/** The middle part of a range. */
function middleOf(min: number, max: number, share: number): [number, number] {
  const lost = ((max - min) / 2) * share;
  return [min + lost, max - lost];
}

function narrowed(limit: Limit, share: number): Limit {
  if (limit.kind === 'hinge') {
    const [min, max] = middleOf(limit.min, limit.max, share);
    return { ...limit, min, max };
  }
  if (limit.kind !== 'swingTwist') return limit;
  const [a, b, c, d] = limit.swing;
  const kept = 1 - share;
  return { ...limit, swing: [a * kept, b * kept, c * kept, d * kept], twist: middleOf(...limit.twist, share) };
}

function narrowedCoupling(coupling: Coupling, share: number): Coupling {
  if (coupling.kind === 'twistBySwing') {
    return { ...coupling, points: coupling.points.map(([swing, min, max]) => [swing, ...middleOf(min, max, share)]) };
  }
  return { ...coupling, points: coupling.points.map(([angle, half]) => [angle, half * (1 - share)]) };
}
