import { describe, expect, test } from 'vitest';
import { applyChange } from '../../../core/document/changes.ts';
import type { JournalEntry } from '../../../electron/contract.ts';
import { journalLine, readJournal, wholeEntry } from '../../../electron/files/project/journal-lines.ts';
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
});
