import { execFile } from 'node:child_process';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writeAtomically } from '../../files/storage/atomic-write.ts';
import { codeOf } from '../../files/storage/disk.ts';
import { makeFolder } from '../../files/storage/make-folder.ts';
import type { Plan } from './plan.ts';

const run = promisify(execFile);

/** How a batch is handed to Slurm. */
export interface SlurmFlags {
  /** Jobs of the array, one a shard. */
  readonly arraySize: number;
  /** As `sbatch --dependency` has it: `afterok:17`. */
  readonly dependency?: string;
  /** More options of `sbatch`, such as `--partition=night`. */
  readonly sbatch?: readonly string[];
  /** The command limber on the nodes. */
  readonly limber: string;
}

/** Milliseconds between two looks at the queue. */
const LOOK = 1000;
/** Looks without an answer after which nothing more is expected: two minutes. */
const MOST_SILENT = 120;
/** Slurm's message where a job is so old that Slurm has forgotten it. */
const FORGOTTEN = /Invalid job id/i;

/** Submits a batch as an array of shards, and returns the number of the job. Throws an `Error` with one sentence. */
export async function submitToSlurm(manifest: string, { folder, tasks }: Plan, flags: SlurmFlags): Promise<string> {
  const shards = Math.min(flags.arraySize, tasks.length);
  const logs = join(folder, 'slurm');
  await makeFolder(logs);
  const script = join(logs, 'shard.sh');
  await writeAtomically(script, shardScript(resolve(manifest), shards, flags.limber), { mode: 0o755 });
  const options = [
    '--parsable',
    `--array=1-${shards}`,
    `--job-name=limber ${basename(manifest)}`,
    // A percent sign begins one of Slurm's own names in a path.
    `--output=${logs.replaceAll('%', '%%')}/%A_%a.log`,
    `--chdir=${folder}`,
    ...(flags.dependency === undefined ? [] : [`--dependency=${flags.dependency}`]),
    ...(flags.sbatch ?? []),
  ];
  const output = await slurm('sbatch', [...options, script]);
  // With several clusters the name of one follows.
  const job = output.trim().split(';')[0]!;
  if (!/^\d+$/.test(job)) throw new Error(`sbatch answered "${output.trim()}" instead of the number of a job`);
  return job;
}

/** Resolves when no part of the job waits or runs any more; `onLook` is told each time how many do. The signal cancels the job first. */
export async function waitForSlurm(job: string, signal: AbortSignal, onLook: (left: number) => void): Promise<void> {
  let isCancelled = false;
  let silent = 0;
  for (;;) {
    if (signal.aborted && !isCancelled) {
      isCancelled = true;
      await slurm('scancel', [job]);
    }
    try {
      const left = await partsLeft(job);
      if (left === 0) return;
      onLook(left);
      silent = 0;
    } catch (error) {
      // Controllers are away for a while now and then, and Ctrl+C may have ended the question.
      if (++silent > MOST_SILENT) throw error;
    }
    await wait(LOOK, null, isCancelled ? {} : { signal }).catch(() => {});
  }
}

async function partsLeft(job: string): Promise<number> {
  try {
    const output = await slurm('squeue', ['--noheader', '--array', `--jobs=${job}`, '--format=%T']);
    return output.split('\n').filter((line) => line.trim() !== '').length;
  } catch (error) {
    if (error instanceof Error && FORGOTTEN.test(error.message)) return 0;
    throw error;
  }
}

/** Each job of the array is one shard. It may be killed and begun again: `--resume` leaves out what is done. */
function shardScript(manifest: string, shards: number, limber: string): string {
  const parameters = ['--resume', '--failures-in-report', '--workers "${SLURM_CPUS_PER_TASK:-1}"'];
  return `#!/bin/sh\nexec ${quoted(limber)} batch ${quoted(manifest)} --shard "$SLURM_ARRAY_TASK_ID/${shards}" ${parameters.join(' ')}\n`;
}

/** One word to a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

async function slurm(command: string, parameters: readonly string[]): Promise<string> {
  try {
    return (await run(command, parameters)).stdout;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new Error(`Slurm is not installed here: there is no command "${command}"`, { cause: error });
    }
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const reasons = said.split('\n').map((line) => line.replace(/^\w+: (error: )?/, ''));
    throw new Error(`${command} refused: ${reasons.join('; ') || 'it gave no reason'}`, { cause: error });
  }
}
