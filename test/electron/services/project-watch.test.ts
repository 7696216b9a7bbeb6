import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProjectNews } from '../../../electron/contract.ts';
import { createProjects, type Projects } from '../../../electron/services/projects.ts';
import { freshCharacters } from './fresh-characters.ts';
import { samplePose, sampleProject, unkeyedAt } from './sample-project.ts';

let watching: Projects | null = null;

afterEach(() => watching?.watch(null, {}));

/** A project that Ann's program watches and Bob's does not, and all that hers was told. */
async function watched() {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  const told: ProjectNews[] = [];
  const ann = createProjects(characters, (news) => told.push(news), 'ann');
  const bob = createProjects(characters, undefined, 'bob');
  await ann.save(folder, sampleProject(hash));
  const { revisions } = await ann.open(folder);
  watching = ann;
  await ann.watch(folder, revisions);
  return { folder, hash, told, ann, bob, revisions };
}

/** All that was told so far, once `isTold` is true of it. */
async function until(told: readonly ProjectNews[], isTold: (news: ProjectNews) => boolean): Promise<ProjectNews> {
  return vi.waitFor(() => told.find(isTold) ?? Promise.reject(new Error('not told yet')), { timeout: 10_000, interval: 20 });
}

const poseOf = ({ change }: ProjectNews, id: string) => change.poses?.put.find(({ item }) => item.id === id)?.item;
const put = (id: string, name: string) => ({ changed: {}, poses: { removed: [], put: [{ item: { ...samplePose(id), name } }] } });
/** A change that is told last: what came before it and was not told is no news. */
const MARK = put('mark', 'Mark');
const isMark = (news: ProjectNews) => poseOf(news, 'mark') !== undefined;

describe('a watched project', () => {
  test('tells of a pose that arrives with its picture, changes, and goes', async () => {
    const { folder, told, bob } = await watched();
    await bob.saveChange(folder, put('wave', 'Wave'));
    const arrived = await until(told, (news) => poseOf(news, 'wave') !== undefined);
    expect(poseOf(arrived, 'wave')).toEqual({
      ...samplePose('wave', expect.stringMatching(/^file:wave\?[0-9a-f]{32}$/) as string),
      name: 'Wave',
    });
    expect(arrived.folder).toBe(folder);
    expect(arrived.revisions['poses/wave.json']).toBe((await bob.open(folder)).revisions['poses/wave.json']);
    await bob.saveChange(folder, put('wave', 'Hello'));
    await until(told, (news) => poseOf(news, 'wave')?.name === 'Hello');
    await bob.saveChange(folder, { changed: {}, poses: { removed: ['wave'], put: [] } });
    const gone = await until(told, ({ change }) => change.poses?.removed.includes('wave') === true);
    expect(gone.revisions).toMatchObject({ 'poses/wave.json': null });
  });

  test('tells of clips, limits and settings', async () => {
    const { folder, hash, told, bob } = await watched();
    const { clips, rig } = sampleProject(hash);
    await bob.saveChange(folder, {
      changed: { name: 'New name', rig: { ...rig, preset: 'stiff' } },
      clips: { removed: [], put: [{ item: { ...clips[0]!, name: 'Stroll' } }] },
    });
    await until(told, ({ change }) => change.changed.name === 'New name');
    expect((await until(told, ({ change }) => change.changed.rig !== undefined)).change.changed.rig?.preset).toBe('stiff');
    await until(told, ({ change }) => change.clips?.put[0]?.item.name === 'Stroll');
  });

  test('does not tell of what the program saved itself', async () => {
    const { folder, told, ann, bob } = await watched();
    await ann.saveChange(folder, put('mine', 'Mine'));
    await ann.saveChange(folder, { changed: { name: 'My name', unkeyed: unkeyedAt([1, 0, 0]) } });
    await bob.saveChange(folder, MARK);
    await until(told, isMark);
    expect(told.flatMap(({ change }) => change.poses?.put.map(({ item }) => item.id))).toEqual(['mark']);
    expect(told.filter(({ change }) => change.changed.name !== undefined)).toEqual([]);
  });

  test('tells what had changed before it was watched, and nothing that the window knows', async () => {
    const { folder, told, ann, bob, revisions } = await watched();
    await ann.watch(null, {});
    await bob.saveChange(folder, put('early', 'Early'));
    await ann.watch(folder, revisions);
    const news = await until(told, (each) => poseOf(each, 'early') !== undefined);
    expect(Object.keys(news.revisions)).toEqual(['poses/early.json']);
  });

  test('names a damaged file once, and tells of it when it is repaired', async () => {
    const { folder, told } = await watched();
    const path = join(folder, 'poses', 'pose-1.json');
    const whole = await readFile(path, 'utf8');
    await writeFile(path, whole.slice(0, 100));
    const damaged = await until(told, ({ notes }) => notes.length > 0);
    expect(damaged.notes).toEqual([expect.stringMatching(/^poses\/pose-1\.json cannot be used: [^\n]*\.$/)]);
    expect(damaged.change.poses).toEqual({ removed: [], put: [] });
    await writeFile(path, whole.replace('Pose pose-1', 'Repaired'));
    await until(told, (news) => poseOf(news, 'pose-1')?.name === 'Repaired');
    expect(told.filter(({ notes }) => notes.length > 0)).toHaveLength(1);
  });

  test('tells nothing while the folder is away, and goes on when it is back', async () => {
    const { folder, told, bob } = await watched();
    await rename(folder, `${folder} away`);
    await rename(`${folder} away`, folder);
    await rm(join(folder, 'clips'), { recursive: true });
    await bob.saveChange(folder, MARK);
    await until(told, isMark);
    await until(told, ({ change }) => change.clips?.removed.includes('clip-1') === true);
    expect(told.flatMap(({ change }) => change.poses?.removed ?? [])).toEqual([]);
  });

  test('notices poses in a folder that was removed and made again', async () => {
    const { folder, told, bob } = await watched();
    await rm(join(folder, 'poses'), { recursive: true });
    const gone = await until(told, ({ change }) => change.poses?.removed.includes('pose-1') === true);
    expect(gone.change.poses?.removed.toSorted()).toEqual(['pose-1', 'pose-2']);
    await bob.saveChange(folder, put('wave', 'Wave'));
    expect(poseOf(await until(told, (news) => poseOf(news, 'wave') !== undefined), 'wave')?.name).toBe('Wave');
    await bob.saveChange(folder, put('later', 'Later'));
    await until(told, (news) => poseOf(news, 'later') !== undefined);
  });

  test('does not follow a link that is put there', async () => {
    const { folder, told, bob } = await watched();
    await writeFile(join(folder, '..', 'secret.json'), '{"version": 2}');
    await symlink(join(folder, '..', 'secret.json'), join(folder, 'poses', 'linked.json'));
    const { notes, change } = await until(told, (news) => news.notes.length > 0);
    expect(notes).toEqual(['poses/linked.json was left out: "poses/linked.json" in "Hero" is a link to another place.']);
    expect(change.poses?.put).toEqual([]);
    await bob.saveChange(folder, MARK);
    await until(told, isMark);
  });

  test('is left alone once the window shows another', async () => {
    const { folder, told, ann, bob } = await watched();
    const other = `${folder} 2`;
    await ann.save(other, (await ann.open(folder)).project);
    await ann.watch(other, (await ann.open(other)).revisions);
    await bob.saveChange(folder, put('unseen', 'Unseen'));
    await bob.saveChange(other, MARK);
    expect((await until(told, isMark)).folder).toBe(other);
    expect(told.every((news) => news.folder === other)).toBe(true);
  });
});
