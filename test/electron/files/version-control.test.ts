import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { applyChange, dataChanges } from '../../../core/document/changes.ts';
import { type ProjectChange, withBases } from '../../../core/document/project-change.ts';
import type { ClipData, SavedPoseData } from '../../../core/document/project-data.ts';
import { createProjects, type Projects } from '../../../electron/services/projects.ts';
import { freshCharacters } from '../services/fresh-characters.ts';
import { samplePose, sampleProject, unkeyedAt } from '../services/sample-project.ts';

const run = promisify(execFile);

let folder = '';
let projects: Projects;

async function git(...parameters: readonly string[]): Promise<string> {
  const identity = [
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.org',
    '-c',
    'core.autocrlf=false',
    '-c',
    'commit.gpgsign=false',
  ];
  return (await run('git', ['-C', folder, ...identity, ...parameters])).stdout;
}

/** Makes a change of the project as it lies there, on a branch of its own. */
async function onBranch(name: string, ...changes: readonly ProjectChange[]): Promise<void> {
  await git('checkout', '-q', '-b', name, 'start');
  for (const change of changes) {
    const { project, revisions } = await projects.open(folder);
    const saved = await projects.saveChange(folder, withBases(dataChanges(project, applyChange(project, change)), revisions));
    expect(saved?.notes).toEqual([]);
  }
  await git('add', '--all');
  await git('commit', '-q', '-m', name);
}

const put = (item: SavedPoseData): ProjectChange => ({ changed: {}, poses: { removed: [], put: [{ item }] } });
const putClip = (item: ClipData): ProjectChange => ({ changed: {}, clips: { removed: [], put: [{ item }] } });
const inFolder = (id: string, name: string): SavedPoseData => ({ ...samplePose(id), folder: name });

beforeEach(async () => {
  const { base, characters, hash } = await freshCharacters();
  folder = join(base, 'Hero');
  projects = createProjects(characters, undefined, 'ann');
  const project = sampleProject(hash);
  const clips = [...project.clips, { ...project.clips[0]!, id: 'idle', name: 'Idle' }];
  await projects.save(folder, { ...project, clips, poses: ['one', 'two', 'three'].map((id) => inFolder(id, 'Reach')) });
  await git('init', '-q', '-b', 'main');
  await git('add', '--all');
  await git('commit', '-q', '-m', 'start');
  await git('tag', 'start');
});

describe('a project under version control', () => {
  test('leaves what is each user’s own out of it @all', async () => {
    const names = (await git('ls-files')).split('\n');
    expect(names).toContain('.gitignore');
    expect(names.filter((name) => name.startsWith('users/') || name.includes('lock'))).toEqual([]);
    await projects.saveChange(folder, { changed: { unkeyed: unkeyedAt([1, 2, 3]), activeClip: 'idle' } });
    expect(await git('status', '--porcelain')).toBe('');
  });

  test('merges two branches that add poses, change different clips and poses, and rename a folder', async () => {
    const { project } = await projects.open(folder);
    const [walk, idle] = ['clip-1', 'idle'].map((id) => project.clips.find((clip) => clip.id === id)!);
    const pose = (id: string) => project.poses.find((each) => each.id === id)!;
    await onBranch(
      'anns',
      put(samplePose('anns')),
      putClip({ ...walk!, name: 'Stroll', duration: 3 }),
      ...['one', 'two', 'three'].map((id) => put({ ...pose(id), folder: 'Grab' })),
      { changed: { rig: { ...project.rig, preset: 'stiff' } } },
    );
    const [root, ...tracks] = idle!.tracks;
    const keyed = {
      ...root!,
      keyInterpolations: [...root!.keyInterpolations!, null],
      times: [0, 0.5, 1],
      values: [0, 0, 0, 0, 1, 0, 0.1, 0, 0.5],
    };
    await onBranch(
      'bobs',
      put(samplePose('bobs')),
      putClip({ ...idle!, tracks: [keyed, ...tracks] }),
      put({ ...pose('one'), pose: { ...pose('one').pose, joints: { shin: [0, 0, 1, 0], ...pose('one').pose.joints } } }),
      { changed: { pins: {} } },
    );
    await git('merge', '-q', '--no-edit', 'anns');
    const merged = await projects.open(folder);
    expect(merged.warnings).toEqual([]);
    expect(Object.fromEntries(merged.project.poses.map(({ id, folder: where = '' }) => [id, where]))).toEqual({
      anns: '',
      bobs: '',
      one: 'Grab',
      three: 'Grab',
      two: 'Grab',
    });
    expect(merged.project.poses.find(({ id }) => id === 'one')?.pose.joints).toHaveProperty('shin');
    expect(merged.project.clips.find(({ id }) => id === 'clip-1')).toEqual({ ...walk!, name: 'Stroll', duration: 3 });
    expect(merged.project.clips.find(({ id }) => id === 'idle')).toEqual({ ...idle!, tracks: [keyed, ...tracks] });
    expect(merged.project).toMatchObject({ pins: {}, rig: { preset: 'stiff' } });
  });

  test('merges keys that two people set at different places of one clip', async () => {
    const { project } = await projects.open(folder);
    const [clip] = project.clips as [ClipData];
    const times = Array.from({ length: 12 }, (_, k) => k / 4);
    const long = { ...clip, tracks: [{ ...clip.tracks[0]!, times, values: times.flatMap((time) => [time, 0, 0]) }] };
    const at = (k: number, value: number): ClipData => {
      const [track] = long.tracks;
      return { ...long, tracks: [{ ...track!, values: track!.values.with(3 * k, value) }] };
    };
    await onBranch('long', putClip(long));
    await git('tag', '-f', 'start');
    await onBranch('anns', putClip(at(1, 9)));
    await onBranch('bobs', putClip(at(10, 7)));
    await git('merge', '-q', '--no-edit', 'anns');
    const merged = (await projects.open(folder)).project.clips.find(({ id }) => id === clip.id)!;
    expect(merged.tracks[0]!.values).toEqual(at(1, 9).tracks[0]!.values.with(30, 7));
  });

  test('names a file with conflict markers, sets it aside as it is, and opens the rest', async () => {
    const { project } = await projects.open(folder);
    const pose = project.poses.find(({ id }) => id === 'two')!;
    await onBranch('anns', put({ ...pose, name: 'Ann’s' }));
    await onBranch('bobs', put({ ...pose, name: 'Bob’s' }));
    await expect(git('merge', '-q', '--no-edit', 'anns')).rejects.toThrow('git');
    const path = join(folder, 'poses', 'two.json');
    const conflicted = await readFile(path, 'utf8');
    expect(conflicted).toContain('<<<<<<< ');
    const opened = await projects.open(folder);
    expect(opened.warnings).toEqual([
      'poses/two.json was left out: it holds the conflict markers of a merge: resolve them, and it is read again.',
    ]);
    expect(opened.project.poses.map(({ id }) => id).toSorted()).toEqual(['one', 'three']);
    await projects.saveChange(folder, put(samplePose('more')));
    expect(await readFile(path, 'utf8')).toBe(conflicted);
    await writeFile(path, conflicted.replaceAll(/^(<{7}|={7}|>{7}).*\n/gm, '').replace(/.*Ann’s.*\n/, ''));
    expect((await projects.open(folder)).project.poses.find(({ id }) => id === 'two')?.name).toBe('Bob’s');
  });
});
