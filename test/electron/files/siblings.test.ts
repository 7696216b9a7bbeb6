import type * as fs from 'node:fs';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { siblingReader } from '../../../electron/files/siblings.ts';
import { makePipe } from '../../helpers/make-pipe.ts';

const hooks = vi.hoisted(() => ({ opened: 0, afterOpen: () => {} }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const openSync = (...parameters: Parameters<typeof real.openSync>) => {
    const file = real.openSync(...parameters);
    hooks.opened++;
    hooks.afterOpen();
    return file;
  };
  return { ...real, openSync };
});

afterEach(() => {
  hooks.opened = 0;
  hooks.afterOpen = () => {};
});

const OUTSIDE = 'is not in its own folder';

/** `scene/` with a file in it, and a file beside the folder. */
function fresh() {
  const base = mkdtempSync(join(tmpdir(), 'limber-siblings-'));
  const folder = join(base, 'scene');
  mkdirSync(join(folder, 'textures'), { recursive: true });
  writeFileSync(join(folder, 'data.bin'), 'inside');
  writeFileSync(join(folder, 'textures', 'skin.png'), 'picture');
  writeFileSync(join(base, 'secret'), 'secret');
  return { base, folder };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('a sibling that is a link out of the folder, or lies behind one, is refused', () => {
  const { base, folder } = fresh();
  symlinkSync(join(base, 'secret'), join(folder, 'link.bin'));
  symlinkSync(base, join(folder, 'up'));
  symlinkSync(join(folder, 'up'), join(folder, 'textures', 'further'));
  const read = siblingReader(folder);
  for (const uri of ['link.bin', 'up/secret', 'textures/further/secret', './textures/../up/secret'])
    expect(() => read(uri), uri).toThrow(OUTSIDE);
});

test('a link that stays inside the folder is followed, and the folder itself may be reached by one', () => {
  const { base, folder } = fresh();
  symlinkSync(join(folder, 'textures'), join(folder, 'images'));
  symlinkSync(folder, join(base, 'other name'));
  for (const read of [siblingReader(folder), siblingReader(join(base, 'other name'))]) {
    expect(text(read('images/skin.png'))).toBe('picture');
    expect(text(read('data.bin'))).toBe('inside');
  }
});

test('a link that is changed while the file is opened gives no file from outside', () => {
  const { base, folder } = fresh();
  const link = join(folder, 'link.bin');
  symlinkSync(join(base, 'secret'), link);
  hooks.afterOpen = () => {
    rmSync(link, { force: true });
    symlinkSync(join(folder, 'data.bin'), link);
  };
  expect(() => siblingReader(folder)('link.bin')).toThrow(OUTSIDE);
});

test('addresses that name other places are refused without looking', () => {
  const { folder } = fresh();
  const read = siblingReader(folder);
  for (const uri of [
    '../secret',
    '%2e%2e/secret',
    '/etc/hostname',
    'file:///etc/hostname',
    'https://example.org/a',
    'a%00.bin',
    'a'.repeat(3000),
  ])
    expect(() => read(uri), uri).toThrow(OUTSIDE);
  expect(() => read('textures')).toThrow('is not a file');
  expect(hooks.opened).toBe(0);
});

test.skipIf(process.platform === 'win32')('a pipe and a device are refused and never waited for', () => {
  const { folder } = fresh();
  makePipe(join(folder, 'pipe.bin'));
  symlinkSync('/dev/zero', join(folder, 'zero.bin'));
  const read = siblingReader(folder);
  expect(() => read('pipe.bin')).toThrow('is not a file');
  expect(() => read('zero.bin')).toThrow('is not a file');
  expect(hooks.opened).toBe(0);
});

test('a sibling that is asked for again is not read again, and all together have a budget', () => {
  const { folder } = fresh();
  const read = siblingReader(folder, 12);
  for (let i = 0; i < 100; i++) expect(read('data.bin')).toBe(read('textures/../data.bin'));
  expect(hooks.opened).toBe(1);
  expect(() => read('textures/skin.png')).toThrow('have more than the 12 bytes together');
});
