import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { VISITING_ORDERS, type VisitingOrder } from '../../../../core/ik/request/orders.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { createTrace } from '../../../../core/ik/request/trace.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { UNIT_X, UNIT_Y, type Vec3 } from '../../../../core/math/vec3.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../../core/skeleton/skeleton.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { placeOf, randomPose, straightChain, testBiped, TIP, turnsBetween } from '../../../helpers/ik-chains.ts';

const COUNT = 8;
const skeleton = straightChain(COUNT);

function bent(): Pose {
  const pose = restPose(skeleton);
  for (let j = 0; j < COUNT; j++) setRotation(pose, j, fromAxisAngle(UNIT_X, 0.1));
  return pose;
}

const sideways: Vec3 = [0.1, 0.5, 0.45];

function visited(order: VisitingOrder, sweeps = 1): number[] {
  const trace = createTrace();
  const goal: Goal = { kind: 'position', joint: COUNT - 1, offset: TIP, target: sideways, order, tolerance: 1e-6 };
  createSolver(skeleton).solve(bent(), [goal], { maxIterations: sweeps, restarts: 0, trace });
  return trace.steps.filter((step) => step.phase === 'sweep').map((step) => step.joint);
}

describe('visiting orders', () => {
  test('smart bounce goes back to the effector for a joint that turned by more than 0.001 rad, not for less', () => {
    const limit = (axis: Vec3): Limit => ({ kind: 'hinge', axis, min: -1, max: 1 });
    const chain = createSkeleton(
      [UNIT_X, UNIT_X, UNIT_Y].map((axis, j) => ({
        name: `j${j}`,
        parent: j - 1,
        offset: [0, j === 0 ? 0 : 0.1, 0] as const,
        limit: limit(axis),
      })),
    );
    for (const [turn, next] of [
      [0.0009, 0],
      [0.0011, 2],
    ] as const) {
      // The last joint turns about its bone: that helps nothing. The one before turns by just this much, and still falls short.
      const target: Vec3 = [0, 0.1 + Math.cos(turn), Math.sin(turn)];
      const trace = createTrace();
      createSolver(chain).solve(restPose(chain), [{ kind: 'position', joint: 2, offset: TIP, target, order: 'smartBounce' }], {
        maxIterations: 1,
        restarts: 0,
        trace,
      });
      expect(trace.steps.filter((step) => step.phase === 'sweep').map((step) => step.joint)).toEqual([2, 1, next]);
    }
  });

  test('backward goes from the effector to the root, joint 0 included', () => {
    expect(visited('backward')).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });

  test('forward goes from the root to the effector', () => {
    expect(visited('forward')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('bounce returns to the effector after each new joint; from the root likewise', () => {
    expect(visited('bounce').slice(0, 10)).toEqual([7, 7, 6, 7, 6, 5, 7, 6, 5, 4]);
    expect(visited('bounceFromRoot').slice(0, 10)).toEqual([0, 0, 1, 0, 1, 2, 0, 1, 2, 3]);
  });

  test('smart bounce returns to the effector whenever a joint moved noticeably, as many updates a sweep as there are joints', () => {
    const joints = visited('smartBounce', 6);
    expect(joints[0]).toBe(7);
    joints.forEach((joint, i) => {
      const next = joints[i + 1];
      if (next !== undefined) expect([7, joint - 1]).toContain(next);
    });
    expect(visited('smartBounce').length).toBeLessThanOrEqual(COUNT);
  });

  test('largest error first begins with the joint whose step helps most', () => {
    const trace = createTrace();
    const goal: Goal = { kind: 'position', joint: COUNT - 1, offset: TIP, target: sideways, tolerance: 1e-6 };
    const best = Math.min(
      ...Array.from({ length: COUNT }, (_, j) => {
        const stiffness = Float64Array.from({ length: COUNT }, (__, k) => (k === j ? 0 : 1));
        const alone = { ...skeleton, stiffness };
        return createSolver(alone).solve(bent(), [goal], { maxIterations: 1, restarts: 0, order: 'backward' }).distance;
      }),
    );
    createSolver(skeleton).solve(bent(), [{ ...goal, order: 'largestErrorFirst' }], { maxIterations: 1, restarts: 0, trace });
    const first = trace.steps.find((step) => step.phase === 'sweep')!;
    const stiffness = Float64Array.from({ length: COUNT }, (_, k) => (k === first.joint ? 0 : 1));
    const chosen = createSolver({ ...skeleton, stiffness }).solve(bent(), [goal], {
      maxIterations: 1,
      restarts: 0,
      order: 'backward',
    });
    expect(chosen.distance).toBeCloseTo(best, 9);
  });

  test('bounce keeps movement at its end, forward moves all joints', () => {
    const goal: Goal = { kind: 'position', joint: COUNT - 1, offset: TIP, target: [0.05, 0.6, 0.35], tolerance: 1e-3 };
    const turns = (order: VisitingOrder, wanted = goal): number[] =>
      turnsBetween(skeleton, bent(), createSolver(skeleton).solve(bent(), [wanted], { order, restarts: 0 }).pose);
    const half = (values: number[], from: number, to: number): number => values.slice(from, to).reduce((a, b) => a + b, 0);
    const bounce = turns('bounce');
    // As far from the root as the tip is: the root's end can do it.
    const tip = placeOf(skeleton, bent(), COUNT - 1, TIP);
    const fromRoot = turns('bounceFromRoot', {
      ...goal,
      target: [0.3, tip[1] * 0.9, Math.sqrt(tip[2] ** 2 + 0.19 * tip[1] ** 2 - 0.09)],
    });
    expect(half(bounce, 4, 8)).toBeGreaterThan(half(bounce, 0, 4));
    expect(half(fromRoot, 0, 4)).toBeGreaterThan(half(fromRoot, 4, 8));
    expect(turns('forward').every((turn) => turn > 1e-4)).toBe(true);
  });

  test('every order reaches what it can reach', () => {
    for (const order of VISITING_ORDERS) {
      const outcome = createSolver(skeleton).solve(
        bent(),
        [{ kind: 'position', joint: COUNT - 1, offset: TIP, target: sideways }],
        {
          order,
        },
      );
      expect(outcome.status).toBe('reached');
      expect(outcome.updates).toBeGreaterThan(0);
    }
  });
});

/** A bent chain of twenty links, its tip to be moved a little or a lot: the article's figures. */
describe('which of twenty joints move, and in how many updates', () => {
  const LINKS = 20;
  const chain = straightChain(LINKS);
  const start = restPose(chain);
  for (let j = 0; j < LINKS; j++) setRotation(start, j, fromAxisAngle(UNIT_X, 0.08));
  const tip = placeOf(chain, start, LINKS - 1, TIP);

  function follow(order: VisitingOrder, way: number): { moved: number[]; updates: number; iterations: number } {
    const target: Vec3 = [tip[0] + way / 2, tip[1] - way / 2, tip[2] - 0.3 * way];
    const goal: Goal = { kind: 'position', joint: LINKS - 1, offset: TIP, target, order };
    const { pose, status, updates, iterations } = createSolver(chain).solve(start, [goal], { restarts: 0 });
    expect(status).toBe('reached');
    const moved = turnsBetween(chain, start, pose).flatMap((turn, j) => (turn > 1e-3 ? [j] : []));
    return { moved, updates, iterations };
  }

  test('smart bounce: the two or three next to the effector, and no others', () => {
    expect(follow('smartBounce', 0.05).moved).toEqual([18, 19]);
    expect(follow('smartBounce', 0.3).moved).toEqual([17, 18, 19]);
    expect(follow('smartBounce', 0.05).updates).toBeLessThanOrEqual(3 * LINKS);
  });

  test('bounce: only the end that it starts from, in one sweep of at most n (n + 1) / 2 updates', () => {
    for (const way of [0.05, 0.3]) {
      const { moved, updates, iterations } = follow('bounce', way);
      expect(Math.min(...moved)).toBeGreaterThan(LINKS / 2);
      expect(moved).toContain(LINKS - 1);
      expect(iterations).toBe(1);
      expect(updates).toBeLessThanOrEqual((LINKS * (LINKS + 1)) / 2);
    }
  });

  test('forward: all of them, from the first on', () => {
    for (const way of [0.05, 0.3]) {
      const { moved, updates } = follow('forward', way);
      expect(moved.length).toBeGreaterThanOrEqual(LINKS - 1);
      expect(moved[0]).toBe(0);
      expect(updates % LINKS).toBe(0);
    }
  });

  test('backward: more of them the further the tip has to go, n updates a sweep', () => {
    const [near, far] = [follow('backward', 0.05), follow('backward', 0.3)];
    expect(Math.min(...near.moved)).toBeGreaterThan(LINKS / 2);
    expect(far.moved.length).toBeGreaterThan(near.moved.length);
    expect(near.updates).toBe(near.iterations * LINKS);
  });

  test('largest error first: a handful, in as many updates', () => {
    const { moved, updates } = follow('largestErrorFirst', 0.3);
    expect(moved.length).toBeLessThanOrEqual(4);
    expect(updates).toBeLessThanOrEqual(2 * moved.length);
  });
});

describe('which joints of a figure move', () => {
  const ARM = ['clavicleL', 'shoulderL', 'elbowL', 'wristL'];

  test('smart bounce: the arm alone moves while it can reach', () => {
    const { skeleton: biped, start, joint } = testBiped();
    const goal: Goal = { kind: 'position', joint: joint('wristL'), target: [0.55, 1.35, 0.25], order: 'smartBounce' };
    const outcome = createSolver(biped).solve(start, [goal], { restarts: 0 });
    expect(outcome.status).toBe('reached');
    const moved = turnsBetween(biped, start, outcome.pose).flatMap((turn, j) => (turn > 1e-9 ? [biped.names[j]!] : []));
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.filter((name) => !ARM.includes(name))).toEqual([]);
    // Every joint moves when no order asks for few.
    const plain = createSolver(biped).solve(start, [{ ...goal, order: 'forward' }], { restarts: 0 });
    expect(turnsBetween(biped, start, plain.pose)[joint('chest')]).toBeGreaterThan(1e-3);
  });

  test.each([
    [3, 1, 'arm'],
    [4, 1, 'arm'],
    [5, 0.5, 'arm'],
    [6, 0.5, 'leg'],
  ] as const)(
    '300 targets that a limb reaches, stretched and twisted ones too: nothing but the limb moves (seed %d, root stiffness %d, %s)',
    (seed, rootStiffness, limb) => {
      const { skeleton: biped, start, joint } = testBiped();
      const joints = (limb === 'arm' ? ARM : ['hipR', 'kneeR', 'footR']).map(joint);
      const end = joints.at(-1)!;
      const random = seededRandom(seed);
      const solver = createSolver(biped);
      for (let i = 0; i < 300; i++) {
        const wanted = start.slice();
        const any = randomPose(biped, random);
        for (const j of joints) setRotation(wanted, j, rotationOf(any, j));
        const goal: Goal = { kind: 'position', joint: end, target: placeOf(biped, wanted, end), order: 'smartBounce' };
        const { pose, status } = solver.solve(start, [goal], { rootStiffness });
        expect(status, `target ${i}`).toBe('reached');
        for (let j = 0; j < biped.count; j++) {
          if (!joints.includes(j)) expect(rotationOf(pose, j), `target ${i}, ${biped.names[j]}`).toEqual(rotationOf(start, j));
        }
        expect(pose.subarray(0, 3), `target ${i}`).toEqual(start.subarray(0, 3));
      }
    },
  );

  test('two hands by smart bounce, one beyond its arm: the trunk that it needs is not reset', () => {
    const { skeleton: biped, start, joint } = testBiped();
    const goals = (['wristL', 'wristR'] as const).map((name, i): Goal => ({
      kind: 'position',
      joint: joint(name),
      target: i === 0 ? [0.75, 1.35, 0.45] : [-0.5, 1.3, 0.2],
      order: 'smartBounce',
    }));
    const outcome = createSolver(biped).solve(start, goals);
    expect(outcome.status).toBe('reached');
    const moved = turnsBetween(biped, start, outcome.pose).flatMap((turn, j) => (turn > 1e-9 ? [biped.names[j]!] : []));
    expect(moved).toContain('chest');
  });

  test('a hand that goes by smart bounce along a path at a centimetre a frame leans on the trunk without making the arm jump', () => {
    const { skeleton: biped, start, joint } = testBiped();
    const solver = createSolver(biped);
    let pose = start;
    for (let i = 0; i < 800; i++) {
      const t = (2 * Math.PI * i) / 400;
      const target = [0.5 + 0.25 * Math.cos(t + 2), 1.35 + 0.3 * Math.sin(2 * t + 2), 0.2 + 0.3 * Math.sin(t)] as const;
      const goal: Goal = { kind: 'position', joint: joint('wristL'), target, order: 'smartBounce' };
      const next = solver.solve(pose, [goal], { rootStiffness: 0.5 });
      expect(next.status).toBe('reached');
      if (i > 0) expect(Math.max(...turnsBetween(biped, pose, next.pose))).toBeLessThan(0.1);
      pose = next.pose;
    }
  });

  test('each effector has its own order: the hand by smart bounce, the foot forward, in one solve', () => {
    const { skeleton: biped, start, joint } = testBiped();
    const trace = createTrace();
    const hand = placeOf(biped, start, joint('wristL'));
    const foot = placeOf(biped, start, joint('footR'));
    const goals: Goal[] = [
      { kind: 'position', joint: joint('wristL'), target: [hand[0] - 0.1, hand[1] - 0.05, hand[2] + 0.2], order: 'smartBounce' },
      { kind: 'position', joint: joint('footR'), target: [foot[0], foot[1] + 0.1, foot[2] + 0.15], order: 'forward' },
    ];
    const outcome = createSolver(biped).solve(start, goals, { restarts: 0, trace });
    expect(outcome.status).toBe('reached');
    const first = trace.steps
      .filter((step) => step.phase === 'sweep' && step.iteration === 0)
      .map((step) => biped.names[step.joint]!);
    // The wrist itself turns about the goal's own point, so that the elbow comes first for the hand; the leg starts at its top.
    expect(first[0]).toBe('elbowL');
    const leg = first.filter((name) => /hipR|kneeR|footR/.test(name));
    expect(leg.slice(0, 2)).toEqual(['hipR', 'kneeR']);
    expect(first.indexOf('hips')).toBeGreaterThan(first.indexOf('elbowL'));
    expect(first.indexOf('hips')).toBeLessThan(first.indexOf('hipR'));
  });

  test('a link distance limit leaves everything further up as it was, even where that would help', () => {
    const { skeleton: biped, start, joint } = testBiped();
    const goal: Goal = { kind: 'position', joint: joint('wristL'), target: [0.1, 0.5, 0.9], maxLinks: 3 };
    const { pose, status } = createSolver(biped).solve(start, [goal]);
    expect(status).not.toBe('reached');
    expect(createSolver(biped).solve(start, [{ ...goal, maxLinks: 100 }]).status).toBe('reached');
    turnsBetween(biped, start, pose).forEach((turn, j) => {
      if (turn > 0) expect(['wristL', 'elbowL', 'shoulderL']).toContain(biped.names[j]);
    });
    expect(createSolver(biped).solve(start, [{ ...goal, maxLinks: 0 }]).pose).toEqual(start);
  });
});
