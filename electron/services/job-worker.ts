import { parentPort, workerData } from 'node:worker_threads';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import { performJob, type JobTask } from './job-tasks.ts';

/** What the thread of a job tells. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly message: string };

const tell = (message: JobMessage, transferred: readonly ArrayBuffer[] = []) => parentPort?.postMessage(message, transferred);

try {
  const value = performJob(workerData as JobTask, (progress) => tell({ kind: 'progress', progress }));
  tell({ kind: 'done', value }, buffersOf(value));
} catch (error) {
  tell({ kind: 'refused', message: sentenceOf(error) });
}

/** The bytes of a file that was read are handed over rather than copied: nobody here needs them any more. */
function buffersOf(value: object): ArrayBuffer[] {
  const bytes = 'bytes' in value ? value.bytes : null;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}
