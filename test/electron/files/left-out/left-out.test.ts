import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { applyChange, dataChanges } from '../../../../core/document/changes.ts';
import { type ProjectChange, withBases } from '../../../../core/document/project-change.ts';
import { withRevisions } from '../../../../core/document/part-paths.ts';
import type { ProjectData } from '../../../../core/document/project-data.ts';
import type { MergedSave, PartRevisions, ProjectNews } from '../../../../electron/contract.ts';
import { createStepLog, readSteps } from '../../../../electron/files/project/step-log.ts';
import { createProjects, type Projects } from '../../../../electron/services/projects.ts';
import { freshCharacters } from '../../services/fresh-characters.ts';
import { samplePose, sampleProject, unkeyedAt } from '../../services/sample-project.ts';
import { contentOf, damage, DAMAGE_NAMES } from './damages.ts';

/** Every kind of file in which a project keeps something. */
const PARTS = [
  'poses/pose-1.json',
  'poses/pose-1.png',
  'clips/clip-1.json',
  'rigs/HASH.json',
  'project.limber',
  'users/ann.json',
  'users/ann.steps',
] as const;

const STEP = { label: 'Step', back: { changed: { name: 'Before' } }, left: {} };

/** What a session does that makes one step and ends. */
async function keepStep(folder: string): Promise<void> {
  const log = createStepLog('ann');
  await log.keep(folder, 0, [STEP]);
  await log.release();
}

/** A project of one clip and two poses, on the disk and as it was opened. */
async function stage() {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  const news: ProjectNews[] = [];
  const projects = createProjects(characters, (each) => news.push(each), 'ann');
  await projects.save(folder, sampleProject(hash));
  await keepStep(folder);
  return { folder, hash, projects, news };
}

/** Everything that can be changed, changed: what is named `mine` is to be found afterwards. */
function everything(project: ProjectData): ProjectChange {
  const change: ProjectChange = {
    changed: { unkeyed: unkeyedAt([9, 0, 0]), activeClip: 'clip-1' },
    poses: {
      removed: project.poses.filter(({ id }) => id === 'pose-2').map(({ id }) => id),
      put: [
        ...project.poses
          .filter(({ id }) => id !== 'pose-2')
          .map((item) => ({ item: { ...samplePose(item.id), name: `mine ${item.id}` } })),
        { item: { ...samplePose('pose-1'), name: 'mine new' } },
      ],
    },
    clips: {
      removed: [],
      put: [
        ...project.clips.map((item) => ({ item: { ...item, name: `mine ${item.id}` } })),
        { item: { ...sampleProject('').clips[0]!, id: 'clip-1', name: 'mine new' } },
      ],
    },
  };
  return dataChanges(project, applyChange(project, change));
}

interface Window {
  readonly projects: Projects;
  readonly folder: string;
  readonly opened: { readonly project: ProjectData; readonly revisions: PartRevisions };
}

/** Ways in which a window saves. */
const SAVES: Readonly<Record<string, (window: Window) => Promise<MergedSave | null>>> = {
  'saves what changed': ({ projects, folder, opened: { project, revisions } }) =>
    projects.saveChange(folder, withBases(everything(project), revisions)),
  'saves what changed from revisions that are not known': ({ projects, folder, opened: { project } }) =>
    projects.saveChange(folder, everything(project)),
  'saves all': ({ projects, folder, opened: { project } }) => projects.save(folder, applyChange(project, everything(project))),
  'removes all': ({ projects, folder, opened: { project, revisions } }) =>
    projects.saveChange(
      folder,
      withBases(
        {
          changed: {},
          poses: { removed: [...project.poses.map(({ id }) => id), 'pose-1'], put: [] },
          clips: { removed: [...project.clips.map(({ id }) => id), 'clip-1'], put: [] },
        },
        revisions,
      ),
    ),
};

/** Every part with every damage, each with one of the ways to save, and opened before or after it; with LIMBER_TEST_ALL with all. */
const CASES = PARTS.flatMap((part, i) =>
  DAMAGE_NAMES.flatMap((how, k) => {
    const all = Object.keys(SAVES).flatMap((way) => [true, false].map((opensFirst) => ({ part, how, way, opensFirst })));
    return process.env['LIMBER_TEST_ALL'] === undefined ? [all[(i * DAMAGE_NAMES.length + 3 * k) % all.length]!] : all;
  }),
);

test.each(CASES)('$part with $how stays as it is where a window $way (opened before: $opensFirst)', async (given) => {
  const { part: named, how, way, opensFirst } = given;
  const { folder, hash, projects } = await stage();
  const part = named.replace('HASH', hash);
  const early = opensFirst ? await projects.open(folder) : null;
  await damage(folder, part, how);
  const before = await contentOf(folder, part);
  const opened = early ?? (await projects.open(folder).catch(() => null));
  // Without its own file a project is not opened.
  if (!opened) return expect(named).toBe('project.limber');
  if (!early && !/steps$|png$/.test(named)) expect(opened.warnings.join('\n')).toContain(part);
  const mine = applyChange(opened.project, everything(opened.project));
  const saved = await SAVES[way]!({ projects, folder, opened }).catch((error: unknown) => String(error));
  if (named === 'users/ann.steps') {
    await keepStep(folder);
    expect(await readSteps(folder, 'ann')).toHaveLength(1);
  }
  expect(await contentOf(folder, part)).toBe(before);
  if (typeof saved === 'string') {
    // Settings have one place only.
    expect(['project.limber', 'rigs/HASH.json']).toContain(named);
    expect(saved).toMatch(/^Error: [^\n]{10,300}$/);
    return;
  }
  for (const note of saved!.notes) expect(note.length).toBeLessThan(300);
  if (named === 'project.limber' || way === 'removes all') return;
  const now = (await projects.open(folder)).project;
  const names = [...now.poses, ...now.clips].map(({ name }) => name.replace(/ \(2\)$/, ''));
  expect(names).toEqual(expect.arrayContaining([...mine.poses, ...mine.clips].map(({ name }) => name)));
  expect(now.unkeyed?.pose.root).toEqual([9, 0, 0]);
});

test.each(DAMAGE_NAMES)(
  'what turns into %s while a window shows it is no base of a save, and comes back when it is mended',
  async (how) => {
    const { folder, projects, news } = await stage();
    const { project, revisions } = await projects.open(folder);
    await projects.watch(folder, revisions);
    try {
      const whole = new Map<string, Buffer>();
      const parts = ['poses/pose-1.json', 'clips/clip-1.json'];
      for (const part of parts) {
        whole.set(part, await readFile(join(folder, part)));
        await damage(folder, part, how);
      }
      const before = await Promise.all(parts.map((part) => contentOf(folder, part)));
      const told = () => new Set(news.flatMap((each) => Object.keys(each.revisions)));
      await vi.waitFor(() => expect(parts.filter((part) => !told().has(part))).toEqual([]), { timeout: 10_000, interval: 20 });
      const known = news.reduce((all, each) => withRevisions(all, each.revisions), revisions);
      const saved = await projects.saveChange(folder, withBases(everything(project), known));
      expect(saved?.notes).toHaveLength(2);
      expect(await Promise.all(parts.map((part) => contentOf(folder, part)))).toEqual(before);
      for (const part of parts) {
        await rm(join(folder, part));
        await writeFile(join(folder, part), whole.get(part)!);
      }
      const back = () => news.flatMap(({ change }) => [...(change.poses?.put ?? []), ...(change.clips?.put ?? [])]);
      await vi.waitFor(() => expect(back().map(({ item }) => item.id)).toEqual(expect.arrayContaining(['pose-1', 'clip-1'])), {
        timeout: 10_000,
        interval: 20,
      });
    } finally {
      projects.close();
    }
  },
);
