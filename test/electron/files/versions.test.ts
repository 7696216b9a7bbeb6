import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NewerVersionError } from '../../../core/document/migrations.ts';
import type { PoseData, ProjectData } from '../../../core/document/project-data.ts';
import { readJournal } from '../../../electron/files/project/journal-lines.ts';
import { createJournal } from '../../../electron/services/journal.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { readProjectFolder } from '../../../electron/files/project/project-folder.ts';
import { freshCharacters } from '../services/fresh-characters.ts';
import { samplePose, sampleProject, withPictureFiles } from '../services/sample-project.ts';
import { openWork, projectOfWork } from '../../helpers/unsaved-work.ts';

/** A project and two journals as the program of format 1 wrote them, each with what that program read of it. */
const FIXTURES = join(import.meta.dirname, 'fixtures', 'version-1');

/** Settings with a switch for what is a strength now. */
type SettingsThen = Partial<ProjectData['solver']> &
  Omit<ProjectData['solver'], 'followLibrary' | 'gaze' | 'weight'> & { readonly balance: boolean };

/** What became a setting later has its default. */
function settingsNow(settings: SettingsThen): ProjectData['solver'] {
  const { balance: _, ...kept } = settings;
  return { followLibrary: 0, gaze: null, ...kept, weight: 1 };
}

async function readByVersion1(name: string): Promise<ProjectData> {
  type Version1 = Omit<ProjectData, 'unkeyed' | 'solver'> & { readonly pose: PoseData; readonly solver: SettingsThen };
  const { pose, solver, ...project } = JSON.parse(await readFile(join(FIXTURES, `${name}.json`), 'utf8')) as Version1;
  // Of the pose nobody knows what moment it was made at.
  return { ...project, version: 3, unkeyed: { pose }, solver: settingsNow(solver) };
}

async function fresh() {
  const { base, characters } = await freshCharacters();
  const folder = join(base, 'project');
  await cp(join(FIXTURES, 'project'), folder, { recursive: true });
  return { base, folder, projects: createProjects(characters, undefined, 'ann') };
}

describe('a project of format 1', () => {
  test('opens as it was', async () => {
    const { folder, projects } = await fresh();
    const { project, warnings, character } = await projects.open(folder);
    expect(project).toEqual(withPictureFiles(await readByVersion1('project')));
    expect(warnings).toEqual([]);
    expect(character.fileName).toBe('hero.glb');
  });

  test('has the poses that its list does not name, which another program of format 1 had taken out of it', async () => {
    const { folder, projects } = await fresh();
    const file = join(folder, 'project.limber');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"pose-2",', ''));
    expect((await projects.open(folder)).project.poses.map(({ id }) => id)).toEqual(['pose-1', 'pose-2']);
  });

  test('becomes one of the present format when it is saved: what did not change stays as it is', async () => {
    const { folder, projects } = await fresh();
    const before = await readFile(join(folder, 'poses', 'pose-1.json'), 'utf8');
    await projects.saveChange(folder, { changed: {}, poses: { removed: [], put: [{ item: samplePose('pose-3') }] } });
    const expected = await readByVersion1('project');
    expect((await projects.open(folder)).project).toEqual(
      withPictureFiles({ ...expected, poses: [...expected.poses, samplePose('pose-3')] }),
    );
    expect(await readFile(join(folder, 'poses', 'pose-1.json'), 'utf8')).toBe(before);
    const file = JSON.parse(await readFile(join(folder, 'project.limber'), 'utf8')) as object;
    expect(Object.keys(file)).toEqual(['version', 'name', 'character', 'pins', 'solver']);
  });
});

describe('a journal of format 1', () => {
  test.each(['journal-unsaved', 'journal-saved'])('%s gives back what it holds, and goes on', async (name) => {
    const { base, folder, projects } = await fresh();
    const recovery = join(base, 'recovery');
    await mkdir(recovery);
    const lines = (await readFile(join(FIXTURES, `${name}.jsonl`), 'utf8')).replaceAll('FOLDER', folder);
    await writeFile(join(recovery, '1-earlier.jsonl'), lines);
    const journal = createJournal(recovery);
    const recovered = await journal.recover();
    const expected = await readByVersion1(name);
    const { project: work, saved } = openWork(recovered!);
    expect(withPictureFiles(work)).toEqual(withPictureFiles(expected));
    await journal.append({ label: 'Rename', folder: recovered!.folder, changed: { name: 'later' } });
    expect(withPictureFiles(projectOfWork(await journal.look())!)).toEqual(withPictureFiles({ ...expected, name: 'later' }));
    if (!saved) return;
    // What it holds is saved as it was made: on the project that lies there.
    expect((await projects.saveChange(folder, saved.change))?.notes).toEqual([]);
    const byId = (project: ProjectData) => ({ ...project, poses: project.poses.toSorted((a, b) => (a.id < b.id ? -1 : 1)) });
    expect(byId((await projects.open(folder)).project)).toEqual(byId(withPictureFiles(expected)));
  });
});

describe('a project of format 2', () => {
  const VERSION_2 = join(import.meta.dirname, 'fixtures', 'version-2');

  async function readByVersion2(): Promise<ProjectData> {
    type Version2 = ProjectData & { readonly pose: PoseData; readonly solver: SettingsThen };
    const { pose: _, ...project } = JSON.parse(await readFile(join(VERSION_2, 'project.json'), 'utf8')) as Version2;
    return { ...project, version: 3, solver: settingsNow(project.solver) };
  }

  const posed: PoseData = { root: [0, 0.05, 0], joints: { hips: [0.6, 0, 0, 0.8] } };

  test('opens with its pose as one that is not keyed, at the playhead of its user', async () => {
    const { base, characters } = await freshCharacters();
    const folder = join(base, 'project');
    await cp(join(VERSION_2, 'project'), folder, { recursive: true });
    const { project, warnings, view } = await createProjects(characters, undefined, 'ann').open(folder);
    const unkeyed = { clip: 'clip-1', time: 0.5, pose: posed };
    expect(project).toEqual(withPictureFiles({ ...(await readByVersion2()), unkeyed }));
    expect(warnings).toEqual([]);
    expect(view).toEqual({ selection: { joint: 'hips', handle: null }, playhead: 0.5, camera: null, panels: null });
    const bob = await createProjects(characters, undefined, 'bob').open(folder);
    expect(bob.project.unkeyed).toBeNull();
  });

  test('comes back from its journal, which goes on', async () => {
    const { base } = await freshCharacters();
    const recovery = join(base, 'recovery');
    await mkdir(recovery);
    await cp(join(VERSION_2, 'journal.jsonl'), join(recovery, '1-earlier.jsonl'));
    const journal = createJournal(recovery);
    const expected = { ...(await readByVersion2()), name: 'later', unkeyed: { pose: { root: [0, 0.5, 0], joints: {} } } };
    const recovered = await journal.recover();
    expect(recovered?.view).toBeNull();
    expect(projectOfWork(recovered)).toEqual(expected);
    const view = { playhead: 0.25, camera: null };
    await journal.append({ label: 'Drop', folder: null, changed: { unkeyed: null }, view });
    await journal.append({ label: 'Move the playhead', folder: null, changed: {}, view: { ...view, playhead: 1 } });
    const found = await journal.look();
    expect(found).toMatchObject({ edits: 4, view: { playhead: 1 } });
    expect(projectOfWork(found)).toEqual({ ...expected, unkeyed: null });
  });
});

describe('a newer format', () => {
  test.each(['project.limber', 'poses/pose-1.json', 'users/ann.json'])(
    'of %s is told, and the file is left alone',
    async (path) => {
      const { base, characters, hash } = await freshCharacters();
      const folder = join(base, 'Hero');
      const projects = createProjects(characters, undefined, 'ann');
      await projects.save(folder, sampleProject(hash));
      const text = (await readFile(join(folder, path), 'utf8')).replace('"version": 3', '"version": 4');
      await writeFile(join(folder, path), text);
      const sentence = /saved by a newer Limber \(format 4\); this one reads formats up to 3/;
      if (path === 'project.limber') {
        await expect(projects.open(folder)).rejects.toThrow(sentence);
        await expect(projects.saveChange(folder, { changed: {} })).rejects.toThrow(sentence);
        await expect(projects.save(folder, sampleProject(hash))).rejects.toThrow(sentence);
      } else {
        expect((await projects.open(folder)).warnings).toEqual([expect.stringMatching(sentence)]);
      }
      expect(await readFile(join(folder, path), 'utf8')).toBe(text);
    },
  );

  test('of a journal waits for the program that wrote it', async () => {
    const { base, folder } = await fresh();
    const recovery = join(base, 'recovery');
    await mkdir(recovery);
    const line = '{"version":4,"label":"x","folder":null,"changed":{}}\n';
    await writeFile(join(recovery, '1-newer.jsonl'), line);
    await expect(readJournal(Buffer.from(line), () => readProjectFolder(folder))).rejects.toThrow(NewerVersionError);
    expect(await createJournal(recovery).recover()).toBeNull();
    expect(await readdir(recovery)).toEqual(['1-newer.jsonl']);
  });
});
