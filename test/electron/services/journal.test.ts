import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pictureFile } from '../../../core/library/saved-pose.ts';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { createOwnedFiles } from '../../../electron/services/owned-files.ts';
import type { FolderWork } from '../../../electron/services/folder-work.ts';
import { performFolderTask } from '../../../electron/services/reading-tasks.ts';
import { createJournal, type JournalOptions } from '../../../electron/services/journal.ts';
import { takeLock } from '../../../electron/files/storage/lock.ts';
import { endPrograms } from '../../helpers/end-programs.ts';
import { faultyDisk, systemError } from '../../helpers/faulty-disk.ts';
import { samplePose, sampleProject, withPictureFiles } from './sample-project.ts';
import { openWork, projectOfWork } from '../../helpers/unsaved-work.ts';

const hash = 'a'.repeat(64);
const fresh = () => mkdtemp(join(tmpdir(), 'limber-journal-'));
const entry = (changed: Parameters<ReturnType<typeof createJournal>['append']>[0]['changed'], label = 'Edit') => ({
  label,
  folder: '/somewhere/Hero',
  changed,
});
/** A journal of a program that starts after every earlier one was killed. */
function later(folder: string, options: JournalOptions = {}) {
  endPrograms(folder);
  return createJournal(folder, options);
}

/** The journals in a folder, without their locks. */
const journalsIn = async (folder: string) => (await readdir(folder)).filter((name) => !/\.lock(?:\.holder)?$/.test(name));

async function written(folder: string): Promise<string> {
  const journal = createJournal(folder);
  await journal.append(entry(sampleProject(hash)));
  await journal.append(entry({ name: 'renamed' }));
  await journal.append(entry({ activeClip: 'clip-2' }));
  const [name = ''] = await journalsIn(folder);
  return join(folder, name);
}

describe('the journal', () => {
  test('gives back the project with all edits to a later program', async () => {
    const folder = await fresh();
    await written(folder);
    const recovered = await later(folder).recover();
    expect(recovered).toMatchObject({ name: 'renamed', folder: '/somewhere/Hero', edits: 3, view: null });
    expect(openWork(recovered!)).toEqual({
      project: sampleProject(hash, { name: 'renamed', activeClip: 'clip-2' }),
      saved: null,
    });
  });

  test('goes on after it was recovered', async () => {
    const folder = await fresh();
    await written(folder);
    const second = later(folder);
    await second.recover();
    await second.append(entry({ name: 'later still' }));
    const third = await later(folder).recover();
    expect(third?.edits).toBe(4);
    expect(projectOfWork(third)).toEqual(sampleProject(hash, { name: 'later still', activeClip: 'clip-2' }));
  });

  test('is forgotten when it was closed', async () => {
    const folder = await fresh();
    const journal = createJournal(folder);
    await journal.append(entry(sampleProject(hash)));
    await journal.close();
    expect(await readdir(folder)).toEqual([]);
    expect(await later(folder).recover()).toBeNull();
    expect(await journal.recover()).toBeNull();
  });

  test('survives a last line that was torn at any byte, and goes on behind what was whole', async () => {
    const folder = await fresh();
    const file = await written(folder);
    const bytes = await readFile(file);
    const lastLine = bytes.subarray(0, -1).lastIndexOf(0x0a) + 1;
    for (let length = lastLine; length < bytes.byteLength; length += 7) {
      const torn = await fresh();
      await writeFile(join(torn, '1-torn.jsonl'), bytes.subarray(0, length));
      const journal = later(torn);
      expect(projectOfWork(await journal.recover())).toEqual(sampleProject(hash, { name: 'renamed' }));
      await journal.append(entry({ name: 'again' }));
      expect(projectOfWork(await journal.recover())?.name).toBe('again');
    }
  });

  test('stops before a line that is damaged', async () => {
    const folder = await fresh();
    const file = await written(folder);
    await appendFile(file, '{"version":1,"label":"x","folder":null,"changed":{"name":7}}\n{"version":1}\n');
    expect((await later(folder).recover())?.edits).toBe(3);
  });

  test('that cannot be read at all is put aside, not deleted', async () => {
    const folder = await fresh();
    await writeFile(join(folder, '1-old.jsonl'), 'nonsense\n');
    expect(await later(folder).recover()).toBeNull();
    expect(await journalsIn(folder)).toEqual(['1-old.jsonl.unreadable']);
  });

  test('is read once where it is looked at and then brought back', async () => {
    const folder = await fresh();
    await written(folder);
    let reads = 0;
    const work: FolderWork = (task) => {
      reads++;
      return performFolderTask(task);
    };
    const journal = later(folder, { work });
    await journal.look();
    expect((await journal.recover())?.edits).toBe(3);
    expect(reads).toBe(1);
  });

  test('is said to exist where it is not given: one of another program, one that cannot be read now or at all', async () => {
    const folder = await fresh();
    await written(folder);
    const other = createJournal(folder);
    await other.look();
    expect(other.notes()).toEqual([
      `Unsaved work of "Hero" is in another Limber that runs (process ${process.pid}): go on there, or end it and start again to have it here.`,
    ]);
    const unlucky = later(folder, { work: () => Promise.reject(new Error('the disk is gone')) });
    expect(await unlucky.look()).toBeNull();
    expect(unlucky.notes()).toEqual([
      expect.stringMatching(/^Unsaved work of "Hero" was not brought back: the disk is gone\. It is kept, and offered again/),
    ]);
    await unlucky.release();
    await writeFile(join(folder, 'journal-9-1-00000000-00000000.jsonl'), 'nonsense\n');
    const last = later(folder);
    expect(await last.look()).not.toBeNull();
    expect(last.notes()).toEqual([expect.stringMatching(/^Unsaved work cannot be read and was put aside: .*\.unreadable\.$/)]);
    await last.look();
    expect(last.notes()).toEqual([]);
  });

  test('of a program without a window is named as one that does not answer, and goes to who takes it over', async () => {
    const folder = await fresh();
    const stray = createJournal(folder, { hasWindow: () => false });
    await stray.append(entry(sampleProject(hash)));
    const second = createJournal(folder, { patience: 40 });
    expect(await second.look()).toBeNull();
    expect(second.notes()).toEqual([]);
    expect(second.unanswered()).toEqual([
      `Unsaved work of "Hero" is in another Limber (process ${process.pid}) that does not answer or has no window: take it over to have it here.`,
    ]);
    await second.takeOver();
    expect(projectOfWork(await second.recover())).toEqual(sampleProject(hash));
    expect(second.unanswered()).toEqual([]);
    // What the other one holds it does not change any more; it begins one of its own with everything.
    await expect(stray.append(entry({ name: 'of the stray' }))).rejects.toThrow('not there');
    expect(projectOfWork(await second.recover())?.name).toBe(sampleProject(hash).name);
    await stray.append(entry(sampleProject(hash, { name: 'of the stray' })));
    await second.close();
    expect(projectOfWork(await later(folder).recover())?.name).toBe('of the stray');
    expect((await readdir(folder)).filter((name) => name.endsWith('.question'))).toEqual([]);
  });

  test('keeps what stands behind a damaged line beside it, and says so', async () => {
    const folder = await fresh();
    const file = await written(folder);
    await appendFile(file, 'damaged\n{"version":2,"label":"x","folder":null,"changed":{"name":"late"}}\n');
    const whole = await readFile(file, 'utf8');
    const journal = later(folder);
    expect((await journal.recover())?.edits).toBe(3);
    expect(journal.notes()).toEqual([
      expect.stringMatching(/^Unsaved work of "Hero" was brought back up to its damaged end: .*\.unreadable\.$/),
    ]);
    expect(await readFile(`${file}.unreadable`, 'utf8')).toBe(whole);
  });

  test('is left to its writer as long as that holds its lock', async () => {
    const folder = await fresh();
    await written(folder);
    expect(await createJournal(folder).look()).toBeNull();
    expect(await later(folder).look()).not.toBeNull();
  });

  test('is nobody’s when its lock went stale, though some program has its writer’s number', async () => {
    const folder = await fresh();
    const file = await written(folder);
    const minuteAgo = new Date(Date.now() - 60_000);
    await utimes(`${file}.lock`, minuteAgo, minuteAgo);
    expect(await createJournal(folder).look()).not.toBeNull();
  });

  test('of a process that is no more is found at once, however fresh its lock looks @all', async () => {
    const folder = await fresh();
    const file = await written(folder);
    // Another process of this machine.
    const name = file.replace(`-${process.pid}-`, '-4711-');
    await rename(file, name);
    await rename(`${file}.lock`, `${name}.lock`);
    const present = (isRunning: boolean) =>
      createJournal(folder, { files: createOwnedFiles(folder, 'journal', () => isRunning) });
    expect(await present(true).look()).toBeNull();
    expect(await present(false).look()).not.toBeNull();
  });

  test('of a process that is no more goes to one of the programs that start at once', async () => {
    const folder = await fresh();
    const file = await written(folder);
    const name = file.replace(`-${process.pid}-`, '-4711-');
    await rename(file, name);
    await rename(`${file}.lock`, `${name}.lock`);
    const files = () => createOwnedFiles(folder, 'journal', () => false);
    const first = await files().claim(name);
    expect(first).not.toBeNull();
    expect(await files().claim(name)).toBeNull();
    await first!.release();
    const claims = await Promise.all(Array.from({ length: 4 }, () => files().claim(name)));
    expect(claims.filter((lock) => lock !== null)).toHaveLength(1);
  });

  test('that was found is kept from other programs until it is brought back', async () => {
    const folder = await fresh();
    await written(folder);
    const first = later(folder);
    const second = createJournal(folder);
    for (let time = 0; time < 2; time++) expect(await first.look()).not.toBeNull();
    expect(await second.look()).toBeNull();
    expect((await first.recover())?.edits).toBe(3);
    expect(await second.recover()).toBeNull();
  });

  test('gives way to a later one that was left behind meanwhile, and is free again', async () => {
    const folder = await fresh();
    await createJournal(folder).append(entry(sampleProject(hash, { name: 'earlier' })));
    const first = later(folder);
    expect(projectOfWork(await first.look())?.name).toBe('earlier');
    const [earlier = ''] = await journalsIn(folder);
    await writeFile(join(folder, 'journal-7-1-00000000-00000000.jsonl'), await readFile(await written(await fresh())));
    expect(projectOfWork(await first.look())?.name).toBe('renamed');
    const lock = await takeLock(join(folder, `${earlier}.lock`));
    expect(lock).not.toBeNull();
    await lock!.release();
  });

  test('stays found when one that was left later cannot be read', async () => {
    const folder = await fresh();
    await createJournal(folder).append(entry(sampleProject(hash, { name: 'earlier' })));
    const first = later(folder);
    expect(projectOfWork(await first.look())?.name).toBe('earlier');
    await writeFile(join(folder, 'journal-7-1-00000000-00000000.jsonl'), 'nonsense\n');
    expect(projectOfWork(await first.look())?.name).toBe('earlier');
    expect(projectOfWork(await first.recover())?.name).toBe('earlier');
  });

  test('is nothing to find when somebody removed its file, and nothing to close then', async () => {
    const folder = await fresh();
    const journal = createJournal(folder);
    await journal.close();
    await journal.append(entry(sampleProject(hash)));
    for (const name of await journalsIn(folder)) await rm(join(folder, name));
    expect(await journal.look()).toBeNull();
    await journal.close();
    expect(await readdir(folder)).toEqual([]);
  });

  test('keeps its file when it is asked what it holds', async () => {
    const folder = await fresh();
    await written(folder);
    const journal = later(folder);
    await journal.recover();
    const names = await journalsIn(folder);
    expect((await journal.recover())?.edits).toBe(3);
    expect(await journalsIn(folder)).toEqual(names);
  });

  test('without a whole line is removed, not put aside', async () => {
    const folder = await fresh();
    await writeFile(join(folder, '1-old.jsonl'), '{"version":1,"label":"to');
    expect(await later(folder).recover()).toBeNull();
    expect(await journalsIn(folder)).toEqual([]);
  });

  test('that is gone when it is to be taken over is none, and leaves no lock', async () => {
    const folder = await fresh();
    await written(folder);
    const journal = later(folder, {
      work: async (task) => {
        const result = await performFolderTask(task);
        if (task.kind === 'readJournal') await rm(task.path);
        return result;
      },
    });
    await expect(journal.recover()).rejects.toThrow('ENOENT');
    await journal.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('refuses to begin with less than a whole project', async () => {
    const folder = await fresh();
    await expect(createJournal(folder).append(entry({ name: 'alone' }))).rejects.toThrow('must hold the whole project');
    expect(await readdir(folder)).toEqual([]);
  });

  test('keeps where the playhead stands beside edits only', async () => {
    const folder = await fresh();
    const journal = createJournal(folder);
    const rests = { ...entry({}, 'Move the playhead'), view: { playhead: 2, camera: null } };
    await journal.append(rests);
    expect(await readdir(folder)).toEqual([]);
    await journal.append(entry(sampleProject(hash)));
    await journal.append(rests);
    expect(await journal.look()).toMatchObject({ edits: 1, view: { playhead: 2 } });
  });

  test('keeps entries in the order in which they were asked for', async () => {
    const folder = await fresh();
    const journal = createJournal(folder);
    const appended = [journal.append(entry(sampleProject(hash)))];
    for (let i = 0; i < 20; i++) appended.push(journal.append(entry({ name: `edit ${i}` })));
    await Promise.all(appended);
    expect(projectOfWork(await journal.look())?.name).toBe('edit 19');
    expect(journal.count()).toBe(21);
  });

  test('that gets long is made short again and still holds everything', async () => {
    const folder = await fresh();
    const journal = createJournal(folder, { longest: 1000 });
    await journal.append(entry(sampleProject(hash)));
    const [name = ''] = await journalsIn(folder);
    const first = (await readFile(join(folder, name))).byteLength;
    for (let i = 0; i < 200; i++) {
      await journal.append(entry({ name: `edit ${i}` }));
    }
    expect(projectOfWork(await journal.look())).toEqual(sampleProject(hash, { name: 'edit 199' }));
    expect((await readFile(join(folder, name))).byteLength).toBeLessThan(5 * first);
    expect(await journalsIn(folder)).toEqual([name]);
  });

  test('is made short only when that saves most of it: a long first entry is not written again with every edit', async () => {
    const disk = faultyDisk({});
    const journal = createJournal(await fresh(), { longest: 100, disk });
    await journal.append(entry(sampleProject(hash)));
    for (let i = 0; i < 5; i++) await journal.append(entry({ name: `edit ${i}` }));
    expect(disk.log.filter((done) => done === 'rename')).toEqual([]);
  });

  test('answers only when an entry is flushed to the disk', async () => {
    const disk = faultyDisk({});
    const journal = createJournal(await fresh(), { disk });
    await journal.append(entry(sampleProject(hash)));
    expect(disk.log[1]).toBe('sync');
    await journal.append(entry({ name: 'renamed' }));
    expect(disk.log.slice(-2)).toEqual([expect.stringMatching(/^write/), 'sync']);
  });

  test('cuts off what is torn before it goes on', async () => {
    const folder = await fresh();
    await appendFile(await written(folder), '{"version":1,"label":"torn');
    const journal = later(folder);
    await journal.recover();
    await journal.append(entry({ name: 'after' }));
    expect(projectOfWork(await later(folder).look())?.name).toBe('after');
  });

  test.skipIf(process.platform === 'win32')('can be read by the user only', async () => {
    const folder = join(await fresh(), 'recovery');
    const old = join(folder, '12-earlier.jsonl');
    await mkdir(folder, { mode: 0o755 });
    await writeFile(old, await readFile(await written(await fresh())), { mode: 0o644 });
    const begun = await written(await fresh());
    expect((await stat(begun)).mode & 0o777).toBe(0o600);
    const journal = createJournal(folder);
    expect((await journal.recover())?.edits).toBe(3);
    const [name = ''] = await journalsIn(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await journal.append({ ...entry(sampleProject(hash)), onSaved: true });
    const [again = ''] = await journalsIn(folder);
    expect((await stat(join(folder, again))).mode & 0o777).toBe(0o600);
  });
});

describe('several journals that were left behind', () => {
  test('come back the latest first, by their own numbers and not by the clock', async () => {
    const folder = await fresh();
    const names = ['first', 'second', 'third'];
    for (const name of names) {
      await createJournal(folder).append(entry(sampleProject(hash, { name })));
    }
    // As many as ten, so that numbers are not compared as words.
    for (let i = 0; i < 8; i++) await createJournal(folder).append(entry(sampleProject(hash, { name: `later ${i}` })));
    const age = new Date(Date.now() - 3_600_000);
    for (const name of (await journalsIn(folder)).filter((file) => file.startsWith('journal-11-')))
      await utimes(join(folder, name), age, age);
    const found: (string | undefined)[] = [];
    const told: (readonly string[])[] = [];
    for (let i = 0; i < 11; i++) {
      const journal = later(folder);
      await journal.look();
      found.push(projectOfWork(await journal.recover())?.name);
      told.push(journal.notes());
      await journal.close();
    }
    const others = (count: string) =>
      `Unsaved work of "Hero"${count} is kept too, and is offered at a start once the latest was saved or discarded.`;
    expect(told).toEqual([...Array.from({ length: 9 }, (_, i) => [others(` and ${9 - i} more`)]), [others('')], []]);
    expect(found).toEqual([...Array.from({ length: 8 }, (_, i) => `later ${7 - i}`), 'third', 'second', 'first']);
  });
});

test('what others hold is said also where other unsaved work is given', async () => {
  const folder = await fresh();
  const stray = createJournal(folder, { hasWindow: () => false });
  await stray.append(entry(sampleProject(hash, { name: 'of the stray' })));
  await createJournal(folder).append(entry(sampleProject(hash, { name: 'of one at work' })));
  await writeFile(join(folder, 'journal-7-1-00000000-00000000.jsonl'), await readFile(await written(await fresh())));
  const journal = createJournal(folder, { patience: 40 });
  for (let time = 0; time < 2; time++) {
    expect(projectOfWork(await (time === 0 ? journal.look() : journal.recover()))?.name).toBe('renamed');
    expect(journal.notes()).toEqual([expect.stringContaining('is in another Limber that runs')]);
    expect(journal.unanswered()).toEqual([expect.stringContaining('that does not answer or has no window')]);
  }
});

describe('a journal on a disk that was full once', () => {
  const whole = (name: string) => entry(sampleProject(hash, { name }));

  test.for([0, 1, 40])(
    'holds what was kept before, refuses what leans on what was lost, and begins anew (%i bytes)',
    async (left) => {
      const folder = await fresh();
      const faults = { room: Infinity };
      const journal = createJournal(folder, { disk: faultyDisk(faults) });
      await journal.append(whole('first'));
      await journal.append(entry({ name: 'kept' }));
      faults.room = left;
      const refused = journal.append(entry({ name: 'lost' }));
      await expect(refused).rejects.toThrow(/^the disk is full$/);
      await expect(refused).rejects.toHaveProperty('cause.code', 'ENOSPC');
      faults.room = Infinity;
      await expect(journal.append(entry({ activeClip: 'clip-2' }))).rejects.toThrow('an edit before this one could not be kept');
      expect(projectOfWork(await journal.look())).toEqual(sampleProject(hash, { name: 'kept' }));
      await journal.append(whole('again'));
      await journal.append(entry({ activeClip: 'clip-2' }));
      expect(projectOfWork(await later(folder).look())).toEqual(sampleProject(hash, { name: 'again', activeClip: 'clip-2' }));
      expect(await journalsIn(folder)).toHaveLength(1);
    },
  );

  test('still holds what was kept before when beginning anew is refused too', async () => {
    const folder = await fresh();
    const faults = { room: Infinity };
    const journal = createJournal(folder, { disk: faultyDisk(faults) });
    await journal.append(whole('kept'));
    faults.room = 100;
    await expect(journal.append(entry({ name: 'x'.repeat(300) }))).rejects.toThrow('the disk is full');
    await expect(journal.append(whole('again'))).rejects.toThrow('the disk is full');
    faults.room = Infinity;
    await expect(journal.append(entry({ name: 'no' }))).rejects.toThrow('could not be kept');
    expect(projectOfWork(await later(folder).look())?.name).toBe('kept');
  });

  test('refuses what leans on an entry that was to begin it anew and could not', async () => {
    const faults = { room: Infinity };
    const journal = createJournal(await fresh(), { disk: faultyDisk(faults) });
    await journal.append(whole('kept'));
    faults.room = 10;
    const onSaved = { ...entry({ name: 'on what is saved' }), onSaved: true as const };
    await expect(journal.append(onSaved)).rejects.toThrow('the disk is full');
    faults.room = Infinity;
    await expect(journal.append(entry({ activeClip: 'clip-2' }))).rejects.toThrow('an edit before this one');
    expect(projectOfWork(await journal.look())?.name).toBe('kept');
  });

  test('begins when its very first entry was refused', async () => {
    const folder = await fresh();
    const faults = { room: 10 };
    const journal = createJournal(folder, { disk: faultyDisk(faults) });
    await expect(journal.append(whole('first'))).rejects.toThrow('the disk is full');
    expect(await readdir(folder)).toEqual([]);
    faults.room = Infinity;
    await journal.append(whole('first'));
    expect(projectOfWork(await later(folder).look())?.name).toBe('first');
  });

  test('begins anew when somebody removed its file', async () => {
    const folder = await fresh();
    const journal = createJournal(folder);
    await journal.append(whole('first'));
    for (const name of await journalsIn(folder)) await rm(join(folder, name));
    await expect(journal.append(entry({ name: 'second' }))).rejects.toThrow('it is not there');
    await journal.append(whole('second'));
    expect(projectOfWork(await later(folder).look())?.name).toBe('second');
  });
});

test('a journal whose lock was lost begins anew under another name, and leaves the old one to whoever took it', async () => {
  const folder = await fresh();
  let lose = (): void => undefined;
  const files = createOwnedFiles(folder, 'journal');
  const journal = createJournal(folder, {
    files: {
      ...files,
      begin(onLost) {
        lose = onLost;
        return files.begin(onLost);
      },
    },
  });
  await journal.append(entry(sampleProject(hash, { name: 'taken' })));
  const [old = ''] = await journalsIn(folder);
  endPrograms(folder);
  const thief = await takeLock(join(folder, `${old}.lock`));
  lose();
  await expect(journal.append(entry({ name: 'alone' }))).rejects.toThrow('must hold the whole project');
  await journal.append(entry(sampleProject(hash, { name: 'anew' })));
  expect(await journalsIn(folder)).toHaveLength(2);
  expect(projectOfWork(await journal.look())?.name).toBe('anew');
  // Once nobody has it, it goes.
  await thief!.release();
  endPrograms(folder);
  lose();
  await journal.append(entry(sampleProject(hash, { name: 'third' })));
  expect(new Set((await journalsIn(folder)).map((name) => name.split('-')[1]))).toEqual(new Set(['1', '3']));
});

describe('a journal on top of a saved project', () => {
  async function saved() {
    const folder = await fresh();
    const project = join(await fresh(), 'Hero');
    await writeProjectFolder(project, sampleProject(hash), async () => new Uint8Array());
    const journal = createJournal(folder);
    const put = [{ after: 'pose-1', item: samplePose('pose-3') }];
    await journal.append({ label: 'Save pose', folder: project, onSaved: true, changed: {}, poses: { removed: [], put } });
    await journal.append({ label: 'Rename', folder: project, changed: { name: 'renamed' } });
    const poses = [samplePose('pose-1'), samplePose('pose-3'), samplePose('pose-2', '')];
    const whole = sampleProject(hash, { name: 'renamed', poses });
    // The picture of the pose that was saved is a file of the project; that of the other one stands in the journal.
    const [first, ...others] = poses;
    return {
      folder,
      project,
      whole,
      expected: { ...whole, poses: [{ ...first!, thumbnail: pictureFile('pose-1') }, ...others] },
    };
  }

  test('gives back what is saved with all edits, and holds nothing of what is saved', async () => {
    const { folder, expected } = await saved();
    const [name = ''] = await journalsIn(folder);
    expect(await readFile(join(folder, name), 'utf8')).not.toContain('pose-2');
    expect(projectOfWork(await later(folder).recover())).toEqual(expected);
  });

  test('gives the same when the save that came after its edits was done but the journal not yet forgotten', async () => {
    const { folder, project, whole, expected } = await saved();
    await writeProjectFolder(project, whole, async () => new Uint8Array());
    expect(projectOfWork(await later(folder).recover())).toEqual(expected);
  });

  test('waits while the project cannot be read, and is found again when it can', async () => {
    const { folder, project, expected } = await saved();
    const before = await journalsIn(folder);
    await rename(project, `${project} away`);
    expect(await later(folder).recover()).toBeNull();
    expect(await journalsIn(folder)).toEqual(before);
    await rename(`${project} away`, project);
    expect(projectOfWork(await later(folder).recover())).toEqual(expected);
  });

  test('ends before an entry that would give two poses one name', async () => {
    const { folder, project, expected } = await saved();
    const journal = later(folder);
    await journal.recover();
    const put = [{ after: null, item: samplePose('POSE-1') }];
    await journal.append({ label: 'Twin', folder: project, changed: {}, poses: { removed: [], put } });
    const left = await later(folder).look();
    expect(left?.edits).toBe(2);
    expect(projectOfWork(left)).toEqual(expected);
  });

  test('that gets long is made short again and still holds everything', async () => {
    const { project } = await saved();
    const folder = await fresh();
    const journal = createJournal(folder, { longest: 4000 });
    await journal.append({ label: 'Edit', folder: project, onSaved: true, changed: { name: 'first' } });
    for (let i = 0; i < 100; i++) await journal.append({ label: 'Edit', folder: project, changed: { name: `edit ${i}` } });
    expect(projectOfWork(await journal.look())).toEqual(withPictureFiles(sampleProject(hash, { name: 'edit 99' })));
    expect((await readFile(join(folder, (await journalsIn(folder))[0]!))).byteLength).toBeLessThan(30_000);
  });
});

test('an entry is kept only with the files that it speaks of, and the next one begins anew', async () => {
  const folder = await fresh();
  let isFull = false;
  const keepFiles = async () => {
    if (isFull) throw systemError('ENOSPC');
  };
  const journal = createJournal(folder, { keepFiles });
  await journal.append(entry(sampleProject(hash)));
  isFull = true;
  await expect(journal.append(entry({ name: 'lost' }))).rejects.toThrow(/^the disk is full$/);
  isFull = false;
  await expect(journal.append(entry({ activeClip: 'clip-2' }))).rejects.toThrow('an edit before this one could not be kept');
  await journal.append(entry(sampleProject(hash, { name: 'anew' })));
  expect((await later(folder).recover())!.name).toBe('anew');
});
