import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAtomically } from '../../../../electron/files/storage/atomic-write.ts';

test('a file is written whole, over an old one, into folders that did not exist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limber-atomic-'));
  const path = join(folder, 'new', 'deep', 'file.bin');
  await writeAtomically(path, 'first, and longer');
  await writeAtomically(path, new Uint8Array([0, 1, 2, 3]).subarray(1));
  expect([...(await readFile(path))]).toEqual([1, 2, 3]);
  expect(await readdir(join(folder, 'new', 'deep'))).toEqual(['file.bin']);
});

test('a path that cannot be written is refused in a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limber-atomic-'));
  await writeAtomically(join(folder, 'file'), 'x');
  await expect(writeAtomically(join(folder, 'file', 'below'), 'y')).rejects.toThrow(/could not be written/);
});
