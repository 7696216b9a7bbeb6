import { open, mkdir, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { applyChanges } from '../../core/document/changes.ts';
import { PROJECT_VERSION, type ProjectData } from '../../core/document/project-data.ts';
import type { JournalEntry } from '../contract.ts';
import { writeAtomically } from '../files/atomic-write.ts';
import { readWholeFile } from '../files/read-file.ts';
import { projectChangeSchema, projectDataSchema } from '../files/schemas.ts';

/** Edits that were made since the last save, kept on disk one JSON line each. */
export interface Journal {
  /** Adds an edit; answered once it is on disk. Throws an `Error` when a first entry does not hold the whole project. */
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

export interface Recovered {
  readonly project: ProjectData;
  readonly folder: string | null;
  readonly edits: number;
}

const lineSchema = z.strictObject({
  version: z.literal(PROJECT_VERSION),
  label: z.string(),
  folder: z.string().nullable(),
  changed: projectChangeSchema,
});

interface ReadJournal extends Recovered {
  /** Bytes up to the end of the last whole line. */
  readonly length: number;
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
  /** Bytes of its first line, which holds the whole project. */
  let wholeLength = 0;
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs tasks one after another. */
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  }

  async function write({ label, folder: projectFolder, changed }: JournalEntry): Promise<void> {
    if (!begun && !projectDataSchema.safeParse(changed).success) {
      throw new Error('the first entry of a journal must hold the whole project');
    }
    await mkdir(folder, { recursive: true });
    const line = Buffer.from(`${JSON.stringify({ version: PROJECT_VERSION, label, folder: projectFolder, changed })}\n`);
    const file = await open(own, begun ? 'r+' : 'w');
    try {
      // At its place rather than at the end: half a line that a full disk left behind is written over.
      await file.write(line, 0, line.byteLength, begun ? length : 0);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!begun) wholeLength = line.byteLength;
    length = (begun ? length : 0) + line.byteLength;
    begun = true;
    // An entry is kept whether or not the journal could be made shorter.
    if (length > Math.max(longest, 4 * wholeLength)) await shorten(label).catch(() => {});
  }

  /** Replaces all entries by one that holds what they make together. */
  async function shorten(label: string): Promise<void> {
    const read = readJournal(await readWholeFile(own));
    if (!read) return;
    const line = Buffer.from(
      `${JSON.stringify({ version: PROJECT_VERSION, label, folder: read.folder, changed: read.project })}\n`,
    );
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

  /** The first journal that can be read. One that cannot is put aside under another name, unless it never got its first line. */
  async function find(): Promise<{ path: string; read: ReadJournal } | null> {
    for (const path of await candidates()) {
      const bytes = await readWholeFile(path);
      const read = readJournal(bytes);
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

/** What the whole lines of a journal make together; a line that was torn, and all after it, is left out. Null when nothing is left. */
function readJournal(bytes: Uint8Array): ReadJournal | null {
  const text = Buffer.from(bytes);
  let project: ProjectData | null = null;
  let folder: string | null = null;
  let edits = 0;
  let length = 0;
  for (let end = text.indexOf(0x0a); end >= 0; end = text.indexOf(0x0a, length)) {
    const line = readLine(text.toString('utf8', length, end));
    if (!line) break;
    const next: ProjectData | null = project
      ? applyChanges(project, line.changed)
      : (projectDataSchema.safeParse(line.changed).data ?? null);
    if (!next) break;
    project = next;
    folder = line.folder;
    edits++;
    length = end + 1;
  }
  return project && { project, folder, edits, length };
}

function recoveredOf({ project, folder, edits }: ReadJournal): Recovered {
  return { project, folder, edits };
}

function readLine(text: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function isAlive(writer: number): boolean {
  try {
    process.kill(writer, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
