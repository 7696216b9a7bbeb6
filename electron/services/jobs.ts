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
  during<Result>(job: string | null, work: (perform: Perform) => Promise<Result>): Promise<Result>;
  /** Ends a job; does nothing when there is none of this name. */
  cancel(job: string): void;
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

  async function during<Result>(job: string | null, work: (perform: Perform) => Promise<Result>): Promise<Result> {
    const key = job ?? Symbol('job');
    if (jobs.has(key)) throw new Error(`a job named "${job}" is running already`);
    const running: Running = { worker: null, isCancelled: false };
    jobs.set(key, running);
    const perform = async <Task extends JobTask>(task: Task) => {
      if (running.isCancelled) throw new Error('cancelled');
      running.worker = new Worker(WORKER_FILE, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: limits.heap } });
      const time = isReading(task) ? limits.reading : null;
      try {
        return (await resultOf(
          running.worker,
          limits.heap,
          time,
          (share) => job !== null && tell(job, share),
        )) as JobResult<Task>;
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

  return {
    during,
    run: (job, prepare) => during(job, async (perform) => perform(await prepare())),
    cancel(job) {
      const running = jobs.get(job);
      if (!running) return;
      running.isCancelled = true;
      void running.worker?.terminate();
    },
  };
}

function isReading({ kind }: JobTask): boolean {
  return kind === 'openFile' || kind === 'openBytes' || kind === 'listMotions' || kind === 'readMotion';
}

/**
 * What the thread has answered, told once it has ended: nothing of a task outlives its result. `heap` is the thread's limit in megabytes,
 * `milliseconds` the time after which it is given up, or null.
 */
function resultOf(worker: Worker, heap: number, milliseconds: number | null, tell: (progress: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let settle = () => reject(new Error('cancelled'));
    const giveUp = () => {
      settle = () => reject(new Error(`the file takes longer to read than ${Math.round(milliseconds! / 1000)} seconds`));
      void worker.terminate();
    };
    const timer = milliseconds === null ? null : setTimeout(giveUp, milliseconds);
    worker.on('message', (message: JobMessage) => {
      if (message.kind === 'progress') tell(message.progress);
      else if (message.kind === 'done') settle = () => resolve(message.value);
      else settle = () => reject(new Error(message.message));
    });
    worker.on('error', (error: Error & { readonly code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const sentence = isMemory
        ? `the file needs more than the ${heap} MB of memory that the work on it may use`
        : `the work could not be done: ${error.message}`;
      settle = () => reject(new Error(sentence, { cause: error }));
    });
    worker.on('exit', () => {
      if (timer !== null) clearTimeout(timer);
      settle();
    });
  });
}
