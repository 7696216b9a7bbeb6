import { parentPort } from 'node:worker_threads';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import { createSolver } from '../../core/ik/solver.ts';
import type { Solver } from '../../core/ik/solver-with.ts';
import { createPacker, createUnpacker } from './packing.ts';
import { refusalOf, type SolverAnswer, type SolverTask, type SolveRequest } from './solver-messages.ts';

const solvers = new Map<number, Solver>();
const unpackRequests = createUnpacker();
const outcomePacker = createPacker();

function perform({ id, skeletonNumber, skeleton, requests: packed }: SolverTask): SolverAnswer {
  try {
    const requests = unpackRequests(packed) as SolveRequest[];
    if (skeleton !== null) solvers.set(skeletonNumber, createSolver(skeleton));
    const solver = solvers.get(skeletonNumber)!;
    const outcomes: Outcome[] = requests.map(({ start, goals, options }) => solver.solve(start, goals, options));
    return { id, kind: 'solved', outcomes: outcomePacker.pack(outcomes) };
  } catch (error) {
    return { id, kind: 'refused', ...refusalOf(error) };
  }
}

parentPort?.on('message', (task: SolverTask) => {
  const answer = perform(task);
  parentPort?.postMessage(answer, answer.kind === 'solved' ? [answer.outcomes.numbers.buffer] : []);
});
