import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import { performJob, type JobTask } from './job-tasks.ts';

/** What the thread of a job tells. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'done'; readonly value: unknown; readonly isSmall: boolean }
  | { readonly kind: 'refused'; readonly message: string; readonly isSmall: boolean };

/** A thread that holds more bytes than this after its work is not kept for more: 128 MiB. */
const KEPT_BYTES = 2 ** 27;

const tell = (message: JobMessage, transferred: readonly ArrayBuffer[] = []) => parentPort?.postMessage(message, transferred);

parentPort?.on('message', (task: JobTask) => void perform(task));

async function perform(task: JobTask): Promise<void> {
  try {
    const value = await performJob(task, (progress) => tell({ kind: 'progress', progress }));
    tell({ kind: 'done', value, isSmall: isSmall() }, buffersOf(value));
  } catch (error) {
    tell({ kind: 'refused', message: sentenceOf(error), isSmall: isSmall() });
  }
}

/** Whether the thread's objects and arrays, what nobody needs any more included, are few enough to be kept. */
function isSmall(): boolean {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside < KEPT_BYTES;
}

/** The bytes of a file that was read are handed over rather than copied: nobody here needs them any more. */
function buffersOf(value: object | null): ArrayBuffer[] {
  const bytes = value && 'bytes' in value ? value.bytes : null;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}
