import { describe, expect, test } from 'vitest';
import type { CentreOfMassGoal, Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { angleBetween, fromAxisAngle, rotate } from '../../../../core/math/quat.ts';
import { normalize, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { between, HAND, humanArm, placeOf, randomPose, testBiped } from '../../../helpers/ik-chains.ts';
import { seededRandom } from '../../../../core/math/random.ts';

describe('goals', () => {
  test('position and orientation of a hand together, to 1 mm and 1°', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const random = seededRandom(21);
    for (let i = 0; i < 200; i++) {
      const wanted = randomPose(arm, random);
      const world = forwardKinematics(arm, wanted);
      const goals: Goal[] = [
        { kind: 'position', joint: 3, offset: HAND, target: pointOf(world, 3, HAND) },
        { kind: 'orientation', joint: 3, target: worldRotation(world, 3) },
      ];
      const { pose, status } = solver.solve(restPose(arm), goals);
      expect(status).toBe('reached');
      expect(between(placeOf(arm, pose, 3, HAND), pointOf(world, 3, HAND))).toBeLessThan(1e-3);
      expect(angleBetween(worldRotation(forwardKinematics(arm, pose), 3), worldRotation(world, 3))).toBeLessThan(Math.PI / 180);
    }
  });

  test('a goal of weight 0 changes nothing, to the byte, and is measured (60 targets, seed 5)', () => {
    const { skeleton, start, joint } = testBiped();
    const solver = createSolver(skeleton);
    const random = seededRandom(5);
    const [hand, head] = [joint('wristL'), joint('head')];
    const masses = { masses: Array.from(skeleton.names, () => 1), centres: Array.from({ length: 3 * skeleton.count }, () => 0) };
    for (let i = 0; i < 60; i++) {
      const world = forwardKinematics(skeleton, randomPose(skeleton, random));
      const goals: Goal[] = [{ kind: 'position', joint: hand, target: worldPosition(world, hand) }];
      const measured: Goal[] = [
        { kind: 'position', joint: head, target: [9, 9, 9], weight: 0 },
        { kind: 'centreOfMass', ...masses, support: [[5, 5]], weight: 0, priority: 3 },
      ];
      const options = { rootStiffness: i % 2, restarts: 3 };
      const alone = solver.solve(start, goals, options);
      const outcome = solver.solve(start, [...measured, ...goals], options);
      expect([...outcome.pose]).toEqual([...alone.pose]);
      expect(outcome.status).toBe(alone.status);
      expect(outcome.residuals[0]!.distance).toBeCloseTo(between(placeOf(skeleton, outcome.pose, head, [0, 0, 0]), [9, 9, 9]), 9);
    }
  });

  test('aim: the axis points at the target from its own origin', () => {
    const { skeleton, start, joint } = testBiped();
    const head = joint('head');
    const axis: Vec3 = [0, 0, 1];
    const offset: Vec3 = [0, 0.1, 0.05];
    const target: Vec3 = [1, 1.2, 1.5];
    const { pose, status } = createSolver(skeleton).solve(start, [{ kind: 'aim', joint: head, axis, offset, target }]);
    expect(status).toBe('reached');
    const world = forwardKinematics(skeleton, pose);
    const looking = rotate(worldRotation(world, head), axis);
    const wanted = normalize(subtract(target, pointOf(world, head, offset)));
    expect(looking[0] * wanted[0] + looking[1] * wanted[1] + looking[2] * wanted[2]).toBeGreaterThan(Math.cos(Math.PI / 180));
  });

  test('an aim exactly backwards, and points exactly opposite, are turned round by one sweep, without a further start', () => {
    const ball = createSkeleton([{ name: 'ball', parent: -1, offset: [0, 0, 0] }]);
    const behind: Goal[][] = [
      [{ kind: 'aim', joint: 0, axis: [0, 0, 1], target: [0, 0, -3] }],
      [{ kind: 'orientation', joint: 0, target: [1, 0, 0, 0] }],
      [1, 2].map((x): Goal => ({ kind: 'position', joint: 0, offset: [x, 0, 0], target: [-x, 0, 0] })),
    ];
    for (const goals of behind) {
      const outcome = createSolver(ball).solve(restPose(ball), goals, { restarts: 0, maxIterations: 1, order: 'backward' });
      expect(outcome.status).toBe('reached');
    }
  });

  test('a pole draws the elbow to its side without taking the hand from its target', () => {
    const arm = createSkeleton([
      { name: 'shoulder', parent: -1, offset: [0, 0, 0] },
      { name: 'elbow', parent: 0, offset: [0.3, 0, 0], limit: { kind: 'hinge', axis: [0, -1, 0], min: 0, max: 2.6 } },
      { name: 'hand', parent: 1, offset: [0.26, 0, 0] },
    ]);
    const hand: Goal = { kind: 'position', joint: 2, target: [0.35, 0, 0.1] };
    const solver = createSolver(arm);
    const elbow = (target: Vec3): Vec3 => {
      const outcome = solver.solve(restPose(arm), [hand, { kind: 'pole', joint: 1, target }]);
      expect(outcome.status).toBe('reached');
      expect(outcome.residuals[0]!.distance).toBeLessThan(1e-3);
      return worldPosition(forwardKinematics(arm, outcome.pose), 1);
    };
    expect(elbow([0.2, -1, 0])[1]).toBeLessThan(-0.1);
    expect(elbow([0.2, 1, 0])[1]).toBeGreaterThan(0.1);
  });

  test('a pole that cannot be reached never makes a solve "not reached"', () => {
    const arm = humanArm();
    const outcome = createSolver(arm).solve(restPose(arm), [{ kind: 'pole', joint: 2, target: [0, 50, 0] }]);
    expect(outcome.status).toBe('reached');
  });

  test('a soft goal is pursued as far as the others allow, and left out of what the outcome calls missed', () => {
    const arm = humanArm();
    const hand: Goal = { kind: 'position', joint: 3, offset: HAND, target: [0.45, 0.05, 0.35] };
    const turn: Goal = { kind: 'orientation', joint: 3, target: [0, 0, 1, 0], soft: true };
    const solver = createSolver(arm);
    const without = solver.solve(restPose(arm), [hand]);
    const outcome = solver.solve(restPose(arm), [hand, turn]);
    expect(outcome.status).toBe('reached');
    expect(outcome.distance).toBeLessThan(1e-3);
    expect(outcome.angle).toBe(0);
    const left = (pose: Pose): number => angleBetween(worldRotation(forwardKinematics(arm, pose), 3), [0, 0, 1, 0]);
    expect(left(outcome.pose)).toBeLessThan(left(without.pose) - 0.2);
    expect(outcome.residuals[1]!.angle).toBeCloseTo(left(outcome.pose), 6);
  });

  test('a radian counts as half the mean length of the chain’s links, or as the lever arm that the goal names', () => {
    const links = [0, 0.2, 0.4, 0.3].map((x, j): JointDefinition => ({
      name: `link${j}`,
      parent: j - 1,
      offset: [x, 0, 0],
      limit: { kind: 'hinge', axis: [0, 0, 1], min: -1, max: 1 },
    }));
    const chain = createSkeleton(links);
    const left = (goal: Goal): number => createSolver(chain).solve(restPose(chain), [goal], { restarts: 0 }).cost;
    // Turns about x and directions along z are what hinges about z cannot change.
    const tilted = { kind: 'orientation', joint: 3, target: fromAxisAngle([1, 0, 0], 0.5) } as const;
    // Three axes of length λ are off by 2 λ² θ² in square, and so is what an aim counts.
    expect(left(tilted)).toBeCloseTo(2 * 0.15 ** 2 * 0.5 ** 2, 9);
    expect(left({ ...tilted, maxLinks: 2 })).toBeCloseTo(2 * 0.15 ** 2 * 0.5 ** 2, 9);
    expect(left({ ...tilted, joint: 2, maxLinks: 2 })).toBeCloseTo(2 * 0.2 ** 2 * 0.5 ** 2, 9);
    expect(left({ ...tilted, leverArm: 0.7 })).toBeCloseTo(2 * 0.7 ** 2 * 0.5 ** 2, 9);
    expect(left({ ...tilted, weight: 3 })).toBeCloseTo(6 * 0.15 ** 2 * 0.5 ** 2, 9);
    expect(left({ kind: 'aim', joint: 3, axis: [0, 0, 1], target: [9, 0, 0] })).toBeCloseTo(2 * 0.15 ** 2 * 2, 9);
  });

  test('the centre of mass moves what is below the root, nothing that stands beside it', () => {
    const { skeleton: biped } = testBiped();
    const joints = biped.names.map((name, j): JointDefinition => ({
      name,
      parent: biped.parents[j]!,
      offset: [biped.offsets[3 * j]!, biped.offsets[3 * j + 1]!, biped.offsets[3 * j + 2]!],
      limit: biped.limits[j]!,
    }));
    const prop = (name: string, parent: number): JointDefinition => ({ name, parent, offset: [0.5, 0.2, 0] });
    const scene = createSkeleton([...joints, prop('post', -1), prop('sign', joints.length)]);
    const masses = scene.names.map(() => 1);
    const centres = Array.from({ length: 3 * scene.count }, () => 0.05);
    const goal: CentreOfMassGoal = { kind: 'centreOfMass', masses, centres, support: [[0.1, 0.15]], tolerance: 1e-6 };
    const { pose, status } = createSolver(scene).solve(restPose(scene), [goal]);
    expect(status).toBe('reached');
    for (const j of [joints.length, joints.length + 1]) expect(rotationOf(pose, j)).toEqual([0, 0, 0, 1]);
    expect(rotationOf(pose, 1)).not.toEqual([0, 0, 0, 1]);
    const [x, z] = centreOfMass(scene, pose, Float64Array.from(masses), Float64Array.from(centres));
    expect(Math.hypot(x - 0.1, z - 0.15)).toBeLessThan(1e-6);
  });

  test('the centre of mass comes over the support while the pinned feet stay', () => {
    const { skeleton, start, joint } = testBiped();
    const masses = Float64Array.from(skeleton.names, (name) =>
      /knee|foot|elbow|wrist/.test(name) ? 2 : name === 'chest' ? 20 : 5,
    );
    const centres = new Float64Array(3 * skeleton.count).map((_, i) => (i % 3 === 1 ? 0.05 : 0));
    const foot = placeOf(skeleton, start, joint('footL'));
    const support = [
      [foot[0] - 0.05, foot[2] - 0.05],
      [foot[0] + 0.05, foot[2] - 0.05],
      [foot[0] + 0.05, foot[2] + 0.1],
      [foot[0] - 0.05, foot[2] + 0.1],
    ] as const;
    const balance: CentreOfMassGoal = { kind: 'centreOfMass', masses, centres, support };
    const goals: Goal[] = [
      balance,
      ...['footL', 'footR'].map((name): Goal => ({
        kind: 'position',
        joint: joint(name),
        target: placeOf(skeleton, start, joint(name)),
        priority: 1,
        tolerance: 1e-4,
      })),
    ];
    const outcome = createSolver(skeleton).solve(start, goals, { rootStiffness: 0 });
    expect(outcome.status).toBe('reached');
    const [x, z] = centreOfMass(skeleton, outcome.pose, masses, centres);
    expect(x).toBeGreaterThan(foot[0] - 0.055 - 1e-9);
    expect(x).toBeLessThan(foot[0] + 0.055 + 1e-9);
    expect(z).toBeGreaterThan(foot[2] - 0.055 - 1e-9);
  });
});

function centreOfMass(skeleton: Skeleton, pose: Pose, masses: Float64Array, centres: Float64Array): [number, number] {
  const world = forwardKinematics(skeleton, pose);
  const total = masses.reduce((a, b) => a + b);
  let [x, z] = [0, 0];
  for (let j = 0; j < skeleton.count; j++) {
    const p = pointOf(world, j, [centres[3 * j]!, centres[3 * j + 1]!, centres[3 * j + 2]!]);
    x += (masses[j]! * p[0]) / total;
    z += (masses[j]! * p[2]) / total;
  }
  return [x, z];
}
