import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lutimes, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { stageFile } from '../../../electron/files/storage/staged-write.ts';
import { createTemporaryRecord } from '../../../electron/services/temporary-record.ts';
import { endPrograms } from '../../helpers/end-programs.ts';

const fresh = () => mkdtemp(join(tmpdir(), 'limber-temporary-'));

/** A process in the middle of a write, ended by a signal. */
async function endedBy(signal: NodeJS.Signals) {
  const [record, out] = [await fresh(), await fresh()];
  const script = join(import.meta.dirname, 'children', 'stage-and-wait.ts');
  const child = spawn(process.execPath, [script, record, join(out, 'clip.glb')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const temporary = line.toString().trim();
  expect(await readdir(out)).toEqual([basename(temporary)]);
  child.kill(signal);
  const [, endedWith] = await once(child, 'exit');
  expect(endedWith).toBe(signal);
  return { record, out, temporary };
}

const age = async (path: string) => {
  const old = new Date(Date.now() - 3_600_000);
  await utimes(path, old, old);
};

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'A file in the making goes with its program when that is ended by %s',
  async (signal) => {
    const { out } = await endedBy(signal);
    expect(await readdir(out)).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')('What a killed program left is removed at a later start, once it is old', async () => {
  const { record, out, temporary } = await endedBy('SIGKILL');
  await createTemporaryRecord(record).sweep();
  expect(await readdir(out)).toEqual([basename(temporary)]);
  await age(temporary);
  await createTemporaryRecord(record).sweep();
  expect(await readdir(out)).toEqual([]);
  expect(await readdir(record)).toEqual([]);
});

test('Nothing is removed that another program still writes, that was not recorded, or that is something else now', async () => {
  const [folder, out] = [await fresh(), await fresh()];
  const record = createTemporaryRecord(folder);
  const staged = await Promise.all(['a', 'b', 'c'].map((name) => stageFile(join(out, name), { announce: record.add })));
  const [file, link, directory] = staged.map(({ temporary }) => temporary) as [string, string, string];
  const precious = join(out, 'precious');
  const similar = `${file.slice(0, -1)}${file.endsWith('0') ? '1' : '0'}`;
  for (const path of [precious, similar, file]) await writeFile(path, 'x');
  await record.add(precious);
  await record.add(join(out, '.precious'));
  await symlink(precious, link);
  await mkdir(directory);
  for (const path of [precious, similar, file, directory]) await age(path);
  const old = new Date(Date.now() - 3_600_000);
  await lutimes(link, old, old);
  await createTemporaryRecord(folder).sweep();
  expect(await readdir(out)).toHaveLength(5);
  endPrograms(folder);
  await createTemporaryRecord(folder).sweep();
  const left = [precious, similar, link, directory].map((path) => basename(path));
  expect(new Set(await readdir(out))).toEqual(new Set(left));
  await rm(out, { recursive: true });
});

test('A file is written all the same where nothing can be recorded', async () => {
  const out = await fresh();
  await writeFile(join(out, 'file'), 'x');
  const record = createTemporaryRecord(join(out, 'file', 'below'));
  const staged = await stageFile(join(out, 'clip.glb'), { announce: record.add });
  await staged.write(Buffer.from('whole'));
  await staged.commit();
  expect(await readdir(out)).toEqual(['clip.glb', 'file']);
});
