import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createPathGuard } from '../../../electron/services/path-guard.ts';
import { WHY_NO_LINKS } from '../../helpers/links.ts';

const fresh = () => mkdtemp(join(tmpdir(), 'limber-paths-'));

test('a folder allows itself and everything below it, there or not yet', async () => {
  const folder = await fresh();
  const paths = createPathGuard([folder]);
  expect(paths.check(folder)).toBe(folder);
  expect(paths.check(join(folder, 'a', '..', 'b', 'c.glb'))).toBe(join(folder, 'b', 'c.glb'));
  expect(paths.check(join(folder, '..name'))).toBe(join(folder, '..name'));
});

test('a folder allows neither its parent nor a neighbour whose name begins the same', async () => {
  const folder = await fresh();
  const paths = createPathGuard([folder]);
  for (const path of [join(folder, '..'), `${folder}-2`, join(folder, '..', 'x'), '/'])
    expect(() => paths.check(path)).toThrow('outside');
});

test.skipIf(WHY_NO_LINKS !== null)('a link does not lead out', async () => {
  const folder = await fresh();
  const outside = await fresh();
  await writeFile(join(outside, 'secret'), '');
  await symlink(outside, join(folder, 'link'));
  const paths = createPathGuard([folder]);
  expect(() => paths.check(join(folder, 'link', 'secret'))).toThrow('outside');
  expect(() => paths.check(join(folder, 'link', 'not there yet'))).toThrow('outside');
});

test.skipIf(WHY_NO_LINKS !== null)('a link to an allowed folder is as good as the folder', async () => {
  const base = await fresh();
  await mkdir(join(base, 'real'));
  await symlink(join(base, 'real'), join(base, 'link'));
  expect(createPathGuard([join(base, 'link')]).allows(join(base, 'real', 'x'))).toBe(true);
  expect(createPathGuard([join(base, 'real')]).allows(join(base, 'link', 'x'))).toBe(true);
});

test('paths that are relative or hold a zero are refused', () => {
  const paths = createPathGuard(['/']);
  for (const path of ['x.glb', './x', '', '/a\0b']) expect(() => paths.check(path)).toThrow('expected an absolute path');
  expect(() => paths.check('x'.repeat(1000))).toThrow(new RegExp(`^expected an absolute path, got "x{200}"$`));
});

test('names that the system would take for something else are refused', () => {
  expect(() => createPathGuard(['/'], 'win32').check('/models/nul.glb')).toThrow('"nul.glb" is the name of a device on Windows');
  expect(() => createPathGuard(['/'], 'linux').check(`/models/${'x'.repeat(300)}.glb`)).toThrow('is too long');
  expect(createPathGuard(['/'], 'linux').check('/models/nul.glb')).toBe(resolve('/models/nul.glb'));
});
