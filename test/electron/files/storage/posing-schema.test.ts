import { expect, test } from 'vitest';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { solverSchema } from '../../../../electron/files/storage/posing-schema.ts';

test.each([
  [true, 1],
  [false, 0.25],
])('settings of before there was one strength for the balance open: switched to %j, they have %d', (balance, weight) => {
  expect(solverSchema.parse({ ...DEFAULT_SOLVER_SETTINGS, weight: 0.25, balance })).toEqual({
    ...DEFAULT_SOLVER_SETTINGS,
    weight,
  });
});
