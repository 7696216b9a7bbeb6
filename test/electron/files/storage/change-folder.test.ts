import { mkdir, mkdtemp, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeFolder, finishChange } from '../../../../electron/files/storage/change-folder.ts';

const fresh = () => mkdtemp(join(tmpdir(), 'limber-change-'));
const writes = (files: Record<string, string>) => new Map(Object.entries(files));

/** A change that was interrupted: its files are staged, its commit file (if any) is written, nothing was moved. */
async function interrupted(folder: string, commit: unknown): Promise<void> {
  await mkdir(join(folder, '.limber-saving'));
  await writeFile(join(folder, '.limber-saving', '0'), 'new');
  if (commit !== undefined) await writeFile(join(folder, '.limber-saving', 'commit.json'), JSON.stringify(commit));
}

test('files are written and removed, and nothing of the way there is left', async () => {
  const folder = await fresh();
  await changeFolder(folder, { writes: writes({ 'a.txt': 'one', 'clips/b.json': 'two' }), removals: [] });
  await changeFolder(folder, { writes: writes({ 'a.txt': 'three' }), removals: ['clips/b.json', 'clips/never-there.json'] });
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('three');
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['a.txt', 'clips']);
});

test('a file that holds the wanted content already is not written again', async () => {
  const folder = await fresh();
  await changeFolder(folder, { writes: writes({ 'a.txt': 'one', 'b.txt': 'one' }), removals: [] });
  const before = await stat(join(folder, 'a.txt'));
  await changeFolder(folder, { writes: writes({ 'a.txt': 'one', 'b.txt': 'two' }), removals: [] });
  expect((await stat(join(folder, 'a.txt'))).ino).toBe(before.ino);
  expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('two');
});

test('a change interrupted before its commit never happened', async () => {
  const folder = await fresh();
  await writeFile(join(folder, 'a.txt'), 'old');
  await interrupted(folder, undefined);
  await finishChange(folder);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['a.txt']);
});

test('a change interrupted after its commit is completed, also when some files had been moved', async () => {
  const folder = await fresh();
  await writeFile(join(folder, 'a.txt'), 'old');
  await writeFile(join(folder, 'moved.txt'), 'moved');
  await writeFile(join(folder, 'gone.txt'), 'old');
  await interrupted(folder, { version: 1, moves: ['a.txt', 'moved.txt'], removals: ['gone.txt'] });
  await finishChange(folder);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('new');
  expect((await readdir(folder)).toSorted()).toEqual(['a.txt', 'moved.txt']);
});

test.each(['../escape.txt', '/etc/escape', 'a/../../escape', 'a/b/c.txt', '.hidden', 'a\\b', ''])(
  'the path %j is refused, from a caller and from a commit file that someone prepared',
  async (path) => {
    const folder = await fresh();
    await expect(changeFolder(folder, { writes: writes({ [path]: 'x' }), removals: [] })).rejects.toThrow('could not be written');
    await expect(changeFolder(folder, { writes: new Map(), removals: [path] })).rejects.toThrow('could not be written');
    expect(await readdir(folder)).toEqual([]);
    await interrupted(folder, { version: 1, moves: [path], removals: [] });
    await expect(finishChange(folder)).rejects.toThrow(/^an interrupted save left ".*" damaged: [^\n]*$/);
    expect(await readdir(folder)).toEqual(['.limber-saving']);
  },
);
