import { Worker } from 'node:worker_threads';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import { createPacker, createUnpacker } from './packing.ts';
import { errorOf, type SolverAnswer, type SolverTask, type SolveRequest } from './solver-messages.ts';

/** One thread of a pool. */
export interface SolverThread {
  /** Solves in the order of the requests; further calls wait for their turn. Rejects with one sentence when a request is refused or the thread ends. */
  solve(skeleton: Skeleton, requests: readonly SolveRequest[]): Promise<readonly Outcome[]>;
  /** Ends the thread; what it has not solved is rejected with `reason`. */
  close(reason: string): Promise<void>;
}

interface Waiting {
  readonly requests: readonly SolveRequest[];
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: Error) => void;
}

/** From the sources the thread runs the TypeScript file, from a bundle the one beside it. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './solver-worker.ts' : './solver-worker.js', import.meta.url);

export function startSolverThread(): SolverThread {
  const worker = new Worker(WORKER_FILE);
  const waiting = new Map<number, Waiting>();
  const requestPacker = createPacker();
  const unpackOutcomes = createUnpacker();
  const known = new Map<Skeleton, number>();
  let tasks = 0;
  let ended: Error | null = null;

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }

  worker.on('message', (answer: SolverAnswer) => {
    // Also when nobody waits for them: shapes that come with them are used later.
    const outcomes = answer.kind === 'solved' ? (unpackOutcomes(answer.outcomes) as Outcome[]) : [];
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if (answer.kind === 'solved') asked?.resolve(outcomes.map((outcome, index) => delivered(outcome, asked.requests[index]!)));
    else asked?.reject(errorOf(answer));
  });
  worker.on('error', (error) => end(new Error(`a thread of the solver failed: ${error.message}`, { cause: error })));
  worker.on('exit', () => end(new Error('a thread of the solver ended before its work was done')));
  // An idle thread keeps no program alive.
  worker.unref();

  return {
    solve(skeleton, requests) {
      return new Promise((resolve, reject) => {
        if (ended) throw ended;
        const skeletonNumber = known.get(skeleton) ?? known.size;
        const task: SolverTask = {
          id: tasks++,
          skeletonNumber,
          // Cloned before anything is packed: what cannot be sent must not take packed shapes with it.
          skeleton: known.has(skeleton) ? null : structuredClone(skeleton),
          requests: requestPacker.pack(requests.map(withoutInto)),
        };
        worker.postMessage(task, [task.requests.numbers.buffer]);
        known.set(skeleton, skeletonNumber);
        waiting.set(task.id, { requests, resolve, reject });
        worker.ref();
      });
    },
    async close(reason) {
      end(new Error(reason));
      await worker.terminate();
    },
  };
}

/** The pose to write into stays here. */
function withoutInto(request: SolveRequest): SolveRequest {
  if (!request.options?.into) return request;
  const { into: _into, ...options } = request.options;
  return { ...request, options };
}

/** The outcome with its pose where the request wants it, out of the memory of the message. */
function delivered(outcome: Outcome, { options }: SolveRequest): Outcome {
  const pose = options?.into ?? new Float64Array(outcome.pose.length);
  pose.set(outcome.pose);
  return { ...outcome, pose };
}
