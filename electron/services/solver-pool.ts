import { availableParallelism } from 'node:os';
import { checkOptions } from '../../core/ik/request/check-goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import { countStarts, endsStarts, joinStarts, splitSolves, startAlone } from '../../core/ik/split.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { SolveRequest } from './solver-messages.ts';
import { startSolverThread } from './solver-thread.ts';

/**
 * Solvers on threads of their own, with the results of one thread to the byte. Skeletons are recognised by identity and sent once a
 * thread. Every method rejects with one sentence: a `RangeError` when a request cannot be used, an `Error` when a thread ended.
 */
export interface SolverPool {
  readonly threads: number;
  /** Independent solves of one skeleton (many characters, frames), spread over the threads; outcomes in the order of the requests. */
  solveMany(skeleton: Skeleton, requests: readonly SolveRequest[]): Promise<Outcome[]>;
  /** One solve whose starts are tried on all threads at once. */
  solveStarts(skeleton: Skeleton, request: SolveRequest): Promise<Outcome>;
  /** Ends the threads; what is not solved yet is rejected. */
  close(): Promise<void>;
}

const MOST_THREADS = 64;
/** Shares of many solves for each thread: a slow one holds up the others less, and sending goes on beside solving. */
const SHARES = 4;
const CLOSED = 'the solver pool was closed';

/** `threads`: 1 to 64, as many as the processor runs at once unless given. Throws a `RangeError` for any other number. */
export function createSolverPool({ threads: threadCount = Math.min(MOST_THREADS, availableParallelism()) } = {}): SolverPool {
  if (!Number.isInteger(threadCount) || threadCount < 1 || threadCount > MOST_THREADS) {
    throw new RangeError(`threads must be a whole number from 1 to ${MOST_THREADS}, got ${threadCount}`);
  }
  const threads = Array.from({ length: threadCount }, startSolverThread);
  return {
    threads: threadCount,

    async solveMany(skeleton, requests) {
      for (const { options } of requests) refuseOwn(options);
      const shares = splitSolves(requests.length, SHARES * threadCount);
      const parts: PromiseSettledResult<readonly Outcome[]>[] = [];
      let next = 0;
      // Two shares at a time for each thread: it begins the second while the outcomes of the first travel.
      await Promise.all(
        [...threads, ...threads].map(async (thread) => {
          while (next < shares.length) {
            const index = next++;
            const { first, count } = shares[index]!;
            const [part] = await Promise.allSettled([thread.solve(skeleton, requests.slice(first, first + count))]);
            parts[index] = part;
          }
        }),
      );
      return parts.flatMap((part) => {
        // The first refusal in the order of the requests, whichever thread was quicker.
        if (part.status === 'rejected') throw part.reason;
        return part.value;
      });
    },

    async solveStarts(skeleton, { start, goals, options = {} }) {
      checkOptions(skeleton, options);
      refuseOwn(options);
      const first = options.starts?.first ?? 0;
      const count = Math.min(options.starts?.count ?? Infinity, countStarts(options) - first);
      const outcomes: Outcome[] = [];
      let end = Math.max(1, count);
      let next = 0;
      await Promise.all(
        threads.map(async (thread) => {
          while (next < end) {
            const index = next++;
            const [outcome] = await thread.solve(skeleton, [{ start, goals, options: startAlone(options, first + index) }]);
            outcomes[index] = outcome!;
            if (endsStarts(outcome!)) end = Math.min(end, index + 1);
          }
        }),
      );
      return joinStarts(outcomes.slice(0, end));
    },

    async close() {
      await Promise.all(threads.map((thread) => thread.close(CLOSED)));
    },
  };
}

/** Refuses what only the caller's own thread can fill. */
function refuseOwn(options: SolveOptions | undefined): void {
  if (options?.trace) throw new RangeError('a solver pool records no trace: solve on one thread to get one');
  if (options?.into) throw new RangeError('a solver pool sends poses back and writes into none: solve on one thread to fill one');
}
