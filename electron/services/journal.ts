import { constants } from 'node:fs';
import { chmod, rename, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JournalEntry } from '../contract.ts';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { DISK, flushFolder, PRIVATE_FILE, PRIVATE_FOLDER, writeFlushed, type Disk } from '../files/storage/disk.ts';
import { whyItFailed } from '../files/storage/explain-failure.ts';
import type { HeldLock } from '../files/storage/lock.ts';
import {
  canBegin,
  journalLine,
  readJournalFile,
  wholeEntry,
  type JournalFile,
  type ReadJournal,
  type Recovered,
} from '../files/project/journal-lines.ts';
import { createOwnedFiles, type OwnedFiles } from './owned-files.ts';

/** Edits that were made since the last save, kept on disk one JSON line each. */
export interface Journal {
  /**
   * Adds an edit; answered once it is on disk. Throws an `Error` with one sentence when it could not be kept. The edits after that are
   * refused too, since each says only what it changed, until one comes that can begin a journal: it holds everything again.
   */
  append(entry: JournalEntry): Promise<void>;
  /** How many entries were asked for: two equal numbers mean that nothing was added between. */
  count(): number;
  /** Forgets the present journal. */
  close(): Promise<void>;
  /** Leaves the present journal as it is to whoever starts next. */
  release(): Promise<void>;
  /** What the present journal holds, or else the latest that a program left behind which ended without closing it. */
  look(): Promise<Recovered | null>;
  /** The same, and makes it the present journal: later entries are added to it. */
  recover(): Promise<Recovered | null>;
}

export interface JournalOptions {
  /** A journal longer than so many bytes is written anew as one entry with the whole project. Default 64 MiB. */
  readonly longest?: number;
  readonly disk?: Disk;
  readonly files?: OwnedFiles;
  /** Reads a journal's file, here or elsewhere. */
  readonly read?: (path: string) => Promise<JournalFile>;
}

const LONGEST = 2 ** 26;

/** Behind what is there; a file that somebody removed is not made again. */
const APPEND = constants.O_WRONLY | constants.O_APPEND;

/** The journal that this program writes. */
interface Own {
  readonly path: string;
  readonly lock: HeldLock;
  /** Bytes of whole lines. */
  length: number;
  /** Bytes of the first line, which may hold the whole project. */
  wholeLength: number;
  /** Whether every edit so far is in it. */
  isWhole: boolean;
}

/** A journal in `folder`, where only the user may read. Each program that runs writes a file of its own. */
export function createJournal(folder: string, options: JournalOptions = {}): Journal {
  const { longest = LONGEST, disk = DISK, files = createOwnedFiles(folder, 'journal'), read: readFile = readHere } = options;
  let own: Own | null = null;
  let lost: string | null = null;
  let count = 0;
  /** The lock of the journal that was found last, so that nobody else offers it meanwhile. */
  let found: { readonly path: string; readonly lock: HeldLock } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs tasks one after another. */
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  }

  async function write(entry: JournalEntry): Promise<void> {
    const line = journalLine(entry);
    if (own?.isWhole && !entry.onSaved) return add(own, line, entry.label);
    if (!canBegin(entry)) {
      throw new Error(
        own
          ? 'an edit before this one could not be kept'
          : 'the first entry of a journal must hold the whole project, or what changed since it was saved',
      );
    }
    if (own) {
      own.isWhole = false;
      await replace(own, line);
    } else {
      own = await begin(line);
      await removeLost();
    }
  }

  async function add(journal: Own, line: Uint8Array, label: string): Promise<void> {
    try {
      await writeFlushed(disk, journal.path, line, APPEND);
    } catch (error) {
      journal.isWhole = false;
      throw error;
    }
    journal.length += line.byteLength;
    // An entry is kept whether or not the journal could be made shorter.
    if (journal.length > Math.max(longest, 4 * journal.wholeLength)) await shorten(journal, label).catch(() => {});
  }

  async function begin(line: Uint8Array): Promise<Own> {
    const { path, lock } = await files.begin(loseOwn);
    try {
      await writeFlushed(disk, path, line, 'wx', PRIVATE_FILE);
      await flushFolder(disk, folder);
      return { path, lock, length: line.byteLength, wholeLength: line.byteLength, isWhole: true };
    } catch (error) {
      await rm(path, { force: true }).catch(() => {});
      await lock.release();
      throw error;
    }
  }

  /** Begins the journal anew in the same file: it holds the old entries or the new one, whatever happens meanwhile. */
  async function replace(journal: Own, line: Uint8Array): Promise<void> {
    await writeAtomically(journal.path, line, { mode: PRIVATE_FILE, folderMode: PRIVATE_FOLDER, disk });
    journal.length = line.byteLength;
    journal.wholeLength = line.byteLength;
    journal.isWhole = true;
  }

  /** Somebody removed the lock, or took it while this computer slept: the file may be theirs now. */
  function loseOwn(): void {
    lost = own?.path ?? null;
    own = null;
  }

  /** A journal that was lost and begun anew is of no use any more, unless somebody took it. */
  async function removeLost(): Promise<void> {
    if (lost === null) return;
    const lock = await files.claim(lost).catch(() => null);
    if (lock) await rm(lost, { force: true }).catch(() => {});
    await lock?.release();
    lost = null;
  }

  /** Replaces all entries by one that holds what they make together. */
  async function shorten(journal: Own, label: string): Promise<void> {
    const { read } = await readFile(journal.path);
    if (read) await replace(journal, journalLine(wholeEntry(label, read)));
  }

  /**
   * The first journal that can be read: the program's own, or the latest that was left behind. One that cannot be read is put aside under
   * another name, unless it never got its first line; one whose project folder cannot be read now waits for a start at which it can.
   */
  async function find(): Promise<{ path: string; read: ReadJournal } | null> {
    if (own) {
      const { path } = own;
      const read = await readFile(path).then(
        (file) => file.read,
        () => null,
      );
      return read && { path, read };
    }
    for (const path of await files.list()) {
      const lock = found?.path === path ? found.lock : await files.claim(path).catch(() => null);
      if (!lock) continue;
      const read = await readLeft(path).catch(() => null);
      if (read) {
        if (found && found.path !== path) await found.lock.release();
        found = { path, lock };
        return { path, read };
      }
      if (found?.path === path) found = null;
      await lock.release();
    }
    return null;
  }

  async function readLeft(path: string): Promise<ReadJournal | null> {
    const { read, hasLine } = await readFile(path);
    if (read) return read;
    if (hasLine) await rename(path, `${path}.unreadable`);
    else await rm(path, { force: true });
    return null;
  }

  /** Makes the journal that was found the program's own, under a new number. */
  async function takeOver(from: string, read: ReadJournal): Promise<void> {
    const { path, lock } = await files.begin(loseOwn);
    try {
      await chmod(from, PRIVATE_FILE);
      await truncate(from, read.length);
      await rename(from, path);
    } catch (error) {
      await lock.release();
      throw error;
    }
    await flushFolder(disk, dirname(path));
    await found?.lock.release();
    found = null;
    own = { path, lock, length: read.length, wholeLength: 0, isWhole: true };
  }

  return {
    append(entry) {
      count++;
      return inTurn(() =>
        write(entry).catch((error: unknown) => {
          throw new Error(whyItFailed(error), { cause: error });
        }),
      );
    },
    count: () => count,
    close: () =>
      inTurn(async () => {
        if (!own) return;
        await rm(own.path, { force: true });
        await own.lock.release();
        own = null;
      }),
    release: () =>
      inTurn(async () => {
        await own?.lock.release();
        await found?.lock.release();
        own = null;
        found = null;
      }),
    recover: () =>
      inTurn(async () => {
        const left = await find();
        if (!left) return null;
        if (left.path !== own?.path) await takeOver(left.path, left.read);
        return recoveredOf(left.read);
      }),
    look: () =>
      inTurn(async () => {
        const left = await find();
        return left && recoveredOf(left.read);
      }),
  };
}

const readHere = (path: string) => readJournalFile({ kind: 'readJournal', path });

function recoveredOf({ project, saved, folder, edits, view }: ReadJournal): Recovered {
  return { project, saved, folder, edits, view };
}
