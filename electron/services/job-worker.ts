import { parentPort, workerData } from 'node:worker_threads';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import { performJob, type JobTask } from './job-tasks.ts';

/** What the thread of a job tells. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly message: string };

const tell = (message: JobMessage) => parentPort?.postMessage(message, []);

try {
  tell({ kind: 'done', value: performJob(workerData as JobTask, (progress) => tell({ kind: 'progress', progress })) });
} catch (error) {
  tell({ kind: 'refused', message: sentenceOf(error) });
}
