import { glob, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesMatching } from '../../../../electron/cli/batch/files-matching.ts';

const FILES = [
  'a.bvh',
  'b.glb',
  '.hidden.bvh',
  'x/a.bvh',
  'x/y/c.bvh',
  'x/y/z/d.bvh',
  '.git/e.bvh',
  'takes [1]/f.bvh',
  'ü/g.BVH',
];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limber-glob-'));
  for (const file of FILES) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '');
  }
  await symlink(join(folder, 'a.bvh'), join(folder, 'link.bvh'));
  await symlink(join(folder, 'nowhere'), join(folder, 'broken.bvh'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  '*.bvh',
  '**/*.bvh',
  'x/*.bvh',
  'x/**',
  'x/**/?.bvh',
  '*/*/*.bvh',
  '{x,ü}/*',
  '{a.bvh,x/y/c.bvh}',
  '{x/y,ü}/*',
  '[ab].*',
  '**/y/*',
  '*/[a-c].bvh',
  'none/*.bvh',
  '**',
])('%s finds what Node finds', async (pattern) => {
  const expected: string[] = [];
  for await (const entry of glob(pattern, { cwd: folder, withFileTypes: true })) {
    if (entry.isFile() || entry.name === 'link.bvh') expected.push(relative(folder, join(entry.parentPath, entry.name)));
  }
  const found = (await filesMatching(folder, pattern)).map((file) => relative(folder, file));
  expect(found.toSorted()).toEqual(expected.toSorted());
});
