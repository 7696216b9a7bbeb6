import { Worker } from 'node:worker_threads';
import type { JobResult, JobTask } from './job-tasks.ts';
import type { JobMessage } from './job-worker.ts';

/** Long work, each on a thread of its own, so that the program stays responsive and the work can be ended at any moment. */
export interface Jobs {
  /**
   * Prepares a job (reads its files) and does it. Rejects with one sentence when it is refused or its name is taken, and with
   * "cancelled" when it was ended.
   */
  run<Task extends JobTask>(job: string, prepare: () => Promise<Task>): Promise<JobResult<Task>>;
  /** Ends a job; does nothing when there is none of this name. */
  cancel(job: string): void;
}

interface Running {
  /** Null while the job is prepared. */
  worker: Worker | null;
  isCancelled: boolean;
}

/** From the sources the thread runs the TypeScript file, from `dist` the bundle beside this one. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './job-worker.ts' : './job-worker.js', import.meta.url);

/** `tell` hears how far each job is, 0 to 1. */
export function createJobs(tell: (job: string, progress: number) => void): Jobs {
  const jobs = new Map<string, Running>();
  return {
    async run<Task extends JobTask>(job: string, prepare: () => Promise<Task>) {
      if (jobs.has(job)) throw new Error(`a job named "${job}" is running already`);
      const running: Running = { worker: null, isCancelled: false };
      jobs.set(job, running);
      try {
        const task = await prepare();
        if (running.isCancelled) throw new Error('cancelled');
        running.worker = new Worker(WORKER_FILE, { workerData: task });
        return (await resultOf(running.worker, (progress) => tell(job, progress))) as JobResult<Task>;
      } finally {
        jobs.delete(job);
      }
    },
    cancel(job) {
      const running = jobs.get(job);
      if (!running) return;
      running.isCancelled = true;
      void running.worker?.terminate();
    },
  };
}

/** What the thread has answered, told once it has ended: nothing of a job outlives its result. */
function resultOf(worker: Worker, tell: (progress: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let settle = () => reject(new Error('cancelled'));
    worker.on('message', (message: JobMessage) => {
      if (message.kind === 'progress') tell(message.progress);
      else if (message.kind === 'done') settle = () => resolve(message.value);
      else settle = () => reject(new Error(message.message));
    });
    worker.on('error', (error) => {
      settle = () => reject(new Error(`the work could not be done: ${error.message}`, { cause: error }));
    });
    worker.on('exit', () => settle());
  });
}
