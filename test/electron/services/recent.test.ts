import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
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

test('the list is not written again for the file that is the newest already', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-recent-'));
  writeFileSync(join(folder, 'hero.glb'), '');
  const recent = createRecent(folder, () => {});
  await recent.add('character', join(folder, 'hero.glb'));
  const { ino } = statSync(join(folder, 'recent.json'));
  await recent.add('character', join(folder, 'hero.glb'));
  expect(statSync(join(folder, 'recent.json')).ino).toBe(ino);
  await recent.add('project', join(folder, 'hero.glb'));
  expect((await recent.list()).map(({ kind }) => kind)).toEqual(['project']);
});
