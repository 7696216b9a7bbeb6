import { expect, test } from 'vitest';
import { writeFiles } from '../../../electron/files/project/save-project.ts';
import type { FolderAccess } from '../../../electron/files/storage/folder-access.ts';

test('the folders of a group are flushed once, and before anything of the next group is written', async () => {
  const done: string[] = [];
  const folder: FolderAccess = {
    root: '/',
    read: async (path) => (path === 'poses/same.json' ? { bytes: Buffer.from('same'), stamp: '' } : null),
    stamp: async () => null,
    list: async () => [],
    write: async (path) => void done.push(`write ${path}`),
    append: async (path) => void done.push(`add to ${path}`),
    flush: async (paths) => void done.push(`flush ${paths.join(' ')}`),
    remove: async (path) => void done.push(`remove ${path}`),
  };
  const groups = [
    [
      ['poses/a.png', 'a'],
      ['poses/b.png', 'b'],
    ],
    [
      ['poses/a.json', 'a'],
      ['poses/same.json', 'same'],
      ['poses/old.json', null],
    ],
  ] as const;
  await writeFiles(folder, groups, () => undefined);
  expect(done).toEqual([
    'write poses/a.png',
    'write poses/b.png',
    'flush poses/a.png poses/b.png',
    'remove poses/old.json',
    'write poses/a.json',
    'flush poses/a.json',
  ]);
});
