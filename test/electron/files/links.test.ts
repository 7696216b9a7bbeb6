import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProjects, type Projects } from '../../../electron/services/projects.ts';
import { freshCharacters } from '../services/fresh-characters.ts';
import { samplePose, sampleProject, withPictureFiles } from '../services/sample-project.ts';

/** A folder that somebody prepared, beside one with files that are none of its business. */
let folder = '';
let outside = '';
let hash = '';
let projects: Projects;

beforeEach(async () => {
  const { base, characters, hash: known } = await freshCharacters();
  hash = known;
  folder = join(base, 'Hero');
  outside = join(base, 'outside');
  projects = createProjects(characters, undefined, 'ann');
  await projects.save(folder, sampleProject(hash));
  await mkdir(outside);
  for (const name of ['pose-1.json', 'secret.json', 'pose-1.png', 'ann.json', `${hash}.json`, 'project.limber', `${hash}.glb`]) {
    await writeFile(join(outside, name), 'secret');
  }
});

/** Every file and folder with its kind, content, time and mode; links are not followed. */
async function everything(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mtimeNs, mode } = await lstat(path, { bigint: true });
    const content = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : '';
    return `${path} ${mtimeNs} ${mode} ${content}`;
  });
  return [(await lstat(root, { bigint: true })).mtimeNs.toString(), ...(await Promise.all(lines)).toSorted()];
}

/** Puts a link where a file or folder of the project was. */
async function linkTo(target: string, path: string): Promise<void> {
  await rm(join(folder, path), { recursive: true, force: true });
  await symlink(join(outside, target), join(folder, path));
}

const CHANGE = {
  changed: { name: 'Other', rig: { preset: 'stiff', corrections: {}, limits: {}, stiffness: {} } },
  before: { name: 'Hero – Übung' },
  poses: { removed: ['pose-2'], put: [{ item: samplePose('pose-1') }] },
} as const;

describe('opening a project', () => {
  test('changes no byte and no time of it, whether or not it may be written to', async () => {
    const before = await everything(folder);
    await projects.open(folder);
    expect(await everything(folder)).toEqual(before);
    await chmod(join(folder, 'poses'), 0o555);
    await chmod(folder, 0o555);
    const closed = await everything(folder);
    expect((await projects.open(folder)).project).toEqual(withPictureFiles(sampleProject(hash)));
    expect(await everything(folder)).toEqual(closed);
    await chmod(folder, 0o755);
    await chmod(join(folder, 'poses'), 0o755);
  });

  test('neither completes nor removes a save that something else began, and says so', async () => {
    const staging = join(folder, '.limber-saving');
    await mkdir(staging);
    await writeFile(join(staging, '0'), 'evil');
    await writeFile(
      join(staging, 'commit.json'),
      JSON.stringify({ version: 1, moves: ['poses/pose-1.json'], removals: ['project.limber'] }),
    );
    const before = await everything(folder);
    const { project, warnings } = await projects.open(folder);
    expect(project).toEqual(withPictureFiles(sampleProject(hash)));
    expect(warnings).toEqual([expect.stringMatching(/\.limber-saving.*neither completed nor removed\.$/)]);
    expect(await everything(folder)).toEqual(before);
    await projects.saveChange(folder, CHANGE);
    expect((await readdir(staging)).toSorted()).toEqual(['0', 'commit.json']);
    expect(await readFile(join(staging, '0'), 'utf8')).toBe('evil');
  });
});

/** Where a link may stand, and what is left out of the project then; null: it cannot be opened. */
const LINKS: readonly (readonly [path: string, target: string, leftOut: string | null])[] = [
  ['project.limber', 'project.limber', null],
  ['poses', '', 'poses/ was left out'],
  ['clips', '', 'clips/ was left out'],
  ['rigs', '', 'was left out: "rigs"'],
  ['users', '', 'cannot be used: "users"'],
  ['poses/pose-1.json', 'pose-1.json', 'poses/pose-1.json was left out'],
  ['poses/pose-9.json', 'secret.json', 'poses/pose-9.json was left out'],
  ['users/ann.json', 'ann.json', 'users/ann.json cannot be used'],
];

describe('a link in a project folder', () => {
  test.each(LINKS)('at %s is not followed when the project is opened, and is told', async (path, target, leftOut) => {
    await linkTo(target, path);
    const before = [...(await everything(folder)), ...(await everything(outside))];
    if (leftOut === null)
      await expect(projects.open(folder)).rejects.toThrow(/"project\.limber" in "Hero" is a link to another place$/);
    else expect((await projects.open(folder)).warnings.join(' ')).toMatch(new RegExp(`${leftOut}.* is a link to another place`));
    expect([...(await everything(folder)), ...(await everything(outside))]).toEqual(before);
  });

  test.each<readonly [path: string, target: string]>([
    ...LINKS.filter(([path]) => path !== 'clips' && !path.endsWith('.json')).map(([path, target]) => [path, target] as const),
    ['.gitignore', 'secret.json'],
    ['.limber.lock', ''],
  ])('at %s is refused by a save, and nothing is written through it', async (path, target) => {
    await linkTo(target, path);
    const before = await everything(outside);
    await expect(projects.saveChange(folder, CHANGE)).rejects.toThrow(/in "Hero" is a link to another place/);
    expect(await everything(outside)).toEqual(before);
    expect((await lstat(join(folder, path))).isSymbolicLink()).toBe(true);
  });

  test.each([
    ['poses/pose-1.json', 'pose-1.json', /^The file of the pose “.*” cannot be used .* yours is kept as “.* \(2\)”\.$/],
    ['poses/pose-1.png', 'pose-1.png', /has no picture: .*poses\/pose-1\.png/],
    ['poses/pose-2.json', 'secret.json', /^poses\/pose-2\.json was not removed/],
    ['users/ann.json', 'ann.json', null],
  ])('at %s stays: a save goes beside it, and nothing is written through it', async (path, target, note) => {
    await linkTo(target, path);
    const before = await everything(outside);
    const saved = await projects.saveChange(folder, CHANGE);
    expect(saved?.notes).toEqual(note === null ? [] : [expect.stringMatching(note)]);
    expect(await everything(outside)).toEqual(before);
    expect((await lstat(join(folder, path))).isSymbolicLink()).toBe(true);
    if (path.startsWith('users/')) expect(await readdir(join(folder, 'users'))).toContain('ann.2.json');
  });

  test.each([
    ['characters', ''],
    ['characters/HASH.glb', 'GLB'],
  ])('at %s gives no character', async (path, target) => {
    await linkTo(target.replace('GLB', `${hash}.glb`), path.replace('HASH', hash));
    const before = await everything(outside);
    expect((await projects.open(folder)).character.hash).toBe(hash);
    await expect(projects.save(folder, sampleProject(hash))).rejects.toThrow('is a link to another place');
    expect(await everything(outside)).toEqual(before);
  });

  test('to the project folder itself is followed', async () => {
    const elsewhere = join(outside, 'Hero');
    await rename(folder, elsewhere);
    await symlink(elsewhere, folder);
    expect((await projects.open(folder)).project).toEqual(withPictureFiles(sampleProject(hash)));
    await projects.saveChange(folder, CHANGE);
    expect(await readdir(join(elsewhere, 'poses'))).toEqual(['pose-1.json', 'pose-1.png']);
  });
});

test('a folder, or a name that is no id, where a file should be is told and left alone', async () => {
  await mkdir(join(folder, 'poses', 'folder.json'));
  await writeFile(join(folder, 'poses', 'My pose.json'), '{}');
  await writeFile(join(folder, 'poses', '.hidden.json'), '{}');
  await writeFile(join(folder, 'poses', 'POSE-1.json'), '{}');
  const { project, warnings } = await projects.open(folder);
  expect(project.poses.map(({ id }) => id)).toEqual(['pose-2']);
  expect(warnings.map((warning) => warning.replace(/ was left out.*$/, '')).toSorted()).toEqual([
    'poses/My pose.json',
    'poses/POSE-1.json',
    'poses/folder.json',
    'poses/pose-1.json',
  ]);
});
