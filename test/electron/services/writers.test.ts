import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyChange, dataChanges } from '../../../core/document/changes.ts';
import { type ProjectChange, withBases } from '../../../core/document/project-change.ts';
import type { ClipData, ProjectData, SavedPoseData } from '../../../core/document/project-data.ts';
import { createProjects, type Projects, type ReadProject } from '../../../electron/services/projects.ts';
import { freshCharacters } from './fresh-characters.ts';
import { samplePose, sampleProject, unkeyedAt, withPictureFiles } from './sample-project.ts';

/** Ann and Bob, who have both opened the same saved project. */
async function twoWriters() {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  const ann = createProjects(characters, undefined, 'ann');
  const bob = createProjects(characters, undefined, 'bob');
  await ann.save(folder, sampleProject(hash));
  const opened = await ann.open(folder);
  return { base, hash, folder, ann, bob, opened };
}

/** Saves what `edit` makes of the project as it was opened. */
async function saveEdited(
  projects: Projects,
  { folder, project, revisions }: ReadProject,
  edit: (project: ProjectData) => ProjectData,
) {
  const saved = await projects.saveChange(folder, withBases(dataChanges(project, edit(project)), revisions));
  if (!saved) throw new Error('the folder holds no project');
  return saved;
}

const withPose = (pose: SavedPoseData) => (project: ProjectData) =>
  applyChange(project, { changed: {}, poses: { removed: [], put: [{ item: pose }] } });
const withoutPose = (id: string) => (project: ProjectData) =>
  applyChange(project, { changed: {}, poses: { removed: [id], put: [] } });
const named = (pose: SavedPoseData, name: string) => ({ ...pose, name });
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();

describe('two people who save one project', () => {
  test('keep the poses that both of them add', async () => {
    const { folder, ann, bob, opened } = await twoWriters();
    await saveEdited(ann, opened, withPose(samplePose('anns')));
    const saved = await saveEdited(bob, opened, withPose(samplePose('bobs')));
    expect(saved.notes).toEqual([]);
    expect(idsOf((await ann.open(folder)).project.poses)).toEqual(['anns', 'bobs', 'pose-1', 'pose-2']);
  });

  test('keep both when both change the same pose, and are told; a save that is made again makes no second copy', async () => {
    const { folder, ann, bob, opened } = await twoWriters();
    const [pose] = opened.project.poses as [SavedPoseData];
    await saveEdited(ann, opened, withPose(named(pose, 'Ann’s')));
    for (let time = 0; time < 2; time++) {
      const saved = await saveEdited(bob, opened, withPose(named(pose, 'Bob’s')));
      expect(saved.notes).toEqual(['The pose “Bob’s” was also changed by somebody else: both are kept, yours as “Bob’s (2)”.']);
      const thumbnail = expect.stringMatching(/^file:pose-1\?[0-9a-f]{32}$/) as string;
      expect(saved.theirs.poses?.put).toEqual([{ item: { ...named(pose, 'Ann’s'), thumbnail } }]);
      const copy = saved.copies.poses['pose-1']!;
      const { project, revisions } = await ann.open(folder);
      expect(project.poses.map(({ name }) => name).toSorted()).toEqual(['Ann’s', 'Bob’s (2)', 'Pose pose-2']);
      const thumbnailOfCopy = `file:${copy.id}`;
      expect(project.poses.find(({ id }) => id === copy.id)).toEqual({ ...pose, ...copy, thumbnail: thumbnailOfCopy });
      expect(await readFile(join(folder, 'poses', `${copy.id}.png`))).toEqual(
        await readFile(join(folder, 'poses', 'pose-1.png')),
      );
      expect(saved.revisions).toMatchObject({
        'poses/pose-1.json': revisions['poses/pose-1.json'],
        [`poses/${copy.id}.json`]: revisions[`poses/${copy.id}.json`],
      });
    }
  });

  test('who make the very same change make one', async () => {
    const { folder, ann, bob, opened } = await twoWriters();
    const [pose] = opened.project.poses as [SavedPoseData];
    await saveEdited(ann, opened, withPose(named(pose, 'Same')));
    expect((await saveEdited(bob, opened, withPose(named(pose, 'Same')))).notes).toEqual([]);
    expect((await ann.open(folder)).project.poses).toHaveLength(2);
  });

  test('keep a pose that one removes while the other changes it, whoever comes first', async () => {
    for (const isRemovalFirst of [true, false]) {
      const { folder, ann, bob, opened } = await twoWriters();
      const [pose] = opened.project.poses as [SavedPoseData];
      const steps = [
        () => saveEdited(ann, opened, withoutPose('pose-1')),
        () => saveEdited(bob, opened, withPose(named(pose, 'Kept'))),
      ];
      const [, second] = isRemovalFirst ? steps : steps.toReversed();
      await (isRemovalFirst ? steps : steps.toReversed())[0]!();
      const saved = await second!();
      expect(saved.notes).toEqual([
        isRemovalFirst
          ? 'The pose “Kept” had been removed by somebody else; yours was kept.'
          : 'The pose “Kept” was changed by somebody else, so it was not removed.',
      ]);
      expect((await ann.open(folder)).project.poses.find(({ id }) => id === 'pose-1')?.name).toBe('Kept');
    }
  });

  test('keep both versions of a clip', async () => {
    const { folder, ann, bob, opened } = await twoWriters();
    const [clip] = opened.project.clips as [ClipData];
    const change = (name: string) => (project: ProjectData) =>
      applyChange(project, { changed: {}, clips: { removed: [], put: [{ item: { ...clip, name } }] } });
    await saveEdited(ann, opened, change('Stroll'));
    await saveEdited(bob, opened, change('Run'));
    expect((await ann.open(folder)).project.clips.map(({ name }) => name).toSorted()).toEqual(['Run (2)', 'Stroll']);
  });

  test('merge settings one by one; of one that both set, the later is kept and the other told', async () => {
    const { folder, ann, bob, opened } = await twoWriters();
    const { rig, solver, pins } = opened.project;
    const free = { kind: 'free' } as const;
    const pin = { translation: true, rotation: true, weight: 2 };
    await saveEdited(ann, opened, (project) => ({
      ...project,
      rig: { ...rig, limits: { ...rig.limits, neck: free }, stiffness: {} },
      solver: { ...solver, tolerance: 0.002, restarts: 7 },
      pins: { ...pins, head: pin },
    }));
    const saved = await saveEdited(bob, opened, (project) => ({
      ...project,
      rig: { ...rig, limits: { ...rig.limits, jaw: free } },
      solver: { ...solver, tolerance: 0.003, weight: 0.5 },
      pins: {},
    }));
    expect(saved.notes).toEqual(['The setting “tolerance” was also changed by somebody else, to 0.002; yours was kept.']);
    const { project } = await ann.open(folder);
    expect(project.rig).toEqual({ ...rig, limits: { ...rig.limits, neck: free, jaw: free }, stiffness: {} });
    expect(project.solver).toEqual({ ...solver, tolerance: 0.003, restarts: 7, weight: 0.5 });
    expect(project.pins).toEqual({ head: pin });
    expect(saved.theirs.changed).toMatchObject({ solver: { tolerance: 0.002, restarts: 7 }, pins: { ...pins, head: pin } });
  });

  test('have the pose on screen and the clip on the timeline each for himself', async () => {
    const { folder, ann, bob, opened } = await twoWriters();
    const at = (x: number): ProjectChange => ({ changed: { unkeyed: unkeyedAt([x, 0, 0]) } });
    const before = await readFile(join(folder, 'project.limber'), 'utf8');
    await ann.saveChange(folder, at(1));
    await bob.saveChange(folder, at(2));
    expect((await ann.open(folder)).project.unkeyed?.pose.root).toEqual([1, 0, 0]);
    expect((await bob.open(folder)).project.unkeyed?.pose.root).toEqual([2, 0, 0]);
    expect(await readFile(join(folder, 'project.limber'), 'utf8')).toBe(before);
    expect(opened.project.unkeyed).toEqual(sampleProject('').unkeyed);
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toContain('/users/\n');
  });
});

describe('a save', () => {
  test('touches no file of what did not change', async () => {
    const { folder, ann, opened } = await twoWriters();
    await writeFile(join(folder, 'clips', 'clip-1.json'), '{"touched": "by somebody"}');
    await writeFile(join(folder, 'poses', 'pose-2.json'), '<<<<<<< HEAD');
    await saveEdited(ann, opened, withPose(samplePose('pose-3')));
    expect(await readFile(join(folder, 'clips', 'clip-1.json'), 'utf8')).toBe('{"touched": "by somebody"}');
    expect(await readFile(join(folder, 'poses', 'pose-2.json'), 'utf8')).toBe('<<<<<<< HEAD');
  });

  test('keeps a file that was damaged meanwhile as it is, and what it would have written beside it', async () => {
    const { folder, ann, opened } = await twoWriters();
    await writeFile(join(folder, 'poses', 'pose-1.json'), '{"half');
    const saved = await saveEdited(ann, opened, withPose(named(samplePose('pose-1'), 'Mine')));
    expect(await readFile(join(folder, 'poses', 'pose-1.json'), 'utf8')).toBe('{"half');
    expect(saved.theirs.poses?.removed).toEqual(['pose-1']);
    expect((await ann.open(folder)).project.poses.map(({ name }) => name)).toContain('Mine (2)');
  });

  test('refuses limits while their file is damaged, and settings while the project file is; poses are saved all the same', async () => {
    const { folder, hash, ann, opened } = await twoWriters();
    await writeFile(join(folder, 'rigs', `${hash}.json`), '<<<<<<< HEAD\n');
    const stiff = (project: ProjectData): ProjectData => ({ ...project, rig: { ...project.rig, preset: 'stiff' } });
    await expect(saveEdited(ann, opened, stiff)).rejects.toThrow(
      /^limits cannot be saved while rigs.*conflict markers.*repair it or remove it$/,
    );
    await writeFile(join(folder, 'project.limber'), '{');
    await saveEdited(ann, opened, withPose(samplePose('pose-3')));
    expect(await readdir(join(folder, 'poses'))).toContain('pose-3.json');
    expect(await readFile(join(folder, 'project.limber'), 'utf8')).toBe('{');
    await expect(saveEdited(ann, opened, (project) => ({ ...project, name: 'Other' }))).rejects.toThrow('cannot be used');
  });

  test('is not done where the project file is gone, and nothing is written', async () => {
    const { folder, ann, opened } = await twoWriters();
    await rm(join(folder, 'project.limber'));
    const before = (await readdir(folder, { recursive: true })).toSorted();
    const change = withBases(dataChanges(opened.project, withPose(samplePose('pose-3'))(opened.project)), opened.revisions);
    expect(await ann.saveChange(folder, change)).toBeNull();
    expect(await ann.saveChange(join(folder, 'nowhere'), change)).toBeNull();
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(before);
  });

  test('of a whole project into a folder that holds one removes nothing, and refuses another character’s', async () => {
    const { folder, hash, ann } = await twoWriters();
    const saved = await ann.save(folder, sampleProject(hash, { poses: [samplePose('other')] }));
    expect(saved.notes).toEqual([]);
    expect(idsOf((await ann.open(folder)).project.poses)).toEqual(['other', 'pose-1', 'pose-2']);
    const stranger = sampleProject('b'.repeat(64));
    await expect(ann.save(folder, stranger)).rejects.toThrow(
      '"Hero" holds a project of another character, "hero": select another folder',
    );
  });

  test('goes by the order that lies in the user’s file, also where another program wrote it since the last save', async () => {
    const { folder, ann, opened } = await twoWriters();
    const file = join(folder, 'users', 'ann.json');
    await saveEdited(ann, opened, withPose(samplePose('pose-3')));
    const state = JSON.parse(await readFile(file, 'utf8')) as { poses: string[] };
    await writeFile(file, JSON.stringify({ ...state, poses: ['pose-3', 'pose-2', 'pose-1'] }));
    const again = await ann.open(folder);
    await writeFile(file, JSON.stringify({ ...state, poses: ['pose-2', 'pose-1', 'pose-3'] }));
    await saveEdited(ann, again, withPose(samplePose('pose-4')));
    const { poses } = (await ann.open(folder)).project;
    expect(poses.map(({ id }) => id)).toEqual(['pose-2', 'pose-1', 'pose-4', 'pose-3']);
  });

  test('makes the same files as saving everything, with the poses in the order of the window', async () => {
    const { base, folder, hash, ann, opened } = await twoWriters();
    const added = { ...samplePose('pose-0', ''), folder: 'A/B', favourite: true as const };
    const after: ProjectData = {
      ...opened.project,
      name: 'Changed',
      poses: [added, ...opened.project.poses.slice(1)],
      rig: { ...opened.project.rig, preset: 'stiff' },
    };
    const change = withBases(dataChanges(opened.project, after), opened.revisions);
    await ann.saveChange(folder, { ...change, poses: { ...change.poses!, order: ['pose-0', 'pose-2'] } });
    expect((await ann.open(folder)).project).toEqual(withPictureFiles(after));
    const whole = join(base, 'Whole');
    await ann.save(whole, after, { origin: folder });
    for (const file of ['project.limber', 'poses/pose-0.json', `rigs/${hash}.json`, 'users/ann.json', 'clips/clip-1.json']) {
      expect(await readFile(join(folder, file), 'utf8'), file).toBe(await readFile(join(whole, file), 'utf8'));
    }
    expect((await readdir(join(folder, 'poses'))).toSorted()).toEqual(await readdir(join(whole, 'poses')));
  });
});
