import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { wavFile } from '../../../helpers/wav-file.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('a script puts a sound onto the timeline, changes it and takes it away, and the file lies there as it came', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const song = wavFile(0.2, [0]);
  await writeFile(join(folder, 'Song.wav'), song);
  const path = join(folder, 'sound.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    const first = await limber.addSound({ path: folder + '/Song.wav', frame: 15 });
    const changed = await limber.changeSound({ sound: 'Song', to: 0.1, volume: 0.5, muted: true });
    await limber.addSound({ path: folder + '/Song.wav', name: 'Other' });
    const left = await limber.removeSound({ sound: 'Other' });
    return { first, changed, left };
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const sound = { name: 'Song', file: 'Song.wav', frame: 15, from: 0, volume: 1, muted: false };
  const quiet = { ...sound, to: 0.1, volume: 0.5, muted: true };
  expect(JSON.parse(ran.printed)).toMatchObject({
    first: { sounds: [sound] },
    changed: { sounds: [quiet] },
    left: { sounds: [quiet] },
  });
  const wrong = join(folder, 'wrong.js');
  await writeFile(
    wrong,
    `export default async (limber, folder) => {
    await limber.openProject({ path: folder + '/Hero' });
    await limber.changeSound({ sound: 'Other', frame: 1 });
  }`,
  );
  expect((await limber('run', wrong, folder)).noted).toContain('the clip has no sound "Other": there is "Song"');
  const hash = createHash('sha256').update(song).digest('hex');
  expect(await readdir(join(folder, 'Hero', 'media'))).toEqual([`${hash}.wav`]);
  expect((await readFile(join(folder, 'Hero', 'media', `${hash}.wav`))).equals(song)).toBe(true);
  expect(JSON.parse(await readFile(join(folder, 'Hero', 'sounds', 'sound-song.json'), 'utf8'))).toMatchObject({
    at: 0.5,
    to: 0.1,
  });
});
