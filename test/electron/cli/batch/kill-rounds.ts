import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../../core/math/random.ts';
import { isTemporaryName } from '../../../../electron/files/storage/staged-write.ts';
import { limber } from '../fake-terminal.ts';
import { filesIn, smallBatch, writeManifest } from './small-batch.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'electron', 'cli', 'limber.ts');

/** The longest time after a record at which a program is killed, in milliseconds: longer than a task takes. */
const LONGEST_DELAY = 400;
/** Of the kills, those that come so many milliseconds after a program's start at most: while it plans and begins its threads. */
const EARLY_SHARE = 0.2;
const LONGEST_START = 1500;
const WORKERS = 2;
/** More than are done from one kill to the next on a fast machine. */
const TASKS_A_KILL = 4;

export interface KillRounds {
  /** Kills before the batch was done. */
  readonly kills: number;
  /** Tasks that were done before a kill and again after it. */
  readonly repeated: number;
  /** Sentences about what is not as it should be. */
  readonly faults: readonly string[];
}

/**
 * Kills a batch outright again and again, each time after a random while, and goes on with it by `--resume`, until it was killed so many
 * times; then it is brought to its end and compared with a batch that nobody killed.
 */
export async function killBatch(kills: number, seed: number): Promise<KillRounds> {
  const random = seededRandom(seed);
  const motions = Array.from({ length: 12 + TASKS_A_KILL * kills }, (_, i) => `mo cap/${i}.bvh`);
  const tasks = [{ command: 'retarget', source: 'mo cap/*.bvh', character: 'hero.glb', out: 'out/{source}.vrma' }];
  const whole = await smallBatch(motions);
  await limber('batch', await writeManifest(whole, tasks));
  const right = await filesIn(whole);
  const folder = await smallBatch(motions);
  const manifest = await writeManifest(folder, tasks);
  const faults: string[] = [];
  let killed = 0;
  let repeated = 0;
  let before = new Map<string, number>();
  const check = async () => {
    for (const [path, bytes] of await filesIn(folder)) {
      const name = path.split('/').at(-1)!;
      if (isTemporaryName(name) || path.includes('/locks/')) continue;
      if (right.get(path) !== bytes) faults.push(`after kill ${killed} "${path}" is not as it should be`);
    }
    const now = await recordsIn(folder);
    for (const [path, inode] of before) if (now.get(path) !== inode) repeated++;
    before = now;
  };
  while (killed < kills) {
    const child = spawn(process.execPath, [PROGRAM, 'batch', manifest, '--resume', '--workers', String(WORKERS)], {
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    if (random() < EARLY_SHARE) await wait(random() * LONGEST_START);
    else {
      while (!hasEnded && (await recordsIn(folder)).size <= before.size) await wait(5);
      await wait(random() * LONGEST_DELAY);
    }
    if (hasEnded) break;
    child.kill('SIGKILL');
    await ended;
    killed++;
    await check();
  }
  const last = await limber('batch', manifest, '--resume');
  if (last.exitCode !== 0) faults.push(`the last run answers ${last.exitCode}: ${last.noted}`);
  await check();
  const made = await filesIn(folder);
  for (const path of made.keys()) if (!right.has(path)) faults.push(`"${path}" was left behind`);
  for (const path of right.keys()) if (!made.has(path)) faults.push(`"${path}" is missing`);
  return { kills: killed, repeated, faults };
}

/** The records that are there, each with the file that it is on the disk. */
async function recordsIn(folder: string): Promise<Map<string, number>> {
  const place = join(folder, 'night.batch', 'tasks');
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter(({ name }) => name.endsWith('.json')).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).ino] as const)));
}
