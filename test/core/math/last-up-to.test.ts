import { expect, test } from 'vitest';
import { lastUpTo } from '../../../core/math/last-up-to.ts';

test('the last of some rising numbers up to a value is the one that a look at each finds', () => {
  for (const rising of [[], [0], [0, 0, 1], [-2, -1, 0.5, 0.5, 3, 7]]) {
    for (const value of [-3, -2, -1.5, 0, 0.5, 0.6, 1, 3, 7, 8]) {
      expect(lastUpTo(rising, value)).toBe(rising.findLastIndex((each) => each <= value));
    }
  }
});
