import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as core from '../../core/index.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import type { JointDefinition, Skeleton } from '../../core/skeleton/skeleton.ts';
import { goalsFor, optionsFor, packPose, skeletonOf } from '../benchmarks/peers/limber.ts';
import { createWorkloads, type Workload } from '../benchmarks/workloads.ts';
import { expect, test } from './studio.ts';

/** A workload as plain data. */
interface Problem {
  readonly id: string;
  readonly joints: readonly JointDefinition[];
  readonly start: readonly number[];
  readonly cases: readonly (readonly Goal[])[];
  readonly options: SolveOptions;
  /** Each case starts where the last one ended. */
  readonly warm: boolean;
}

/** For each case where its pose came from, and the bytes of the pose in hexadecimal. */
type Solved = Readonly<Record<string, readonly { readonly from: string; readonly bytes: string }[]>>;

const CASES = 40;
const SEED = 5;
const CORE = join(import.meta.dirname, '..', '..', 'dist', 'core', 'index.js');

/** A page that finds the package by an import map and solves with it. */
const PAGE = `<!doctype html><title>core</title>
<script type="importmap">{ "imports": { "limber-core": "/index.js", "limber-core/": "/" } }</script>
<script type="module">
import { createSkeleton, createSolver, restPose } from 'limber-core';
import { hinge } from 'limber-core/ik.js';
const limit = hinge({ axis: [0, 0, 1], min: -2, max: 2 });
const arm = createSkeleton([
  { name: 'upper', parent: -1, offset: [0, 0, 0] },
  { name: 'lower', parent: 0, offset: [0.3, 0, 0], limit },
  { name: 'hand', parent: 1, offset: [0.25, 0, 0] },
]);
const outcome = createSolver(arm).solve(restPose(arm), [{ kind: 'position', joint: 2, target: [0.3, 0.3, 0] }]);
document.title = 'core: ' + outcome.status;
</script>`;

test(`Node and Chromium solve the workloads to the same bytes (${CASES} cases each, seed ${SEED})`, async ({ page }) => {
  const problems = JSON.stringify(
    createWorkloads(SEED, { chains: CASES, bipeds: CASES, robots: 0 })
      .filter(({ id }) => id !== 'W6')
      .map(problemOf),
  );
  const inNode = await solveProblems([pathToFileURL(CORE).href, problems]);
  const server = await serveCore();
  try {
    await page.goto(addressOf(server));
    const inChromium = await page.evaluate(solveProblems, ['/index.js', problems] as const);
    expect(Object.keys(inNode)).toEqual(['W1', 'W1L', 'W2', 'W3', 'W4', 'W5']);
    for (const [id, cases] of Object.entries(inNode)) {
      expect(cases.filter(({ from }) => from === 'random').length, id).toBeGreaterThanOrEqual(id === 'W5' ? 0 : CASES);
      expect(cases.length, id).toBe(id === 'W5' ? CASES : 2 * CASES);
      expect(inChromium[id], id).toEqual(cases);
    }
  } finally {
    server.close();
  }
});

test('a page finds the package of core by an import map and solves with it @all', async ({ page }) => {
  const server = await serveCore();
  try {
    await page.goto(addressOf(server));
    await expect(page).toHaveTitle('core: reached');
  } finally {
    server.close();
  }
});

/** Runs in Node and, sent as text, in the page: it may use nothing of this file. */
async function solveProblems([address, text]: readonly [core: string, problems: string]): Promise<Solved> {
  const { createSkeleton, createSolver } = (await import(address)) as typeof core;
  return Object.fromEntries(
    (JSON.parse(text) as Problem[]).map(({ id, joints, start, cases, options, warm }) => {
      const solver = createSolver(createSkeleton(joints));
      let pose: Float64Array = Float64Array.from(start);
      const solveFrom = (goals: readonly Goal[], own: SolveOptions) => {
        const outcome = solver.solve(pose, goals, own);
        if (warm) pose = outcome.pose;
        const bytes = new Uint8Array(outcome.pose.buffer, outcome.pose.byteOffset, outcome.pose.byteLength);
        return { from: outcome.start.kind, bytes: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
      };
      const solved = cases.map((goals) => solveFrom(goals, options));
      // The present pose mostly suffices: the first random start is tried for its own sake.
      const scattered = warm ? [] : cases.map((goals) => solveFrom(goals, { ...options, starts: { first: 1, count: 1 } }));
      return [id, [...solved, ...scattered]];
    }),
  );
}

function problemOf(workload: Workload): Problem {
  const skeleton = skeletonOf(workload.chain);
  return {
    id: workload.id,
    joints: definitionsOf(skeleton),
    start: [...packPose(skeleton, workload.start)],
    cases: workload.cases.slice(0, CASES).map((target) => goalsFor(workload, target)),
    options: optionsFor(workload),
    warm: workload.warm,
  };
}

function definitionsOf({ names, parents, offsets, rest, limits }: Skeleton): JointDefinition[] {
  return names.map((name, j) => ({
    name,
    parent: parents[j]!,
    offset: [offsets[3 * j]!, offsets[3 * j + 1]!, offsets[3 * j + 2]!],
    rest: [rest[4 * j]!, rest[4 * j + 1]!, rest[4 * j + 2]!, rest[4 * j + 3]!],
    limit: limits[j]!,
  }));
}

/** An empty page and the package of core, on this machine only. */
async function serveCore(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (!path.endsWith('.js')) return void response.setHeader('content-type', 'text/html').end(PAGE);
    readFile(join(CORE, '..', path)).then(
      (script) => response.setHeader('content-type', 'text/javascript').end(script),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
