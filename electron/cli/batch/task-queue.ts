import type { BatchTask } from './task.ts';

/** Tasks that several workers share. */
export interface TaskQueue {
  /** The next task for a worker, by a number of its own; undefined when none is left. */
  next(worker: number): BatchTask | undefined;
}

/**
 * Hands out tasks in their order, but those that stand together and read the same sources to one worker, which keeps what it has opened:
 * then each source is read by one worker alone. A worker that has nothing left takes over from whoever has most left.
 */
export function createTaskQueue(tasks: readonly BatchTask[]): TaskQueue {
  /** Where each group of tasks with the same sources begins; at its end stands the number of all tasks. */
  const bounds = new Uint32Array(tasks.length + 1);
  let groups = 0;
  for (let i = 0; i < tasks.length; i++) {
    if (i === 0 || !readsTheSame(tasks[i - 1]!, tasks[i]!)) bounds[groups++] = i;
  }
  bounds[groups] = tasks.length;
  let begun = 0;
  /** What each worker has left of its group: from here on, and up to there. */
  const own = new Map<number, { from: number; to: number }>();
  return {
    next(worker) {
      const rest = own.get(worker) ?? { from: 0, to: 0 };
      own.set(worker, rest);
      if (rest.from < rest.to) return tasks[rest.from++];
      if (begun < groups) {
        rest.from = bounds[begun]!;
        rest.to = bounds[++begun]!;
        return tasks[rest.from++];
      }
      const most = [...own.values()].reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
      return most.from < most.to ? tasks[--most.to] : undefined;
    },
  };
}

function readsTheSame(a: BatchTask, b: BatchTask): boolean {
  return a.sources.length === b.sources.length && a.sources.every((path, i) => path === b.sources[i]);
}
