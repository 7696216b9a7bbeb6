import { open, mkdir, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalEntry } from '../contract.ts';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import {
  canBegin,
  journalLine,
  readJournal,
  wholeEntry,
  type ReadJournal,
  type Recovered,
} from '../files/project/journal-lines.ts';
import { readProjectFolder } from '../files/project/project-folder.ts';
import { readWholeFile } from '../files/storage/read-file.ts';

/** Edits that were made since the last save, kept on disk one JSON line each. */
export interface Journal {
  /** Adds an edit; answered once it is on disk. Throws an `Error` when a first entry cannot begin a journal. */
  append(entry: JournalEntry): Promise<void>;
  /** How many entries were asked for: two equal numbers mean that nothing was added between. */
  count(): number;
  /** Forgets the present journal. */
  close(): Promise<void>;
  /** What the present journal holds, or else the newest that a program left behind which ended without closing it. */
  look(): Promise<Recovered | null>;
  /** The same, and makes it the present journal: later entries are added to it. */
  recover(): Promise<Recovered | null>;
}

/** A journal longer than this is written anew as one entry with the whole project: 64 MiB. */
const LONGEST = 2 ** 26;

const NAME = /^(\d+)-[0-9a-z-]+\.jsonl$/;

/**
 * A journal in `folder`. Each program that runs writes a file of its own, named by its process and `session` (any text that no earlier
 * run had); `isRunning` tells of another process whether it still writes to its own, `longest` how many bytes are too many.
 */
export function createJournal(
  folder: string,
  session: string,
  isRunning: (process: number) => boolean = isAlive,
  longest = LONGEST,
): Journal {
  const own = join(folder, `${process.pid}-${session}.jsonl`);
  let begun = false;
  /** Bytes of whole lines in the program's own file. */
  let length = 0;
  /** Bytes of its first line, which may hold the whole project. */
  let wholeLength = 0;
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs tasks one after another. */
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  }

  async function write(entry: JournalEntry): Promise<void> {
    if (!begun && !canBegin(entry)) {
      throw new Error('the first entry of a journal must hold the whole project, or what changed since it was saved');
    }
    await mkdir(folder, { recursive: true });
    const line = journalLine(entry);
    const start = begun ? length : 0;
    const file = await open(own, begun ? 'r+' : 'w');
    try {
      // At its place rather than at the end: half a line that a full disk left behind is written over.
      for (let done = 0; done < line.byteLength;) {
        const { bytesWritten } = await file.write(line, done, line.byteLength - done, start + done);
        done += bytesWritten;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (!begun) wholeLength = line.byteLength;
    length = start + line.byteLength;
    begun = true;
    // An entry is kept whether or not the journal could be made shorter.
    if (length > Math.max(longest, 4 * wholeLength)) await shorten(entry.label).catch(() => {});
  }

  /** Replaces all entries by one that holds what they make together. */
  async function shorten(label: string): Promise<void> {
    const read = await readJournal(await readWholeFile(own), readProjectFolder);
    if (!read) return;
    const line = journalLine(wholeEntry(label, read));
    await writeAtomically(own, line);
    length = line.byteLength;
    wholeLength = length;
  }

  /** Journals that may be recovered, the program's own first, then the newest. */
  async function candidates(): Promise<string[]> {
    if (begun) return [own];
    const names = await readdir(folder).catch(() => []);
    const left = names.filter((name) => {
      const writer = Number(NAME.exec(name)?.[1] ?? Number.NaN);
      return writer === process.pid || (Number.isFinite(writer) && !isRunning(writer));
    });
    const dated = await Promise.all(
      left.map(async (name) => ({ path: join(folder, name), time: (await stat(join(folder, name))).mtimeMs })),
    );
    return dated.toSorted((a, b) => b.time - a.time).map(({ path }) => path);
  }

  /**
   * The first journal that can be read. One that cannot is put aside under another name, unless it never got its first line; one whose
   * project folder cannot be read now waits for a start at which it can.
   */
  async function find(): Promise<{ path: string; read: ReadJournal } | null> {
    for (const path of await candidates()) {
      const bytes = await readWholeFile(path);
      const read = await readJournal(bytes, readProjectFolder).catch(() => 'waiting' as const);
      if (read === 'waiting') continue;
      if (read) return { path, read };
      if (bytes.includes(0x0a)) await rename(path, `${path}.unreadable`);
      else await rm(path, { force: true });
    }
    return null;
  }

  return {
    append(entry) {
      count++;
      return inTurn(() => write(entry));
    },
    count: () => count,
    close: () =>
      inTurn(async () => {
        begun = false;
        await rm(own, { force: true });
      }),
    recover: () =>
      inTurn(async () => {
        const found = await find();
        if (!found) return null;
        const { path, read } = found;
        await truncate(path, read.length);
        if (path !== own) await rename(path, own);
        begun = true;
        length = read.length;
        return recoveredOf(read);
      }),
    look: () =>
      inTurn(async () => {
        const found = await find();
        return found && recoveredOf(found.read);
      }),
  };
}

function recoveredOf({ project, saved, folder, edits }: ReadJournal): Recovered {
  return { project, saved, folder, edits };
}

function isAlive(writer: number): boolean {
  try {
    process.kill(writer, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
