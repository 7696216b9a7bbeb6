import { expect, test } from 'vitest';
import { samples, tryDamaged } from './damaged-files.ts';
import { cases } from '../../helpers/extent.ts';

const CASES = Number(process.env['LIMBER_FUZZ_CASES'] ?? cases(60, 500));
const FIRST_SEED = Number(process.env['LIMBER_FUZZ_SEED'] ?? 1);

const present = samples();

test.skipIf(present.length === 0)(
  `damaged files open or are refused in one sentence (${CASES} cases from seed ${FIRST_SEED})`,
  { timeout: 60_000 + CASES * 100 },
  () => {
    let opened = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) opened += tryDamaged(present, seed) ? 1 : 0;
    // Both ways must be walked, or the damage is too great or too small to test anything.
    expect(opened).toBeGreaterThan(CASES / 20);
    expect(opened).toBeLessThan((CASES * 19) / 20);
  },
);
