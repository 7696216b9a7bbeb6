import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedData } from '../../helpers/shared-data.ts';
import { isTemporaryName } from '../../../electron/files/storage/staged-write.ts';
import { smallBatch, writeManifest } from './batch/small-batch.ts';
import { emptyFolder } from './fake-terminal.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'electron', 'cli', 'limber.ts');
const dance = sharedData('bvh/rokoko-dance.bvh');
const male = sharedData('rigs/unreal-names-male.glb');

/** A module that makes the program say when it opens the third of its sources: then the library is in the making, on any machine. */
const TELLS_OF_READING = `data:text/javascript,${encodeURIComponent(`
  import files from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { open } = files;
  let opened = 0;
  files.open = (path, ...others) => {
    if (String(path).endsWith('.bvh') && ++opened === 3) process.stdout.write('reading');
    return open(path, ...others);
  };
  syncBuiltinESMExports();
`)}`;

test.skipIf(!dance || !male)(
  'Ctrl+C stops a library in the making with exit code 130 and leaves no half of it @all',
  { timeout: 60_000 },
  async () => {
    const folder = await emptyFolder();
    const sources = Array<string>(40).fill(dance!);
    const child = spawn(process.execPath, [
      '--import',
      TELLS_OF_READING,
      entry,
      'library',
      'build',
      ...sources,
      '--for',
      male!,
      '--out',
      join(folder, 'library'),
    ]);
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    let noted = '';
    child.stderr.on('data', (data: Buffer) => {
      noted += data.toString();
    });
    child.stdout.once('data', () => child.kill('SIGINT'));
    expect(await ended).toBe(130);
    expect(noted).toBe('cancelled: nothing was written\n');
    expect(await readdir(folder)).toEqual([]);
  },
);

test('Ctrl+C ends a batch that has begun to write its records, says where it stopped and leaves no half of it', async () => {
  const folder = await smallBatch(Array.from({ length: 60 }, (_, i) => `mo cap/${i}.bvh`));
  const manifest = await writeManifest(folder, [{ command: 'convert', source: 'mo cap/*.bvh', out: 'out/{source}.glb' }]);
  const child = spawn(process.execPath, [entry, 'batch', manifest, '--workers', '1', '--progress', 'openjd']);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let noted = '';
  child.stderr.on('data', (data: Buffer) => {
    noted += data.toString();
  });
  child.stdout.once('data', () => child.kill('SIGINT'));
  expect(await ended).toBe(130);
  expect(noted).toMatch(/^ended after \d+ of 60 tasks, none of them half written: the same command with --resume goes on\n$/);
  const names = (await readdir(folder, { recursive: true })).map((path) => path.split(/[/\\]/).at(-1)!);
  expect(names.filter(isTemporaryName)).toEqual([]);
  expect(names).not.toContain('report.json');
});
