import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMedia } from '../../../electron/services/media.ts';
import { freshServices } from './fresh-services.ts';
import { sampleProject } from './sample-project.ts';

const BYTES = Uint8Array.from([82, 73, 70, 70, 0, 255]);
const LONG_AGO = new Date('2001-02-03');

test('bytes that there was no room for are written as soon as there is, for later programs too', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'limber-cache-')), 'media');
  await writeFile(folder, 'no folder');
  const media = createMedia(folder);
  const hash = await media.keep(BYTES);
  await expect(media.settle()).rejects.toThrow('could not be written');
  await rm(folder);
  await media.settle();
  expect(new Uint8Array(await createMedia(folder).read({ fileName: 'beat.wav', hash }))).toEqual(BYTES);
});

test('files that were not used for long go, but not while there is unsaved work, which may speak of them', async () => {
  const { services, restart, folder } = await freshServices();
  const kept = join(folder, '..', 'data', 'media');
  const hash = await services['media.keep'](BYTES);
  await utimes(join(kept, `${hash}.media`), LONG_AGO, LONG_AGO);
  const { hash: character } = await services['character.mannequin']();
  await services['journal.append']({ label: 'Add', folder: null, changed: sampleProject(character) });
  const later = restart();
  await later['media.keep'](Uint8Array.of(1));
  expect(await readdir(kept)).toContain(`${hash}.media`);
  await later['app.startup']();
  await later['journal.close']();
  await restart()['media.keep'](Uint8Array.of(2));
  expect(await readdir(kept)).not.toContain(`${hash}.media`);
});

test('an edit is kept once the files that it speaks of are, however full the disk was', async () => {
  const { services, restart, folder } = await freshServices();
  const data = join(folder, '..', 'data');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'media'), 'no folder');
  const hash = await services['media.keep'](BYTES);
  const edit = { label: 'Add', folder: null, changed: sampleProject('a'.repeat(64)) };
  await expect(services['journal.append'](edit)).rejects.toThrow('could not');
  await rm(join(data, 'media'));
  await services['journal.append'](edit);
  expect(new Uint8Array(await restart()['media.read']({ fileName: 'beat.wav', hash }, null))).toEqual(BYTES);
});
