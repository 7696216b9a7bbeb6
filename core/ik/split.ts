import { beats, type Standing } from './candidate.ts';
import type { Outcome } from './outcome.ts';
import type { SolveOptions } from './options.ts';

/**
 * Work split over threads with the results of one thread. Threads themselves are the caller's: each needs its own solver of the same
 * skeleton (`createSolver`), and goals, options and outcomes are plain data that can be sent.
 */

/** Contiguous shares of `count` independent solves (characters, frames, chains) for `parts` workers; sizes differ by at most one. */
export function splitSolves(count: number, parts: number): { first: number; count: number }[] {
  checkWhole('count', count, 0);
  checkWhole('parts', parts, 1);
  const shares: { first: number; count: number }[] = [];
  for (let part = 0, first = 0; part < parts && first < count; part++) {
    const size = Math.ceil((count - first) / (parts - part));
    shares.push({ first, count: size });
    first += size;
  }
  return shares;
}

/**
 * Options that share the starts of one solve among `parts` workers: the present pose goes first alone, because it mostly suffices, and the
 * others take the seeds and random starts in order. {@link joinStarts} makes one outcome of what they return.
 */
export function splitStarts(options: SolveOptions, parts: number): SolveOptions[] {
  checkWhole('parts', parts, 1);
  const further = (options.seeds?.length ?? 0) + (options.restarts ?? DEFAULT_RESTARTS);
  const shares = splitSolves(further, Math.max(1, parts - 1));
  return [
    { ...options, starts: { first: 0, count: 1 } },
    ...shares.map(({ first, count }) => ({ ...options, starts: { first: first + 1, count } })),
  ];
}

/** Restarts of a solve that does not say. */
export const DEFAULT_RESTARTS = 20;

/**
 * The outcome that one thread would have given, from the outcomes of {@link splitStarts} in their order.
 * Outcomes after the first that reached its goals may be left out: nobody needs to wait for them.
 */
export function joinStarts(outcomes: readonly Outcome[]): Outcome {
  let best = outcomes[0];
  if (!best) throw new RangeError('there must be at least one outcome to join');
  let iterations = 0;
  let updates = 0;
  for (const outcome of outcomes) {
    iterations += outcome.iterations;
    updates += outcome.updates;
    if (outcome.status === 'reached') {
      best = outcome;
      break;
    }
    if (outcome !== best && beats(standing(outcome), standing(best), best.start.kind === 'present')) best = outcome;
  }
  return { ...best, iterations, updates };
}

function standing(outcome: Outcome): Standing {
  return { cost: outcome.cost, limited: outcome.limited.length, travel: outcome.travel };
}

function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number from ${least}, got ${value}`);
}
