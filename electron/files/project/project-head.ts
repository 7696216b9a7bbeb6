import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { migrateProject, type RawProject } from '../../../core/document/migrations.ts';
import { PROJECT_VERSION } from '../../../core/document/project-data.ts';
import { explainProblem } from '../storage/explain-problem.ts';
import { parseJsonObject } from '../storage/json-text.ts';
import { differentIds, hashSchema, idSchema } from '../storage/schemas.ts';

/** The file in a project folder that one opens: what is not a file of its own, and the ids of the files that are, in order. */
export const PROJECT_FILE = 'project.limber';

const idListSchema = z
  .array(idSchema)
  .refine((ids) => differentIds(ids.map((id) => ({ id }))), { error: 'expected different ids' });

/** What must be known of the project file before its parts can be read. */
const headSchema = z.looseObject({
  character: z.looseObject({ hash: hashSchema }),
  poses: idListSchema,
  clips: idListSchema,
});

export type ProjectHead = z.infer<typeof headSchema>;

/** Reads a project file. Throws an `Error` with one sentence when it is missing, damaged, or of a newer Limber. */
export async function readHead(folder: string): Promise<ProjectHead> {
  const raw = await readRaw(folder);
  checkVersion(raw);
  const head = headSchema.safeParse(raw);
  if (!head.success) throw damaged(folder, explainProblem(head.error));
  return head.data;
}

/**
 * The project file that a save is about to replace: null when there is none or it is damaged.
 * Throws an `Error` with one sentence when a newer Limber wrote it.
 */
export async function readHeadToReplace(folder: string): Promise<ProjectHead | null> {
  const raw = await readRaw(folder).catch(() => null);
  if (!raw) return null;
  if (Number(raw['version']) > PROJECT_VERSION) checkVersion(raw);
  return headSchema.safeParse(raw).data ?? null;
}

export function damaged(folder: string, problem: string): Error {
  return new Error(`the project "${basename(folder)}" cannot be opened: ${problem}`);
}

async function readRaw(folder: string): Promise<RawProject> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(join(folder, PROJECT_FILE));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new Error(
      isMissing
        ? `"${folder}" is not a Limber project: it holds no ${PROJECT_FILE}`
        : `"${join(folder, PROJECT_FILE)}" could not be read`,
      { cause: error },
    );
  }
  try {
    return parseJsonObject(bytes, `its file ${PROJECT_FILE}`);
  } catch (error) {
    throw damaged(folder, error instanceof Error ? error.message : String(error));
  }
}

/** Versions that are missing, unknown or newer are refused by the migrations. */
function checkVersion(raw: RawProject): void {
  const isKnown = Number.isInteger(raw['version']) && Number(raw['version']) >= 1 && Number(raw['version']) <= PROJECT_VERSION;
  if (!isKnown) migrateProject(raw);
}
