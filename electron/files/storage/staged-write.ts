import { chmod, mkdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** A file in the making: written beside its place, and put there only when it is known to be good. */
export interface StagedFile {
  /** Where to write meanwhile: in the same folder, so that it can be renamed; nothing is there yet. */
  readonly temporary: string;
  /** Puts what was written in its place, over an old file. Throws an `Error` with one sentence. */
  commit(): Promise<void>;
  /** Takes away what was written, and the folders that were made for it. */
  discard(): Promise<void>;
}

/** Prepares to write a file; missing folders are made. Throws an `Error` with one sentence. */
export async function stageFile(path: string): Promise<StagedFile> {
  // A link stays one: what it points at is replaced.
  const place = await realpath(path).catch(() => path);
  const folder = dirname(place);
  const topmostMade = await mkdir(folder, { recursive: true }).catch((error: unknown) => refuse(path, error));
  const temporary = join(folder, `.${basename(place)}.${randomUUID()}`);
  return {
    temporary,
    async commit() {
      try {
        const old = await stat(place).catch(() => null);
        if (old) await chmod(temporary, old.mode);
        await rename(temporary, place);
      } catch (error) {
        refuse(path, error);
      }
    },
    async discard() {
      await rm(temporary, { force: true });
      if (topmostMade === undefined) return;
      try {
        for (let made = folder; made.length >= topmostMade.length; made = dirname(made)) await rmdir(made);
      } catch {
        // Somebody else put something there meanwhile: the folder is theirs now.
      }
    },
  };
}

function refuse(path: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`"${path}" could not be written: ${reason}`, { cause: error });
}
