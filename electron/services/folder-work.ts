import type { ReadBudget } from '../files/storage/folder-access.ts';
import type { Jobs, Perform } from './jobs.ts';
import { performFolderTask, type FolderResults, type FolderTask } from './reading-tasks.ts';

export interface FolderWorkOptions {
  /** The name under which the work can be ended. */
  readonly job?: string | undefined;
  /** Ends it too. */
  readonly signal?: AbortSignal;
  /** That of the job that it is a part of, in place of a name and a signal. */
  readonly perform?: Perform | undefined;
}

/** Reads project folders and journals. Rejects with one sentence, as a job does. */
export type FolderWork = <Task extends FolderTask>(
  task: Task,
  options?: FolderWorkOptions,
) => Promise<FolderResults[Task['kind']]>;

/**
 * Bytes that are read on the program's own thread, which takes a few milliseconds and is done before another thread has begun; more is read
 * on a thread with limits, and everything else goes on meanwhile. 512 KiB.
 */
export const READ_HERE = 2 ** 19;

/** `onThread` hears of each task that goes to a thread of its own. */
export function createFolderWork(jobs: Jobs, here: number = READ_HERE, onThread: () => void = () => {}): FolderWork {
  return async (task, { job, signal, perform: performInJob } = {}) => {
    const budget: ReadBudget = { left: here };
    try {
      const result = await performFolderTask(task, budget);
      if (budget.left >= 0) return result;
    } catch (error) {
      if (budget.left >= 0) throw error;
    }
    onThread();
    if (performInJob) return performInJob(task);
    const name = job ?? Symbol(task.kind);
    const end = () => jobs.cancel(name);
    signal?.addEventListener('abort', end);
    try {
      return await jobs.during(name, async (perform) => {
        signal?.throwIfAborted();
        return perform(task);
      });
    } finally {
      signal?.removeEventListener('abort', end);
    }
  };
}
