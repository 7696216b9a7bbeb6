import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasEnded, thisProcess } from '../../files/storage/process-identity.ts';

/** Process, machine and run of the program that made a folder. */
const NAME = /^limber-session-(\d+)-([0-9a-f]{8})-([0-9a-f]{8})-\w+$/;

/** Makes a folder for what is only needed meanwhile, and removes those of programs that were killed. */
export async function makeScratch(parent: string = tmpdir()): Promise<string> {
  const here = thisProcess(hostname());
  for (const name of await readdir(parent).catch(() => [])) {
    const [, process, machine = '', run = ''] = NAME.exec(name) ?? [];
    if (process === undefined || !hasEnded({ process: Number(process), machine, run }, here)) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {
      // Another user's, or held open: it goes with whoever comes next.
    });
  }
  return mkdtemp(join(parent, `limber-session-${here.process}-${here.machine}-${here.run}-`));
}
