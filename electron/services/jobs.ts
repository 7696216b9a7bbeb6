import { Worker } from 'node:worker_threads';
import type { JobResult, JobTask } from './job-tasks.ts';
import type { JobMessage } from './job-worker.ts';

/** Long work, each on a thread of its own, so that the program stays responsive and the work can be ended at any moment. */
export interface Jobs {
  /** Does a job. Rejects with one sentence when it is refused, and with "cancelled" when it was ended. */
  run<Task extends JobTask>(job: string, task: Task): Promise<JobResult<Task>>;
  /** Ends a job; does nothing when there is none of this name. */
  cancel(job: string): void;
}

/** From the sources the thread runs the TypeScript file, from `dist` the bundle beside this one. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './job-worker.ts' : './job-worker.js', import.meta.url);

/** `tell` hears how far each job is, 0 to 1. */
export function createJobs(tell: (job: string, progress: number) => void): Jobs {
  const running = new Map<string, Worker>();
  return {
    run<Task extends JobTask>(job: string, task: Task) {
      return new Promise<JobResult<Task>>((resolve, reject) => {
        if (running.has(job)) throw new Error(`a job named "${job}" is running already`);
        const worker = new Worker(WORKER_FILE, { workerData: task });
        running.set(job, worker);
        worker.on('message', (message: JobMessage) => {
          if (message.kind === 'progress') tell(job, message.progress);
          else if (message.kind === 'done') resolve(message.value as JobResult<Task>);
          else reject(new Error(message.message));
        });
        worker.on('error', (error) => reject(new Error(`the work could not be done: ${error.message}`, { cause: error })));
        worker.on('exit', () => {
          running.delete(job);
          // Says nothing when the job is done or refused already.
          reject(new Error('cancelled'));
        });
      });
    },
    cancel(job) {
      void running.get(job)?.terminate();
    },
  };
}
