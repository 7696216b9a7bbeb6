import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProjectData } from '../../../core/document/project-data.ts';
import { fileOfPicture } from '../../../core/library/saved-pose.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createJournal } from '../../../electron/services/journal.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { glbOf } from '../../core/formats/build-glb.ts';
import { alternatives } from './alternatives.ts';
import { libraryAfter } from './library-edits.ts';
import { sampleProject, unkeyedAt } from './sample-project.ts';
import { cases } from '../../helpers/extent.ts';
import { projectOfWork } from '../../helpers/unsaved-work.ts';

const ROUNDS = cases(1, 6);
const SEED = 20261121;

/** Runs a script of `children/`, kills it `delay` milliseconds after its first line, and gives its last whole line. */
async function runAndKill(script: string, parameters: readonly string[], delay: number): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'children', script), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, delay));
  child.kill('SIGKILL');
  await once(child, 'close');
  return output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1) ?? '';
}

/** A pose's picture is a file of its own, which comes before the pose. */
function withoutPicture(part: object): object {
  return { ...part, thumbnail: '' };
}

/** The project with the pictures that lie in its folder. */
async function withPicturesRead(folder: string, project: ProjectData): Promise<ProjectData> {
  const poses = project.poses.map(async (saved) => {
    const file = fileOfPicture(saved.thumbnail);
    if (file === null) return saved;
    const bytes = await readFile(join(folder, 'poses', `${file}.png`));
    return { ...saved, thumbnail: `data:image/png;base64,${bytes.toString('base64')}` };
  });
  return { ...project, poses: await Promise.all(poses) };
}

describe(`a program killed at any moment (random seed ${SEED})`, () => {
  test(
    'leaves every part of the project as it was or as it should become, and nothing of the way there',
    { timeout: 60_000 },
    async () => {
      const random = seededRandom(SEED);
      const base = await mkdtemp(join(tmpdir(), 'limber-kill-'));
      const folder = join(base, 'project');
      const cache = join(base, 'cache');
      const characters = createCharacters({ cacheFolder: cache, mannequinPath: '' });
      const { hash } = await characters.openBytes('hero.glb', glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'hips' }] }));
      const [first, second] = alternatives(hash);
      const projects = createProjects(characters);
      for (let round = 0; round < ROUNDS; round++) {
        await runAndKill('save-repeatedly.ts', [folder, cache, hash], random() * 60);
        const { project, warnings } = await projects.open(folder);
        expect(warnings).toEqual([]);
        for (const field of ['name', 'rig', 'pins', 'solver', 'unkeyed'] as const) {
          expect([first[field], second[field]]).toContainEqual(project[field]);
        }
        for (const kind of ['poses', 'clips'] as const) {
          for (const part of project[kind])
            expect([...first[kind], ...second[kind]].map(withoutPicture)).toContainEqual(withoutPicture(part));
        }
      }
    },
  );

  test('loses at most the last command', { timeout: 60_000 }, async () => {
    const random = seededRandom(SEED);
    const hash = '0'.repeat(64);
    for (let round = 0; round < ROUNDS; round++) {
      const folder = await mkdtemp(join(tmpdir(), 'limber-kill-'));
      const kept = Number(await runAndKill('append-repeatedly.ts', [folder, hash], random() * 60));
      const recovered = await createJournal(folder).recover();
      const edits = (recovered?.edits ?? 0) - 1;
      expect(kept).toBeGreaterThan(0);
      expect([kept, kept + 1]).toContain(edits);
      expect(projectOfWork(recovered)).toEqual(sampleProject(hash, { unkeyed: unkeyedAt([edits, 0, 0]) }));
    }
  });

  test('loses at most the last command while it saves only what changed', { timeout: 60_000 }, async () => {
    const random = seededRandom(SEED);
    for (let round = 0; round < ROUNDS; round++) {
      const base = await mkdtemp(join(tmpdir(), 'limber-kill-'));
      const [folder, cache, recovery] = [join(base, 'project'), join(base, 'cache'), join(base, 'recovery')];
      const characters = createCharacters({ cacheFolder: cache, mannequinPath: '' });
      const { hash } = await characters.openBytes('hero.glb', glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'hips' }] }));
      const kept = Number(await runAndKill('edit-and-save-repeatedly.ts', [folder, cache, recovery, hash], random() * 120));
      expect(kept).toBeGreaterThan(0);
      const recovered = await createJournal(recovery).recover();
      const project = projectOfWork(recovered) ?? (await createProjects(characters).open(folder)).project;
      expect([libraryAfter(hash, kept), libraryAfter(hash, kept + 1)]).toContainEqual(await withPicturesRead(folder, project));
    }
  });
});
