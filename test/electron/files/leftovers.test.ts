import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LIST_KINDS } from '../../../core/document/list-kinds.ts';
import { makeScratch } from '../../../electron/cli/vocabulary/scratch.ts';
import { thisProcess } from '../../../electron/files/storage/process-identity.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { freshCharacters } from '../services/fresh-characters.ts';
import { freshServices } from '../services/fresh-services.ts';
import { sampleProject } from '../services/sample-project.ts';

test('what a killed save was writing is removed by the next save, and nothing else', async () => {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  const lists = LIST_KINDS.map((kind) => `${kind}/.part-1.json`);
  const media = [`media/.${hash}.wav`, `media/.${hash}`];
  const left = [
    ...lists,
    ...media,
    'poses/.wave.png',
    'rigs/.a.json',
    'characters/.a.glb',
    'users/.ann.steps',
    '.project.limber',
  ];
  const others = ['exports/.out.glb', '.out.glb', 'poses/.notes.txt', 'media/.song.wav'];
  for (const name of [...left, ...others]) await mkdir(dirname(join(folder, name)), { recursive: true });
  const id = randomUUID();
  for (const name of [...left, ...others]) await writeFile(join(folder, `${name}.${id}`), 'half');
  const projects = createProjects(characters, undefined, 'ann');
  await projects.save(folder, sampleProject(hash));
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(id)).toSorted();
  expect(names).toEqual(others.map((name) => `${name}.${id}`).toSorted());
});

test('what a killed program was writing for itself is removed by a later start, once it is old', async () => {
  const { services, folder, close } = await freshServices();
  const data = join(folder, '..', 'data');
  const id = randomUUID();
  const left = ['.settings.json', 'recovery/.journal-1.jsonl', 'characters/.a.glb', 'media/.a.media'].map(
    (name) => `${name}.${id}`,
  );
  left.push('.trial-1', 'recovery/journal-1.jsonl.question');
  const others = ['settings.json', 'recovery/notes.txt', 'characters/a.glb', `media/.young.${id}`];
  for (const name of [...left, ...others]) {
    await mkdir(dirname(join(data, name)), { recursive: true });
    await writeFile(join(data, name), '{}');
    const old = new Date(Date.now() - 3_600_000);
    if (!name.includes('young')) await utimes(join(data, name), old, old);
  }
  await services['app.startup']();
  await close();
  const names = new Set(await readdir(data, { recursive: true }));
  expect(left.filter((name) => names.has(name))).toEqual([]);
  expect(others.filter((name) => !names.has(name))).toEqual([]);
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
