import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeAtomically } from '../../../../electron/files/storage/atomic-write.ts';
import { removeFile } from '../../../../electron/files/storage/disk.ts';
import { faultyDisk, systemError } from '../../../helpers/faulty-disk.ts';
import { mountSmallDisk } from '../../../helpers/small-disk.ts';

const fresh = () => mkdtemp(join(tmpdir(), 'limber-atomic-'));
/** Bytes that differ everywhere, so that a part is not taken for the whole. */
const bytesOf = (length: number, seed = 1) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 7 + (i >> 8)) & 0xff);

describe('a file', () => {
  test('is written whole, over an old one, into folders that did not exist', async () => {
    const folder = await fresh();
    const path = join(folder, 'new', 'deep', 'file.bin');
    await writeAtomically(path, 'first, and longer');
    await writeAtomically(path, new Uint8Array([0, 1, 2, 3]).subarray(1));
    expect([...(await readFile(path))]).toEqual([1, 2, 3]);
    expect(await readdir(join(folder, 'new', 'deep'))).toEqual(['file.bin']);
  });

  test('is written whole by a system that takes a few bytes at a time', async () => {
    const path = join(await fresh(), 'file.bin');
    const disk = faultyDisk({ mostBytes: 700 });
    await writeAtomically(path, bytesOf(10_000), { disk });
    expect(Buffer.compare(await readFile(path), bytesOf(10_000))).toBe(0);
    expect(disk.log.filter((entry) => entry.startsWith('write')).length).toBe(15);
  });

  test('is flushed before it gets its name, and its folder after that', async () => {
    const disk = faultyDisk({});
    await writeAtomically(join(await fresh(), 'file.bin'), bytesOf(10), { disk });
    const folderFlush = process.platform === 'win32' ? [] : ['sync folder'];
    expect(disk.log).toEqual(['write 10', 'sync', 'rename', ...folderFlush]);
  });

  test.for([0, 1, 999, 5000, 9999])('stays as it was on a disk with room for %i of its 10,000 bytes', async (room) => {
    const folder = await fresh();
    const path = join(folder, 'file.bin');
    await writeAtomically(path, 'as it was');
    const write = writeAtomically(path, bytesOf(10_000), { disk: faultyDisk({ room }) });
    await expect(write).rejects.toThrow(`"${path}" could not be written: the disk is full`);
    expect(await readFile(path, 'utf8')).toBe('as it was');
    expect(await readdir(folder)).toEqual(['file.bin']);
  });

  test.for(['EPERM', 'EACCES', 'EBUSY'])('that another program holds (%s) is tried again for a while', async (code) => {
    const path = join(await fresh(), 'file.bin');
    let refusals = 4;
    const disk = faultyDisk({ renameError: () => (refusals-- > 0 ? systemError(code) : null) });
    await writeAtomically(path, 'new', { disk });
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(disk.log.filter((entry) => entry === 'rename refused')).toHaveLength(4);
    expect(disk.log.filter((entry) => entry.startsWith('wait'))).toHaveLength(4);
  });

  test.for(['EPERM', 'EACCES', 'EBUSY'])('to remove that another program holds (%s) is tried again for a while', async (code) => {
    const path = join(await fresh(), 'file.bin');
    await writeAtomically(path, 'old');
    let refusals = 4;
    const disk = faultyDisk({ removeError: () => (refusals-- > 0 ? systemError(code) : null) });
    await removeFile(disk, path);
    await removeFile(disk, path);
    expect(disk.log.filter((entry) => !entry.startsWith('wait'))).toEqual([
      ...Array(4).fill('removal refused'),
      'remove',
      'remove',
    ]);
    await expect(removeFile(faultyDisk({ removeError: () => systemError(code) }), path)).rejects.toThrow(code);
  });

  test('that stays held is refused in a sentence without codes, and nothing is left of the new one', async () => {
    const folder = await fresh();
    const path = join(folder, 'file.bin');
    await writeAtomically(path, 'old');
    const write = writeAtomically(path, 'new', { disk: faultyDisk({ renameError: () => systemError('EBUSY') }) });
    await expect(write).rejects.toThrow(`"${path}" could not be written: another program is using it`);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['file.bin']);
  });

  test('that cannot be put in its place for another reason is refused at once', async () => {
    const disk = faultyDisk({ renameError: () => systemError('EXDEV') });
    await expect(writeAtomically(join(await fresh(), 'file'), 'x', { disk })).rejects.toThrow('it lies on another disk');
    expect(disk.log.filter((entry) => entry.startsWith('wait'))).toEqual([]);
  });

  test('below a file is refused in a sentence', async () => {
    const folder = await fresh();
    await writeAtomically(join(folder, 'file'), 'x');
    await expect(writeAtomically(join(folder, 'file', 'below'), 'y')).rejects.toThrow(
      /could not be written: (a part of its path is a file, not a folder|something of that name is there already)$/,
    );
  });

  test.skipIf(process.platform === 'win32')('takes the place of a link, and leaves what that points at alone', async () => {
    const folder = await fresh();
    await writeFile(join(folder, 'outside'), 'outside');
    await symlink(join(folder, 'outside'), join(folder, 'link'));
    await writeAtomically(join(folder, 'link'), 'new');
    expect(await readFile(join(folder, 'outside'), 'utf8')).toBe('outside');
    expect(await readFile(join(folder, 'link'), 'utf8')).toBe('new');
  });

  test.skipIf(process.platform === 'win32')('is the user’s own where that is asked for', async () => {
    const path = join(await fresh(), 'private', 'file.bin');
    await writeAtomically(path, 'x', { mode: 0o600, folderMode: 0o700 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
  });
});

describe('on a disk that is really full', () => {
  const disk = mountSmallDisk(1 << 20);
  afterAll(() => disk?.remove());

  test.skipIf(!disk)('a good file stays whole, and the write is refused with a sentence', async () => {
    const path = join(disk!.folder, 'good.bin');
    await writeAtomically(path, bytesOf(200_000));
    await expect(writeAtomically(path, bytesOf(900_000, 2))).rejects.toThrow(`"${path}" could not be written: the disk is full`);
    expect(Buffer.compare(await readFile(path), bytesOf(200_000))).toBe(0);
    expect(await readdir(disk!.folder)).toEqual(['good.bin']);
    await writeAtomically(path, bytesOf(300_000, 3));
    expect(Buffer.compare(await readFile(path), bytesOf(300_000, 3))).toBe(0);
  });

  test.skipIf(!disk)('and on one that became read-only the reason is told', async () => {
    disk!.setReadOnly(true);
    for (const path of ['file', join('new', 'deep', 'file')]) {
      const write = writeAtomically(join(disk!.folder, path), 'x');
      await expect(write).rejects.toThrow('could not be written: the disk is read-only');
    }
    disk!.setReadOnly(false);
  });
});
