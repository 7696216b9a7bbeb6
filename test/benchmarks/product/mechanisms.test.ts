import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { PRODUCT_MECHANISMS, PULLING_WITHOUT_ROWS } from './mechanisms.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const FOLDER = 'core/humanoid/pulling';

describe('the table of what the mechanisms of a pull are worth', () => {
  test.each(PRODUCT_MECHANISMS)('knows the source without: $name', ({ file, from, to }) => {
    const parts = readFileSync(join(root, file), 'utf8').split(from);
    expect(parts.length - 1).toBe(1);
    expect(parseSync(file, parts.join(to)).errors).toEqual([]);
  });

  test('tells each mechanism once', () => {
    expect(new Set(PRODUCT_MECHANISMS.map(({ name }) => name)).size).toBe(PRODUCT_MECHANISMS.length);
  });

  test('has a row for every file of pulling, or says that it is no mechanism', () => {
    const withRows = new Set(PRODUCT_MECHANISMS.map(({ file }) => file));
    const files = readdirSync(join(root, FOLDER)).map((name) => name.replace(/\.ts$/, ''));
    const silent = files.filter((name) => !withRows.has(`${FOLDER}/${name}.ts`));
    expect(silent.toSorted()).toEqual([...PULLING_WITHOUT_ROWS].toSorted());
  });
});
