import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { createTrace, type TraceStep } from '../../../core/ik/request/trace.ts';
import { angleBetween, fromAxisAngle, IDENTITY, type Quat } from '../../../core/math/quat.ts';
import { UNIT_X, type Vec3 } from '../../../core/math/vec3.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { sampleLimit } from '../../../core/skeleton/sample-limit.ts';
import {
  between,
  HAND,
  hingeAbout,
  humanArm,
  placeOf,
  randomPose,
  straightChain,
  TIP,
  turnsBetween,
} from '../../helpers/ik-chains.ts';

const COUNT = 4;
const chain = straightChain(COUNT, hingeAbout(UNIT_X, -150, 150));

function bent(): Pose {
  const pose = restPose(chain);
  for (let j = 0; j < COUNT; j++) setRotation(pose, j, fromAxisAngle(UNIT_X, 0.4));
  return pose;
}

/** A target near the tip: the refinement alone goes there. */
function nearGoal(): Goal {
  const tip = placeOf(chain, bent(), COUNT - 1, TIP);
  return { kind: 'position', joint: COUNT - 1, offset: TIP, target: [0, tip[1] + 0.04, tip[2] - 0.05], tolerance: 1e-6 };
}

const asQuat = (values: readonly number[]): Quat => [values[0]!, values[1]!, values[2]!, values[3]!];
const turnOf = (step: TraceStep): number => angleBetween(asQuat(step.before), asQuat(step.after));

describe('how movement is shared out and held back', () => {
  test('what damping exceeds 1 by shrinks with the error that is left: half the error, half the overshoot', () => {
    const joint = straightChain(1);
    const turned = 0.4;
    const target: Vec3 = [0, 0.1 * Math.cos(turned), 0.1 * Math.sin(turned)];
    const goal: Goal = { kind: 'position', joint: 0, offset: TIP, target, tolerance: 1e-9, order: 'backward' };
    const trace = createTrace();
    createSolver(joint).solve(restPose(joint), [goal], { damping: 1.5, restarts: 0, trace });
    const [first, second] = trace.steps.filter((step) => step.phase === 'sweep').map(turnOf);
    // 1.5 of the whole, then 1 + 0.5 / 2 of the half that this overshot by.
    expect(first).toBeCloseTo(1.5 * turned, 9);
    expect(second).toBeCloseTo(1.25 * 0.5 * turned, 2);
  });

  test('a comfort region halves from sweep to sweep: what it left of the way is taken by halves', () => {
    const two = straightChain(2);
    const turned = 1.2;
    const comfort = 0.3;
    const target: Vec3 = [0, 0.1 + 0.1 * Math.cos(turned), 0.1 * Math.sin(turned)];
    const goal: Goal = { kind: 'position', joint: 1, offset: TIP, target, tolerance: 1e-9, order: 'backward' };
    const trace = createTrace();
    createSolver(two).solve(restPose(two), [goal], { comfort, stiffness: [1, 0], restarts: 0, trace });
    const turns = trace.steps.filter((step) => step.phase === 'sweep').map(turnOf);
    [turned - comfort, comfort / 2, comfort / 4, comfort / 8].forEach((turn, i) => expect(turns[i]).toBeCloseTo(turn, 9));
  });

  test.each(['backward', 'forward'] as const)(
    'a comfort region makes all joints take part in going %s: what the first leaves, each of the others takes an even share of',
    (order) => {
      const links = 5;
      const limb = straightChain(links, hingeAbout(UNIT_X, -150, 150));
      const comfort = 0.002;
      const aside = 0.004;
      const goal: Goal = { kind: 'position', joint: links - 1, offset: TIP, target: [0, 0.1 * links, aside], tolerance: 1e-9 };
      const trace = createTrace();
      createSolver(limb).solve(restPose(limb), [goal], { order, comfort, restarts: 0, trace });
      // Metres from a joint to the tip: small turns are arcs over them.
      const reach = (step: TraceStep): number => 0.1 * (links - step.joint);
      const steps = trace.steps.filter((step) => step.iteration === 0);
      const [first, ...others] = steps.map((step) => turnOf(step) * reach(step));
      const left = comfort * reach(steps[0]!);
      expect(steps).toHaveLength(links);
      expect(first).toBeCloseTo(aside - left, 5);
      for (const arc of others) expect(arc / (left / (links - 1))).toBeCloseTo(1, 1);
    },
  );

  test('the largest step caps the second-order refinement too', () => {
    const turns = (maxStep: number): number[] => {
      const trace = createTrace();
      const outcome = createSolver(chain).solve(bent(), [nearGoal()], { maxStep, restarts: 0, trace });
      expect(outcome.status).toBe('reached');
      expect(trace.steps.every((step) => step.phase === 'refinement')).toBe(true);
      return trace.steps.map(turnOf);
    };
    expect(Math.max(...turns(Math.PI))).toBeGreaterThan(0.05);
    expect(Math.max(...turns(0.03))).toBeLessThan(0.03 + 1e-9);
  });

  test('no limit makes a step of a sweep longer than the largest step, not even of a cone that is open almost all round', () => {
    const cone: Limit = {
      kind: 'swingTwist',
      parentFrame: IDENTITY,
      childFrame: IDENTITY,
      swing: [2.9, 1, 2.5, 2.9],
      twist: [-0.3, 0.2],
    };
    const limb = straightChain(3, cone);
    const random = seededRandom(21);
    const solver = createSolver(limb);
    const maxStep = 0.1;
    let held = 0;
    for (let i = 0; i < 100; i++) {
      const start = restPose(limb);
      for (let j = 0; j < 3; j++) setRotation(start, j, sampleLimit(cone, random));
      const target: Vec3 = [0.5 * random() - 0.25, 0.5 * random() - 0.25, 0.5 * random() - 0.25];
      const goal: Goal = { kind: 'position', joint: 2, offset: TIP, target, order: 'backward' };
      const trace = createTrace();
      solver.solve(start, [goal], { maxStep, restarts: 0, trace });
      for (const step of trace.steps.filter(({ phase }) => phase === 'sweep')) {
        expect(turnOf(step)).toBeLessThan(maxStep + 1e-7);
        if (step.limited) held++;
      }
    }
    expect(held).toBeGreaterThan(100);
  });

  test.each<[string, Limit]>([
    ['free joints', { kind: 'free' }],
    [
      'narrow cones',
      { kind: 'swingTwist', parentFrame: IDENTITY, childFrame: IDENTITY, swing: [1, 1, 0.5, 0.9], twist: [-1.3, 1.2] },
    ],
    [
      'wide cones',
      { kind: 'swingTwist', parentFrame: IDENTITY, childFrame: IDENTITY, swing: [2.9, 1, 2.5, 2.9], twist: [-1.3, 1.2] },
    ],
  ])('the largest step caps the whole turn of a joint in the refinement, not that of each of its freedoms: %s', (_, limit) => {
    const limb = straightChain(4, limit);
    const random = seededRandom(21);
    const solver = createSolver(limb);
    for (const maxStep of [0.03, 0.5]) {
      let longest = 0;
      for (let i = 0; i < 30; i++) {
        const start = restPose(limb);
        for (let j = 0; j < 4; j++) setRotation(start, j, sampleLimit(limit, random));
        const target: Vec3 = [0.5 * random() - 0.25, 0.5 * random() - 0.25, 0.5 * random() - 0.25];
        const trace = createTrace();
        solver.solve(start, [{ kind: 'position', joint: 3, offset: TIP, target }], { maxStep, restarts: 0, trace });
        for (const step of trace.steps) if (step.phase === 'refinement') longest = Math.max(longest, turnOf(step));
      }
      expect(longest).toBeLessThan(maxStep * (1 + 1e-6));
      expect(longest).toBeGreaterThan(0.99 * maxStep);
    }
  });

  const STIFF = 3;

  test('a stiff joint moves less in the refinement too, and one of stiffness 1 not at all', () => {
    const turns = (stiff: number): number[] => {
      const stiffness = Array.from({ length: COUNT }, (_, j) => (j === STIFF ? stiff : 0));
      const { pose, status } = createSolver(chain).solve(bent(), [nearGoal()], { stiffness });
      expect(status).toBe('reached');
      return turnsBetween(chain, bent(), pose);
    };
    const free = turns(0)[STIFF]!;
    expect(free).toBeGreaterThan(0.02);
    expect(turns(0.9)[STIFF]).toBeLessThan(free / 3);
    expect(turns(1)[STIFF]).toBe(0);
  });

  test('random starts are in turn half and wholly away from the rest pose', () => {
    const balls = straightChain(12);
    const goal: Goal = { kind: 'position', joint: 11, offset: TIP, target: [0, 5, 0] };
    const disturbance = (first: number): number => {
      const trace = createTrace();
      createSolver(balls).solve(restPose(balls), [goal], { starts: { first, count: 1 }, maxIterations: 1, trace });
      const turns = trace.steps.slice(0, 12);
      expect(turns.every((step) => step.phase === 'start')).toBe(true);
      return turns.reduce((sum, step) => sum + angleBetween([0, 0, 0, 1], asQuat(step.after)), 0) / turns.length;
    };
    for (const start of [1, 3, 5, 7, 9]) expect(disturbance(start)).toBeLessThan(0.7 * disturbance(start + 1));
  });

  test('random starts are the same whatever pose came in, and a root that may move is where it brings the goals nearest', () => {
    const balls = straightChain(5);
    const goal: Goal = { kind: 'position', joint: 4, offset: TIP, target: [0.3, 5, -0.2] };
    const random = seededRandom(21);
    const begun = (pose: Pose, number: number): Pose => {
      const trace = createTrace();
      const options = { starts: { first: number, count: 1 }, maxIterations: 1, rootStiffness: 0.5, trace };
      createSolver(balls).solve(pose, [goal], options);
      const start = pose.slice();
      for (const step of trace.steps.filter(({ phase }) => phase === 'start')) start.set(step.after, step.index);
      return start;
    };
    for (let number = 1; number <= 6; number++) {
      const here = begun(restPose(balls), number);
      const walked = randomPose(balls, random);
      walked.set([2, 1, -3], 0);
      const there = begun(walked, number);
      here.forEach((value, i) => expect(there[i]).toBeCloseTo(value, 12));
      expect(between(placeOf(balls, here, 4, TIP), goal.target)).toBeLessThan(1e-9);
    }
  });

  test('of seeds that all lead to the goal the one whose effector stands nearest to it is tried first, in whichever order they come', () => {
    const seed = (bend: number): Pose => {
      const pose = restPose(chain);
      for (let j = 0; j < COUNT; j++) setRotation(pose, j, fromAxisAngle(UNIT_X, bend));
      return pose;
    };
    const [near, far] = [seed(0.41), seed(0.6)];
    const goal: Goal = { kind: 'position', joint: COUNT - 1, offset: TIP, target: placeOf(chain, bent(), COUNT - 1, TIP) };
    const solver = createSolver(chain);
    const chosen = (seeds: readonly Pose[]) => solver.solve(restPose(chain), [goal], { seeds, starts: { first: 1, count: 2 } });
    expect(chosen([far])).toMatchObject({ status: 'reached', start: { kind: 'seed', index: 0 } });
    expect(chosen([far, near])).toMatchObject({ status: 'reached', start: { kind: 'seed', index: 1 } });
    expect(chosen([near, far])).toMatchObject({ status: 'reached', start: { kind: 'seed', index: 0 } });
    // Where a seed's body stood does not matter: the present root stays.
    const walked = near.slice();
    walked.set([3, 0, -2], 0);
    expect(chosen([far, walked])).toMatchObject({ status: 'reached', start: { kind: 'seed', index: 1 } });
  });

  test('the last share of a range is used only where the others cannot do it: 100 targets that hinges reach within 70 % of theirs (seed 8)', () => {
    const hinges = straightChain(8, hingeAbout(UNIT_X, -60, 60));
    const solver = createSolver(hinges);
    const random = seededRandom(8);
    const most = (pose: Pose): number => Math.max(...turnsBetween(hinges, restPose(hinges), pose));
    const kept = (70 / 100) * 60 * DEGREES;
    let beyond = 0;
    for (let i = 0; i < 100; i++) {
      const wanted = restPose(hinges);
      for (let j = 0; j < 8; j++) setRotation(wanted, j, fromAxisAngle(UNIT_X, kept * (2 * random() - 1)));
      const goal: Goal = { kind: 'position', joint: 7, offset: TIP, target: placeOf(hinges, wanted, 7, TIP), order: 'backward' };
      if (Math.hypot(...goal.target) > 0.8 * 0.7) continue;
      if (most(solver.solve(restPose(hinges), [goal]).pose) > kept + 1e-6) beyond++;
      const held = solver.solve(restPose(hinges), [goal], { reserve: 0.3 });
      if (held.start.kind === 'present') expect(most(held.pose), `target ${i}`).toBeLessThan(kept + 1e-6);
    }
    expect(beyond).toBeGreaterThan(3);
  });

  test('with a reserve too a pose that meets its goal stays to the byte, stretched as it may be (50 poses, seed 9)', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const random = seededRandom(9);
    for (let i = 0; i < 50; i++) {
      const pose = randomPose(arm, random);
      setRotation(pose, 2, rotationOf(restPose(arm), 2));
      const goal: Goal = { kind: 'position', joint: 3, offset: HAND, target: placeOf(arm, pose, 3, HAND) };
      const outcome = solver.solve(pose, [goal], { reserve: 0.1 });
      expect(outcome.pose).toEqual(pose);
      expect(outcome.status).toBe('reached');
    }
  });
});
