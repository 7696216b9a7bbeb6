import { Worker } from 'node:worker_threads';
import type { JobResult, JobTask } from './job-tasks.ts';
import type { JobMessage } from './job-worker.ts';

/** Long work, each on a thread of its own, so that the program stays responsive and the work can be ended at any moment. */
export interface Jobs {
  /**
   * Prepares a job (reads its files) and does it. Rejects with one sentence when it is refused, asks for too much or its name is taken,
   * and with "cancelled" when it was ended.
   */
  run<Task extends JobTask>(job: string | null, prepare: () => Promise<Task>): Promise<JobResult<Task>>;
  /** Several tasks, one after another, as one job. A job without a name cannot be ended. */
  during<Result>(job: string | symbol | null, work: (perform: Perform) => Promise<Result>): Promise<Result>;
  /** Ends a job; does nothing when there is none of this name. */
  cancel(job: string | symbol): void;
  /** Ends all jobs, and refuses new ones with "cancelled". */
  close(): void;
}

/** Does one task of a job on a thread. */
export type Perform = <Task extends JobTask>(task: Task) => Promise<JobResult<Task>>;

/** What one task may use. The bytes of files and arrays are bounded where they are read; this is for everything that is made of them. */
export interface JobLimits {
  /** Megabytes of the thread's heap of objects. */
  readonly heap: number;
  /** Milliseconds that reading a file may take. Work on a file that was read may take as long as it needs: it tells how far it is. */
  readonly reading: number;
}

const USUAL_LIMITS: JobLimits = { heap: 2048, reading: 120_000 };

interface Running {
  /** Null between tasks. */
  worker: Worker | null;
  isCancelled: boolean;
}

/** From the sources the thread runs the TypeScript file, from `dist` the bundle beside this one. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './job-worker.ts' : './job-worker.js', import.meta.url);

/** `tell` hears how far each job that has a name is, 0 to 1. */
export function createJobs(tell: (job: string, progress: number) => void = () => {}, limits: JobLimits = USUAL_LIMITS): Jobs {
  const jobs = new Map<string | symbol, Running>();
  let isClosed = false;

  async function during<Result>(job: string | symbol | null, work: (perform: Perform) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new Error('cancelled');
    const key = job ?? Symbol('job');
    if (jobs.has(key)) throw new Error(`a job named "${String(job)}" is running already`);
    const running: Running = { worker: null, isCancelled: false };
    jobs.set(key, running);
    const perform = async <Task extends JobTask>(task: Task) => {
      if (running.isCancelled) throw new Error('cancelled');
      running.worker = takeThread(limits.heap);
      try {
        const result = await resultOf(running.worker, task, limits, {
          isCancelled: () => running.isCancelled,
          tell: (share) => void (typeof job === 'string' && tell(job, share)),
        });
        return result as JobResult<Task>;
      } finally {
        running.worker = null;
      }
    };
    try {
      return await work(perform);
    } catch (error) {
      // Work that was ended may have taken that for a file which cannot be read.
      throw running.isCancelled ? new Error('cancelled', { cause: error }) : error;
    } finally {
      jobs.delete(key);
    }
  }

  function cancel(job: string | symbol): void {
    const running = jobs.get(job);
    if (!running) return;
    running.isCancelled = true;
    void running.worker?.terminate();
  }

  return {
    during,
    run: (job, prepare) => during(job, async (perform) => perform(await prepare())),
    cancel,
    close() {
      isClosed = true;
      for (const job of jobs.keys()) cancel(job);
    },
  };
}

const READING: ReadonlySet<JobTask['kind']> = new Set([
  'openFile',
  'openBytes',
  'openProject',
  'planSave',
  'lookForNews',
  'readJournal',
  'listMotions',
  'readMotion',
]);

/** One thread that has done its work waits for the next, for each limit of its heap: starting one takes longer than reading most files. */
const waiting = new Map<number, Worker>();

function takeThread(heap: number): Worker {
  const worker = waiting.get(heap);
  waiting.delete(heap);
  worker?.ref();
  return worker ?? new Worker(WORKER_FILE, { resourceLimits: { maxOldGenerationSizeMb: heap } });
}

/** A thread that waits does not keep the program from ending. */
function keepThread(worker: Worker, heap: number): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  if (waiting.has(heap)) return void worker.terminate();
  worker.unref();
  waiting.set(heap, worker);
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (waiting.get(heap) === worker) waiting.delete(heap);
  });
}

/** What a job says and hears while its task is done. */
interface Talk {
  readonly isCancelled: () => boolean;
  readonly tell: (progress: number) => void;
}

/** What the thread answers to a task. A thread that is ended has ended when the promise is rejected: nothing of its work goes on. */
function resultOf(worker: Worker, task: JobTask, { heap, reading }: JobLimits, { isCancelled, tell }: Talk): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let reason = new Error('cancelled');
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      reason = new Error(`the file takes longer to read than ${Math.ceil(reading / 1000)} seconds`);
      void worker.terminate();
    };
    const timer = READING.has(task.kind) ? setTimeout(giveUp, reading) : null;
    const end = () => timer !== null && clearTimeout(timer);
    worker.on('message', (message: JobMessage) => {
      if (isGivenUp || isCancelled()) return;
      if (message.kind === 'progress') return tell(message.progress);
      end();
      if (message.isSmall) keepThread(worker, heap);
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
      reject(reason);
    });
    worker.postMessage(task, []);
  });
}
