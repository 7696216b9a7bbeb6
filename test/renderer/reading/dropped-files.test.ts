import { expect, test } from 'vitest';
import { readDrop } from '../../../renderer/reading/dropped-files.ts';

type Tree = { readonly [name: string]: Tree | string };

/** What a browser tells of a dropped folder, two entries at a time. */
function entryOf(name: string, content: Tree | string, above = ''): FileSystemEntry {
  const common = { name, fullPath: `${above}/${name}` };
  if (typeof content === 'string') {
    const file = (done: (file: File) => void, failed: () => void) =>
      content === 'broken' ? failed() : done(new File([content], name));
    return { ...common, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const left = Object.entries(content).map(([child, inner]) => entryOf(child, inner, common.fullPath));
    return { readEntries: (done: (part: FileSystemEntry[]) => void) => done(left.splice(0, 2)) };
  };
  return { ...common, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function dropOf(tree: Tree): DataTransfer {
  const items = Object.entries(tree).map(([name, content]) => ({ webkitGetAsEntry: () => entryOf(name, content) }));
  const files = Object.entries(tree).map(([name]) => new File([''], name));
  return { items, files } as unknown as DataTransfer;
}

test('A drop is all files in it, those in folders too, by their paths', async () => {
  const drop = dropOf({
    'walk.bvh': 'w',
    hero: { 'hero.gltf': 'g', '.git': { config: 'c' }, skins: { 'a.png': 'a', 'b.png': 'b', 'c.png': 'c' } },
  });
  const found = await readDrop(drop);
  expect(found.map(({ path }) => path)).toEqual([
    'hero/hero.gltf',
    'hero/skins/a.png',
    'hero/skins/b.png',
    'hero/skins/c.png',
    'walk.bvh',
  ]);
  expect(await found[0]!.file.text()).toBe('g');
});

test('Plain files keep the identity by which the host knows their paths', async () => {
  const drop = dropOf({ 'b.glb': 'b', 'a.glb': 'a' });
  expect((await readDrop(drop)).map(({ file }) => file)).toEqual([drop.files[1], drop.files[0]]);
});

test('A drop that holds too much, or a file that cannot be read, is refused in a sentence', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}.png`, '']));
  await expect(readDrop(dropOf({ many }))).rejects.toThrow('more than 10000 files');
  await expect(readDrop(dropOf({ hero: { 'hero.glb': 'broken' } }))).rejects.toThrow('“hero.glb” could not be read.');
});
