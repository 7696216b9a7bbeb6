import { z } from 'zod';
import { applyChanges } from '../../core/document/changes.ts';
import { PROJECT_VERSION, type ProjectData } from '../../core/document/project-data.ts';
import type { JournalEntry } from '../contract.ts';
import { projectChangeSchema, projectDataSchema } from './schemas.ts';

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
  changed: projectChangeSchema,
});

const NEWLINE = 0x0a;

/** One entry as it stands in the file: JSON, then a newline, which no JSON text holds. */
export function journalLine({ label, folder, changed }: JournalEntry): Uint8Array {
  return Buffer.from(`${JSON.stringify({ version: PROJECT_VERSION, label, folder, changed })}\n`);
}

/**
 * What the whole lines of a journal make together; a line that was torn or damaged, and all after it, is left out. Null when the first
 * line does not hold a whole project.
 */
export function readJournal(bytes: Uint8Array): ReadJournal | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let project: ProjectData | null = null;
  let folder: string | null = null;
  let edits = 0;
  let length = 0;
  for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, length)) {
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

function readLine(text: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
