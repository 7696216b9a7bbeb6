import { constants } from 'node:fs';
import { chmod, rename, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JournalEntry } from '../contract.ts';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { DISK, flushFolder, PRIVATE_FILE, PRIVATE_FOLDER, writeFlushed, type Disk } from '../files/storage/disk.ts';
import { whyItFailed } from '../files/storage/explain-failure.ts';
import type { HeldLock } from '../files/storage/lock.ts';
import { type JournalFile, type LeftWork, readJournalFile, shortenJournal } from '../files/project/journal-file.ts';
import { canBegin, journalLine } from '../files/project/journal-lines.ts';
import { projectOf, putAside } from '../files/project/left-journal.ts';
import type { FolderWork } from './folder-work.ts';
import { answerQuestions, isAnswered } from './holder-question.ts';
import { createOwnedFiles, type OwnedFiles } from './owned-files.ts';
import { heldElsewhere, heldInSilence, unsavedWork, waits, waitToo } from './unsaved-sentences.ts';
import { isEdit } from '../../core/document/project-change.ts';

/** Edits that were made since the last save, kept on disk one JSON line each. */
export interface Journal {
  /**
   * Adds an edit; answered once it is on disk. Throws an `Error` with one sentence when it could not be kept. The edits after that are
   * refused too, since each says only what it changed, until one comes that can begin a journal: it holds everything again. Where the playhead
   * stands is kept beside edits only.
   */
  append(entry: JournalEntry): Promise<void>;
  /** How many entries were asked for: two equal numbers mean that nothing was added between. */
  count(): number;
  /** Forgets the present journal. */
  close(): Promise<void>;
  /** Leaves the present journal as it is to whoever starts next. */
  release(): Promise<void>;
  /** What the present journal holds, or else the latest that a program left behind which ended without closing it. */
  look(job?: string): Promise<Left | null>;
  /** The same, and makes it the present journal: later entries are added to it. */
  recover(): Promise<Left | null>;
  /** Sentences about unsaved work that there is and that was not given when it was asked for last, with what to do. */
  notes(): readonly string[];
  /** The same about what programs hold that do not answer: {@link Journal.takeOver} takes it from them. */
  unanswered(): readonly string[];
  /** Takes from programs that did not answer what they hold, so that it is given when it is asked for next. */
  takeOver(): Promise<void>;
}

/** Unsaved work that was left behind, with the work itself as it goes to the window: `UnsavedWork` as MessagePack. */
export interface Left extends LeftWork {
  readonly work: Uint8Array;
}

export interface JournalOptions {
  /** A journal longer than so many bytes is written anew as one entry with the whole project. Default 64 MiB. */
  readonly longest?: number;
  readonly disk?: Disk;
  readonly files?: OwnedFiles;
  /** Reads journals, here or elsewhere. Default: here. */
  readonly work?: FolderWork;
  /** Whether somebody works with this program: one without a window does not answer who asks for its journal. Default: always. */
  readonly hasWindow?: () => boolean;
  /** Keeps the files that entries speak of; where it cannot, an entry is not kept either. */
  readonly keepFiles?: () => Promise<void>;
  /** Milliseconds that other programs have to answer. */
  readonly patience?: number;
}

const LONGEST = 2 ** 26;

/** Behind what is there; a file that somebody removed is not made again. */
const APPEND = constants.O_WRONLY | constants.O_APPEND;

/** What is said of other unsaved work than that which is given. */
interface Others {
  readonly notes: readonly string[];
  /** Of what programs hold that do not answer, by its path. */
  readonly unanswered: ReadonlyMap<string, string>;
}

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
  const { longest = LONGEST, disk = DISK, files = createOwnedFiles(folder, 'journal') } = options;
  const { hasWindow = () => true, keepFiles = async () => {}, patience, work } = options;
  let own: Own | null = null;
  let lost: string | null = null;
  let count = 0;
  /** The journal that was found last, and its lock, so that nobody else offers it or changes it meanwhile. */
  let found: { readonly path: string; readonly lock: HeldLock; readonly read: Left; readonly others: Others } | null = null;
  let notes: string[] = [];
  /** What programs hold that do not answer, with what is said of it. */
  let unanswered = new Map<string, string>();
  let stopAnswering: (() => void) | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs tasks one after another. */
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  }

  async function write(entry: JournalEntry): Promise<void> {
    // Where the playhead stands is kept beside unsaved work only.
    if (!own && !entry.onSaved && !isEdit(entry)) return;
    const line = journalLine(entry);
    try {
      await keepFiles();
    } catch (error) {
      if (own) own.isWhole = false;
      throw error;
    }
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

  /** From now on this program says that it is there to whoever asks for its journal. */
  function answer(): void {
    stopAnswering ??= answerQuestions(folder, () => own?.path ?? found?.path ?? null, hasWindow);
  }

  async function begin(line: Uint8Array): Promise<Own> {
    const { path, lock } = await files.begin(loseOwn);
    answer();
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
    const task = { kind: 'shortenJournal' as const, path: journal.path, label };
    const { bytes } = await (work ? work(task) : shortenJournal(task));
    if (bytes) await replace(journal, bytes);
  }

  /** Null when nothing of it can be read. */
  async function readFile(path: string, job?: string): Promise<Pick<JournalFile, 'hasLine'> & { readonly read: Left | null }> {
    const task = { kind: 'readJournal' as const, path };
    const { left, bytes, hasLine } = await (work ? work(task, { job }) : readJournalFile(task));
    return { read: left && { ...left, work: bytes }, hasLine };
  }

  /**
   * The first journal that can be read: the program's own, or the latest that was left behind. One that cannot be read is put aside under
   * another name, unless it never got its first line; one whose project folder cannot be read now waits for a start at which it can. One that was
   * read since it was locked need not be read again where it may be `known`.
   */
  async function find({
    job,
    known: mayBeKnown = false,
  }: {
    job?: string | undefined;
    known?: boolean;
  }): Promise<{ path: string; read: Left } | null> {
    notes = [];
    unanswered = new Map();
    if (own) {
      const { path } = own;
      const read = await readFile(path, job).then(
        (file) => file.read,
        (error: unknown) => (notes.push(waits(null, whyItFailed(error), path)), null),
      );
      return read && { path, read };
    }
    const paths = await files.list();
    for (const [i, path] of paths.entries()) {
      const lock = found?.path === path ? found.lock : await files.claim(path).catch(() => null);
      const project = await projectOf(path);
      if (!lock) {
        tell(await askHolders([path]));
        continue;
      }
      const known = mayBeKnown && found?.path === path ? found : null;
      const read =
        known?.read ??
        (await readLeft(path, project, job).catch(
          (error: unknown) => (notes.push(waits(project, whyItFailed(error), path)), null),
        ));
      if (read) {
        if (found && found.path !== path) await found.lock.release();
        const others = known?.others ?? (await lookAtOthers(paths.slice(i + 1)));
        found = { path, lock, read, others };
        tell(others);
        answer();
        return { path, read };
      }
      if (found?.path === path) found = null;
      await lock.release();
    }
    return null;
  }

  function tell(others: Others): void {
    notes.push(...others.notes);
    for (const [path, sentence] of others.unanswered) unanswered.set(path, sentence);
  }

  /** What is said of journals that others hold. */
  async function askHolders(paths: readonly string[]): Promise<Others> {
    const others = { notes: [] as string[], unanswered: new Map<string, string>() };
    const ask = async (path: string) => {
      const project = await projectOf(path);
      if (project === undefined) return;
      if (await isAnswered(path, patience)) others.notes.push(heldElsewhere(project, path));
      else others.unanswered.set(path, heldInSilence(project, path));
    };
    await Promise.all(paths.map(ask));
    return others;
  }

  /** What is said of journals that were begun before the one that is given. */
  async function lookAtOthers(paths: readonly string[]): Promise<Others> {
    const areHeld = await Promise.all(paths.map((path) => files.isHeld(path)));
    const held = paths.filter((_, i) => areHeld[i]);
    const left = await Promise.all(paths.filter((_, i) => !areHeld[i]).map(projectOf));
    const waiting = left.filter((project) => project !== undefined);
    const { notes: told, unanswered: silent } = await askHolders(held);
    return { notes: [...told, ...(waiting.length > 0 ? [waitToo(waiting)] : [])], unanswered: silent };
  }

  async function readLeft(path: string, project: string | null | undefined, job: string | undefined): Promise<Left | null> {
    const { read, hasLine } = await readFile(path, job);
    if (read) return read;
    if (hasLine) {
      await rename(path, `${path}.unreadable`);
      notes.push(
        `${unsavedWork(project)} cannot be read and was put aside: nothing of it is deleted, it lies in ${path}.unreadable.`,
      );
    } else await rm(path, { force: true });
    return null;
  }

  /** Makes the journal that was found the program's own, under a new number. */
  async function takeOver(from: string, read: Left): Promise<void> {
    const { path, lock } = await files.begin(loseOwn);
    let rest: string | null;
    try {
      await chmod(from, PRIVATE_FILE);
      rest = await putAside(from, read.length);
      await truncate(from, read.length);
      await rename(from, path);
    } catch (error) {
      await lock.release();
      throw error;
    }
    await flushFolder(disk, dirname(path));
    await found?.lock.release();
    found = null;
    if (rest !== null)
      notes.push(`${unsavedWork(read.folder)} was brought back up to its damaged end: all of it lies in ${rest}.`);
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
    notes: () => notes,
    unanswered: () => [...unanswered.values()],
    takeOver: () =>
      inTurn(async () => {
        for (const path of unanswered.keys()) await files.seize(path);
      }),
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
        stopAnswering?.();
        stopAnswering = null;
      }),
    recover: () =>
      inTurn(async () => {
        const left = await find({ known: true });
        if (!left) return null;
        if (left.path !== own?.path) await takeOver(left.path, left.read);
        return left.read;
      }),
    look: (job) =>
      inTurn(async () => {
        const left = await find({ job });
        return left && left.read;
      }),
  };
}
