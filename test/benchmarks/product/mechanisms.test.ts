import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { PRODUCT_MECHANISMS, PULLING_FOLDERS, PULLING_WITHOUT_ROWS } from './mechanisms.ts';
import { RETARGET_MECHANISMS, RETARGET_WITHOUT_ROWS } from './retarget-mechanisms.ts';
import type { SourceWithout } from './source-without.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** Each table of mechanisms with the folders whose files they stand in, and those of them that have no row. */
const TABLES = [
  ['a pull', PRODUCT_MECHANISMS, PULLING_FOLDERS, PULLING_WITHOUT_ROWS],
  ['retargeting', RETARGET_MECHANISMS, ['core/animation/retarget'], RETARGET_WITHOUT_ROWS],
] as const;

describe.each(TABLES)(
  'the table of what the mechanisms of %s are worth',
  (_, mechanisms: readonly SourceWithout[], folders: readonly string[], exempt) => {
    test.each(mechanisms)('knows the source without: $name', ({ file, from, to }) => {
      const parts = readFileSync(join(root, file), 'utf8').split(from);
      expect(parts.length - 1).toBe(1);
      expect(parseSync(file, parts.join(to)).errors).toEqual([]);
    });

    test('tells each mechanism once', () => {
      expect(new Set(mechanisms.map(({ name }) => name)).size).toBe(mechanisms.length);
    });

    test('has a row for every file, or says that it is no mechanism', () => {
      const withRows = new Set(mechanisms.map(({ file }) => basename(file)));
      const files = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }));
      const names = files.filter((path) => path.endsWith('.ts')).map((path) => basename(path));
      const silent = names.filter((name) => !withRows.has(name)).map((name) => basename(name, '.ts'));
      expect(silent.toSorted()).toEqual([...exempt].toSorted());
    });
  },
);
