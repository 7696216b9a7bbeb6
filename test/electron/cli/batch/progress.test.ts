import { expect, test } from 'vitest';
import { batchProgress, durationInWords } from '../../../../electron/cli/batch/progress.ts';

test('the time left follows from what the done tasks were expected to take', () => {
  let time = 100;
  const progress = batchProgress(4, 20, () => time);
  time = 110;
  expect(progress.add(5, false)).toBe('1 of 4, 6.0 a minute, about 30 s left');
  time = 112;
  expect(progress.add(5, true)).toBe('2 of 4, 1 failed, 10.0 a minute, about 12 s left');
  progress.add(5, false);
  expect(progress.add(5, false)).toBe('4 of 4, 1 failed, 20.0 a minute');
  expect([0.2, 89, 90, 5399, 5400].map(durationInWords)).toEqual(['1 s', '89 s', '2 min', '90 min', '1.5 h']);
});
