import type { Worker } from 'node:worker_threads';
import type { JobResult, JobTask } from './job-tasks.ts';
import { createJobThreads } from './job-threads.ts';

/** Long work, each on a thread of its own, so that the program stays responsive and the work can be ended at any moment. */
export interface Jobs {
  /**
   * Prepares a job (reads its files) and does it. Rejects with one sentence when it is refused, asks for too much or its name is taken,
   * and with "cancelled" when it was ended.
   */
  run<Task extends JobTask>(job: string | null, prepare: () => Promise<Task>): Promise<JobResult<Task>>;
  /** Several tasks as one job; those that are not done when `work` is are ended. A job without a name cannot be ended. */
  during<Result>(job: string | symbol | null, work: (perform: Perform) => Promise<Result>): Promise<Result>;
  /**
   * Starts the thread of the next job ahead of it, which takes longer than reading most files, and lets it do a task that nobody waits for: its
   * first takes three times as long as those after it, because the engine translates what it runs.
   */
  ready(first: JobTask): void;
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
  /** Those that do its tasks at the moment. */
  readonly workers: Set<Worker>;
  isCancelled: boolean;
}

/** From the sources the thread runs the TypeScript file, from `dist` the bundle beside this one. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './job-worker.ts' : './job-worker.js', import.meta.url);

const threads = createJobThreads(WORKER_FILE);

/** `tell` hears how far each job that has a name is, 0 to 1. */
export function createJobs(tell: (job: string, progress: number) => void = () => {}, limits: JobLimits = USUAL_LIMITS): Jobs {
  const jobs = new Map<string | symbol, Running>();
  let isClosed = false;

  async function during<Result>(job: string | symbol | null, work: (perform: Perform) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new Error('cancelled');
    const key = job ?? Symbol('job');
    if (jobs.has(key)) throw new Error(`a job named "${String(job)}" is running already`);
    const running: Running = { workers: new Set(), isCancelled: false };
    jobs.set(key, running);
    const perform = async <Task extends JobTask>(task: Task) => {
      if (running.isCancelled) throw new Error('cancelled');
      const worker = threads.take(limits.heap);
      running.workers.add(worker);
      try {
        const result = await threads.answer(worker, task, limits.heap, {
          isCancelled: () => running.isCancelled,
          tell: (share) => void (typeof job === 'string' && tell(job, share)),
          most: READING.has(task.kind) ? limits.reading : null,
        });
        return result as JobResult<Task>;
      } finally {
        running.workers.delete(worker);
      }
    };
    try {
      return await work(perform);
    } catch (error) {
      // Work that was ended may have taken that for a file which cannot be read.
      throw running.isCancelled ? new Error('cancelled', { cause: error }) : error;
    } finally {
      jobs.delete(key);
      endTasks(running);
    }
  }

  function endTasks({ workers }: Running): void {
    for (const worker of workers) void worker.terminate();
  }

  function cancel(job: string | symbol): void {
    const running = jobs.get(job);
    if (!running) return;
    running.isCancelled = true;
    endTasks(running);
  }

  return {
    during,
    run: (job, prepare) => during(job, async (perform) => perform(await prepare())),
    ready(first) {
      if (isClosed || !threads.ready(limits.heap)) return;
      during(null, (perform) => perform(first)).catch(() => {
        // The next job will tell what is wrong.
      });
    },
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
  'readProjectPoses',
  'openLibrary',
  'planSave',
  'lookForNews',
  'readJournal',
  'shortenJournal',
  'listMotions',
  'readMotion',
]);
