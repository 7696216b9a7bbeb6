import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRecent } from '../../../electron/services/recent.ts';

test.each([
  ['darwin', 1],
  ['linux', 2],
] as const)('a file stands once in the list, however its name is written on %s', async (platform, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-recent-'));
  for (const name of ['Hero.glb', 'hero.glb']) writeFileSync(join(folder, name), '');
  const recent = createRecent(folder, () => {}, platform);
  await recent.add('character', join(folder, 'Hero.glb'));
  await recent.add('character', join(folder, 'hero.glb'));
  const items = await recent.list();
  expect(items).toHaveLength(count);
  expect(items[0]?.name).toBe('hero');
});
