import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('a script adds a camera, aims and keys it, takes keys and cameras away, and is told of what cannot be', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const path = join(folder, 'camera.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    const added = await limber.addCamera({ name: 'Wide', at: [0, 1, 3], aim: [0, 1, -1], focalLength: 24, aspect: 2 });
    await limber.keyCamera({ camera: 'Wide', frame: 0 });
    await limber.keyCamera({ camera: 'Wide', frame: 24, at: [2, 1, 3], aim: [0, 1, 0], interpolation: 'linear' });
    const keyed = await limber.keyCamera({ camera: 'Wide', frame: 30, focalLength: 85 });
    const cleared = await limber.deleteCameraKeys({ camera: 'Wide', from: 20, to: 24 });
    await limber.addCamera({ name: 'Other' });
    const cut = await limber.cutTo({ camera: 'Wide', frame: 12 });
    const uncut = await limber.cutTo({ frame: 12 });
    const round = await limber.moveCamera({ camera: 'Other', how: 'orbit', from: 0, to: 24, rounds: 0.5 });
    const aimed = await limber.moveCamera({ camera: 'Other', how: 'aim', from: 0, to: 24, bone: 'head' });
    const changed = await limber.changeCamera({ camera: 'Wide', name: 'Near', at: [0, 1, 1] });
    await limber.removeCamera({ camera: 'Other' });
    return { added, keyed, cleared, cut, uncut, round, aimed, changed };
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const wide = { name: 'Wide', aspect: 2, at: [0, 1, 3], aim: [0, 1, -1], focalLength: 24 };
  expect(JSON.parse(ran.printed)).toMatchObject({
    added: { cameras: [{ ...wide, keys: [] }] },
    keyed: { cameras: [{ ...wide, keys: [0, 24, 30] }] },
    cleared: { cameras: [{ keys: [0, 30] }] },
    cut: { cameras: [{ cuts: [12] }, { cuts: [] }] },
    uncut: { cameras: [{ cuts: [] }, {}] },
    round: { cameras: [{}, { keys: expect.arrayContaining([0, 24]) }] },
    aimed: { cameras: [{}, { keys: expect.arrayContaining([0, 24]) }] },
    changed: { cameras: [{ name: 'Near', at: [0, 1, 1], aim: [0, 1, -3] }, { name: 'Other' }] },
  });
  const written = JSON.parse(await readFile(join(folder, 'Hero', 'cameras', 'camera-wide.json'), 'utf8'));
  expect(Object.values(written.motions)).toMatchObject([
    { keys: [{ focalLength: 24 }, { focalLength: 85, position: [2, 1, 3] }] },
  ]);
  const wrong = join(folder, 'wrong.js');
  await writeFile(
    wrong,
    `export default async (limber, folder) => {
    await limber.openProject({ path: folder + '/Hero' });
    await limber.changeCamera({ camera: 'Near', aim: [0, 1, 1] });
  }`,
  );
  expect((await limber('run', wrong, folder)).noted).toContain('a camera at 0, 1, 1 cannot aim at 0, 1, 1');
});
