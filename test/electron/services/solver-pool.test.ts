import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { createTrace } from '../../../core/ik/request/trace.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { SolveRequest } from '../../../electron/services/solver-messages.ts';
import { createSolverPool, type SolverPool } from '../../../electron/services/solver-pool.ts';
import { packPose, skeletonOf } from '../../benchmarks/peers/limber.ts';
import { createWorkloads, randomRotations } from '../../benchmarks/workloads.ts';
import { few } from '../../helpers/extent.ts';

const workers = vi.hoisted(() => [] as Worker[]);
vi.mock(import('node:worker_threads'), async (original) => {
  const actual = await original();
  class Watched extends actual.Worker {
    constructor(file: string | URL) {
      super(file);
      workers.push(this);
    }
  }
  return { ...actual, Worker: Watched };
});

const workloads = createWorkloads(11, { chains: 16, bipeds: 40, robots: 1 });
const biped = workloads.find(({ id }) => id === 'W4')!;
const arm = workloads.find(({ id }) => id === 'W2')!;
const bipedSkeleton = skeletonOf(biped.chain);
const armSkeleton = skeletonOf(arm.chain);

let pool: SolverPool | null = null;
function open(threads: number): SolverPool {
  pool = createSolverPool({ threads });
  return pool;
}

afterEach(async () => {
  await pool?.close();
  pool = null;
  workers.length = 0;
  vi.restoreAllMocks();
});

/** A clock that finds each slice of the caller's thread used up at once. */
function pauseAtEveryStep(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
}

function positions({ chain, cases }: typeof biped, stretch = 1): Goal[][] {
  return cases.map((target) =>
    chain.effectors.map(({ joint, offset }, i) => {
      const [x, y, z] = target.positions[i]!;
      return { kind: 'position', joint, offset, target: [stretch * x, stretch * y, stretch * z] };
    }),
  );
}

const crowd: SolveRequest[] = positions(biped, 1.15).map((goals, i) => ({
  start: packPose(bipedSkeleton, randomRotations(biped.chain, seededRandom(i))),
  goals,
  options: { restarts: 2, maxIterations: 12 },
}));

describe('a pool of solvers', () => {
  test.each(few([1, 2, 3], 1))('solves many bipeds on %i threads to the bytes of one solver', async (threads) => {
    const solver = createSolver(bipedSkeleton);
    const expected = crowd.map(({ start, goals, options }) => solver.solve(start, goals, options));
    expect(new Set(expected.map(({ status }) => status)).size).toBeGreaterThan(1);
    const solvers = open(threads);
    expect(await solvers.solveMany(bipedSkeleton, crowd)).toEqual(expected);
    expect(await solvers.solveMany(bipedSkeleton, crowd.slice(0, 2))).toEqual(expected.slice(0, 2));
    expect(await solvers.solveMany(bipedSkeleton, [])).toEqual([]);
    expect(workers.length).toBe(threads - 1);
  });

  test.each(
    few(
      [
        ['within reach', 1, {}],
        ['out of reach', 1.6, {}],
        ['with seeds', 1.1, { seeds: [1, 2, 3].map((i) => packPose(armSkeleton, randomRotations(arm.chain, seededRandom(i)))) }],
        ['with a soft stretch', 1.1, { reserve: 0.1 }],
        ['with a soft stretch and seeds', 1, { reserve: 0.2, maxIterations: 3, seeds: crowdOfArms(3) }],
        ['with some of the starts', 1.2, { starts: { first: 2, count: 5 } }],
        ['with an order and too few iterations', 1, { order: 'backward', maxIterations: 2 }],
      ] as const,
      3,
    ),
  )('tries the starts of one solve in parallel to the bytes of one solver: %s', async (_, stretch, options) => {
    const solver = createSolver(armSkeleton);
    const solvers = open(3);
    for (const goals of positions(arm, stretch)) {
      const request = { start: packPose(armSkeleton, arm.start), goals, options: { restarts: 8, ...options } };
      const expected = solver.solve(request.start, goals, request.options);
      expect(await solvers.solveStarts(armSkeleton, request)).toEqual(expected);
    }
  });

  test('keeps several skeletons apart', async () => {
    const solvers = open(2);
    const start = packPose(armSkeleton, arm.start);
    const arms = positions(arm).map((goals) => ({ start, goals }));
    const [bipeds, found] = await Promise.all([solvers.solveMany(bipedSkeleton, crowd), solvers.solveMany(armSkeleton, arms)]);
    expect(bipeds[7]).toEqual(createSolver(bipedSkeleton).solve(crowd[7]!.start, crowd[7]!.goals, crowd[7]!.options));
    expect(found[7]).toEqual(createSolver(armSkeleton).solve(start, arms[7]!.goals));
  });

  test.each([1, 3])('refuses as a solver does, the first bad request first, and goes on, on %i threads', async (threads) => {
    const solvers = open(threads);
    const bad = (joint: number): SolveRequest => ({
      start: crowd[0]!.start,
      goals: [{ kind: 'position', joint, target: [0, 0, 0] }],
    });
    const requests = [...crowd.slice(0, 20), bad(500), ...crowd.slice(20), bad(501)];
    const refusal = await solvers.solveMany(bipedSkeleton, requests).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RangeError);
    expect((refusal as Error).message).toMatch(/^goal 0: .*500$/);
    await expect(solvers.solveStarts(bipedSkeleton, bad(502))).rejects.toThrow(/502$/);
    await expect(solvers.solveStarts(bipedSkeleton, { ...crowd[0]!, options: { restarts: -1 } })).rejects.toThrow(
      /^restarts must be/,
    );
    await expect(solvers.solveStarts(bipedSkeleton, { ...crowd[0]!, options: { trace: createTrace() } })).rejects.toThrow(
      'a solver pool records no trace: solve on one thread to get one',
    );
    for (const [unusable, sentence] of [
      [null, 'the requests must be an array, got null'],
      [[crowd[0]!, null], 'request 1 must be an object, got null'],
    ] as const) {
      const given = unusable as unknown as SolveRequest[];
      await expect(solvers.solveMany(bipedSkeleton, given)).rejects.toThrow(new RangeError(sentence));
    }
    const none = null as unknown as SolveRequest;
    await expect(solvers.solveStarts(bipedSkeleton, none)).rejects.toThrow(
      new RangeError('the request must be an object, got null'),
    );
    expect((await solvers.solveMany(bipedSkeleton, crowd.slice(0, 5))).length).toBe(5);
  });

  test.each(few([1, 3], 1))('writes poses into those that are given, on %i threads', async (threads) => {
    const solver = createSolver(bipedSkeleton);
    const expected = crowd.map(({ start, goals, options }) => solver.solve(start, goals, options));
    const solvers = open(threads);
    const requests = crowd.map(({ start, goals, options }) => {
      const pose = start.slice();
      return { start: pose, goals, options: { ...options, into: pose } };
    });
    const outcomes = await solvers.solveMany(bipedSkeleton, requests);
    expect(outcomes).toEqual(expected);
    expect(outcomes.every(({ pose }, i) => pose === requests[i]!.options.into)).toBe(true);
    const { start, goals } = crowd[3]!;
    const into = new Float64Array(start.length);
    const outcome = await solvers.solveStarts(bipedSkeleton, { start, goals, options: { restarts: 6, into } });
    expect(outcome).toEqual(solver.solve(start, goals, { restarts: 6 }));
    expect(outcome.pose).toBe(into);
  });

  test('hands out poses that keep nothing else in memory @all', async () => {
    for (const { pose } of await open(2).solveMany(bipedSkeleton, crowd)) expect(pose.buffer.byteLength).toBe(pose.byteLength);
  });

  test('lets the event loop of the caller go round while it solves, and keeps the solves of several callers apart @all', async () => {
    pauseAtEveryStep();
    const solver = createSolver(bipedSkeleton);
    const expected = crowd.map(({ start, goals, options }) => solver.solve(start, goals, options));
    const solvers = open(1);
    let rounds = 0;
    let isSolving = true;
    const goingRound = (async () => {
      for (; isSolving; rounds++) await setImmediate();
    })();
    const halves = await Promise.all([
      solvers.solveMany(bipedSkeleton, crowd.slice(0, 20)),
      solvers.solveMany(bipedSkeleton, crowd.slice(20)),
    ]);
    isSolving = false;
    await goingRound;
    expect(halves.flat()).toEqual(expected);
    expect(rounds).toBeGreaterThan(crowd.length);
  });

  test('solves on the thread of the caller what cannot be sent @all', async () => {
    class Reach {
      readonly kind = 'position';
      readonly joint = 3;
      readonly target = [0.3, 0.2, 0.1] as const;
    }
    const { start } = crowd[0]!;
    const requests = crowd.map((request, i) => (i % 7 === 0 ? { start, goals: [new Reach()] } : request));
    const solver = createSolver(bipedSkeleton);
    const outcomes = await open(3).solveMany(bipedSkeleton, requests);
    expect(outcomes).toEqual(
      requests.map((request: SolveRequest) => solver.solve(request.start, request.goals, request.options)),
    );
  });

  test('bothers no other thread when the first start leads to the goals @all', async () => {
    const solvers = open(3);
    const sent = workers.map((worker) => vi.spyOn(worker, 'postMessage'));
    const start = packPose(armSkeleton, arm.start);
    const near = positions(arm)[0]!;
    expect((await solvers.solveStarts(armSkeleton, { start, goals: near })).start.kind).toBe('present');
    expect(sent.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    const options = { order: 'backward', maxIterations: 1, restarts: 8 } as const;
    for (const goals of positions(arm)) await solvers.solveStarts(armSkeleton, { start, goals, options });
    expect(Math.min(...sent.map(({ mock }) => mock.calls.length))).toBeGreaterThan(0);
  });

  test('refuses numbers of threads that it cannot start', () => {
    for (const threads of [0, 1.5, 65, Number.NaN]) {
      expect(() => createSolverPool({ threads })).toThrow(`threads must be a whole number from 1 to 64, got ${threads}`);
    }
  });

  test('rejects in one sentence what a thread that dies had to do, and what comes later @all', async () => {
    const solvers = open(3);
    const solving = solvers.solveMany(bipedSkeleton, crowd);
    void workers[1]!.terminate();
    await expect(solving).rejects.toThrow(/^a thread of the solver ended before its work was done$/);
    await expect(solvers.solveMany(bipedSkeleton, crowd)).rejects.toThrow(/^a thread of the solver ended/);
  });

  test('ends in the middle of a solve', async () => {
    pauseAtEveryStep();
    const solvers = open(1);
    const solving = solvers.solveMany(bipedSkeleton, crowd.slice(0, 1)).catch((error: unknown) => error);
    await setImmediate();
    await solvers.close();
    expect(await solving).toEqual(new Error('the solver pool was closed'));
  });

  test.each([1, 3])('ends its threads when it is closed, and rejects what was left, on %i threads', async (threads) => {
    pauseAtEveryStep();
    const solvers = open(threads);
    const solving = solvers.solveMany(bipedSkeleton, crowd).catch((error: unknown) => error);
    const exits = workers.map((worker) => new Promise((resolve) => void worker.on('exit', resolve)));
    await solvers.close();
    await Promise.all(exits);
    expect(await solving).toEqual(new Error('the solver pool was closed'));
    await expect(solvers.solveMany(bipedSkeleton, crowd)).rejects.toThrow('the solver pool was closed');
    await solvers.close();
  });
});

function crowdOfArms(count: number): Float64Array[] {
  return Array.from({ length: count }, (_, i) => packPose(armSkeleton, randomRotations(arm.chain, seededRandom(20 + i))));
}
