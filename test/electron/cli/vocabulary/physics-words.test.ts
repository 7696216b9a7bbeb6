import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('a script finds a jump that hangs in the air, and lets it fall freely as one step', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const run = async (name: string, script: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `export default async (limber, folder) => { ${script} }`);
    const ran = await limber('run', path, folder);
    expect(ran).toMatchObject({ exitCode: 0, noted: '' });
    return ran.printed;
  };
  await run(
    'make.js',
    `
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    for (const frame of [0, 10, 14, 22, 26, 40]) await limber.setKey({ frame });`,
  );
  const path = join(folder, 'Hero', 'clips', 'clip-1.json');
  const clip = JSON.parse(await readFile(path, 'utf8')) as { tracks: { joint: string | null; keys: { value: number[] }[] }[] };
  const { keys } = clip.tracks.find(({ joint }) => joint === null)!;
  for (const key of keys.slice(2, 4)) key.value[1]! += 0.5;
  await writeFile(path, JSON.stringify(clip));
  const printed = await run(
    'repair.js',
    `
    await limber.openProject({ path: folder + '/Hero' });
    const flights = async () => (await limber.lint()).clips[0].issues.filter(({ kind }) => kind === 'flight').length;
    const before = await flights();
    const { step, found, left } = await limber.repair({ kinds: ['flight'] });
    const after = await flights();
    await limber.undo();
    return { before, step, found, left, after, undone: await flights() };`,
  );
  expect(JSON.parse(printed)).toEqual({ before: 1, step: 'Repair “Clip 1”', found: 1, left: [], after: 0, undone: 1 });
});
