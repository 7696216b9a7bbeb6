import { expect, test } from 'vitest';
import { timeLeft } from '../../../../renderer/panels/widgets/time-left.ts';

test.each([
  [0.5, 1, ''],
  [0.01, 60, ''],
  [1, 60, ''],
  [0.25, 10, 'about 30 s left'],
  [0.999, 10, 'about 1 s left'],
  [0.1, 60, 'about 9 min left'],
  [null, 1, ''],
  [null, 12.4, '12 s so far'],
  [null, 150, '3 min so far'],
])('work that is %s done after %s s says “%s”', (share, seconds, words) => {
  expect(timeLeft(share, seconds)).toBe(words);
});
