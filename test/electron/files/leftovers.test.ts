import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeScratch } from '../../../electron/cli/vocabulary/scratch.ts';
import { thisProcess } from '../../../electron/files/storage/process-identity.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { freshCharacters } from '../services/fresh-characters.ts';
import { sampleProject } from '../services/sample-project.ts';

test('what a killed save was writing is removed by the next save, and nothing else', async () => {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  for (const name of ['poses', 'clips', 'users', 'exports']) await mkdir(join(folder, name), { recursive: true });
  const left = ['poses/.wave.json', 'poses/.wave.png', 'clips/.clip-1.json', 'users/.ann.steps', '.project.limber'];
  const others = ['exports/.out.glb', '.out.glb', 'poses/.notes.txt'];
  const id = randomUUID();
  for (const name of [...left, ...others]) await writeFile(join(folder, `${name}.${id}`), 'half');
  const projects = createProjects(characters, undefined, 'ann');
  await projects.save(folder, sampleProject(hash));
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(id)).toSorted();
  expect(names).toEqual(others.map((name) => `${name}.${id}`).toSorted());
});

test('the folder of a session that was killed is removed by the next one, those of sessions at work stay', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'limber-scratch-'));
  const here = thisProcess(hostname());
  const { pid } = spawnSync(process.execPath, ['--version']);
  await mkdir(join(parent, `limber-session-${pid}-${here.machine}-${here.run}-aaaaaa`));
  const elsewhere = `limber-session-${pid}-00000000-${here.run}-bbbbbb`;
  await mkdir(join(parent, elsewhere));
  const first = await makeScratch(parent);
  const second = await makeScratch(parent);
  expect((await readdir(parent)).map((name) => join(parent, name)).toSorted()).toEqual(
    [first, second, join(parent, elsewhere)].toSorted(),
  );
});
