import { basename } from 'node:path';
import type { z } from 'zod';
import { NewerVersionError } from '../../../core/document/migrations.ts';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';
import type { FolderAccess } from '../storage/folder-access.ts';
import { projectFileSchema } from '../storage/schemas.ts';
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
  try {
    const found = await folder.read(PROJECT_FILE);
    if (!found) return null;
    const { user = null, ...shared } = readVersioned('file', found.bytes);
    const parsed = projectFileSchema.safeParse(shared);
    if (!parsed.success) throw new Error(explainProblem(parsed.error, 'its content'));
    return { ...parsed.data, ...found, user };
  } catch (error) {
    if (error instanceof NewerVersionError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the project "${basename(folder.root)}" cannot be opened: its file ${PROJECT_FILE} cannot be used: ${problem}`,
      {
        cause: error,
      },
    );
  }
}
