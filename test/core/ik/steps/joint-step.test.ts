import { describe, expect, test } from 'vitest';
import { createSolver } from '../../../../core/ik/solver.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createTrace } from '../../../../core/ik/request/trace.ts';
import { fromAxisAngle, rotate, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { UNIT_Z, type Vec3 } from '../../../../core/math/vec3.ts';
import { limitCoordinates } from '../../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../../core/skeleton/skeleton.ts';
import { between, placeOf, straightChain, TIP, turnsBetween } from '../../../helpers/ik-chains.ts';
import { cases } from '../../../helpers/extent.ts';

const HINGES = cases(100, 500);

const ONE_STEP = { maxIterations: 1, restarts: 0, order: 'backward' } as const;

function one(limit: Limit) {
  return createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0], limit }]);
}

function goal(target: Vec3, offset: Vec3 = [1, 0, 0]): Goal {
  return { kind: 'position', joint: 0, offset, target, tolerance: 1e-9 };
}

describe('one step of one joint', () => {
  test('a ball turns the effector onto the direction of the target by the shortest arc', () => {
    const skeleton = one({ kind: 'free' });
    const { pose } = createSolver(skeleton).solve(restPose(skeleton), [goal([0, 3, 0])], ONE_STEP);
    const expected = fromAxisAngle(UNIT_Z, Math.PI / 2);
    rotationOf(pose, 0).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 9));
  });

  test('effector on the joint, or target on the joint: no step, no NaN', () => {
    const skeleton = one({ kind: 'free' });
    const solver = createSolver(skeleton);
    expect([...solver.solve(restPose(skeleton), [goal([1, 1, 1], [0, 0, 0])], ONE_STEP).pose]).toEqual([...restPose(skeleton)]);
    expect([...solver.solve(restPose(skeleton), [goal([0, 0, 0])], ONE_STEP).pose]).toEqual([...restPose(skeleton)]);
  });

  test('a target exactly behind turns a ball by half a turn about a fixed axis, the same every time', () => {
    const skeleton = one({ kind: 'free' });
    const solve = () => createSolver(skeleton).solve(restPose(skeleton), [goal([-2, 0, 0])], ONE_STEP).pose;
    const pose = solve();
    expect(between(placeOf(skeleton, pose, 0, [1, 0, 0]), [-1, 0, 0])).toBeLessThan(1e-9);
    expect([...solve()]).toEqual([...pose]);
  });

  test('a target exactly behind turns any point of a ball exactly round, in any pose of it (200 random ones, seed 45)', () => {
    const random = seededRandom(45);
    const vector = (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const skeleton = one({ kind: 'free' });
    for (let i = 0; i < 200; i++) {
      const offset = vector();
      // At rest the point and its opposite are the same numbers but for the sign: no rounding tells the solver a side.
      const target: Vec3 = [-2 * offset[0], -2 * offset[1], -2 * offset[2]];
      const { pose } = createSolver(skeleton).solve(restPose(skeleton), [goal(target, offset)], ONE_STEP);
      expect(between(placeOf(skeleton, pose, 0, offset), [-offset[0], -offset[1], -offset[2]])).toBeLessThan(1e-9);
    }
  });

  test('a target exactly behind a hinge turns it about its axis, to the end of its range', () => {
    const skeleton = one({ kind: 'hinge', axis: [0, 0, 1], min: -1, max: 2 });
    const { pose } = createSolver(skeleton).solve(restPose(skeleton), [goal([-2, 0, 0])], ONE_STEP);
    expect(limitCoordinates(skeleton.limits[0]!, rotationOf(pose, 0)).twist).toBeCloseTo(2, 9);
  });

  test(`a hinge finds the exact optimum on its interval: no angle of a fine walk is better (${HINGES} random cases, seed 2)`, () => {
    const random = seededRandom(2);
    const vector = (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    for (let i = 0; i < HINGES; i++) {
      const min = -2 * random();
      const max = 1.1 * random();
      const axis: Vec3 = [0, 0, 1];
      const skeleton = one({ kind: 'hinge', axis, min, max });
      const points = [vector(), vector()];
      const targets = [vector(), vector()];
      const goals = points.map((offset, k): Goal => ({
        kind: 'position',
        joint: 0,
        offset,
        target: targets[k]!,
        weight: k + 1,
        tolerance: 1e-9,
      }));
      const cost = (q: Quat): number => points.reduce((sum, p, k) => sum + (k + 1) * between(rotate(q, p), targets[k]!) ** 2, 0);
      const start = restPose(skeleton);
      const { pose } = createSolver(skeleton).solve(start, goals, ONE_STEP);
      const found = cost(rotationOf(pose, 0));
      for (let k = 0; k <= 400; k++) {
        // What is left counts as a gain from three thousandths down only, where the pose would have to change for it.
        const worth = pose.every((value, index) => value === start[index]) ? 3e-3 : 1e-4;
        expect(found * (1 - worth)).toBeLessThanOrEqual(cost(fromAxisAngle(axis, min + ((max - min) * k) / 400)) + 1e-9);
      }
    }
  });

  test('several goals at a ball give the rotation that fits all best, not that of the last one', () => {
    const skeleton = one({ kind: 'free' });
    const turned = fromAxisAngle([0.6, 0, 0.8], 1.1);
    const goals = (
      [
        [1, 0, 0],
        [0, 1, 0],
      ] as Vec3[]
    ).map((offset): Goal => ({ kind: 'position', joint: 0, offset, target: rotate(turned, offset), tolerance: 1e-7 }));
    const outcome = createSolver(skeleton).solve(restPose(skeleton), goals, ONE_STEP);
    outcome.residuals.forEach((left) => expect(left.distance).toBeLessThan(1e-6));
  });

  test('an orientation goal and a position goal at a hinge share its angle', () => {
    const skeleton = one({ kind: 'hinge', axis: [0, 0, 1], min: -3, max: 3 });
    const wanted = fromAxisAngle([0, 0, 1], 0.7);
    const outcome = createSolver(skeleton).solve(
      restPose(skeleton),
      [goal(rotate(wanted, [1, 0, 0])), { kind: 'orientation', joint: 0, target: wanted, tolerance: 1e-9 }],
      ONE_STEP,
    );
    expect(outcome.angle).toBeLessThan(1e-9);
  });

  test('a sliding joint moves along its axis only, to the end of its range', () => {
    const skeleton = createSkeleton([
      { name: 'slide', parent: -1, offset: [0, 0, 0], limit: { kind: 'prismatic', axis: [0, 1, 0], min: -0.2, max: 0.5 } },
    ]);
    const solver = createSolver(skeleton);
    expect(solver.solve(restPose(skeleton), [goal([1, 0.3, 4])], ONE_STEP).pose[7]).toBeCloseTo(0.3, 12);
    expect(solver.solve(restPose(skeleton), [goal([1, 3, 4])], ONE_STEP).pose[7]).toBe(0.5);
  });

  test('a slide moves in the refinement too, to the place that reaches the goal or to the end of its range', () => {
    const skeleton = createSkeleton([
      { name: 'slide', parent: -1, offset: [0, 0, 0], limit: { kind: 'prismatic', axis: [0, 1, 0], min: -0.2, max: 0.5 } },
    ]);
    const start = restPose(skeleton);
    start[7] = 0.45;
    for (const [height, slid] of [
      [0.42, 0.42],
      [0.55, 0.5],
    ] as const) {
      const trace = createTrace();
      // A target this near goes straight to the refinement.
      const { pose } = createSolver(skeleton).solve(start, [goal([1, height, 0])], { restarts: 0, maxIterations: 4, trace });
      expect(trace.steps[0]!.phase).toBe('refinement');
      expect(trace.steps[0]!.after[0]).toBeCloseTo(slid, 3);
      expect(pose[7]).toBeCloseTo(slid, 9);
      expect(pose[7]).toBeLessThanOrEqual(0.5);
    }
  });

  test('the root translation takes its share of what is left', () => {
    const skeleton = one({ kind: 'hinge', axis: [0, 0, 1], min: 0, max: 0 });
    const { pose } = createSolver(skeleton).solve(restPose(skeleton), [goal([1, 0, 4])], { ...ONE_STEP, rootStiffness: 0.75 });
    expect(pose[2]).toBeCloseTo(1, 12);
  });

  test('a solve may have stiffnesses of its own: 1 keeps a joint in place, of two joints the stiffer one moves less', () => {
    const chain = straightChain(3);
    const reach: Goal = { kind: 'position', joint: 2, offset: TIP, target: [0.1, 0.25, 0.02] };
    const solver = createSolver(chain);
    const turns = (stiffness?: number[]) =>
      turnsBetween(chain, restPose(chain), solver.solve(restPose(chain), [reach], stiffness ? { stiffness } : {}).pose);
    expect(turns([0, 1, 0])[1]).toBe(0);
    expect(turns([0.95, 0, 0])[0]).toBeLessThan(turns()[0]! / 2);
    expect(turns([0, 0, 0])).toEqual(turns());
    expect(() => turns([0, 0])).toThrow('stiffness must have one number a joint, 3, got 2');
    expect(() => turns([0, Number.NaN, 0])).toThrow('stiffness[1] must be a number from 0 to 1, got NaN');
  });

  test('stiffness scales the angle of a step, 1 never moves; the largest step is a cap', () => {
    const half = createSkeleton([{ name: 'stiff', parent: -1, offset: [0, 0, 0], stiffness: 0.5 }]);
    const hard = createSkeleton([{ name: 'stiff', parent: -1, offset: [0, 0, 0], stiffness: 1 }]);
    const turned = (pose: Float64Array): number => 2 * Math.atan2(pose[5]!, pose[6]!);
    expect(turned(createSolver(half).solve(restPose(half), [goal([0, 1, 0])], ONE_STEP).pose)).toBeCloseTo(Math.PI / 4, 9);
    expect([...createSolver(hard).solve(restPose(hard), [goal([0, 1, 0])], ONE_STEP).pose]).toEqual([...restPose(hard)]);
    const free = one({ kind: 'free' });
    const capped = createSolver(free).solve(restPose(free), [goal([0, 1, 0])], { ...ONE_STEP, maxStep: 0.1 });
    expect(turned(capped.pose)).toBeCloseTo(0.1, 9);
  });

  test('damping above 1 overshoots, below 1 falls short', () => {
    const skeleton = one({ kind: 'free' });
    const turned = (damping: number): number => {
      const { pose } = createSolver(skeleton).solve(restPose(skeleton), [goal([0, 1, 0])], { ...ONE_STEP, damping });
      return 2 * Math.atan2(pose[5]!, pose[6]!);
    };
    expect(turned(1.2)).toBeCloseTo((1.2 * Math.PI) / 2, 9);
    expect(turned(0.8)).toBeCloseTo((0.8 * Math.PI) / 2, 9);
  });

  test('a joint does not start on the other side of a forbidden part: a hinge at one end is not thrown to the other', () => {
    const skeleton = one({ kind: 'hinge', axis: [0, 0, 1], min: -2.9, max: 2.9 });
    const start = restPose(skeleton);
    setRotation(start, 0, fromAxisAngle(UNIT_Z, 2.8));
    const at = (angle: number): Vec3 => [Math.cos(angle), Math.sin(angle), 0];
    const { pose } = createSolver(skeleton).solve(start, [goal(at(-2.85))], ONE_STEP);
    expect(limitCoordinates(skeleton.limits[0]!, rotationOf(pose, 0)).twist).toBeCloseTo(2.9, 9);
  });
});
