import { expect, test } from 'vitest';
import { runCrashRounds } from './crash-rounds.ts';
import { cases } from '../../../helpers/extent.ts';

const ROUNDS = Number(process.env['LIMBER_CRASH_ROUNDS'] ?? cases(4, 30));
const SEED = Number(process.env['LIMBER_CRASH_SEED'] ?? 1);

test.skipIf(process.platform === 'win32')(
  `programs that are killed at any moment lose nothing that they acknowledged (${ROUNDS} rounds, random seed ${SEED})`,
  { timeout: 60_000 + ROUNDS * 10_000 },
  async () => {
    const { lost, unreadable, outside, overwritten, media, acknowledged, assisted, saves } = await runCrashRounds(ROUNDS, SEED);
    expect({ lost, unreadable, outside, overwritten, media }).toEqual({
      lost: [],
      unreadable: [],
      outside: [],
      overwritten: [],
      media: [],
    });
    // Or nothing was tried at all.
    expect(acknowledged).toBeGreaterThan(2 * ROUNDS);
    // In a few rounds on a busy machine all may be killed before their first save and word.
    expect(saves).toBeGreaterThanOrEqual(cases(0, 1));
    expect(assisted).toBeGreaterThanOrEqual(cases(0, 1));
  },
);
