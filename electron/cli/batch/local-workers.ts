import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { sentenceOf } from '../../files/storage/explain-failure.ts';
import { createJobThreads, type JobThreads } from '../../services/job-threads.ts';
import { EXIT } from '../exit-codes.ts';
import { parametersOf } from './command-parameters.ts';
import type { HashOf } from './content-hash.ts';
import { stageFolder } from '../../files/storage/staged-folder.ts';
import { performTask, type WorkerResult, type WorkerTask } from './perform-task.ts';
import type { Records } from './records.ts';
import { createTaskQueue } from './task-queue.ts';
import { BATCH_COMMANDS, readUntold, type BatchTask } from './task.ts';

/** What the workers of this machine need. */
export interface LocalWork {
  readonly tasks: readonly BatchTask[];
  /** How many work at the same time, each on a thread of its own. */
  readonly workers: number;
  readonly records: Records;
  readonly hashOf: HashOf;
  /** Ends all work at once; what is half written is removed. */
  readonly signal: AbortSignal;
  /** Told of each task that was done or has failed, once its record is written. */
  readonly onDone: (task: BatchTask, exitCode: number) => void;
}

/** Megabytes of objects that one task may have. */
const HEAP = 2048;

/** Megabytes for new objects: what one clip needs dies there, and is seldom moved among the objects that stay. */
const YOUNG = 192;

/**
 * Options of V8 for the threads. It divides the room for new objects into three, and otherwise starts with a small part of it, which it widens over thousands of
 * tasks. Without the second it puts new arrays among the objects that stay, once some of the same place in the code have outlived a collection: these live
 * as long as one clip, and each collection of the objects that stay drops compiled code.
 */
const ENGINE_FLAGS = [`--min-semi-space-size=${YOUNG / 3}`, '--no-allocation-site-pretenuring'];

/** From the sources the thread runs the TypeScript file, from `dist` the bundle beside this one. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './batch-worker.ts' : './batch-worker.js', import.meta.url);

/** Does the tasks in their order. Resolves when all are done or the signal came; failures are records. */
export async function workLocally(work: LocalWork): Promise<void> {
  const { tasks, workers, signal } = work;
  for (const flag of ENGINE_FLAGS) setFlagsFromString(flag);
  const queue = createTaskQueue(tasks);
  const running = new Set<Worker>();
  const stop = () => {
    for (const worker of running) void worker.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  let failure: { readonly error: unknown } | null = null;
  // Where records cannot be written, what the others do would be lost.
  const fail = (error: unknown) => {
    failure ??= { error };
    stop();
  };
  const loop = async (worker: number) => {
    // One after the other, all of a worker's tasks come to one thread, which keeps the files that it has opened.
    const threads = createJobThreads(WORKER_FILE, { young: YOUNG });
    // A record is flushed to the disk while the next task is at work.
    let recorded = Promise.resolve();
    try {
      for (let task = queue.next(worker); task; task = queue.next(worker)) {
        if (signal.aborted || failure) break;
        const result = await doTask(task, work, threads, running);
        await recorded;
        // What the signal ended was not done.
        if (result === null) break;
        recorded = record(task, result, work).catch(fail);
      }
      await recorded;
    } finally {
      await threads.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, (_, worker) => loop(worker).catch(fail)));
  signal.removeEventListener('abort', stop);
  if (failure) throw (failure as { readonly error: unknown }).error;
}

/** What came of a task; null when the signal ended it. */
async function doTask(task: BatchTask, work: LocalWork, threads: JobThreads, running: Set<Worker>): Promise<WorkerResult | null> {
  const { hashOf, signal } = work;
  const untold = await Promise.all(readUntold(task).map(async (path) => [path, (await hashOf(path)) ?? ''] as const));
  let result: WorkerResult;
  try {
    result = await perform(task, work, threads, running);
  } catch (error) {
    if (signal.aborted) return null;
    result = { read: {}, bytes: null, exitCode: EXIT.badInput, sentences: [sentenceOf(error)], summary: null };
  }
  if (signal.aborted && result.exitCode === EXIT.cancelled) return null;
  return { ...result, read: { ...result.read, ...Object.fromEntries(untold) } };
}

async function record(task: BatchTask, result: WorkerResult, { records, onDone }: LocalWork): Promise<void> {
  await records.write(task, result);
  onDone(task, result.exitCode);
}

async function perform(
  task: BatchTask,
  { records, signal }: LocalWork,
  threads: JobThreads,
  running: Set<Worker>,
): Promise<WorkerResult> {
  const { output, isElsewhere } = BATCH_COMMANDS[task.command];
  const run = async (out: string | null) => {
    const worker = threads.take(HEAP);
    running.add(worker);
    try {
      const given: WorkerTask = { parameters: parametersOf({ ...task, out }), out };
      const talk = { isCancelled: () => signal.aborted, tell() {}, most: null };
      return (await threads.answer(worker, given, HEAP, talk)) as WorkerResult;
    } finally {
      running.delete(worker);
    }
  };
  if (isElsewhere) return performTask({ parameters: parametersOf(task), out: task.out }, signal);
  if (output !== 'folder') return run(task.out);
  const mayReplace = await records.hasMade(task);
  const staged = await stageFolder(task.out!);
  try {
    const result = await run(staged.temporary);
    if (result.summary === null) await staged.discard();
    else await staged.commit(mayReplace, `"${task.out!}" is not empty, and was not made by this batch: choose a new folder`);
    return result;
  } catch (error) {
    await staged.discard();
    throw error;
  }
}
