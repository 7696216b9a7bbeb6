import { expect, test } from 'vitest';
import { compareTables, readResults } from './against.ts';

const HEADER = [
  'Limber 0.1.0, seed 1',
  '',
  '| workload | solver | reached | median µs | p95 µs | mean µs | steps |',
  '|---|---|---|---|---|---|---|',
];

test('two tables are compared row by row, with the peers as the measure of the machine', () => {
  const before = [
    ...HEADER,
    '| W1 balls | Limber | 99.00 % (100.00 %) of 2000 | 10.0 | 20.0 | 11.0 |  |',
    '| W1 balls | peer a | 90.00 % (90.00 %) of 10 | 100.0 | 200.0 | 110.0 |  |',
    '| W1 balls | peer b | 90.00 % (90.00 %) of 10 | 100.0 | 200.0 | 110.0 |  |',
    '| W7 crowd | Limber, one thread | 100.00 % within 1 cm | frame 8.0 ms | 16.0 ms | 1000 bipeds | 1° / 2° |',
    '| gone | Limber | 100.00 % | 1.0 | 1.0 | 1.0 |  |',
  ];
  const now = [
    ...HEADER,
    '| W1 balls | Limber | 100.00 % (100.00 %) of 2000 | 15.0 | 20.0 | 11.0 |  |',
    '| W1 balls | peer a | 90.00 % (90.00 %) of 10 | 140.0 | 200.0 | 110.0 |  |',
    '| W1 balls | peer b | 90.00 % (90.00 %) of 10 | 160.0 | 200.0 | 110.0 |  |',
    '| W1 balls | somebody (published) | 100 %, 71 µs median | | | | |',
    '| W7 crowd | Limber, one thread | 100.00 % within 1 cm | frame 4.0 ms | 8.0 ms | 1000 bipeds | 1° / 2° |',
    '| new | Limber | 100.00 % | 1.0 | 1.0 | 1.0 |  |',
  ];
  expect(compareTables(before, now).slice(2)).toEqual([
    '| W1 balls | Limber | 99.00 % → 100.00 % | × 1.50 | × 1.00 | × 1.50 |',
    '| W7 crowd | Limber, one thread | 100.00 % → 100.00 % | × 0.50 | × 0.50 |  |',
  ]);
});

test('the table of a version is read and compared with itself', () => {
  const table = readResults('0.1.0');
  const rows = compareTables(table, table).slice(2);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter((row) => !row.includes('| × 1.00 | × 1.00 |'))).toEqual([]);
});

test('a version that has none is refused with those that have', () => {
  expect(() => readResults('9.9.9')).toThrow(/^there are no results of version "9\.9\.9"; there are those of .*0\.1\.0/);
  expect(() => readResults('../0.1.0')).toThrow(/there are no results/);
});
