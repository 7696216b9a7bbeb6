import { appendFile, mkdtemp, readFile, readdir, rename, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { createJournal } from '../../../electron/services/journal.ts';
import { samplePose, sampleProject } from './sample-project.ts';

const hash = 'a'.repeat(64);
const fresh = () => mkdtemp(join(tmpdir(), 'limber-journal-'));
const entry = (changed: Parameters<ReturnType<typeof createJournal>['append']>[0]['changed'], label = 'Edit') => ({
  label,
  folder: '/somewhere/Hero',
  changed,
});
/** As if every other program had ended. */
const nobody = () => false;

async function written(folder: string): Promise<string> {
  const journal = createJournal(folder, 'earlier');
  await journal.append(entry(sampleProject(hash)));
  await journal.append(entry({ name: 'renamed' }));
  await journal.append(entry({ activeClip: 'clip-2' }));
  return join(folder, `${process.pid}-earlier.jsonl`);
}

describe('the journal', () => {
  test('gives back the project with all edits to a later program', async () => {
    const folder = await fresh();
    await written(folder);
    const recovered = await createJournal(folder, 'later', nobody).recover();
    expect(recovered).toEqual({
      project: sampleProject(hash, { name: 'renamed', activeClip: 'clip-2' }),
      saved: null,
      folder: '/somewhere/Hero',
      edits: 3,
    });
  });

  test('goes on after it was recovered', async () => {
    const folder = await fresh();
    await written(folder);
    const second = createJournal(folder, 'second', nobody);
    await second.recover();
    await second.append(entry({ name: 'later still' }));
    const third = await createJournal(folder, 'third', nobody).recover();
    expect(third?.edits).toBe(4);
    expect(third?.project).toEqual(sampleProject(hash, { name: 'later still', activeClip: 'clip-2' }));
  });

  test('is forgotten when it was closed', async () => {
    const folder = await fresh();
    const journal = createJournal(folder, 'one');
    await journal.append(entry(sampleProject(hash)));
    await journal.close();
    expect(await readdir(folder)).toEqual([]);
    expect(await createJournal(folder, 'two', nobody).recover()).toBeNull();
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
      const journal = createJournal(torn, 'later', nobody);
      expect((await journal.recover())?.project).toEqual(sampleProject(hash, { name: 'renamed' }));
      await journal.append(entry({ name: 'again' }));
      expect((await journal.recover())?.project.name).toBe('again');
    }
  });

  test('stops before a line that is damaged', async () => {
    const folder = await fresh();
    const file = await written(folder);
    await appendFile(file, '{"version":1,"label":"x","folder":null,"changed":{"name":7}}\n{"version":1}\n');
    expect((await createJournal(folder, 'later', nobody).recover())?.edits).toBe(3);
  });

  test('that cannot be read at all is put aside, not deleted', async () => {
    const folder = await fresh();
    await writeFile(join(folder, '1-old.jsonl'), 'nonsense\n');
    expect(await createJournal(folder, 'later', nobody).recover()).toBeNull();
    expect(await readdir(folder)).toEqual(['1-old.jsonl.unreadable']);
  });

  test('of a program that still runs is left to it', async () => {
    const folder = await fresh();
    const file = await written(folder);
    const bytes = await readFile(file);
    await truncate(file, 0);
    await writeFile(join(folder, `${process.ppid}-other.jsonl`), bytes);
    expect(await createJournal(folder, 'here').look()).toBeNull();
    expect(await createJournal(folder, 'here', nobody).look()).not.toBeNull();
  });

  test('refuses to begin with less than a whole project', async () => {
    const folder = await fresh();
    await expect(createJournal(folder, 'one').append(entry({ name: 'alone' }))).rejects.toThrow('must hold the whole project');
    expect(await readdir(folder)).toEqual([]);
  });

  test('keeps entries in the order in which they were asked for', async () => {
    const folder = await fresh();
    const journal = createJournal(folder, 'one');
    const appended = [journal.append(entry(sampleProject(hash)))];
    for (let i = 0; i < 20; i++) appended.push(journal.append(entry({ name: `edit ${i}` })));
    await Promise.all(appended);
    expect((await journal.look())?.project.name).toBe('edit 19');
    expect(journal.count()).toBe(21);
  });

  test('that gets long is made short again and still holds everything', async () => {
    const folder = await fresh();
    const journal = createJournal(folder, 'one', nobody, 1000);
    await journal.append(entry(sampleProject(hash)));
    const [name = ''] = await readdir(folder);
    const first = (await readFile(join(folder, name))).byteLength;
    for (let i = 0; i < 200; i++) {
      await journal.append(entry({ name: `edit ${i}` }));
      const later = await createJournal(folder, 'later', nobody).look();
      expect(later?.project).toEqual(sampleProject(hash, { name: `edit ${i}` }));
    }
    expect((await readFile(join(folder, name))).byteLength).toBeLessThan(5 * first);
    expect(await readdir(folder)).toEqual([name]);
  });
});

describe('a journal on top of a saved project', () => {
  async function saved() {
    const folder = await fresh();
    const project = join(await fresh(), 'Hero');
    await writeProjectFolder(project, sampleProject(hash), async () => new Uint8Array());
    const journal = createJournal(folder, 'earlier');
    const put = [{ after: 'pose-1', item: samplePose('pose-3') }];
    await journal.append({ label: 'Save pose', folder: project, onSaved: true, changed: {}, poses: { removed: [], put } });
    await journal.append({ label: 'Rename', folder: project, changed: { name: 'renamed' } });
    const poses = [samplePose('pose-1'), samplePose('pose-3'), samplePose('pose-2', '')];
    return { folder, project, expected: sampleProject(hash, { name: 'renamed', poses }) };
  }

  test('gives back what is saved with all edits, and holds nothing of what is saved', async () => {
    const { folder, expected } = await saved();
    const [name = ''] = await readdir(folder);
    expect(await readFile(join(folder, name), 'utf8')).not.toContain('pose-2');
    expect((await createJournal(folder, 'later', nobody).recover())?.project).toEqual(expected);
  });

  test('gives the same when the save that came after its edits was done but the journal not yet forgotten', async () => {
    const { folder, project, expected } = await saved();
    await writeProjectFolder(project, expected, async () => new Uint8Array());
    expect((await createJournal(folder, 'later', nobody).recover())?.project).toEqual(expected);
  });

  test('waits while the project cannot be read, and is found again when it can', async () => {
    const { folder, project, expected } = await saved();
    const before = await readdir(folder);
    await rename(project, `${project} away`);
    expect(await createJournal(folder, 'later', nobody).recover()).toBeNull();
    expect(await readdir(folder)).toEqual(before);
    await rename(`${project} away`, project);
    expect((await createJournal(folder, 'last', nobody).recover())?.project).toEqual(expected);
  });

  test('ends before an entry that would give two poses one name', async () => {
    const { folder, project, expected } = await saved();
    const journal = createJournal(folder, 'later', nobody);
    await journal.recover();
    const put = [{ after: null, item: samplePose('POSE-1') }];
    await journal.append({ label: 'Twin', folder: project, changed: {}, poses: { removed: [], put } });
    expect(await createJournal(folder, 'last', nobody).look()).toMatchObject({ edits: 2, project: expected });
  });

  test('that gets long is made short again and still holds everything', async () => {
    const { project } = await saved();
    const folder = await fresh();
    const journal = createJournal(folder, 'one', nobody, 4000);
    await journal.append({ label: 'Edit', folder: project, onSaved: true, changed: { name: 'first' } });
    for (let i = 0; i < 100; i++) await journal.append({ label: 'Edit', folder: project, changed: { name: `edit ${i}` } });
    expect((await journal.look())?.project).toEqual(sampleProject(hash, { name: 'edit 99' }));
    expect((await readFile(join(folder, (await readdir(folder))[0]!))).byteLength).toBeLessThan(30_000);
  });
});
