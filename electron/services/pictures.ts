import { appendFile, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenFiles } from '../contract.ts';
import { quote } from '../../core/formats/text/quote.ts';
import { whyItFailed } from '../files/storage/explain-failure.ts';
import { stageFile } from '../files/storage/staged-write.ts';
import { stageFolder } from '../files/storage/staged-folder.ts';

/**
 * Writes what the window draws, piece by piece: a file or a folder of pictures comes to its place as a whole, at the end. Every refusal is an
 * `Error` with one sentence; then nothing is left of it.
 */
export interface Pictures {
  begin(job: string, path: string, kind: 'file' | 'folder'): Promise<void>;
  add(job: string, bytes: Uint8Array, name?: string): Promise<void>;
  end(job: string): Promise<WrittenFiles>;
  discard(job: string): Promise<void>;
  /** Takes away all that was begun and not ended. */
  close(): Promise<void>;
}

/** What a job writes to, beside its place. */
interface Destination {
  add(bytes: Uint8Array, name: string | undefined): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

interface Writing {
  readonly path: string;
  readonly destination: Destination;
  bytes: number;
  files: number;
}

/** Pictures as a sequence is numbered: a folder that holds nothing else may be replaced by another sequence. */
const NUMBERED = /\d{4,}\.png$/i;

/** `announce` hears of each file that is written beside its place, before it is there. */
export function createPictures(announce: (temporary: string) => Promise<void> = async () => {}): Pictures {
  const jobs = new Map<string, Writing>();

  function writingOf(job: string): Writing {
    const writing = jobs.get(job);
    if (!writing) throw new Error('nothing is being written by this name: begin it first');
    return writing;
  }

  async function discard(job: string): Promise<void> {
    const writing = jobs.get(job);
    jobs.delete(job);
    await writing?.destination.discard();
  }

  /** Whatever is refused leaves nothing behind. */
  async function orDiscard<Result>(job: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await discard(job).catch(() => {});
      throw error;
    }
  }

  return {
    async begin(job, path, kind) {
      if (jobs.has(job)) throw new Error('something is being written by this name already: end it first');
      const destination = await (kind === 'file' ? toFile(path, announce) : toFolder(path));
      jobs.set(job, { path, destination, bytes: 0, files: kind === 'file' ? 1 : 0 });
    },
    async add(job, bytes, name) {
      const writing = writingOf(job);
      await orDiscard(job, () => writing.destination.add(bytes, name));
      writing.bytes += bytes.byteLength;
      if (name !== undefined) writing.files += 1;
    },
    async end(job) {
      const { path, destination, bytes, files } = writingOf(job);
      await orDiscard(job, () => destination.commit());
      jobs.delete(job);
      return { path, bytes, files };
    },
    discard,
    async close() {
      for (const job of jobs.keys()) await discard(job).catch(() => {});
    },
  };
}

async function toFile(path: string, announce: (temporary: string) => Promise<void>): Promise<Destination> {
  const staged = await stageFile(path, { followLink: true, announce });
  return {
    add: (bytes) => appendFile(staged.temporary, bytes).catch((error: unknown) => refuse(path, error)),
    async commit() {
      await flush(staged.temporary).catch((error: unknown) => refuse(path, error));
      await staged.commit();
    },
    discard: staged.discard,
  };
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function toFolder(path: string): Promise<Destination> {
  const staged = await stageFolder(path).catch((error: unknown) => refuse(path, error));
  await mkdir(staged.temporary, { recursive: true }).catch((error: unknown) => refuse(path, error));
  return {
    async add(bytes, name) {
      if (name === undefined) throw new Error('a picture of a folder needs a name');
      await writeFile(join(staged.temporary, name), bytes, { flag: 'wx' }).catch((error: unknown) => refuse(path, error));
    },
    async commit() {
      const there = await readdir(path).catch(() => []);
      await staged.commit(
        there.every((name) => NUMBERED.test(name)),
        `${quote(path)} holds other files than numbered pictures: select a new folder`,
      );
    },
    discard: staged.discard,
  };
}

function refuse(path: string, error: unknown): never {
  throw new Error(`${quote(path)} could not be written: ${whyItFailed(error)}`, { cause: error });
}
