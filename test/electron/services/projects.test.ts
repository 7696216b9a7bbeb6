import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyChange, type ProjectChange } from '../../../core/document/changes.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { glbOf } from '../files/build-glb.ts';
import { samplePose, sampleProject } from './sample-project.ts';

async function fresh() {
  const base = await mkdtemp(join(tmpdir(), 'limber-projects-'));
  const characters = createCharacters({ cacheFolder: join(base, 'cache'), mannequinPath: '' });
  const bytes = glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'hips' }] });
  const { hash } = await characters.openBytes('hero.glb', bytes);
  return { base, folder: join(base, 'Hero'), bytes, hash, projects: createProjects(characters) };
}

/** Every file of a folder with its content. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'base64')] as const)));
}

describe('a saved project', () => {
  test('is opened as it was, by its folder and by its file', async () => {
    const { folder, bytes, hash, projects } = await fresh();
    const project = sampleProject(hash);
    expect(await projects.save(folder, project)).toMatchObject({ folder, file: join(folder, 'project.limber') });
    for (const path of [folder, join(folder, 'project.limber')]) {
      const opened = await projects.open(path);
      expect(opened.project).toEqual(project);
      expect(opened.folder).toBe(folder);
      expect(opened.warnings).toEqual([]);
      expect(Buffer.compare(opened.character.bytes, bytes)).toBe(0);
    }
  });

  test('is a folder of plain files', async () => {
    const { folder, bytes, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const files = (await readdir(folder, { recursive: true })).toSorted();
    expect(files).toEqual(
      [
        'characters',
        `characters/${hash}.glb`,
        'clips',
        'clips/clip-1.json',
        'poses',
        'poses/pose-1.json',
        'poses/pose-1.png',
        'poses/pose-2.json',
        'project.limber',
        'rigs',
        `rigs/${hash}.json`,
      ].map((path) => join(path)),
    );
    expect(Buffer.compare(await readFile(join(folder, 'characters', `${hash}.glb`)), bytes)).toBe(0);
    const image = await readFile(join(folder, 'poses', 'pose-1.png'));
    expect(image.subarray(1, 4).toString()).toBe('PNG');
  });

  test('needs neither the cache nor its old place', async () => {
    const { base, folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const elsewhere = createProjects(createCharacters({ cacheFolder: join(base, 'other-cache'), mannequinPath: '' }));
    expect((await elsewhere.open(folder)).character.hash).toBe(hash);
  });

  test('loses the files of poses that were deleted, and nothing else that lies there', async () => {
    const { folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    await writeFile(join(folder, 'poses', 'from-a-friend.json'), '{}');
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await projects.save(folder, sampleProject(hash, { poses: [samplePose('pose-2', '')] }));
    expect((await readdir(join(folder, 'poses'))).toSorted()).toEqual(['from-a-friend.json', 'pose-2.json']);
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('does not bring back a picture that a pose no longer has', async () => {
    const { folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const project = sampleProject(hash, { poses: [samplePose('pose-1', '')] });
    await projects.save(folder, project);
    expect((await projects.open(folder)).project).toEqual(project);
  });
});

describe('damage', () => {
  test.each([
    ['{"broken', 'cannot be read'],
    ['[]', 'must be an object'],
    ['NaN', 'cannot be read'],
  ])('of one pose (%s) is told, the others are shown, and the file survives the next save', async (content, problem) => {
    const { folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    await writeFile(join(folder, 'poses', 'pose-1.json'), content);
    const opened = await projects.open(folder);
    expect(opened.project.poses.map(({ id }) => id)).toEqual(['pose-2']);
    expect(opened.warnings).toHaveLength(1);
    expect(opened.warnings[0]).toContain('poses/pose-1.json was left out');
    expect(opened.warnings[0]).toContain(problem);
    await projects.save(folder, opened.project);
    expect(await readFile(join(folder, 'poses', 'pose-1.json'), 'utf8')).toBe(content);
  });

  test('of a number in a clip is told with its place', async () => {
    const { folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const path = join(folder, 'clips', 'clip-1.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"fps": 30', '"fps": 31'));
    const opened = await projects.open(folder);
    expect(opened.project.clips).toEqual([]);
    expect(opened.warnings).toEqual([
      'clips/clip-1.json was left out: fps: expected one of 24, 25, 30, 48, 60, 120 frames a second.',
    ]);
  });

  test('of the project file is refused in one sentence and changes nothing', async () => {
    const { folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const file = join(folder, 'project.limber');
    const whole = await readFile(file, 'utf8');
    for (let length = 0; length < whole.length - 2; length += 97) {
      await writeFile(file, whole.slice(0, length));
      const before = await snapshot(folder);
      await expect(projects.open(folder)).rejects.toThrow(
        /^the project "Hero" cannot be opened: its file project\.limber [^\n]*$/,
      );
      expect(await snapshot(folder)).toEqual(before);
    }
  });

  test.each([
    ['"version": 1', '"version": 2', /saved by a newer Limber \(format 2\)/],
    ['"version": 1', '"version": "one"', /not a Limber project/],
    ['"order": "smartBounce"', '"order": "sideways"', /solver/],
    ['"clip-1"]', '"../../evil"]', /expected an id/],
  ])('%s → %s is refused', async (from, to, message) => {
    const { folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const file = join(folder, 'project.limber');
    const text = await readFile(file, 'utf8');
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
    await expect(projects.open(folder)).rejects.toThrow(message);
  });

  test('a project of a newer Limber is not saved over', async () => {
    const { folder, hash, projects } = await fresh();
    await mkdir(folder);
    await writeFile(join(folder, 'project.limber'), '{"version": 99, "holds": "the future"}');
    const before = await snapshot(folder);
    await expect(projects.save(folder, sampleProject(hash))).rejects.toThrow('newer Limber');
    expect(await snapshot(folder)).toEqual(before);
  });

  test('of the character in the folder is mended from the cache, or refused with the file to put back', async () => {
    const { base, folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    await writeFile(join(folder, 'characters', `${hash}.glb`), glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'other' }] }));
    expect((await projects.open(folder)).character.hash).toBe(hash);
    const withoutCache = createProjects(createCharacters({ cacheFolder: join(base, 'empty'), mannequinPath: '' }));
    await expect(withoutCache.open(folder)).rejects.toThrow(
      `the project's character "hero.glb" is not the file that the project was made with: put the original back as characters/${hash}.glb`,
    );
    await rm(join(folder, 'characters'), { recursive: true });
    await expect(withoutCache.open(folder)).rejects.toThrow('is missing');
  });

  test('a folder without a project is refused in one sentence', async () => {
    const { base, projects } = await fresh();
    await expect(projects.open(base)).rejects.toThrow(`"${base}" is not a Limber project: it holds no project.limber`);
  });
});

describe('saving only what changed', () => {
  const CHANGE: ProjectChange = {
    changed: { name: 'Changed', rig: { preset: 'stiff', corrections: {}, limits: {}, stiffness: {} } },
    poses: {
      removed: ['pose-2'],
      put: [
        { after: null, item: { ...samplePose('pose-1', ''), name: 'No picture any more' } },
        { after: 'pose-1', item: samplePose('pose-3') },
      ],
    },
  };

  async function saved() {
    const opened = await fresh();
    const { revision } = await opened.projects.save(opened.folder, sampleProject(opened.hash));
    return { ...opened, revision, project: sampleProject(opened.hash) };
  }

  test('makes the same files as saving everything', async () => {
    const { base, folder, hash, projects, revision, project } = await saved();
    const changed = await projects.saveChange(folder, revision, CHANGE);
    expect((await projects.open(folder)).project).toEqual(applyChange(project, CHANGE));
    expect(changed?.revision).toBe((await projects.open(folder)).revision);
    const whole = join(base, 'Whole');
    await projects.save(whole, sampleProject(hash));
    expect((await projects.save(whole, applyChange(project, CHANGE))).revision).toBe(changed?.revision);
    const relative = async (root: string) =>
      Object.fromEntries(Object.entries(await snapshot(root)).map(([path, content]) => [path.slice(root.length), content]));
    expect(await relative(folder)).toEqual(await relative(whole));
  });

  test('leaves the files of everything else alone', async () => {
    const { folder, projects, revision } = await saved();
    const clip = join(folder, 'clips', 'clip-1.json');
    await writeFile(clip, '{"touched": "by somebody"}');
    await projects.saveChange(folder, revision, CHANGE);
    expect(await readFile(clip, 'utf8')).toBe('{"touched": "by somebody"}');
  });

  test('may go on from revision to revision', async () => {
    const { folder, projects, revision, project } = await saved();
    let present = project;
    let at = revision;
    for (let i = 0; i < 5; i++) {
      const put = [{ after: 'pose-2', item: samplePose(`more-${i}`) }];
      const change: ProjectChange = { changed: { name: `${i}` }, poses: { removed: i === 0 ? [] : [`more-${i - 1}`], put } };
      at = (await projects.saveChange(folder, at, change))!.revision;
      present = applyChange(present, change);
      expect((await projects.open(folder)).project).toEqual(present);
    }
  });

  test.each([
    ['somebody else changed the project file', 'project.limber'],
    ['the file of a pose is missing', 'poses/pose-1.json'],
    ['the file of a clip is missing', 'clips/clip-1.json'],
    ['the rig is missing', 'rigs'],
    ['the character is missing', 'characters'],
  ])('is not done, and nothing is written, when %s', async (_, path) => {
    const { folder, projects, revision } = await saved();
    if (path === 'project.limber') await appendFile(join(folder, path), '\n');
    else await rm(join(folder, path), { recursive: true });
    const before = await snapshot(folder);
    expect(await projects.saveChange(folder, revision, CHANGE)).toBeNull();
    expect(await snapshot(folder)).toEqual(before);
  });

  test('is not done for another character or another order', async () => {
    const { folder, projects, revision, project } = await saved();
    for (const changed of [{ character: project.character }, { poses: project.poses.toReversed() }]) {
      expect(await projects.saveChange(folder, revision, { changed })).toBeNull();
    }
  });
});
