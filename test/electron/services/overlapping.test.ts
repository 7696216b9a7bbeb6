import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProjects } from '../../../electron/services/projects.ts';
import { freshCharacters } from './fresh-characters.ts';
import { samplePose, sampleProject } from './sample-project.ts';

const ROUNDS = 40;

interface Writer {
  /** Lets it begin. */
  go(): void;
  /** The ids that it was told are kept, once it has ended well. */
  readonly kept: Promise<readonly string[]>;
}

/** A process that has opened the project and waits to save it again and again. */
async function startWriter(name: string, folder: string, cache: string): Promise<Writer> {
  const script = join(import.meta.dirname, 'children', 'save-overlapping.ts');
  const child = spawn(process.execPath, [script, folder, cache, name, String(ROUNDS)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const kept = once(child, 'close').then(([code]) => {
    expect(code).toBe(0);
    return output.trim().split('\n').slice(1);
  });
  await once(child.stdout, 'data');
  return { go: () => void child.stdin.write('go\n'), kept };
}

test(
  `${2 * ROUNDS} overlapping saves of two processes leave nothing unreadable, mixed or lost @all`,
  { timeout: 120_000 },
  async () => {
    const { base, cache, characters, hash } = await freshCharacters();
    const folder = join(base, 'Hero');
    const projects = createProjects(characters, undefined, 'carol');
    await projects.save(folder, sampleProject(hash));
    const writers = await Promise.all(['ann', 'bob'].map((name) => startWriter(name, folder, cache)));
    for (const writer of writers) writer.go();
    const [anns, bobs] = (await Promise.all(writers.map(({ kept }) => kept))) as [string[], string[]];
    const { project, warnings } = await projects.open(folder);
    expect(warnings).toEqual([]);
    const ids = project.poses.map(({ id }) => id);
    for (const id of [...anns, ...bobs]) expect(ids).toContain(id);
    expect(anns.length + bobs.length).toBe(2 * ROUNDS + 1);
    const last = [ROUNDS - 1, ROUNDS - 2].flatMap((round) => [`ann-${round}-gone`, `bob-${round}-gone`]);
    expect(ids.filter((id) => id.endsWith('-gone')).toSorted()).toEqual(last.toSorted());
    // Both had changed the one that they share: one lies where it was, the other beside it.
    const shared = project.poses.filter(({ id }) => id.startsWith('pose-1')).map(({ name }) => name);
    expect([
      ['ann', 'bob (2)'],
      ['ann (2)', 'bob'],
    ]).toContainEqual(shared.toSorted());
    expect(project.solver).toMatchObject({ restarts: ROUNDS - 1, maxIterations: 100 + ROUNDS - 1 });
    const strays = (await readdir(folder, { recursive: true })).filter((name) => /lock|\.\d|tmp/.test(name));
    expect(strays).toEqual([]);
  },
);

test('saves of one folder within a process take turns, whatever path names it', async () => {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  const projects = createProjects(characters, undefined, 'ann');
  await projects.save(folder, sampleProject(hash));
  const change = (i: number) => ({ changed: {}, poses: { removed: [], put: [{ item: samplePose(`more-${i}`, '') }] } });
  const paths = [folder, `${folder}/`, join(folder, 'project.limber'), join(folder, 'poses', '..')];
  await Promise.all(Array.from({ length: 20 }, (_, i) => projects.saveChange(paths[i % paths.length]!, change(i))));
  const { project, warnings } = await projects.open(folder);
  expect(warnings).toEqual([]);
  expect(project.poses).toHaveLength(22);
  expect(JSON.parse(await readFile(join(folder, 'users', 'ann.json'), 'utf8'))).toMatchObject({ poses: { length: 22 } });
});
