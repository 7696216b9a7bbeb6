import { expect, test } from 'vitest';
import { killBatch } from './kill-rounds.ts';
import { cases } from '../../../helpers/extent.ts';

const SEED = 20261122;
const KILLS = cases(1, 3);

test(`a batch that is killed outright and gone on with comes to the same end, and repeats nothing that was done (random seed ${SEED}) @all`, async () => {
  expect(await killBatch(KILLS, SEED)).toEqual({ kills: KILLS, repeated: 0, faults: [] });
});
