import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { applyChange } from '../../../core/document/changes.ts';
import type { JournalEntry } from '../../../electron/contract.ts';
import { canBegin, journalLine, readJournal, wholeEntry } from '../../../electron/files/project/journal-lines.ts';
import { readJournalFile } from '../../../electron/files/project/journal-file.ts';
import { samplePose, sampleProject } from '../services/sample-project.ts';

const hash = 'a'.repeat(64);
const R1 = '1'.repeat(32);
const R2 = '2'.repeat(32);
const BEGIN: JournalEntry = {
  label: 'Add',
  folder: '/p',
  onSaved: true,
  changed: {},
  poses: { removed: [], put: [{ after: 'pose-1', item: samplePose('new') }], bases: { new: null } },
};
const RENAME: JournalEntry = {
  label: 'Rename',
  folder: '/p',
  changed: { name: 'Mine' },
  before: { name: 'Hero – Übung' },
  poses: {
    removed: ['pose-2'],
    put: [{ after: null, item: { ...samplePose('pose-1'), name: 'Mine' } }],
    bases: { 'pose-1': R1, 'pose-2': R2 },
  },
};

/** What a journal gives back where the folder holds this project. */
function read(entries: readonly JournalEntry[], project = sampleProject(hash), revisions: Record<string, string> = {}) {
  return readJournal(Buffer.concat(entries.map(journalLine)), async () => ({ project, revisions }));
}

describe('a journal on a saved project', () => {
  test('gives the revisions and settings that its edits were made from, whatever lies there now', async () => {
    const found = await read([BEGIN, RENAME], sampleProject(hash, { name: 'Theirs' }), {
      'poses/pose-1.json': '9'.repeat(32),
      'poses/new.json': '8'.repeat(32),
      'clips/clip-1.json': '7'.repeat(32),
    });
    expect(found?.saved?.revisions).toEqual({
      'poses/pose-1.json': R1,
      'poses/pose-2.json': R2,
      'clips/clip-1.json': '7'.repeat(32),
    });
    expect(found?.saved?.change).toMatchObject({
      changed: { name: 'Mine' },
      before: { name: 'Hero – Übung' },
      poses: { removed: ['pose-2'], bases: { new: null, 'pose-1': R1, 'pose-2': R2 } },
    });
  });

  test('gives of what was changed twice the revision and the setting before the first change', async () => {
    const again: JournalEntry = {
      label: 'Rename again',
      folder: '/p',
      changed: { name: 'Mine too' },
      before: { name: 'Mine' },
      poses: {
        removed: [],
        put: [{ item: samplePose('pose-1') }, { item: samplePose('new') }],
        bases: { 'pose-1': R2, new: R1 },
      },
    };
    const found = await read([BEGIN, RENAME, again]);
    expect(found?.saved?.change).toMatchObject({
      changed: { name: 'Mine too' },
      before: { name: 'Hero – Übung' },
      poses: { bases: { new: null, 'pose-1': R1, 'pose-2': R2 } },
    });
  });

  test('puts what is new in its place, also where a save that was killed has written it already', async () => {
    const poses = [samplePose('pose-1'), samplePose('pose-2', ''), samplePose('new')];
    const found = await read([BEGIN], sampleProject(hash, { poses }));
    expect(found?.project.poses.map(({ id }) => id)).toEqual(['pose-1', 'new', 'pose-2']);
  });

  test('begins anew with an entry on what is saved, and goes on after it was made one entry', async () => {
    const anew: JournalEntry = { ...RENAME, onSaved: true };
    const found = await read([BEGIN, anew]);
    expect(found?.project).toEqual(applyChange(sampleProject(hash), RENAME));
    expect(found?.edits).toBe(2);
    const whole = await read([BEGIN, RENAME]);
    const short = await read([wholeEntry('Short', whole!)]);
    expect({ ...short, edits: 0, length: 0 }).toEqual({ ...whole, edits: 0, length: 0 });
  });

  test('takes out only what is new, of poses and of clips', async () => {
    const clips = sampleProject(hash).clips;
    const [clip] = clips;
    const put = [samplePose('pose-1'), samplePose('new')].map((item, i) => ({ after: i === 0 ? null : 'pose-1', item }));
    const entry: JournalEntry = {
      ...BEGIN,
      poses: { removed: [], put, bases: { new: null, 'pose-2': null } },
      clips: { removed: [], put: [{ after: null, item: { ...clip!, id: 'walk' } }], bases: { walk: null } },
    };
    const already = { clips: [...clips, { ...clip!, id: 'walk', name: 'Half' }] };
    const found = await read([entry], sampleProject(hash, already));
    expect(found?.project.poses.map(({ id }) => id)).toEqual(['pose-1', 'new', 'pose-2']);
    expect(found?.project.clips.map(({ id, name }) => [id, name])).toEqual([
      ['walk', clip!.name],
      ...clips.map(({ id, name }) => [id, name]),
    ]);
    expect(found?.saved?.change.clips).toMatchObject({ bases: { walk: null } });
  });

  test('says of no setting what it was before where none was changed', async () => {
    expect((await read([BEGIN]))?.saved?.change).not.toHaveProperty('before');
  });

  test('reads what is saved once for a folder, and again for another', async () => {
    const readSaved = vi.fn(async (folder: string) => ({ project: sampleProject(hash, { name: folder }), revisions: {} }));
    const at = (folder: string): JournalEntry => ({ ...BEGIN, folder });
    const lines = [at('/p'), at('/p'), at('/q')].map((entry) => journalLine(entry));
    expect((await readJournal(Buffer.concat(lines), readSaved))?.project.name).toBe('/q');
    expect(readSaved.mock.calls.map(([folder]) => folder)).toEqual(['/p', '/q']);
  });

  test('begins with nothing that leans on what is not there', async () => {
    const readSaved = vi.fn(async () => ({ project: sampleProject(hash), revisions: {} }));
    const nowhere: JournalEntry = { ...BEGIN, folder: null };
    expect(canBegin(nowhere)).toBe(false);
    expect(canBegin(BEGIN)).toBe(true);
    expect(await readJournal(journalLine(nowhere), readSaved)).toBeNull();
    expect(await readJournal(journalLine({ ...RENAME, folder: null }), readSaved)).toBeNull();
    expect(readSaved).not.toHaveBeenCalled();
  });
});

test('a file of a journal is read within what is left of a budget, and taken from it', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'limber-journal-')), 'journal.jsonl');
  const bytes = journalLine({ label: 'Begin', folder: null, changed: sampleProject(hash) });
  await writeFile(path, bytes);
  const exact = { left: bytes.byteLength };
  const { left: found, hasLine } = await readJournalFile({ kind: 'readJournal', path }, exact);
  expect([found?.edits, hasLine, exact.left]).toEqual([1, true, 0]);
  await expect(readJournalFile({ kind: 'readJournal', path }, { left: bytes.byteLength - 1 })).rejects.toThrow(
    'the journal is longer than may be read at once',
  );
});
