import { checkNumber } from './check-numbers.ts';
/** A source of numbers in [0, 1). */
export type Random = () => number;

/** Deterministic generator (mulberry32, Tommy Ettinger): the same 32-bit `seed` (others are taken modulo 2³²) gives the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  checkNumber(seed, 'the seed');
  const dice = createDice();
  dice.seed(seed);
  return dice.random;
}

/** A generator that can be seeded again, so that one serves many starts. */
export interface Dice {
  readonly random: Random;
  /** Writes the next number to `v[at]`: engines allocate numbers that calls return. */
  write(v: Float64Array, at: number): void;
  /** From now on `random` gives the numbers that {@link seededRandom} gives for this seed. Of large seeds a hot path passes the lower 32 bits: those are not allocated. */
  seed(seed: number): void;
}

/** A generator that is yet to be seeded. */
export function createDice(): Dice {
  // A signed number: engines keep those without allocating.
  let state = 0;
  const write = (v: Float64Array, at: number): void => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    v[at] = ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const drawn = new Float64Array(1);
  return {
    seed(seed) {
      state = seed | 0;
    },
    random() {
      write(drawn, 0);
      return drawn[0]!;
    },
    write,
  };
}
