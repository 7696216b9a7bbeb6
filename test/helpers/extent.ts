/** Whether every rig, seed and journey is tried, as `npm run test-all` does, or the share of them that `npm test` has the time for. */
export const TRIES_ALL = process.env['LIMBER_TEST_ALL'] !== undefined;

/** How many cases are tried: `fewer` of them in `npm test`, `all` in `npm run test-all`. */
export function cases(fewer: number, all: number): number {
  return TRIES_ALL ? all : fewer;
}

/** As many of these as said in `npm test`, spread over the list; all of them in `npm run test-all`. */
export function few<const Item>(all: readonly Item[], count: number): readonly Item[] {
  const length = Math.min(cases(count, all.length), all.length);
  return Array.from({ length }, (_, i) => all[Math.floor((i * all.length) / length)]!);
}

/** Ends the titles of tests and journeys that only `npm run test-all` makes. */
const ALL_ONLY = /@all$/;

/** Leaves out the journeys of {@link ALL_ONLY}; nothing in `npm run test-all`. */
export const LEFT_OUT = TRIES_ALL ? {} : { grepInvert: ALL_ONLY };

/** Leaves out the tests of {@link ALL_ONLY}; nothing in `npm run test-all`. */
export const LEFT_OUT_TESTS = TRIES_ALL ? {} : { testNamePattern: /^(?!.*@all$)/s };
