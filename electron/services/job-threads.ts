import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { forgetTemporary, removeTemporaryOnExit } from '../files/storage/temporary-files.ts';
import type { JobMessage } from './answer-jobs.ts';

/** Threads that run one file, whose work can be ended at any moment and leaves nothing half then. */
export interface JobThreads {
  /** A thread with at most so many megabytes of objects: one that waits for work, or a new one. */
  take(heap: number): Worker;
  /** Starts a thread that waits for work, where none does; returns whether it started one. */
  ready(heap: number): boolean;
  /**
   * What the thread answers to a task. Rejects with one sentence when it is refused, asks for too much, or the thread was ended
   * ("cancelled"); nothing of its work goes on then, and the files that it was writing are gone.
   */
  answer(worker: Worker, task: unknown, heap: number, talk: Talk): Promise<unknown>;
  /** Ends the threads that wait. */
  close(): Promise<void>;
}

/** What a job says and hears while its task is done. */
export interface Talk {
  readonly isCancelled: () => boolean;
  readonly tell: (progress: number) => void;
  /** Milliseconds that the task may take; null for as long as it needs. */
  readonly most: number | null;
}

/**
 * `file` calls `answerJobs`. Of the threads that have done their work one waits for the next, for each limit of their heap:
 * starting one takes longer than reading most files. `young`: megabytes for new objects, which a thread holds for good; left alone, engines take 144.
 */
export function createJobThreads(file: URL, { young = 48 } = {}): JobThreads {
  const waiting = new Map<number, Worker>();

  function take(heap: number): Worker {
    const worker = waiting.get(heap);
    waiting.delete(heap);
    worker?.ref();
    return worker ?? start(heap);
  }

  function ready(heap: number): boolean {
    if (waiting.has(heap)) return false;
    keep(start(heap), heap);
    return true;
  }

  function start(heap: number): Worker {
    return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: young } });
  }

  /** A thread that waits does not keep the program from ending. */
  function keep(worker: Worker, heap: number): void {
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    if (waiting.has(heap)) return void worker.terminate();
    worker.unref();
    waiting.set(heap, worker);
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (waiting.get(heap) === worker) waiting.delete(heap);
    });
  }

  function answer(worker: Worker, task: unknown, heap: number, { isCancelled, tell, most }: Talk): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const temporaries = new Set<string>();
      let reason = new Error('cancelled');
      let isGivenUp = false;
      const giveUp = () => {
        isGivenUp = true;
        reason = new Error(`the file takes longer to read than ${Math.ceil((most ?? 0) / 1000)} seconds`);
        void worker.terminate();
      };
      const timer = most === null ? null : setTimeout(giveUp, most);
      const end = () => timer !== null && clearTimeout(timer);
      worker.on('message', (message: JobMessage) => {
        if (message.kind === 'temporary') return note(temporaries, message.path, message.isThere);
        if (isGivenUp || isCancelled()) return;
        if (message.kind === 'progress') return tell(message.progress);
        end();
        if (message.isSmall) keep(worker, heap);
        else void worker.terminate();
        if (message.kind === 'done') resolve(message.value);
        else reject(new Error(message.message));
      });
      worker.on('error', (error: Error & { readonly code?: string }) => {
        const sentence =
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `the file needs more than the ${heap} MB of memory that the work on it may use`
            : `the work could not be done: ${error.message}`;
        reason = new Error(sentence, { cause: error });
      });
      worker.on('exit', () => {
        end();
        void removeAll(temporaries).then(() => reject(reason));
      });
      worker.postMessage(task, []);
    });
  }

  async function close(): Promise<void> {
    const left = [...waiting.values()];
    waiting.clear();
    await Promise.all(left.map((worker) => worker.terminate()));
  }

  return { take, ready, answer, close };
}

/** Keeps what a thread is writing: it goes with the process, and with the thread. */
function note(temporaries: Set<string>, path: string, isThere: boolean): void {
  if (isThere) {
    temporaries.add(path);
    removeTemporaryOnExit(path);
  } else {
    temporaries.delete(path);
    forgetTemporary(path);
  }
}

/** What a thread that has ended was writing. */
async function removeAll(temporaries: ReadonlySet<string>): Promise<void> {
  for (const path of temporaries) {
    // What cannot be removed now is tried again when the program ends.
    await rm(path, { force: true }).then(
      () => forgetTemporary(path),
      () => {},
    );
  }
}
