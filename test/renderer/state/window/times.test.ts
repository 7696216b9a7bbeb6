import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lengthInWords, showTime, timeInWords } from '../../../../renderer/state/window/times.ts';

test('A frame is shown by its number or by its seconds', () => {
  expect([showTime('frames', 45, 30), showTime('seconds', 45, 30), showTime('seconds', 1, 24)]).toEqual([
    '45',
    '1.50 s',
    '0.04 s',
  ]);
  expect([timeInWords('frames', 45, 30), timeInWords('seconds', 45, 30)]).toEqual(['Frame 45', '1.50 s']);
});

test('How long something lasts is told in frames or seconds, and no panel writes seconds by itself', () => {
  expect([lengthInWords('frames', 1.5, 30), lengthInWords('frames', 1 / 24, 24), lengthInWords('seconds', 1.5, 30)]).toEqual([
    '45 frames',
    '1 frame',
    '1.50 s',
  ]);
  const root = join(import.meta.dirname, '../../../..');
  const files = globSync('renderer/panels/**/*.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  // A file tells how long its motions are, not always how many frames they have.
  const others = files.filter((file) => !file.endsWith('motion-dialog.tsx'));
  expect(others.filter((file) => /toFixed\(\d\)\} s\b/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
