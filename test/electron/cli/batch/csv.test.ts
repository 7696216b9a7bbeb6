import { expect, test } from 'vitest';
import { readCsv } from '../../../../electron/cli/batch/csv.ts';

test('a table is read with the separator of its first line, cells in quotes, and empty cells left out', () => {
  expect(readCsv('a,b\n1,\n"x, ""y""\nz", 2 \n')).toEqual([{ a: '1' }, { a: 'x, "y"\nz', b: '2' }]);
  expect(readCsv('\uFEFFa;b\r\n1,5;2\r\n;\r\n')).toEqual([{ a: '1,5', b: '2' }]);
  expect(readCsv('a\tb\n1\t2')).toEqual([{ a: '1', b: '2' }]);
  expect(readCsv('a,b')).toEqual([]);
});

test('a table with doubled or missing names, or an open quote, is refused', () => {
  expect(() => readCsv('a,a\n1,2')).toThrow('two columns "a"');
  expect(() => readCsv('a\n1,2')).toThrow('row 1 of the table has "2" in a column without a name');
  expect(() => readCsv('a\n"1')).toThrow('ends within a quoted cell');
});
