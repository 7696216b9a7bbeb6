import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProjectNews } from '../../../electron/contract.ts';
import { createFolderWork } from '../../../electron/services/folder-work.ts';
import type { JobTask } from '../../../electron/services/job-tasks.ts';
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
  let isGivenUp: (task: JobTask) => boolean = () => false;
  const giveUp = (which: typeof isGivenUp) => {
    isGivenUp = which;
  };
  const counted: Jobs = {
    ...jobs,
    during: (name, work) =>
      jobs.during(name, (perform) =>
        work(async (task) => {
          done.push(task.kind);
          if (isGivenUp(task)) throw new Error('it takes too long');
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
  return { base, folder, hash, projects, here, work, done, told, giveUp };
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

  test('has news of its other files when the work on one of them is given up', async () => {
    const { folder, projects, here, told, giveUp } = await onThreads();
    const { revisions } = await projects.open(folder);
    for (const id of ['a', 'large', 'z']) await here.saveChange(folder, put(id, id));
    giveUp((task) => task.kind === 'lookForNews' && task.paths.some((path) => 'poses/large.json'.startsWith(path)));
    await projects.watch(folder, revisions);
    await vi.waitFor(
      () => {
        const ids = told.flatMap(({ change }) => change.poses?.put ?? []).map(({ item }) => item.id);
        expect(ids.toSorted()).toEqual(['a', 'z']);
        expect(told.flatMap(({ notes }) => notes)).toEqual(['poses/large.json cannot be used: it takes too long.']);
      },
      { timeout: 10_000 },
    );
  });

  test('is left as it is when the reading before a save is given up', async () => {
    const { folder, projects, giveUp } = await onThreads();
    const before = await readFile(join(folder, 'project.limber'));
    giveUp(({ kind }) => kind === 'planSave');
    await expect(projects.saveChange(folder, { changed: { name: 'New' } })).rejects.toThrow('it takes too long');
    expect(await readFile(join(folder, 'project.limber'))).toEqual(before);
  });

  test('is left as it is when a save is cancelled before it wrote', async () => {
    const jobs = createJobs();
    const { folder, projects, done, giveUp } = await onThreads(jobs);
    const before = await readFile(join(folder, 'project.limber'));
    giveUp(({ kind }) => {
      if (kind === 'planSave') jobs.cancel('save 1');
      return false;
    });
    const saving = projects.saveChange(folder, { changed: { name: 'New' } }, { job: 'save 1' });
    await expect(saving).rejects.toThrow('cancelled');
    expect(done).toContain('planSave');
    expect(await readFile(join(folder, 'project.limber'))).toEqual(before);
  });
});

test('work that is done here starts no thread, and more than that tells it before its thread starts', async () => {
  const { folder } = await onThreads();
  const jobs = createJobs();
  const read = (here: number, onThread: () => void) =>
    createFolderWork(jobs, here, onThread)({ kind: 'openProject', path: folder, user: 'ann', mostPoses: 10 });
  const told = vi.fn<() => void>();
  await read(2 ** 19, told);
  expect(told).not.toHaveBeenCalled();
  await read(0, told);
  expect(told).toHaveBeenCalledOnce();
});

test('a journal is read on a thread, with the same outcome', async () => {
  const { base, hash, work, done } = await onThreads();
  const folder = join(base, 'recovery');
  const first = createJournal(folder);
  await first.append({ label: 'Begin', folder: null, changed: sampleProject(hash, { name: 'Kept' }) });
  await first.release();
  const next = createJournal(folder, { work });
  expect(await next.recover()).toMatchObject({ name: 'Kept', edits: 1 });
  expect(new Set(done)).toEqual(new Set(['readJournal']));
});
