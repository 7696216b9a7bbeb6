import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProjectFolder } from '../../../electron/files/project/project-folder.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createFolderWork } from '../../../electron/services/folder-work.ts';
import { createJobs } from '../../../electron/services/jobs.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { manyBuffers, manyNodes, manySkinned } from '../../core/formats/killer-files.ts';
import { HERO } from './fresh-services.ts';
import { sampleProject, withPictureFiles } from './sample-project.ts';

const opening = (bytes: Uint8Array) => async () => ({ kind: 'openBytes' as const, fileName: 'hero.glb', bytes });

test('a file that needs too much memory is refused in a sentence, and the next one opens @all', { timeout: 60_000 }, async () => {
  const jobs = createJobs(() => {}, { heap: 40, reading: 600_000 });
  const large = manyNodes(150_000, 'a joint with a name').bytes;
  await expect(jobs.run('large', opening(large))).rejects.toThrow('the file needs more than the 40 MB of memory');
  expect((await jobs.run('large', opening(HERO))).scene.nodes).toHaveLength(1);
});

test('a file that takes too long is given up with a sentence, and the next one opens', { timeout: 60_000 }, async () => {
  const jobs = createJobs(() => {}, { heap: 1000, reading: 1 });
  const skins = manySkinned(30_000, 30_000).bytes;
  await expect(jobs.run('slow', opening(skins))).rejects.toThrow('the file takes longer to read than 1 seconds');
  expect((await createJobs().run('slow', opening(HERO))).scene.nodes).toHaveLength(1);
});

test('opening is ended by its name while the program goes on, and that is no other refusal', { timeout: 60_000 }, async () => {
  const jobs = createJobs();
  const cacheFolder = await mkdtemp(join(tmpdir(), 'limber-limits-'));
  const characters = createCharacters({ cacheFolder, mannequinPath: '', jobs });
  const { bytes } = manySkinned(30_000, 30_000);
  const opened = jobs.during('open', (perform) =>
    characters.openBytes('hero.glb', bytes, undefined, perform).catch(() => {
      throw new Error('the character is missing');
    }),
  );
  setImmediate(() => jobs.cancel('open'));
  await expect(opened).rejects.toThrow(/^cancelled$/);
  expect((await characters.openBytes('hero.glb', HERO)).hash).toMatch(/^[0-9a-f]{64}$/);
});

test('a .gltf with 2,000 buffers that name one sibling of 2 MB opens from the disk', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limber-limits-'));
  const { fileName, bytes, siblings = {} } = manyBuffers(2000, 2 ** 21);
  await writeFile(join(folder, fileName), bytes);
  for (const [name, content] of Object.entries(siblings)) await writeFile(join(folder, name), content);
  const opened = await createCharacters({ cacheFolder: join(folder, 'cache'), mannequinPath: '' }).open(join(folder, fileName));
  expect(opened.bytes.byteLength).toBeLessThan(2 ** 21 + 2 ** 18);
});

describe('a project folder', () => {
  async function savedProject() {
    const folder = join(await mkdtemp(join(tmpdir(), 'limber-limits-')), 'Hero');
    const jobs = createJobs();
    const characters = createCharacters({ cacheFolder: join(folder, '..', 'cache'), mannequinPath: '', jobs });
    const { hash } = await characters.openBytes('hero.glb', HERO);
    // Small folders are read at once: here every one takes a thread.
    const projects = createProjects(characters, undefined, 'ann', createFolderWork(jobs, 0));
    await projects.save(folder, sampleProject(hash));
    return { folder, jobs, projects, hash };
  }

  test('is read on the thread of the job that opens it, as it is read elsewhere', { timeout: 60_000 }, async () => {
    const { folder, jobs, projects, hash } = await savedProject();
    const kinds: string[] = [];
    const opened = await jobs.during('open', (perform) =>
      projects.open(folder, (task) => {
        kinds.push(task.kind);
        return perform(task);
      }),
    );
    expect(opened.project).toEqual(withPictureFiles(sampleProject(hash)));
    expect(kinds.toSorted()).toEqual(['openBytes', 'openProject']);
  });

  test('that takes too long is given up with a sentence', { timeout: 60_000 }, async () => {
    const { folder, projects } = await savedProject();
    const hasty = createJobs(() => {}, { heap: 1000, reading: 0 });
    await expect(hasty.during('open', (perform) => projects.open(folder, perform))).rejects.toThrow('takes longer to read than');
  });

  test('whose character takes too long is not told to have another one', { timeout: 60_000 }, async () => {
    const { folder } = await savedProject();
    const hasty = createJobs(() => {}, { heap: 1000, reading: 0 });
    const characters = createCharacters({ cacheFolder: join(folder, '..', 'none'), mannequinPath: '', jobs: hasty });
    const projects = createProjects(characters, undefined, 'ann');
    await expect(hasty.during('open', (perform) => projects.open(folder, perform))).rejects.toThrow('takes longer to read than');
  });

  test.each([
    [{ bytes: 500, files: 100 }, "the project's files have more than the 500 bytes that can be opened"],
    [{ bytes: 1e6, files: 2 }, 'poses/ holds 3 files, more than the 2 that can be opened'],
  ])('of more than %j is refused', async (limits, sentence) => {
    const { folder } = await savedProject();
    await expect(readProjectFolder(folder, 'ann', limits)).rejects.toThrow(sentence);
  });
});
