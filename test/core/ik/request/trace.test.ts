import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../../core/ik/request/options.ts';
import { createTrace, type Trace } from '../../../../core/ik/request/trace.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { fromAxisAngle, IDENTITY, type Quat } from '../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import type { SwingTwistLimit } from '../../../../core/skeleton/limits.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { clampPose, limitedJoints } from '../../../../core/skeleton/limit-state.ts';
import { createSkeleton } from '../../../../core/skeleton/skeleton.ts';
import { HAND, humanArm, placeOf, randomPose } from '../../../helpers/ik-chains.ts';

const arm = humanArm();

interface Traced {
  readonly trace: Trace;
  readonly start: Pose;
  readonly pose: Pose;
  readonly iterations: number;
}

/** 200 traced solves to targets in and out of reach. */
function* tracedSolves(options: SolveOptions = {}): Generator<Traced> {
  const random = seededRandom(51);
  const solver = createSolver(arm);
  for (let i = 0; i < 200; i++) {
    const start = randomPose(arm, random);
    const [x, y, z] = placeOf(arm, randomPose(arm, random), 3, HAND);
    const stretch = i % 3 === 0 ? 1.5 : 1;
    const goal: Goal = { kind: 'position', joint: 3, offset: HAND, target: [stretch * x, stretch * y, stretch * z] };
    const trace = createTrace();
    const { pose, iterations } = solver.solve(start, [goal], { ...options, restarts: 3, trace });
    yield { trace, start, pose, iterations };
  }
}

const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

/** A solve in which a cone's twist stands in what a reserve has left of it, less than its swing would leave. */
function reservedTwist() {
  const limit: SwingTwistLimit = {
    kind: 'swingTwist',
    parentFrame: IDENTITY,
    childFrame: fromAxisAngle(Y, 1),
    swing: [0.1, 1, 0.1, 1],
    twist: [-1, 2],
  };
  const points = [
    [0, -1, 2],
    [1, -0.8, 1],
    [2, -0.4, -0.4],
  ] as const;
  const skeleton = createSkeleton(
    [
      { name: 'ball', parent: -1, offset: [0, 0, 0] },
      { name: 'cone', parent: 0, offset: [0, 0.3, 0], limit },
    ],
    0,
    [{ kind: 'twistBySwing', joint: 1, points }],
  );
  const posed = (ball: Quat, cone: Quat): Pose => {
    const pose = restPose(skeleton);
    setRotation(pose, 0, ball);
    setRotation(pose, 1, cone);
    return clampPose(skeleton, pose).pose;
  };
  const start = posed(fromAxisAngle(Y, -0.4), fromAxisAngle(Z, 1.2));
  const reference = posed(fromAxisAngle([1, 0, 0], -0.6), fromAxisAngle(Y, -0.9));
  const goals: Goal[] = [{ kind: 'position', joint: 1, offset: [0, 0.1, 0.1], target: [0.192, 0.2, 0.096] }];
  return { skeleton, start, goals, options: { reserve: 0.4, restarts: 1, reference } };
}

describe('a trace', () => {
  test('numbers its iterations from 0, and each of its steps by the iteration that it belongs to', () => {
    const phases = new Set<string>();
    for (const { trace, iterations } of tracedSolves()) {
      expect(trace.iterations.map((left) => left.iteration)).toEqual(Array.from({ length: iterations }, (_, i) => i));
      let last = 0;
      for (const step of trace.steps) {
        expect(step.iteration).toBeGreaterThanOrEqual(last);
        last = step.iteration;
        phases.add(step.phase);
        if (step.phase === 'sweep' || step.phase === 'refinement')
          expect(trace.iterations[step.iteration]!.phase).toBe(step.phase);
        // What is set at the end comes after all iterations.
        if (step.phase === 'result') expect(step.iteration).toBe(iterations);
      }
    }
    expect([...phases].sort()).toEqual(['refinement', 'result', 'start', 'sweep']);
  });

  test('says of each step whether it led onto a limit', () => {
    const told = { limited: 0, free: 0 };
    for (const { trace, start } of tracedSolves()) {
      const pose = start.slice();
      for (const [i, step] of trace.steps.entries()) {
        pose.set(step.after, step.index);
        const isLast = trace.steps[i + 1]?.iteration !== step.iteration;
        if (step.phase === 'sweep' || !isLast) continue;
        // Joints of one refinement step move together: once all have, each stands where its own step says.
        const limited = new Set(limitedJoints(arm, pose));
        for (const one of trace.steps
          .slice(0, i + 1)
          .filter((other) => other.iteration === step.iteration && other.phase === step.phase)) {
          if (trace.steps.slice(0, i + 1).findLast((other) => other.joint === one.joint) !== one) continue;
          expect(one.limited).toBe(limited.has(one.joint));
          told[one.limited ? 'limited' : 'free']++;
        }
      }
    }
    expect(Math.min(told.limited, told.free)).toBeGreaterThan(100);
  });

  test('says after each iteration how far the farthest goal is, and how far turned: at the end what the outcome says', () => {
    const random = seededRandom(52);
    const solver = createSolver(arm);
    let compared = 0;
    for (let i = 0; i < 100; i++) {
      const world = forwardKinematics(arm, randomPose(arm, random));
      const goals: Goal[] = [
        { kind: 'position', joint: 2, target: worldPosition(world, 2) },
        { kind: 'orientation', joint: 3, target: worldRotation(world, 3) },
        { kind: 'orientation', joint: 2, target: worldRotation(world, 2), tolerance: 3 },
        { kind: 'position', joint: 3, offset: HAND, target: pointOf(world, 3, HAND) },
      ];
      const trace = createTrace();
      const { status, distance, angle, iterations } = solver.solve(randomPose(arm, random), goals, { trace });
      if (status !== 'reached' || iterations === 0) continue;
      expect(trace.iterations.at(-1)!.distance).toBeCloseTo(distance, 12);
      expect(trace.iterations.at(-1)!.angle).toBeCloseTo(angle, 12);
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });

  test('no step of the refinement leaves more than was left before it', () => {
    let compared = 0;
    for (const { trace } of tracedSolves()) {
      trace.iterations.forEach((left, i) => {
        const before = trace.iterations[i - 1];
        if (left.phase !== 'refinement' || before?.start.kind !== left.start.kind || before.start.index !== left.start.index)
          return;
        expect(left.distance).toBeLessThanOrEqual(before.distance + 1e-12);
        compared++;
      });
    }
    expect(compared).toBeGreaterThan(500);
  });

  test('tells of each step what the steps before it led to, to the byte', () => {
    let moved = 0;
    for (const { trace, start, pose } of tracedSolves()) {
      const replayed = start.slice();
      for (const step of trace.steps) {
        expect([...replayed.subarray(step.index, step.index + step.before.length)]).toEqual(step.before);
        replayed.set(step.after, step.index);
        moved++;
      }
      expect(replayed).toEqual(pose);
    }
    expect(moved).toBeGreaterThan(1000);
  });

  test('changes nothing, and no more does looking on the way, not even where a reserve narrows a twist that follows its swing', () => {
    const { skeleton, start, goals, options } = reservedTwist();
    const solver = createSolver(skeleton);
    const plain = solver.solve(start, goals, options);
    expect(solver.solve(start, goals, { ...options, trace: createTrace() })).toEqual(plain);
    const stepped = solver.begin(start, goals, options);
    while (stepped.step()) stepped.outcome();
    expect(stepped.outcome()).toEqual(plain);
  });
});
