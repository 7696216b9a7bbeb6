import { mkdtemp, readdir, readFile, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPictures } from '../../../electron/services/pictures.ts';
import { dispatch } from '../../../electron/ipc.ts';
import { freshServices } from './fresh-services.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const emptyFolder = () => mkdtemp(join(tmpdir(), 'limber-pictures-'));

test('a file comes to its place with its last piece, over what was there', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'walk.webm');
  await writeFile(path, 'before');
  const pictures = createPictures();
  await pictures.begin('a', path, 'file');
  await pictures.add('a', bytes('one '));
  await pictures.add('a', bytes('two'));
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await pictures.end('a')).toEqual({ path, bytes: 7, files: 1 });
  expect(await readFile(path, 'utf8')).toBe('one two');
  expect(await readdir(folder)).toEqual(['walk.webm']);
});

test('what is discarded, refused or left when the program closes leaves nothing', async () => {
  const folder = await emptyFolder();
  const pictures = createPictures();
  await pictures.begin('a', join(folder, 'new', 'walk.gif'), 'file');
  await pictures.add('a', bytes('x'));
  await pictures.discard('a');
  await pictures.begin('b', join(folder, 'frames'), 'folder');
  await expect(pictures.add('b', bytes('x'))).rejects.toThrow('needs a name');
  await pictures.begin('c', join(folder, 'other'), 'folder');
  await pictures.add('c', bytes('x'), 'walk-0000.png');
  await pictures.close();
  expect(await readdir(folder)).toEqual([]);
  await expect(pictures.end('c')).rejects.toThrow('nothing is being written by this name');
});

test('a folder of numbered pictures takes the place of an older one, never of anything else', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'walk');
  const pictures = createPictures();
  for (const names of [['walk-0000.png', 'walk-0001.png'], ['walk-0000.png']]) {
    await pictures.begin('a', path, 'folder');
    for (const name of names) await pictures.add('a', bytes('png'), name);
    expect(await pictures.end('a')).toEqual({ path, bytes: 3 * names.length, files: names.length });
    expect((await readdir(path)).toSorted()).toEqual(names);
  }
  await writeFile(join(path, 'notes.txt'), 'mine');
  await pictures.begin('a', path, 'folder');
  await pictures.add('a', bytes('png'), 'walk-0000.png');
  await expect(pictures.end('a')).rejects.toThrow('holds other files than numbered pictures: select a new folder');
  expect(await readdir(folder)).toEqual(['walk']);
  expect(await readFile(join(path, 'notes.txt'), 'utf8')).toBe('mine');
});

test('the window writes where it may, and its exports know what it wrote', async () => {
  const { services, folder } = await freshServices();
  const path = join(folder, 'hero.png');
  await mkdir(join(folder, 'inner'));
  const call = (name: string, ...parameters: unknown[]) => dispatch(services, name, parameters);
  expect(await call('picture.begin', 'a', join(folder, '..', 'hero.png'), 'file')).toMatchObject({ ok: false });
  expect(await call('picture.begin', 'a', path, 'folder')).toEqual({ ok: true, value: undefined });
  for (const name of ['../up.png', 'a/b.png', '.png', 'walk.exe', 'a\\b.png'])
    expect(await call('picture.add', 'a', bytes('x'), name), name).toMatchObject({ ok: false });
  await call('picture.discard', 'a');
  await call('picture.begin', 'a', path, 'file');
  await call('picture.add', 'a', bytes('png'));
  expect(await call('picture.end', 'a')).toEqual({ ok: true, value: { path, bytes: 3, files: 1 } });
  expect(await call('export.replaces', path)).toEqual({ ok: true, value: false });
  await writeFile(path, 'of somebody else');
  expect(await call('export.replaces', path)).toEqual({ ok: true, value: true });
});

test('the studio has nothing to draw for a command line', async () => {
  const { services } = await freshServices();
  expect(await services['render.order']()).toBeNull();
});
