import { availableParallelism } from 'node:os';
import { checkOptions } from '../../core/ik/request/check-options.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import { countStarts, endsStarts, joinStarts, startAlone } from '../../core/ik/split.ts';
import { checkArray, checkObject } from '../../core/math/check-values.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { SolveRequest } from './solver-messages.ts';
import { createOwnThread } from './own-thread.ts';
import { startSolverThread, type SolverThread } from './solver-thread.ts';

/**
 * Solvers on several threads, with the results of one thread to the byte. The caller's own thread is one of them: while it works, its event loop still
 * goes round every millisecond. Skeletons are recognised by identity and sent once a thread; requests must stay as they are until they are answered.
 * Every method rejects with one sentence: a `RangeError` when a request cannot be used, an `Error` when a thread ended.
 */
export interface SolverPool {
  /** How many solve, the caller's own included. */
  readonly threads: number;
  /** Independent solves of one skeleton (many characters, frames), spread over the threads; outcomes in the order of the requests. */
  solveMany(skeleton: Skeleton, requests: readonly SolveRequest[]): Promise<Outcome[]>;
  /** One solve whose starts are tried on all threads at once, when the first does not lead to the goals. */
  solveStarts(skeleton: Skeleton, request: SolveRequest): Promise<Outcome>;
  /** Ends the threads; what is not solved yet is rejected. */
  close(): Promise<void>;
}

const MOST_THREADS = 64;
/** Each share is what is left over this many times the threads: shares shrink, so that all threads end at about the same time. */
const SHARES = 4;
/** Bounds of a share: a message takes the caller's thread less than a millisecond, and there are not many small ones. */
const MOST_IN_A_SHARE = 256;
const LEAST_PART_OF_ALL = 1 / 64;
const CLOSED = 'the solver pool was closed';

/**
 * `threads`: 1 to 64, the caller's own included; as many as the processor runs at once unless given. Throws a `RangeError` for any other number.
 */
export function createSolverPool({ threads = Math.min(MOST_THREADS, availableParallelism()) } = {}): SolverPool {
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS) {
    throw new RangeError(`threads must be a whole number from 1 to ${MOST_THREADS}, got ${threads}`);
  }
  const own = createOwnThread();
  const others = Array.from({ length: threads - 1 }, startSolverThread);

  /** What is no plain data cannot be sent: the caller's own thread takes it. */
  async function solveOn(
    thread: SolverThread,
    skeleton: Skeleton,
    requests: readonly SolveRequest[],
  ): Promise<readonly Outcome[]> {
    try {
      return await thread.solve(skeleton, requests);
    } catch (error) {
      if (thread === own || !(error instanceof TypeError)) throw error;
      return own.solve(skeleton, requests);
    }
  }

  return {
    threads,

    async solveMany(skeleton, requests) {
      checkArray(requests, 'the requests');
      for (const [index, request] of requests.entries()) {
        checkObject(request, `request ${index}`);
        refuseTrace(request.options);
      }
      const parts: PromiseSettledResult<readonly Outcome[]>[] = [];
      let next = 0;
      // Two shares at a time for each of the others: it begins the second while the outcomes of the first travel.
      await Promise.all(
        [...others, ...others, own].map(async (thread) => {
          while (next < requests.length) {
            const share = requests.slice(next, next + shareOf(requests.length - next, requests.length, threads));
            next += share.length;
            const index = parts.length++;
            const [part] = await Promise.allSettled([solveOn(thread, skeleton, share)]);
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

    async solveStarts(skeleton, request) {
      checkObject(request, 'the request');
      const { start, goals, options: given = {} } = request;
      checkOptions(skeleton, given);
      refuseTrace(given);
      const { into, ...options } = given;
      const first = options.starts?.first ?? 0;
      const count = Math.min(options.starts?.count ?? Infinity, countStarts(options) - first);
      const outcomes: Outcome[] = [];
      let end = Math.max(1, count);
      let next = 0;
      const solveNext = async (thread: SolverThread): Promise<void> => {
        const index = next++;
        const [outcome] = await solveOn(thread, skeleton, [{ start, goals, options: startAlone(options, first + index) }]);
        outcomes[index] = outcome!;
        if (endsStarts(outcome!)) end = Math.min(end, index + 1);
      };
      // The first mostly suffices, and then nobody else is bothered.
      await solveNext(own);
      await Promise.all(
        [...others, own].map(async (thread) => {
          while (next < end) await solveNext(thread);
        }),
      );
      const outcome = joinStarts(outcomes.slice(0, end));
      if (!into) return outcome;
      into.set(outcome.pose);
      return { ...outcome, pose: into };
    },

    async close() {
      await Promise.all([own, ...others].map((thread) => thread.close(CLOSED)));
    },
  };
}

/** How many of those that are left the next share takes. */
function shareOf(left: number, all: number, threads: number): number {
  const least = Math.ceil(all * LEAST_PART_OF_ALL);
  return Math.min(MOST_IN_A_SHARE, Math.max(least, Math.ceil(left / (SHARES * threads))));
}

function refuseTrace(options: SolveOptions | undefined): void {
  if (options?.trace) throw new RangeError('a solver pool records no trace: solve on one thread to get one');
}
