import { basename } from 'node:path';
import type { z } from 'zod';
import { NewerVersionError } from '../../../core/document/migrations.ts';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { LARGEST_PART, type FolderAccess, type FoundFile } from '../storage/folder-access.ts';
import { readWholeFile } from '../storage/read-file.ts';
import { projectFileSchema } from '../storage/project-schema.ts';
import { readVersioned } from './project-parts.ts';

/** The file in a project folder that one opens: what is not a file of its own. */
export const PROJECT_FILE = 'project.limber';

export interface ReadProjectFile extends z.infer<typeof projectFileSchema> {
  readonly bytes: Buffer;
  readonly stamp: string;
  /** What a project file of version 1 had of its user's own state, not validated. */
  readonly user: unknown;
}

/** Reads a project file. Null when there is none. Throws an `Error` with one sentence when it is damaged or of a newer Limber. */
export async function readProjectFile(folder: FolderAccess): Promise<ReadProjectFile | null> {
  return explained(`the project "${basename(folder.root)}" cannot be opened: its file ${PROJECT_FILE}`, async () => {
    const found = await folder.read(PROJECT_FILE);
    return found && parse(found);
  });
}

/** Reads a project file that has another name. Throws an `Error` with one sentence, also for a character with a project's ending. */
export async function readRenamedFile(path: string): Promise<ReadProjectFile> {
  return explained(quote(basename(path)), async () => {
    const bytes = Buffer.from(await readWholeFile(path, LARGEST_PART));
    if (bytes.toString('latin1', 0, 4) === 'glTF')
      throw new Error('it holds a character, not a project; give it the ending .glb and open it as a character');
    return parse({ bytes, stamp: '' });
  });
}

function parse(found: FoundFile): ReadProjectFile {
  const { user = null, ...shared } = readVersioned('file', found.bytes);
  const parsed = projectFileSchema.safeParse(shared);
  if (!parsed.success) throw new Error(explainProblem(parsed.error, 'its content'));
  return { ...parsed.data, ...found, user };
}

async function explained<Result>(what: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NewerVersionError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`${what} cannot be used: ${problem}`, { cause: error });
  }
}
