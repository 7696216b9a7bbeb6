import { expect, test } from 'vitest';
import { killBatch } from './kill-rounds.ts';

const SEED = 20261122;

test(`a batch that is killed outright and gone on with comes to the same end, and repeats nothing that was done (random seed ${SEED})`, async () => {
  expect(await killBatch(3, SEED)).toEqual({ kills: 3, repeated: 0, faults: [] });
});
