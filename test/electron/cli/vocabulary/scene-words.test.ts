import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { wavFile } from '../../../helpers/wav-file.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('a script that may only look is told of props, cameras, sounds and the reference what they who put them there were told', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  await writeFile(join(folder, 'Song.wav'), wavFile(0.2, [0]));
  await writeFile(join(folder, 'a.png'), 'a');
  const run = async (name: string, script: string, ...flags: readonly string[]) => {
    await writeFile(join(folder, name), script);
    const ran = await limber('run', join(folder, name), folder, ...flags);
    expect(ran).toMatchObject({ exitCode: 0, noted: '' });
    return JSON.parse(ran.printed) as unknown;
  };
  const told = await run(
    'make.js',
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    const empty = await limber.describeScene();
    const { props } = await limber.addProp({ shape: 'box', name: 'Crate', at: [1, 0.5, 0] });
    await limber.addCamera({ name: 'Wide' });
    const { cameras } = await limber.keyCamera({ camera: 'Wide', frame: 12, at: [2, 1, 3] });
    const { sounds } = await limber.addSound({ path: folder + '/Song.wav', frame: 15 });
    const { reference } = await limber.showReference({ paths: [folder + '/a.png'], right: -0.4 });
    return { empty, full: { props, cameras, sounds, reference } };
  }`,
  );
  const look = `export default async (limber, folder) => {
    await limber.openProject({ path: folder + '/Hero' });
    return limber.describeScene();
  }`;
  expect(told).toMatchObject({
    empty: { props: [], cameras: [], sounds: [], reference: null },
    full: {
      props: [{ name: 'Crate' }],
      cameras: [{ name: 'Wide', keys: [12] }],
      sounds: [{ frame: 15 }],
      reference: { right: -0.4 },
    },
  });
  expect(await run('look.js', look, '--read-only')).toEqual((told as { full: unknown }).full);
});
