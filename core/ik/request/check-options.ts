import { isNumberFrom } from '../../math/check-numbers.ts';
import { checkOneOf, checkArray, checkObject, isList, isObject, spellOut } from '../../math/check-values.ts';
import { checkFields } from '../../math/near-names.ts';
import { MOST_METRES } from '../../math/tolerances.ts';
import { checkPose, checkPoseLength, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type { SolveOptions } from './options.ts';
import { VISITING_ORDERS } from './orders.ts';

/** Restarts and iterations beyond these would not end in a lifetime. */
export const MOST_ROUNDS = 1_000_000;
const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

/** Their names; the compiler sees to it that none is forgotten. */
export const OPTION_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  Object.keys({
    order: true,
    maxIterations: true,
    restarts: true,
    maxUpdates: true,
    seeds: true,
    starts: true,
    randomSeed: true,
    reference: true,
    stiffness: true,
    rootStiffness: true,
    damping: true,
    maxStep: true,
    comfort: true,
    reserve: true,
    into: true,
    trace: true,
  } satisfies { readonly [Option in keyof Required<SolveOptions>]: true }),
);

/** What sentences call the seeds: put together once, for a text takes memory. */
const seedNames: string[] = [];

/** Throws a `RangeError` of one sentence unless every option can be used with the skeleton. */
export function checkOptions(skeleton: Skeleton, options: SolveOptions): void {
  checkStarts(options);
  checkFields(options, OPTION_NAMES, 'the options');
  checkOption('maxIterations', options.maxIterations, 1, MOST_ROUNDS, true);
  checkOption('maxUpdates', options.maxUpdates, 1, LARGEST_SEED, true);
  checkOption('randomSeed', options.randomSeed, -LARGEST_SEED, LARGEST_SEED, false);
  checkOption('rootStiffness', options.rootStiffness, 0, 1, false);
  checkOption('damping', options.damping, 0.1, 1.9, false);
  checkOption('maxStep', options.maxStep, 1e-6, Math.PI, false);
  checkOption('comfort', options.comfort, 0, Math.PI, false);
  checkOption('reserve', options.reserve, 0, 0.5, false);
  const { into, stiffness, seeds, order, trace, reference } = options;
  if (into !== undefined) checkPoseLength(skeleton, into, 'into');
  if (stiffness !== undefined) {
    if (!isList(stiffness) || stiffness.length !== skeleton.count) {
      const got = isList(stiffness) ? stiffness.length : spellOut(stiffness);
      throw new RangeError(`stiffness must have one number a joint, ${skeleton.count}, got ${got}`);
    }
    for (let j = 0; j < skeleton.count; j++) {
      if (!isNumberFrom(stiffness[j], 0, 1))
        throw new RangeError(`stiffness[${j}] must be a number from 0 to 1, got ${spellOut(stiffness[j])}`);
    }
  }
  for (let i = 0; seeds !== undefined && i < seeds.length; i++)
    checkStartPose(skeleton, seeds[i]!, (seedNames[i] ??= `seeds[${i}]`));
  if (order !== undefined) checkOneOf(order, VISITING_ORDERS, 'order');
  if (trace !== undefined && !(isObject(trace) && Array.isArray(trace.steps) && Array.isArray(trace.iterations))) {
    throw new RangeError(`trace must be one that createTrace made, got ${spellOut(trace)}`);
  }
  if (reference !== undefined) checkStartPose(skeleton, reference, 'reference');
}

/** Throws a `RangeError` of one sentence unless the options say how many starts there are, and which of them to try. */
export function checkStarts(options: SolveOptions): void {
  checkObject(options, 'the options');
  const { restarts, seeds, starts } = options;
  checkOption('restarts', restarts, 0, MOST_ROUNDS, true);
  if (seeds !== undefined) checkArray(seeds, 'seeds');
  if (starts === undefined) return;
  checkObject(starts, 'starts');
  checkOption('starts.first', starts.first ?? NaN, 0, LARGEST_SEED, true);
  checkOption('starts.count', starts.count ?? NaN, 1, LARGEST_SEED, true);
}

/** Throws a `RangeError` that begins with `what` unless a solve can start from the pose, or be drawn to it. */
export function checkStartPose(skeleton: Skeleton, pose: Pose, what: string): void {
  checkPose(skeleton, pose, what);
  for (let i = 0; i < 3; i++) {
    if (Math.abs(pose[i]!) > MOST_METRES) {
      throw new RangeError(`${what}: the root translation must be at most ${MOST_METRES} metres, got ${pose[i]}`);
    }
  }
}

/** Throws a `RangeError` unless the option, if it is given, is a number in a range. */
export function checkOption(name: string, value: number | undefined, min: number, max: number, whole: boolean): void {
  if (value === undefined) return;
  if (!isNumberFrom(value, min, max) || (whole && !Number.isInteger(value))) {
    throw new RangeError(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, got ${spellOut(value)}`);
  }
}
