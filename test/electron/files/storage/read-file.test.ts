import type * as fs from 'node:fs/promises';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readWholeFile, readWholeFileSync } from '../../../../electron/files/storage/read-file.ts';
import { makePipe } from '../../../helpers/make-pipe.ts';

const hooks = vi.hoisted(() => ({ afterStat: async () => {} }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const stat = async (path: string) => {
    const stats = await real.stat(path, { bigint: true });
    await hooks.afterStat();
    return stats;
  };
  return { ...real, stat };
});

afterEach(() => {
  hooks.afterStat = async () => {};
});

const isWindows = process.platform === 'win32';

async function fresh(content = 'content') {
  const folder = await mkdtemp(join(tmpdir(), 'limber-read-'));
  const path = join(folder, 'a.bin');
  await writeFile(path, content);
  return { folder, path };
}

test('a file is read to its end, an empty one too', async () => {
  const content = 'x'.repeat(300_000);
  const { path } = await fresh(content);
  for (const bytes of [await readWholeFile(path), readWholeFileSync(path)]) expect(new TextDecoder().decode(bytes)).toBe(content);
  const empty = await fresh('');
  expect((await readWholeFile(empty.path)).byteLength).toBe(0);
});

test('what is too large, a folder or not there is refused in a sentence', async () => {
  const { folder, path } = await fresh();
  await expect(readWholeFile(path, 6)).rejects.toThrow('"a.bin" has 7 bytes, more than the 6 that can be opened');
  expect(() => readWholeFileSync(path, 6)).toThrow('more than the 6');
  await expect(readWholeFile(folder)).rejects.toThrow('is not a file');
  await expect(readWholeFile(join(folder, 'no'))).rejects.toThrow('does not exist');
  // Two gigabytes of nothing: refused by its size, not read.
  await truncate(path, 2 ** 31);
  await expect(readWholeFile(path)).rejects.toThrow('more than the 1073741824');
});

test.skipIf(isWindows)('pipes and devices are refused and never waited for', async () => {
  const { folder } = await fresh();
  const pipe = join(folder, 'pipe');
  makePipe(pipe);
  for (const path of [pipe, '/dev/zero', '/dev/null']) {
    await expect(readWholeFile(path)).rejects.toThrow(`"${path}" is not a file`);
    expect(() => readWholeFileSync(path)).toThrow(`"${path}" is not a file`);
  }
});

test.skipIf(isWindows)('a pipe that takes the place of a file before it is opened is not waited for', async () => {
  const { path } = await fresh();
  hooks.afterStat = async () => {
    await rm(path);
    makePipe(path);
  };
  await expect(readWholeFile(path)).rejects.toThrow('is not a file');
});

test('a file that is cut before it is opened gives what is left of it', async () => {
  const { path } = await fresh();
  hooks.afterStat = () => truncate(path, 3);
  expect(new TextDecoder().decode(await readWholeFile(path))).toBe('con');
});
