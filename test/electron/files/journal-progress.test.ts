import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournalFile } from '../../../electron/files/project/journal-file.ts';
import { journalLine } from '../../../electron/files/project/journal-lines.ts';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { openWork } from '../../helpers/unsaved-work.ts';
import { samplePose, sampleProject } from '../services/sample-project.ts';

const POSES = 40;
const EDITS = 60;

test('reading a journal tells how far it is: pose by pose of what is saved, then edit by edit', async () => {
  const base = await mkdtemp(join(tmpdir(), 'limber-progress-'));
  const [folder, path] = [join(base, 'Hero'), join(base, 'journal.jsonl')];
  const poses = Array.from({ length: POSES }, (_, i) => samplePose(`pose-${i}`, ''));
  const project = sampleProject('a'.repeat(64), { poses });
  await writeProjectFolder(folder, project, async () => new Uint8Array(1), {});
  const rename = (edit: number) => ({ removed: [], put: [{ item: { ...poses[edit % POSES]!, name: `Edit ${edit}` } }] });
  const lines = Array.from({ length: EDITS }, (_, edit) =>
    journalLine({ label: 'Rename', folder, changed: {}, poses: rename(edit), ...(edit === 0 && { onSaved: true as const }) }),
  );
  await writeFile(path, Buffer.concat(lines));
  const told: number[] = [];
  const { left, bytes } = await readJournalFile({ kind: 'readJournal', path }, undefined, (share) => told.push(share));
  expect(left).toMatchObject({ name: project.name, folder, edits: EDITS });
  expect(openWork({ work: bytes }).project.poses.find(({ id }) => id === 'pose-19')?.name).toBe('Edit 59');
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(new Set(told).size).toBeGreaterThanOrEqual(POSES + EDITS);
  expect(told[0]).toBeLessThan(0.05);
  expect(told[POSES - 1]).toBeCloseTo(told.at(-1)! / 2, 10);
  expect(told.at(-1)).toBeLessThanOrEqual(1);
});
