import { chmod, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { DISK, flushFolder, renameOver, writeFlushed, type Disk, type FileContent } from './disk.ts';
import { whyItFailed } from './explain-failure.ts';
import { makeFolder } from './make-folder.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { forgetTemporary, removeTemporaryOnExit } from './temporary-files.ts';

/** A file in the making: written beside its place, and put there only when it is known to be good. */
export interface StagedFile {
  /** Where to write meanwhile: in the same folder, so that it can be renamed; nothing is there yet. */
  readonly temporary: string;
  /** Writes all bytes there and flushes them. Throws an `Error` with one sentence. */
  write(content: FileContent): Promise<void>;
  /** Puts what was written in its place, over an old file, whose rights it gets. Throws an `Error` with one sentence. */
  commit(): Promise<void>;
  /** Takes away what was written, and the folders that were made for it. */
  discard(): Promise<void>;
}

export interface StageOptions {
  /** A link that has the file's name stays one, and what it points at is replaced; by default the link itself is. */
  readonly followLink?: boolean;
  /** Rights of a new file and of folders that are made for it; by default what the user's mask leaves. */
  readonly mode?: number;
  readonly folderMode?: number;
  /** Told of the temporary path before anything is there. */
  readonly announce?: (temporary: string) => Promise<void>;
  /** Whether the folder's list of names is flushed with the file; false where that is done once for many. Default true. */
  readonly flushesFolder?: boolean;
  readonly disk?: Disk;
}

/** Whether a file's name is one that {@link stageFile} gives while it writes. */
export function isTemporaryName(name: string): boolean {
  return /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}

/** Prepares to write a file; missing folders are made. Throws an `Error` with one sentence. */
export async function stageFile(path: string, options: StageOptions = {}): Promise<StagedFile> {
  const { followLink = false, mode, folderMode, announce, flushesFolder = true, disk = DISK } = options;
  const place = followLink ? await realpath(path).catch(() => path) : path;
  const folder = dirname(place);
  const topmostMade = await makeFolder(folder, folderMode).catch((error: unknown) => refuse(path, error));
  const temporary = join(folder, `.${basename(place)}.${randomUUID()}`);
  await announce?.(temporary);
  removeTemporaryOnExit(temporary);
  return {
    temporary,
    write: (content) => writeFlushed(disk, temporary, content, 'wx', mode).catch((error: unknown) => refuse(path, error)),
    async commit() {
      try {
        const old = mode === undefined ? await stat(place).catch(() => null) : null;
        if (old) await chmod(temporary, old.mode);
        await renameOver(disk, temporary, place);
        if (flushesFolder) await flushFolder(disk, folder);
      } catch (error) {
        refuse(path, error);
      }
      forgetTemporary(temporary);
    },
    async discard() {
      await rm(temporary, { force: true });
      forgetTemporary(temporary);
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
  throw new Error(`${quote(path)} could not be written: ${whyItFailed(error)}`, { cause: error });
}
