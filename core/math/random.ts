import { checkNumber } from './check-numbers.ts';
/** A source of numbers in [0, 1). */
export type Random = () => number;

/** Deterministic generator (mulberry32, Tommy Ettinger): the same 32-bit `seed` (others are taken modulo 2³²) gives the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  checkNumber(seed, 'the seed');
  // As a signed number: engines keep those without allocating.
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
