import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemOf } from '../../../electron/services/writable.ts';
import { faultyDisk } from '../../helpers/faulty-disk.ts';

test('a full disk is said at the start, in one short sentence, and nothing is left of the trial', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'limber-full-')), 'x'.repeat(200));
  expect(await problemOf(folder)).toBeNull();
  for (const room of [0, 100]) {
    const problem = await problemOf(folder, faultyDisk({ room }));
    expect(problem).toMatch(/^Limber cannot write to its own folder ".*": the disk is full\. You can work and save/);
    expect(problem!.length).toBeLessThan(300);
  }
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be made is said in a sentence that fits, however long the names on its path are', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'limber-file-')), 'f'.repeat(200));
  await writeFile(file, '');
  const problem = await problemOf(join(file, ...Array.from({ length: 5 }, () => 'd'.repeat(200))));
  expect(problem).toMatch(/^Limber cannot write to its own folder ".*": .*\. You can work and save/);
  expect(problem!.length).toBeLessThan(300);
});
