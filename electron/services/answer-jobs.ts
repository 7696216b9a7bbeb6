import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import { watchTemporaries } from '../files/storage/temporary-files.ts';

/** What the thread of a job tells. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'done'; readonly value: unknown; readonly isSmall: boolean }
  | { readonly kind: 'refused'; readonly message: string; readonly isSmall: boolean }
  /** A file beside its place is begun, and in its place or removed. */
  | { readonly kind: 'temporary'; readonly path: string; readonly isThere: boolean };

/** Does one task. Throws an `Error` with one sentence. */
type PerformTask<Task> = (task: Task, onProgress: (progress: number) => void) => unknown;

/** A thread that holds more bytes than this after its work is not kept for more: 128 MiB. */
const KEPT_BYTES = 2 ** 27;

const tell = (message: JobMessage, transferred: readonly ArrayBuffer[] = []) => parentPort?.postMessage(message, transferred);

/**
 * Makes this thread one of `createJobThreads`: each message is a task. After its work it is kept while its objects and arrays, what nobody
 * needs any more included, have at most `keptBytes`.
 */
export function answerJobs<Task>(perform: PerformTask<Task>, keptBytes = KEPT_BYTES): void {
  watchTemporaries((path, isThere) => tell({ kind: 'temporary', path, isThere }));
  parentPort?.on('message', (task: Task) => void answer(task));

  async function answer(task: Task): Promise<void> {
    try {
      const value = await perform(task, (progress) => tell({ kind: 'progress', progress }));
      tell({ kind: 'done', value, isSmall: isSmall(keptBytes) }, buffersOf(value));
    } catch (error) {
      tell({ kind: 'refused', message: sentenceOf(error), isSmall: isSmall(keptBytes) });
    }
  }
}

function isSmall(most: number): boolean {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside < most;
}

/** The bytes of a file that was read are handed over rather than copied: nobody here needs them any more. */
function buffersOf(value: unknown): ArrayBuffer[] {
  const bytes = typeof value === 'object' && value && 'bytes' in value ? value.bytes : null;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}
