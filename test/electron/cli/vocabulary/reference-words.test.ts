import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('a script shows pictures in a row as the reference, places and times them and takes them away, and they lie there as they came', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  for (const name of ['a.png', 'b.png']) await writeFile(join(folder, name), name);
  const path = join(folder, 'reference.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    const shown = await limber.showReference({ paths: [folder + '/a.png', folder + '/b.png'], frame: 15, opacity: 0.8 });
    const placed = await limber.changeReference({ right: -0.4, size: 0.6, speed: 2, fps: 24, shown: false });
    await limber.removeReference();
    const undone = await limber.undo();
    return { shown, placed, undone };
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const first = { name: '2 pictures', files: ['a.png', 'b.png'], frame: 15, opacity: 0.8, size: 1, right: 0, up: 0, speed: 1 };
  const { shown, placed } = JSON.parse(ran.printed) as { shown: object; placed: object };
  expect(shown).toMatchObject({ reference: { ...first, fps: 30, shown: true } });
  expect(placed).toMatchObject({ reference: { ...first, size: 0.6, right: -0.4, speed: 2, fps: 24, shown: false } });
  expect(await readdir(join(folder, 'Hero', 'media'))).toHaveLength(2);
  const again = join(folder, 'again.js');
  await writeFile(
    again,
    `export default async (limber, folder) => {
    await limber.openProject({ path: folder + '/Hero' });
    const kept = await limber.changeReference({ up: 0.1 });
    await limber.removeReference();
    return { kept, gone: await limber.changeReference({ opacity: 1 }).catch((error) => error.message) };
  }`,
  );
  const { kept, gone } = JSON.parse((await limber('run', again, folder)).printed) as { kept: object; gone: string };
  expect(kept).toMatchObject({ reference: { right: -0.4, up: 0.1, frame: 15 } });
  expect(gone).toContain('the project has no reference');
});
