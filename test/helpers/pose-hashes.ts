import { createHash } from 'node:crypto';
import { createSolver } from '../../core/ik/solver.ts';
import { createWorkloads, type Workload } from '../benchmarks/workloads.ts';
import { goalsFor, optionsFor, packPose, skeletonOf } from '../benchmarks/peers/limber.ts';
import { anyProblem } from './any-problem.ts';

/** What was asked, and what the solver made of it, as short hashes of every byte. */
export interface HashedSolves {
  readonly name: string;
  readonly asked: string;
  readonly found: string;
}

/** Hashes of the random problems from seed `first` on. */
export function hashProblems(first: number, count: number): HashedSolves {
  const asked = createHash('sha256');
  const found = createHash('sha256');
  for (let seed = first; seed < first + count; seed++) {
    const { skeleton, start, goals, options } = anyProblem(seed);
    asked.update(JSON.stringify([skeleton, [...start], goals, options]));
    const { pose, status, residuals, updates } = createSolver(skeleton).solve(start, goals, options);
    found.update(pose);
    found.update(JSON.stringify([status, residuals.map(({ distance, angle }) => [distance, angle]), updates]));
  }
  return { name: `problems ${first} to ${first + count - 1}`, asked: short(asked), found: short(found) };
}

/** Hashes of the first cases of every workload of the benchmark, and of its bipeds following their targets as a crowd does. */
export function hashWorkloads(cases: number): HashedSolves[] {
  const workloads = createWorkloads(1, { chains: cases, bipeds: cases, robots: cases });
  const crowd = { ...workloads.find(({ id }) => id === 'W4')!, id: 'W7', title: 'crowd', warm: true };
  return [...workloads, crowd].map((workload) => hashWorkload(workload, cases));
}

function hashWorkload(workload: Workload, cases: number): HashedSolves {
  const asked = createHash('sha256');
  const found = createHash('sha256');
  const skeleton = skeletonOf(workload.chain);
  const solver = createSolver(skeleton);
  const start = packPose(skeleton, workload.start);
  for (const target of workload.cases.slice(0, cases)) {
    const goals = goalsFor(workload, target);
    asked.update(JSON.stringify([[...start], goals]));
    const { pose, updates } = solver.solve(start, goals, optionsFor(workload));
    found.update(pose);
    found.update(String(updates));
    if (workload.warm) start.set(pose);
  }
  return { name: `${workload.id} ${workload.title}`, asked: short(asked), found: short(found) };
}

function short(hash: ReturnType<typeof createHash>): string {
  return hash.digest('hex').slice(0, 16);
}
