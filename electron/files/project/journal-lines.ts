import { z } from 'zod';
import { applyChange } from '../../../core/document/changes.ts';
import { PROJECT_VERSION, type ProjectData } from '../../../core/document/project-data.ts';
import type { JournalEntry } from '../../contract.ts';
import { differentIds, projectChangeShape, projectDataSchema } from '../storage/schemas.ts';

/** What a journal's entries make together. */
export interface Recovered {
  readonly project: ProjectData;
  readonly folder: string | null;
  readonly edits: number;
}

export interface ReadJournal extends Recovered {
  /** Bytes up to the end of the last whole line. */
  readonly length: number;
}

const lineSchema = z.strictObject({
  version: z.literal(PROJECT_VERSION),
  label: z.string(),
  folder: z.string().nullable(),
  onSaved: z.literal(true).exactOptional(),
  ...projectChangeShape,
});

type JournalLine = z.infer<typeof lineSchema>;

const NEWLINE = 0x0a;

/** One entry as it stands in the file: JSON, then a newline, which no JSON text holds. */
export function journalLine(entry: JournalEntry): Uint8Array {
  return Buffer.from(`${JSON.stringify({ version: PROJECT_VERSION, ...entry })}\n`);
}

/** Whether a journal can begin with an entry: it holds the whole project, or the folder where that is saved. */
export function canBegin({ folder, onSaved, changed }: JournalEntry): boolean {
  return (onSaved === true && folder !== null) || projectDataSchema.safeParse(changed).success;
}

/**
 * What the whole lines of a journal make together; a line that was torn or damaged, and all after it, is left out. `readSaved` reads the
 * project of a folder, for a journal that begins with what is saved there. Null when the first line cannot begin a journal. Rejects when
 * the saved project cannot be read now.
 */
export async function readJournal(
  bytes: Uint8Array,
  readSaved: (folder: string) => Promise<ProjectData>,
): Promise<ReadJournal | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let project: ProjectData | null = null;
  let folder: string | null = null;
  let edits = 0;
  let length = 0;
  for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, length)) {
    const line = readLine(text.toString('utf8', length, end));
    if (!line) break;
    const before: ProjectData | null = project ?? (await baseOf(line, readSaved));
    if (!before) break;
    const next = applyChange(before, line);
    if (!differentIds(next.poses) || !differentIds(next.clips)) break;
    project = next;
    folder = line.folder;
    edits++;
    length = end + 1;
  }
  return project && { project, folder, edits, length };
}

/** What the first entry of a journal changes. */
async function baseOf(
  { changed, folder, onSaved }: JournalLine,
  readSaved: (folder: string) => Promise<ProjectData>,
): Promise<ProjectData | null> {
  if (onSaved) return folder === null ? null : readSaved(folder);
  return projectDataSchema.safeParse(changed).data ?? null;
}

function readLine(text: string): JournalLine | null {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
