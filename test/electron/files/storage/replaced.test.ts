import type * as Files from 'node:fs';
import type * as Promises from 'node:fs/promises';
import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openFolder, openFolderOnThread } from '../../../../electron/files/storage/folder-access.ts';

/** How often somebody else saves between looking at a file and opening it, from now on. */
let saves = 0;
let written = 0;

function saveMeanwhile(path: unknown): void {
  if (typeof path !== 'string' || !path.endsWith('pose.json') || saves === 0) return;
  saves--;
  writeFileSync(`${path}.new`, `${++written}`);
  renameSync(`${path}.new`, path);
}

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Promises>();
  const open: typeof real.open = (path, ...more) => {
    saveMeanwhile(path);
    return real.open(path, ...more);
  };
  return { ...real, open };
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof Files>();
  const openSync: typeof real.openSync = (path, ...more) => {
    saveMeanwhile(path);
    return real.openSync(path, ...more);
  };
  return { ...real, openSync };
});

let folder = '';

afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['while other things go on', openFolder],
  ['on a thread', openFolderOnThread],
])('a file that somebody saves while it is read %s is looked at again', async (_, openIt) => {
  folder = await mkdtemp(join(tmpdir(), 'limber-replaced-'));
  await writeFile(join(folder, 'pose.json'), 'old');
  const access = await openIt(folder);
  saves = 5;
  written = 0;
  expect((await access.read('pose.json'))?.bytes.toString()).toBe('5');
  saves = Infinity;
  await expect(access.read('pose.json')).rejects.toThrow('"pose.json" was replaced while it was read');
});
