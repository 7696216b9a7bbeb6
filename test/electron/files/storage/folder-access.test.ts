import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openFolder } from '../../../../electron/files/storage/folder-access.ts';

let folder = '';

afterEach(() => rm(folder, { recursive: true, force: true }));

test('what may be read is not gone beyond: after a file that is too large for it, no folder is looked at', async () => {
  folder = await mkdtemp(join(tmpdir(), 'limber-budget-'));
  await mkdir(join(folder, 'poses'));
  await writeFile(join(folder, 'large.json'), 'x'.repeat(500));
  for (let i = 0; i < 20; i++) await writeFile(join(folder, 'poses', `${i}.json`), '{}');
  const budget = { left: 400 };
  const access = await openFolder(folder, budget);
  const refused = /^there is more in "limber-budget-.*" than may be read at once$/;
  await expect(access.read('large.json')).rejects.toThrow(refused);
  const { left } = budget;
  expect(left).toBeLessThan(0);
  await expect(access.list('poses')).rejects.toThrow(refused);
  await expect(access.read('poses/1.json')).rejects.toThrow(refused);
  expect(budget.left).toBe(left);
});
