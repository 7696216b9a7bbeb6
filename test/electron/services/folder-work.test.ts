import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProjectNews } from '../../../electron/contract.ts';
import { createFolderWork } from '../../../electron/services/folder-work.ts';
import { createJobs, type Jobs } from '../../../electron/services/jobs.ts';
import { createJournal } from '../../../electron/services/journal.ts';
import { createProjects, type Projects } from '../../../electron/services/projects.ts';
import { freshCharacters } from './fresh-characters.ts';
import { samplePose, sampleProject } from './sample-project.ts';

let watching: Projects | null = null;

afterEach(() => watching?.close());

const put = (id: string, name: string) => ({
  changed: {},
  poses: { removed: [], put: [{ item: { ...samplePose(id), name } }], bases: {} },
});

/** A project whose folder is read on threads alone, and the kinds of tasks that threads did. */
async function onThreads(jobs: Jobs = createJobs()) {
  const { base, characters, hash } = await freshCharacters();
  const done: string[] = [];
  const counted: Jobs = {
    ...jobs,
    during: (name, work) =>
      jobs.during(name, (perform) =>
        work((task) => {
          done.push(task.kind);
          return perform(task);
        }),
      ),
  };
  const work = createFolderWork(counted, 0);
  const told: ProjectNews[] = [];
  const projects = createProjects(characters, (news) => told.push(news), 'ann', work);
  const here = createProjects(characters, undefined, 'ann');
  const folder = join(base, 'Hero');
  await here.save(folder, sampleProject(hash));
  watching = projects;
  return { base, folder, hash, projects, here, work, done, told };
}

/** A clip that takes much more memory than its file has bytes. */
async function putLargeClip(folder: string, id: string): Promise<void> {
  const path = join(folder, 'clips', `${id}.json`);
  const empty = `[${'[],'.repeat(2_000_000)}[]]`;
  await mkdir(join(folder, 'clips'), { recursive: true });
  await writeFile(path, `{"version": 2, "name": "Large", "keys": ${empty}}`);
}

describe('a project that holds much', () => {
  test('is saved, merged and watched on threads, with the same outcome', async () => {
    const { folder, projects, here, done, told } = await onThreads();
    const { revisions } = await projects.open(folder);
    await projects.watch(folder, revisions);
    await here.saveChange(folder, put('wave', 'Theirs'));
    const merged = await projects.saveChange(folder, {
      changed: { name: 'New name' },
      poses: { removed: ['pose-2'], put: [{ item: { ...samplePose('wave'), name: 'Mine' } }], bases: { wave: null } },
    });
    expect(merged!.notes).toEqual([
      'The pose “Wave” was also changed by somebody else: both are kept, yours as “Mine (2)”.'.replace('Wave', 'Mine'),
    ]);
    await here.saveChange(folder, put('late', 'Late'));
    await vi.waitFor(
      () => expect(told.flatMap(({ change }) => change.poses?.put ?? []).map(({ item }) => item.id)).toContain('late'),
      {
        timeout: 10_000,
      },
    );
    const names = (await here.open(folder)).project.poses.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Late', 'Mine (2)', 'Pose pose-1', 'Theirs']);
    expect(new Set(done)).toEqual(new Set(['openProject', 'planSave', 'lookForNews']));
  });

  test('asks for no more memory than a thread may use: a save says so, and writes nothing', async () => {
    const { folder, projects } = await onThreads(createJobs(undefined, { heap: 48, reading: 60_000 }));
    const { revisions } = await projects.open(folder);
    await putLargeClip(folder, 'clip-1');
    const { clips } = sampleProject('0'.repeat(64));
    const bases = { 'clip-1': revisions['clips/clip-1.json']! };
    const change = { changed: { name: 'New' }, clips: { removed: [], put: [{ item: clips[0]! }], bases } };
    const before = await readFile(join(folder, 'project.limber'));
    await expect(projects.saveChange(folder, change)).rejects.toThrow('more than the 48 MB of memory');
    expect(await readFile(join(folder, 'project.limber'))).toEqual(before);
  });

  test('has news of its other files when one of them asks for too much', async () => {
    const { folder, projects, here, told } = await onThreads(createJobs(undefined, { heap: 48, reading: 60_000 }));
    const { revisions } = await projects.open(folder);
    await putLargeClip(folder, 'large');
    await here.saveChange(folder, put('wave', 'Wave'));
    await projects.watch(folder, revisions);
    await vi.waitFor(
      () => {
        expect(told.flatMap(({ change }) => change.poses?.put ?? []).map(({ item }) => item.id)).toEqual(['wave']);
        expect(told.flatMap(({ notes }) => notes)).toEqual([
          expect.stringMatching(/^clips\/large\.json cannot be used: .* more than the 48 MB of memory .*\.$/),
        ]);
      },
      { timeout: 20_000 },
    );
  });

  test('is left as it is when a save is cancelled before it wrote', async () => {
    const jobs = createJobs();
    const { folder, projects } = await onThreads(jobs);
    const before = await readFile(join(folder, 'project.limber'));
    const saving = projects.saveChange(folder, { changed: { name: 'New' } }, 'save 1');
    const cancelled = expect(saving).rejects.toThrow('cancelled');
    await vi.waitFor(
      async () => {
        jobs.cancel('save 1');
        await expect(Promise.race([saving.catch(() => 'ended'), Promise.resolve('going on')])).resolves.toBe('ended');
      },
      { timeout: 10_000, interval: 5 },
    );
    await cancelled;
    expect(await readFile(join(folder, 'project.limber'))).toEqual(before);
  });
});

test('a journal is read on a thread, with the same outcome, and one that asks for too much waits for another start', async () => {
  const { base, hash, work, done } = await onThreads();
  const folder = join(base, 'recovery');
  const first = createJournal(folder);
  await first.append({ label: 'Begin', folder: null, changed: sampleProject(hash, { name: 'Kept' }) });
  await first.release();
  const small = createFolderWork(createJobs(undefined, { heap: 48, reading: 60_000 }), 0);
  const poor = createJournal(folder, { read: (path) => small({ kind: 'readJournal', path }) });
  expect(await poor.look()).toBeNull();
  const next = createJournal(folder, { read: (path) => work({ kind: 'readJournal', path }) });
  expect(await next.recover()).toMatchObject({ project: { name: 'Kept' }, edits: 1 });
  expect(done).toEqual(['readJournal']);
});
