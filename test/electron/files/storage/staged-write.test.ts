import { chmod, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { stageFile } from '../../../../electron/files/storage/staged-write.ts';

const folderOfItsOwn = () => mkdtemp(join(tmpdir(), 'limber-staged-'));

test('a staged file comes to its place only when it is committed, whole and with the rights of the old one', async () => {
  const folder = await folderOfItsOwn();
  const path = join(folder, 'out.bin');
  await writeFile(path, 'old');
  await chmod(path, 0o640);
  const staged = await stageFile(path);
  expect(dirname(staged.temporary)).toBe(folder);
  await writeFile(staged.temporary, 'new');
  expect(await readFile(path, 'utf8')).toBe('old');
  await staged.commit();
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['out.bin']);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o640);
});

test('a discarded file leaves nothing, nor the folders that were made for it', async () => {
  const folder = await folderOfItsOwn();
  const staged = await stageFile(join(folder, 'new', 'deep', 'out.bin'));
  await writeFile(staged.temporary, 'half');
  await staged.discard();
  expect(await readdir(folder)).toEqual([]);
  const unwritten = await stageFile(join(folder, 'out.bin'));
  await unwritten.discard();
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that somebody else put something into meanwhile stays', async () => {
  const folder = await folderOfItsOwn();
  const staged = await stageFile(join(folder, 'new', 'deep', 'out.bin'));
  await writeFile(join(folder, 'new', 'theirs'), 'x');
  await staged.discard();
  expect(await readdir(join(folder, 'new'))).toEqual(['theirs']);
});

test.skipIf(process.platform === 'win32')('a link stays a link, and what it points at is replaced', async () => {
  const folder = await folderOfItsOwn();
  await mkdir(join(folder, 'real'));
  await writeFile(join(folder, 'real', 'out.bin'), 'old');
  await symlink(join(folder, 'real', 'out.bin'), join(folder, 'link.bin'));
  const staged = await stageFile(join(folder, 'link.bin'));
  await writeFile(staged.temporary, 'new');
  await staged.commit();
  expect(await readFile(join(folder, 'real', 'out.bin'), 'utf8')).toBe('new');
  expect(await readdir(join(folder, 'real'))).toEqual(['out.bin']);
});

test('a place that cannot be written is refused in a sentence', async () => {
  const folder = await folderOfItsOwn();
  await writeFile(join(folder, 'file'), 'x');
  await expect(stageFile(join(folder, 'file', 'below'))).rejects.toThrow(/could not be written/);
});
