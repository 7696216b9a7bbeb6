import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('a script names frames, renames, moves and frees them, a cut goes along, and two never share a frame', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const path = join(folder, 'markers.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    const told = (asked) => asked.catch(({ message }) => message);
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    await limber.addMarker({ frame: 30, name: 'lands' });
    await limber.addMarker({ frame: 15, name: 'jump' });
    const taken = await told(limber.addMarker({ frame: 15, name: 'again' }));
    await limber.addCamera({ name: 'Wide' });
    await limber.cutTo({ camera: 'Wide', frame: 15 });
    const onto = await told(limber.changeMarker({ frame: 15, to: 30 }));
    const { clip } = await limber.changeMarker({ frame: 15, name: 'leap', to: 20 });
    const { cameras } = await limber.changeCamera({ camera: 'Wide', focalLength: 35 });
    await limber.removeMarker({ frame: 30 });
    const gone = await told(limber.removeMarker({ frame: 30 }));
    const { clips } = await limber.describeProject();
    return { taken, onto, moved: clip.markers, cuts: cameras[0].cuts, gone, left: clips[0].markers };
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const leap = { frame: 20, name: 'leap' };
  expect(JSON.parse(ran.printed)).toEqual({
    taken: 'the marker “jump” stands at frame 15 already',
    onto: 'the marker “lands” stands at frame 30 already',
    moved: [leap, { frame: 30, name: 'lands' }],
    cuts: [20],
    gone: 'no marker stands at frame 30',
    left: [leap],
  });
  const { markers } = JSON.parse(await readFile(join(folder, 'Hero', 'clips', 'clip-1.json'), 'utf8'));
  expect(markers).toMatchObject([{ name: 'leap', time: 20 / 30 }]);
});
