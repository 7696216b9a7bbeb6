import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout } from './sources.ts';

/** Lines of the palette are no widgets of their own: what to do before stands in the title of their words. */
const OWN_WORDS = new Set(['renderer/panels/dialogs/palette-dialog.tsx']);

test('a control is disabled by saying why: only the widgets, which show it, set isDisabled', () => {
  const panels = globSync('renderer/panels/**/*.tsx', { cwd: checkout }).map((path) => path.replaceAll('\\', '/'));
  const own = panels.filter((path) => !path.startsWith('renderer/panels/widgets/') && !OWN_WORDS.has(path));
  expect(own.length).toBeGreaterThan(50);
  expect(own.filter((path) => /\bisDisabled\b/.test(readFileSync(join(checkout, path), 'utf8')))).toEqual([]);
});
