import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../../../electron/files/storage/lock.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limber-lock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a lock', () => {
  test('is held by one at a time, and leaves nothing behind', async () => {
    const held = await takeLock(join(folder, 'lock'));
    expect(await takeLock(join(folder, 'lock'))).toBeNull();
    await held!.release();
    expect(await readdir(folder)).toEqual([]);
    const next = await takeLock(join(folder, 'lock'));
    expect(next).not.toBeNull();
    await next!.release();
  });

  test('that a killed process left behind is taken over', async () => {
    const path = join(folder, 'lock');
    await mkdir(path);
    expect(await takeLock(path)).toBeNull();
    const minuteAgo = new Date(Date.now() - 60_000);
    await utimes(path, minuteAgo, minuteAgo);
    const taken = await takeLock(path);
    expect(taken).not.toBeNull();
    await taken!.release();
  });

  test('refuses in a folder that is not there', async () => {
    await expect(takeLock(join(folder, 'none', 'lock'))).rejects.toThrow('ENOENT');
  });
});
