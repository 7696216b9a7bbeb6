import { expect, test } from 'vitest';
import { showTime, timeInWords } from '../../../renderer/state/times.ts';

test('A frame is shown by its number or by its seconds', () => {
  expect([showTime('frames', 45, 30), showTime('seconds', 45, 30), showTime('seconds', 1, 24)]).toEqual([
    '45',
    '1.50 s',
    '0.04 s',
  ]);
  expect([timeInWords('frames', 45, 30), timeInWords('seconds', 45, 30)]).toEqual(['Frame 45', '1.50 s']);
});
