import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createFolderWork, type FolderWork } from '../../../electron/services/folder-work.ts';
import { createJobs } from '../../../electron/services/jobs.ts';
import { readPosePictures } from '../../../electron/services/pose-pictures.ts';
import { createProjects, FIRST_POSES } from '../../../electron/services/projects.ts';
import { glbOf } from '../../core/formats/build-glb.ts';
import { textFbx } from '../../core/formats/fbx/text-fbx.ts';
import { samplePose, sampleProject, TINY_PNG, unkeyedAt, withPictureFiles } from './sample-project.ts';

const BVH = `HIERARCHY
ROOT hips
{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 40 0
  }
}
MOTION
Frames: 1
Frame Time: 0.033
0 90 0 0 0 0
`;

async function fresh() {
  const base = await mkdtemp(join(tmpdir(), 'limber-projects-'));
  const characters = createCharacters({ cacheFolder: join(base, 'cache'), mannequinPath: '' });
  const bytes = glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'hips' }] });
  const { hash } = await characters.openBytes('hero.glb', bytes);
  return { base, folder: join(base, 'Hero'), bytes, hash, characters, projects: createProjects(characters, undefined, 'ann') };
}

/** Every file of a folder with its content. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'base64')] as const)));
}

describe('a saved project', () => {
  test('is read while its character is', async () => {
    const { folder, hash, characters, projects } = await fresh();
    const project = sampleProject(hash);
    await projects.save(folder, project);
    const jobs = createJobs();
    let beginCharacter = () => {};
    const characterBegun = new Promise<void>((resolve) => (beginCharacter = resolve));
    const folderWork = createFolderWork(jobs);
    // The folder is read when the reading of the character has begun.
    const waiting: FolderWork = (task, options) => characterBegun.then(() => folderWork(task, options));
    const reading = createProjects(characters, undefined, 'ann', waiting);
    const opened = await jobs.during('open', (perform) =>
      reading.open(folder, (task) => {
        if (task.kind === 'openBytes') beginCharacter();
        return perform(task);
      }),
    );
    expect(opened.project).toEqual(withPictureFiles(project));
    expect(opened.character.hash).toBe(hash);
  });

  test('tells what is wrong with itself rather than with its character', async () => {
    const { folder, hash, characters, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    await writeFile(join(folder, 'characters', `${hash}.glb`), 'another file');
    await rm(join(folder, '..', 'cache'), { recursive: true });
    const givesUp: FolderWork = async () => {
      await expect(projects.open(folder)).rejects.toThrow('is not the file that the project was made with');
      throw new Error('the folder takes longer to read than 120 seconds');
    };
    await expect(createProjects(characters, undefined, 'ann', givesUp).open(folder)).rejects.toThrow('120 seconds');
  });

  test('is opened as it was, by its folder and by its file', async () => {
    const { folder, bytes, hash, projects } = await fresh();
    const project = sampleProject(hash);
    expect(await projects.save(folder, project)).toMatchObject({ folder, file: join(folder, 'project.limber') });
    for (const path of [folder, join(folder, 'project.limber')]) {
      const opened = await projects.open(path);
      expect(opened.project).toEqual(withPictureFiles(project));
      expect(opened.folder).toBe(folder);
      expect(opened.warnings).toEqual([]);
      expect(Buffer.compare(opened.character.bytes, bytes)).toBe(0);
    }
  });

  test.each([
    [
      'figure.fbx',
      textFbx({ models: [{ name: 'hips' }, { name: 'spine', parent: 'hips', properties: { 'Lcl Translation': [0, 20, 0] } }] }),
    ],
    ['figure.bvh', new TextEncoder().encode(BVH)],
  ])('of %s keeps that file byte for byte, and takes it along into another folder', async (fileName, file) => {
    const { base } = await fresh();
    const session = (cache: string) => {
      const characters = createCharacters({ cacheFolder: join(base, cache), mannequinPath: '' });
      return { characters, projects: createProjects(characters, undefined, 'ann') };
    };
    const first = session('first');
    const { hash } = await first.characters.openBytes(fileName, file);
    const folder = join(base, 'First');
    const project = sampleProject(hash, { character: { name: 'figure', fileName, hash } });
    await first.projects.save(folder, project);
    const kept = `characters/${hash}${fileName.slice(-4)}`;
    expect(Buffer.from(file).equals(await readFile(join(folder, kept)))).toBe(true);
    const later = session('later');
    const opened = await later.projects.open(folder);
    expect(opened.character.hash).toBe(hash);
    await later.projects.save(join(base, 'Second'), opened.project);
    expect(Buffer.from(file).equals(await readFile(join(base, 'Second', kept)))).toBe(true);
  });

  test('is opened by its file under another name, which a save leaves as it is', async () => {
    const { base, folder, hash, projects } = await fresh();
    const project = sampleProject(hash);
    await projects.save(folder, project);
    await rename(join(folder, 'project.limber'), join(folder, 'Held ü (1).limber'));
    const opened = await projects.open(join(folder, 'Held ü (1).limber'));
    expect(opened.folder).toBe(folder);
    expect(opened.project).toEqual(withPictureFiles(project));
    expect(opened.warnings).toEqual([
      '"Held ü (1).limber" is a project\'s file under another name: saving writes project.limber beside it.',
    ]);
    const before = await readFile(join(folder, 'Held ü (1).limber'), 'utf8');
    expect(await projects.saveChange(folder, { changed: { name: 'Held' } })).toBeNull();
    await projects.save(folder, { ...project, name: 'Held' });
    expect(await readFile(join(folder, 'Held ü (1).limber'), 'utf8')).toBe(before);
    expect((await projects.open(folder)).project.name).toBe('Held');

    const beside = await projects.open(join(folder, 'Held ü (1).limber'));
    expect(beside.project.name).toBe('Held');
    expect(beside.warnings).toEqual([
      '"Held ü (1).limber" lies beside project.limber, the project\'s own file, which was opened.',
    ]);

    // A folder may have that ending too.
    await rename(folder, join(base, 'hero.limber'));
    expect((await projects.open(join(base, 'hero.limber'))).project.name).toBe('Held');
  });

  test('is not looked for in what only has its ending', async () => {
    const { base, bytes, projects } = await fresh();
    await mkdir(join(base, 'one'));
    await writeFile(join(base, 'one', 'hero.limber'), bytes);
    await expect(projects.open(join(base, 'one', 'hero.limber'))).rejects.toThrow(
      '"hero.limber" cannot be used: it holds a character, not a project; give it the ending .glb and open it as a character',
    );
    await writeFile(join(base, 'one', 'hero.limber'), 'Dear diary');
    await expect(projects.open(join(base, 'one', 'hero.limber'))).rejects.toThrow(
      /^"hero\.limber" cannot be used: its content cannot be read: it is not JSON$/,
    );
    await expect(projects.open(join(base, 'one', 'none.limber'))).rejects.toThrow('there is no such folder');
  });

  test('is a folder of plain files', async () => {
    const { folder, bytes, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const files = (await readdir(folder, { recursive: true })).toSorted();
    expect(files).toEqual(
      [
        '.gitignore',
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
        'users',
        'users/ann.json',
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

  test('loses the files of what this document removed, and nothing else that lies there', async () => {
    const { folder, hash, projects } = await fresh();
    const { revisions } = await projects.save(folder, sampleProject(hash));
    await writeFile(join(folder, 'poses', 'from-a-friend.json'), '{}');
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const bases = { 'pose-1': revisions['poses/pose-1.json']! };
    await projects.saveChange(folder, { changed: {}, poses: { removed: ['pose-1'], put: [], bases } });
    expect((await readdir(join(folder, 'poses'))).toSorted()).toEqual(['from-a-friend.json', 'pose-2.json']);
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('does not bring back a picture that a pose no longer has', async () => {
    const { folder, hash, projects } = await fresh();
    const { revisions } = await projects.save(folder, sampleProject(hash));
    const bases = { 'pose-1': revisions['poses/pose-1.json']! };
    const item = samplePose('pose-1', '');
    await projects.saveChange(folder, { changed: {}, poses: { removed: [], put: [{ item }], bases } });
    expect((await projects.open(folder)).project.poses[0]).toEqual(item);
  });

  test('has the poses on top that are in each user’s own order, then the others by their names', async () => {
    const { base, folder, hash, projects } = await fresh();
    const poses = ['b', 'c', 'a'].map((id) => ({ ...samplePose(id, ''), name: `Pose ${id === 'c' ? 10 : id === 'b' ? 9 : 1}` }));
    await projects.save(folder, sampleProject(hash, { poses, unkeyed: unkeyedAt([1, 2, 3]) }));
    const characters = createCharacters({ cacheFolder: join(base, 'cache'), mannequinPath: '' });
    const bob = await createProjects(characters, undefined, 'bob').open(folder);
    expect(bob.project.poses.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(bob.project.unkeyed).toBeNull();
    const ann = await projects.open(folder);
    expect(ann.project.poses.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(ann.project.unkeyed?.pose.root).toEqual([1, 2, 3]);
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
    await projects.saveChange(folder, { changed: { unkeyed: unkeyedAt([1, 0, 0]) } });
    expect(await readFile(join(folder, 'poses', 'pose-1.json'), 'utf8')).toBe(content);
  });

  test('of names that differ by large letters alone is told, and the first by its letters is shown', async () => {
    const { folder, hash, projects } = await fresh();
    await projects.save(folder, sampleProject(hash));
    const path = join(folder, 'poses', 'pose-1.json');
    const twin = join(folder, 'poses', 'Pose-1.json');
    // Where a disk does not tell them apart, this is the same file.
    await writeFile(twin, await readFile(path, 'utf8'));
    const { project, warnings } = await projects.open(folder);
    const isTold = (await readdir(join(folder, 'poses'))).includes('Pose-1.json');
    expect(warnings).toEqual(isTold ? ['poses/pose-1.json was left out: another file has the same name.'] : []);
    expect(project.poses.map(({ id }) => id.toLowerCase()).sort()).toEqual(['pose-1', 'pose-2']);
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
        /^the project "Hero" cannot be opened: its file project\.limber cannot be used: [^\n]*$/,
      );
      expect(await snapshot(folder)).toEqual(before);
    }
  });

  test.each([
    ['"version": 3', '"version": 4', /saved by a newer Limber \(format 4\)/],
    ['"version": 3', '"version": "one"', /no file of a Limber project/],
    ['"order": "smartBounce"', '"order": "sideways"', /solver/],
    ['"hash": "', '"hash": "../../evil', /expected a SHA-256 hash/],
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

describe('the pictures of saved poses', () => {
  test('are read by the ids of the poses, and come along into another folder', async () => {
    const { base, folder, hash, projects } = await fresh();
    const picture = new Uint8Array(Buffer.from(TINY_PNG.split(',')[1]!, 'base64'));
    await projects.save(folder, sampleProject(hash));
    await writeFile(join(folder, 'poses', 'text.png'), 'no picture');
    expect(await readPosePictures(folder, ['pose-1', 'gone', 'text'])).toEqual([Buffer.from(picture), null, null]);
    expect(await readPosePictures(join(base, 'nowhere'), ['pose-1'])).toEqual([null]);
    const { project } = await projects.open(folder);
    await projects.save(join(base, 'Beside'), project, { origin: folder });
    expect(await readPosePictures(join(base, 'Beside'), ['pose-1'])).toEqual([Buffer.from(picture)]);
    await projects.save(join(base, 'Bare'), project, { origin: join(base, 'nowhere') });
    expect(await readPosePictures(join(base, 'Bare'), ['pose-1'])).toEqual([null]);
  });
});

describe('a project of very many poses', () => {
  const ids = Array.from({ length: FIRST_POSES + 20 }, (_, i) => `pose-${i}`);
  const saved = async () => {
    const { folder, hash, projects, characters } = await fresh();
    const poses = ids.map((id, i) => ({ ...samplePose(id), name: `Pose ${i}` }));
    await projects.save(folder, { ...sampleProject(hash), poses: poses.toReversed() });
    return { folder, projects, characters };
  };

  test('is opened with those first that its user has first, and the others follow in their order', async () => {
    const { folder, projects } = await saved();
    const opened = await projects.openPacked(folder);
    expect(opened).toMatchObject({ poseCount: ids.length, warnings: [] });
    expect(opened.poses.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, FIRST_POSES));
    const { poses, revisions, warnings } = await projects.poses(folder);
    expect(poses.items.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(revisions).toMatchObject(
      Object.fromEntries(Object.entries(opened.revisions).filter(([path]) => path.startsWith('poses/'))),
    );
    expect(Object.keys(revisions)).toHaveLength(ids.length);
    expect(warnings).toEqual([]);
    expect((await projects.open(folder)).project.poses.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test('is opened with those of the lowest numbers where its user has no order', async () => {
    const { folder, characters } = await saved();
    const someone = createProjects(characters, undefined, 'someone else');
    const opened = await someone.openPacked(folder);
    expect(opened.poses.items.map(({ id }) => id)).toEqual(ids.slice(0, FIRST_POSES));
  });

  test('is opened by what its user knows of without looking at all that lies there, and by that where one of the first is gone', async () => {
    const { folder, projects } = await saved();
    const first = await readFile(join(folder, 'poses', `${ids.at(-1)}.json`), 'utf8');
    await writeFile(join(folder, 'poses', 'theirs.json'), first);
    const opened = await projects.openPacked(folder);
    expect(opened.poseCount).toBe(ids.length);
    expect((await projects.poses(folder)).poses.items.map(({ id }) => id)).toContain('theirs');

    await rm(join(folder, 'poses', `${ids.at(-1)}.json`));
    const again = await projects.openPacked(folder);
    expect(again).toMatchObject({ poseCount: ids.length, warnings: [] });
    expect(again.poses.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(1, FIRST_POSES + 1));
  });

  test('tells of a damaged pose once, and leaves out that one', async () => {
    const { folder, projects } = await saved();
    const damaged = `poses/${ids.at(-1)}.json`;
    await writeFile(join(folder, damaged), '{');
    expect((await projects.openPacked(folder)).warnings).toEqual([]);
    const { poses, warnings } = await projects.poses(folder);
    expect(poses.items).toHaveLength(ids.length - 1);
    expect(warnings).toMatchObject([expect.stringContaining(`${damaged} was left out`)]);
  });
});
