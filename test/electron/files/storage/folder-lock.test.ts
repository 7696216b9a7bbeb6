import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderLockPath, isHeldByRunning, takeFolderLock } from '../../../../electron/files/storage/folder-lock.ts';

let base = '';
let folder = '';

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'limber-folder-lock-'));
  folder = join(base, 'Hero');
  await mkdir(folder);
});

afterEach(() => rm(base, { recursive: true, force: true }));

const take = () => takeFolderLock(folder, () => {});
const holder = () => `${folderLockPath(folder)}.holder`;

/** A process that holds the folder, and the way to kill it. */
async function heldByAnother(): Promise<() => Promise<void>> {
  const script = join(import.meta.dirname, '..', '..', 'services', 'children', 'hold-folder.ts');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
}

describe('the lock of a folder', () => {
  test('is held by one at a time, and leaves nothing behind', async () => {
    const held = await take();
    expect(await take()).toBeNull();
    await held!.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('is taken at once from a process that was killed, and from no other', async () => {
    const kill = await heldByAnother();
    expect(await take()).toBeNull();
    await kill();
    expect(await readdir(folder)).toContain('.limber.lock');
    const taken = await Promise.all([take(), take(), take(), take()]);
    const held = taken.filter((lock) => lock !== null);
    expect(held.length).toBeLessThanOrEqual(1);
    const lock = held[0] ?? (await take());
    expect(lock).not.toBeNull();
    expect(await take()).toBeNull();
    await lock!.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('stays where what lies beside it speaks of an earlier lock, of another machine, or makes no sense', async () => {
    const kill = await heldByAnother();
    await kill();
    const text = await readFile(holder(), 'utf8');
    const told = JSON.parse(text) as { machine: string; lock: string };
    const others = [
      { ...told, machine: '00000000' },
      { ...told, lock: '1 1' },
      { ...told, process: process.ppid },
      { ...told, process: 'x' },
    ];
    for (const other of others) {
      await writeFile(holder(), JSON.stringify(other));
      expect(await take(), JSON.stringify(other)).toBeNull();
    }
    await rm(holder());
    expect(await take()).toBeNull();
    await writeFile(join(base, 'elsewhere'), text);
    await symlink(join(base, 'elsewhere'), holder());
    expect(await take()).toBeNull();
    await rm(holder());
    await writeFile(holder(), text);
    expect(await take()).not.toBeNull();
  });

  test('is known to be held by a process at work, and not known while nothing beside it says so', async () => {
    expect(await isHeldByRunning(folder)).toBe(false);
    const kill = await heldByAnother();
    expect(await isHeldByRunning(folder)).toBe(true);
    const text = await readFile(holder(), 'utf8');
    await rm(holder());
    expect(await isHeldByRunning(folder)).toBe(false);
    await writeFile(holder(), text);
    await kill();
    expect(await isHeldByRunning(folder)).toBe(false);
  });

  test('removes nothing behind a link in the place of what is held while it is taken over', async () => {
    await (
      await heldByAnother()
    )();
    const outside = join(base, 'outside');
    await mkdir(outside);
    await utimes(outside, 0, 0);
    await symlink(outside, `${folderLockPath(folder)}.takeover`);
    expect(await take()).toBeNull();
    expect((await stat(outside)).mtimeMs).toBe(0);
  });

  test('writes and removes nothing behind a link in the place of its holder', async () => {
    await writeFile(join(base, 'precious'), 'precious');
    await symlink(join(base, 'precious'), holder());
    const held = await take();
    expect(held).not.toBeNull();
    await held!.release();
    expect(await readFile(join(base, 'precious'), 'utf8')).toBe('precious');
  });
});
