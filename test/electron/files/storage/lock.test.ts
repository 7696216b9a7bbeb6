import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeLock } from '../../../../electron/files/storage/lock.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limber-lock-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

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

  describe('that is dated an hour ahead', () => {
    /** A lock whose process is gone, and how to let seconds pass for the one that waits. */
    async function leftAhead() {
      const path = join(folder, 'lock');
      await mkdir(path);
      const sign = async (seconds: number) => {
        const date = new Date(Date.now() + seconds * 1000);
        await utimes(path, date, date);
      };
      await sign(3600);
      let now = 1_000_000;
      vi.spyOn(performance, 'now').mockImplementation(() => now);
      return { path, sign, pass: (seconds: number) => (now += seconds * 1000) };
    }

    test('is taken over when whoever waits has seen no sign of life for ten seconds, by one of them', async () => {
      const { path, pass } = await leftAhead();
      expect(await takeLock(path)).toBeNull();
      pass(9.9);
      expect(await takeLock(path)).toBeNull();
      pass(0.2);
      const taken = await Promise.all([takeLock(path), takeLock(path), takeLock(path)]);
      const held = taken.filter((lock) => lock !== null);
      expect(held).toHaveLength(1);
      expect(await takeLock(path)).toBeNull();
      await held[0]!.release();
      expect(await readdir(folder)).toEqual([]);
      const next = await takeLock(path);
      expect(next!.wasAhead).toBe(false);
      await next!.release();
    });

    test('stays with a holder whose clock is ahead and who gives signs of life', async () => {
      const { path, sign, pass } = await leftAhead();
      for (let second = 0; second < 60; second += 5) {
        await sign(3600 + second);
        expect(await takeLock(path), `after ${second} s`).toBeNull();
        pass(5);
      }
    });

    test('is taken over, and tells that it was ahead, when its date has come meanwhile', async () => {
      const { path, sign, pass } = await leftAhead();
      await sign(5);
      expect(await takeLock(path)).toBeNull();
      const date = Date.now() + 11_000;
      vi.spyOn(Date, 'now').mockImplementation(() => date);
      pass(11);
      const held = await takeLock(path);
      expect(held?.wasAhead).toBe(true);
      await held!.release();
    });
  });

  test('refuses in a folder that is not there', async () => {
    await expect(takeLock(join(folder, 'none', 'lock'))).rejects.toThrow('ENOENT');
  });
});
