/** Whether every rig, seed and journey is tried, as `npm run test-all` does, or the share of them that `npm test` has the time for. */
export const TRIES_ALL = process.env['LIMBER_TEST_ALL'] !== undefined;

/** How many cases are tried: `few` of them in `npm test`, `all` in `npm run test-all`. */
export function cases(few: number, all: number): number {
  return TRIES_ALL ? all : few;
}

/** Leaves out the journeys whose titles end with `@all`; nothing in `npm run test-all`. */
export const LEFT_OUT = TRIES_ALL ? {} : { grepInvert: /@all$/ };
