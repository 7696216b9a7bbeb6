import { expect, test } from 'vitest';
import { asFileName, folderOf, joinPath, lastPart, pathIn } from '../../../../renderer/state/window/choose-file.ts';

test.each([
  ['/home/ann/Walk', 'Walk'],
  ['/home/ann/Walk/', 'Walk'],
  ['C:\\work\\hero.glb', 'hero.glb'],
  ['hero.glb', 'hero.glb'],
])('The last part of %s is %s', (path, part) => {
  expect(lastPart(path)).toBe(part);
});

test.each([
  ['/home/ann', 'Walk', '/home/ann/Walk'],
  ['/', 'Walk', '/Walk'],
  ['C:\\work', 'Walk', 'C:\\work\\Walk'],
  ['C:\\', 'Walk', 'C:\\Walk'],
])('%s and %s make %s', (folder, name, path) => {
  expect(joinPath(folder, name)).toBe(path);
});

test.each([
  ['/home/ann', 'hero.glb', '/home/ann/hero.glb'],
  ['/home/ann', '/mnt/team/hero.glb', '/mnt/team/hero.glb'],
  ['C:\\work', 'd:/team/hero.glb', 'd:/team/hero.glb'],
  ['C:\\work', '\\\\server\\hero.glb', '\\\\server\\hero.glb'],
  ['/home/ann', 'a:b.glb', '/home/ann/a:b.glb'],
])('In %s “%s” is %s', (folder, typed, path) => {
  expect(pathIn(folder, typed)).toBe(path);
});

test.each([
  ['Walk: fast/slow?', 'Walk- fast-slow-'],
  ['  ', 'Untitled'],
  ['hero.', 'hero'],
  ['Ünï 走る', 'Ünï 走る'],
])('“%s” as a file name is “%s”', (name, cleaned) => {
  expect(asFileName(name)).toBe(cleaned);
});

test.each([
  ['/home/ann/out/hero.glb', '/home/ann/out'],
  ['C:\\work\\hero.glb', 'C:\\work'],
  ['hero.glb', ''],
])('%s lies in %s', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});
