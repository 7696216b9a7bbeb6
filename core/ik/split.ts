import { checkFields } from '../math/near-names.ts';
import { checkWhole } from '../math/check-numbers.ts';
import { checkObject, checkArray, isObject, spellOut } from '../math/check-values.ts';
import { checkStarts, OPTION_NAMES } from './request/check-options.ts';
import { isBetter, isWorthSwitching, type Standing } from './search/candidate.ts';
import { isFirstStart, type Outcome } from './request/outcome.ts';
import { DEFAULT_RESTARTS, type SolveOptions } from './request/options.ts';

/**
 * Work split over threads with the results of one thread. Threads themselves are the caller's: each needs its own solver of the same
 * skeleton (`createSolver`), and goals, options and outcomes are plain data that can be sent.
 */

/**
 * Contiguous shares of `count` independent solves (characters, frames, chains) for `parts` workers; sizes differ by at most one, and there
 * are no empty ones. Throws a `RangeError` unless both are whole numbers, `count` from 0 and `parts` from 1.
 */
export function splitSolves(count: number, parts: number): { first: number; count: number }[] {
  checkWhole(count, 0, 'count');
  checkWhole(parts, 1, 'parts');
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
 * others take the seeds and random starts in order. {@link joinStarts} makes one outcome of what they return, to the byte what one thread gives.
 * Throws a `RangeError` unless `parts` is a whole number from 1, and like {@link countStarts}.
 */
export function splitStarts<Names>(options: SolveOptions<Names>, parts: number): SolveOptions<Names>[] {
  checkWhole(parts, 1, 'parts');
  const shares = splitSolves(countStarts(options) - 1, Math.max(1, parts - 1));
  return [startAlone(options, 0), ...shares.map(({ first, count }) => ({ ...options, starts: { first: first + 1, count } }))];
}

/**
 * Starts that a solve with these options may try: the present pose, the seeds and the random ones. Throws a `RangeError` when the options do not say
 * how many.
 */
export function countStarts(options: SolveOptions): number {
  checkObject(options, 'the options');
  checkFields(options, OPTION_NAMES, 'the options');
  checkStarts(options);
  return 1 + (options.seeds?.length ?? 0) + (options.restarts ?? DEFAULT_RESTARTS);
}

/** Options for one start alone: 0 is the present pose, then come the seeds, then the random ones. */
export function startAlone(options: SolveOptions, start: number): SolveOptions {
  return { ...options, starts: { first: start, count: 1 } };
}

/**
 * The outcome that one thread would have given, from the outcomes of {@link splitStarts} in their order.
 * Outcomes after the first that is `settled` may be left out: nobody needs to wait for them. Throws a `RangeError` when there is none, or one
 * is no outcome.
 */
export function joinStarts<Names>(outcomes: readonly Outcome<Names>[]): Outcome<Names> {
  checkArray(outcomes, 'the outcomes to join');
  if (outcomes.length === 0) throw new RangeError('there must be at least one outcome to join');
  for (const [index, outcome] of outcomes.entries()) checkOutcome(outcome, index);
  let first: Outcome<Names> | undefined;
  let further: Outcome<Names> | undefined;
  let last: Outcome<Names> | undefined;
  let iterations = 0;
  let updates = 0;
  for (const outcome of outcomes) {
    iterations += outcome.iterations;
    updates += outcome.updates;
    if (isFirstStart(outcome.start.kind)) first = outcome;
    else if (!further || isBetter(standing(outcome), standing(further))) further = outcome;
    if (!endsStarts(outcome)) continue;
    last = outcome;
    break;
  }
  const isFirst = !further || (first && !isWorthSwitching(standing(further), standing(first)));
  return { ...(last ?? (isFirst ? first : further))!, iterations, updates };
}

/** Whether no further start is tried after this outcome: nothing is left (but what a soft stretch leaves on purpose), or nothing better is to be had. */
export function endsStarts(outcome: Outcome): boolean {
  return outcome.settled;
}

function standing(outcome: Outcome): Standing {
  const { costs, limited, travel } = outcome;
  return { costs, ranks: costs.length, limited: limited.length, travel };
}

/** Looks at what joining reads. */
function checkOutcome(outcome: Outcome, index: number): void {
  const isOutcome =
    isObject(outcome) &&
    [outcome.cost, outcome.travel, outcome.iterations, outcome.updates].every(Number.isFinite) &&
    Array.isArray(outcome.limited) &&
    Array.isArray(outcome.costs) &&
    typeof outcome.settled === 'boolean' &&
    isObject(outcome.start);
  if (!isOutcome) throw new RangeError(`outcome ${index} must be one that a solve gave, got ${spellOut(outcome)}`);
}
