import type { BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import type { OpenedCharacter } from '../../core/formats/opened-character.ts';
import { blobInSlices } from './blob-in-slices.ts';

export interface ReadRequest {
  readonly fileName: string;
  readonly file: Blob;
  readonly bvh: Partial<BvhReading> | undefined;
}

export type ReadAnswer =
  /** `made` is the GLB that was made of the file; null where the file is one. */
  | { readonly ok: true; readonly opened: Omit<OpenedCharacter, 'bytes'>; readonly made: Uint8Array<ArrayBuffer> | null }
  | { readonly ok: false; readonly message: string };

/** Reads files of every kind in the window itself. */
export interface LocalReader {
  /**
   * Reads a file beside the window; `bvh` overrides how a BVH file is understood. Of a GLB the bytes are those that were given. Rejects with one sentence,
   * which is "cancelled" once `cancel` was called with the same job.
   */
  read(fileName: string, bytes: Uint8Array<ArrayBuffer>, bvh?: Partial<BvhReading>, job?: string): Promise<OpenedCharacter>;
  /** Ends a job of this reader; false when it has none of that name. */
  cancel(job: string): boolean;
}

/** Milliseconds that reading a file may take, as on the host. */
const LONGEST_READING = 120_000;

/** `startWorker` starts the thread of `read-worker.ts`. */
export function createLocalReader(startWorker: () => Worker): LocalReader {
  const cancels = new Map<string, () => void>();

  return {
    read(fileName, bytes, bvh, job) {
      return new Promise<OpenedCharacter>((resolve, reject) => {
        const worker = startWorker();
        const end = (settle: () => void) => {
          clearTimeout(timer);
          worker.terminate();
          if (job !== undefined) cancels.delete(job);
          settle();
        };
        const refuse = (sentence: string) => end(() => reject(new Error(sentence)));
        const timer = setTimeout(
          () => refuse(`the file takes longer to read than ${LONGEST_READING / 1000} seconds`),
          LONGEST_READING,
        );
        if (job !== undefined) cancels.set(job, () => refuse('cancelled'));
        worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
          if (data.ok) end(() => resolve({ ...data.opened, bytes: data.made ?? bytes }));
          else refuse(data.message);
        });
        worker.addEventListener('error', () => refuse(`"${fileName}" cannot be opened: the work on it broke off`));
        void send(worker, { fileName, bvh }, bytes);
      });
    },
    cancel(job) {
      const cancel = cancels.get(job);
      cancel?.();
      return cancel !== undefined;
    },
  };
}

async function send(worker: Worker, request: Omit<ReadRequest, 'file'>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = await blobInSlices([bytes]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
  worker.postMessage({ ...request, file } satisfies ReadRequest);
}
