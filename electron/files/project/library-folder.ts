import { basename } from 'node:path';
import { z } from 'zod';
import type { ListChange } from '../../../core/document/list-change.ts';
import { PROJECT_VERSION, type SavedPoseData } from '../../../core/document/project-data.ts';
import type { KnownNames } from '../../../core/document/known-names.ts';
import { NOTHING_REMOVED, type RemovedParts } from '../../../core/document/removed-parts.ts';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';
import { parseJsonObject } from '../../../core/formats/text/json-text.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import type { MergedLibrary, PartRevisions } from '../../contract.ts';
import { openFolder, openFolderOnThread, type FolderAccess, type ReadBudget } from '../storage/folder-access.ts';
import { layOutJson } from '../storage/lay-out-json.ts';
import { ignoredFiles } from './ignored-files.ts';
import { mergeParts } from './merge-parts.ts';
import { inWritingOrder, type FileChange } from './plan-save.ts';
import { PROJECT_FILE } from './project-file.ts';
import { readPoses, revisionsOf, startReading, type SeenFile } from './read-parts.ts';

/**
 * The file that says that a folder is a library on its own: its poses are those of the reference body of `core/library/shared`, so that they
 * belong to no character.
 */
export const LIBRARY_FILE = 'limber-library.json';

const libraryFileSchema = z.strictObject({ version: z.int().min(2).max(PROJECT_VERSION), kind: z.literal('library') });

/** A library to read. */
export interface LibraryReadingTask {
  readonly kind: 'openLibrary';
  readonly folder: string;
}

export interface ReadLibraryFolder {
  readonly poses: readonly SavedPoseData[];
  readonly revisions: PartRevisions;
  /** The same with what tells without reading whether a file has changed since. */
  readonly seen: ReadonlyMap<string, SeenFile>;
  /** Sentences about files that could not be read; they were left where they are. */
  readonly warnings: readonly string[];
}

/**
 * Reads a library as it lies and changes nothing in it. A folder without poses is an empty library, whatever else lies there. Throws an `Error`
 * with one sentence when there is no such folder, it is a project, or its poses are of no known body. What is read is taken from `budget`.
 */
export async function readLibraryFolder({ folder }: LibraryReadingTask, budget?: ReadBudget): Promise<ReadLibraryFolder> {
  const access = await (budget ? openFolder(folder, budget) : openFolderOnThread(folder)).catch((error: unknown) => {
    throw new Error(`the library ${quote(folder)} cannot be read: there is no such folder`, { cause: error });
  });
  const isMade = await isLibrary(access);
  const reading = startReading(access);
  const poses = isMade ? await readPoses(reading) : [];
  const { seen, warnings } = reading;
  return { poses, revisions: revisionsOf(reading), seen, warnings };
}

/** What to put into the poses of a library's folder, and to take out of them. */
export interface LibrarySaveTask {
  readonly kind: 'planLibrarySave';
  /** The folder, which is there. */
  readonly folder: string;
  readonly change: ListChange<SavedPoseData>;
  /** Poses as they were when they were removed from the library, of those that are put back. */
  readonly removed?: RemovedParts | undefined;
}

/** What a save into a library is going to do, with nothing written yet. */
export interface LibrarySavePlan {
  /** Files to write, group after group. */
  readonly groups: readonly (readonly FileChange[])[];
  readonly merged: MergedLibrary;
  /** The poses that are removed and hold what is not understood. */
  readonly removed: RemovedParts;
}

/** Of poses of the reference body, expressions are not understood. */
const KNOWN: KnownNames = { joints: HUMANOID_BONES, expressions: [], slides: 0 };

/** Merges a change with what lies in a library's folder, as saves of projects do. What is read is taken from `budget`. */
export async function planLibrarySave(
  { folder, change, removed: earlier }: LibrarySaveTask,
  budget?: ReadBudget,
): Promise<LibrarySavePlan> {
  const access = await openFolder(folder, budget);
  const isMade = await isLibrary(access);
  const { files, revisions, theirs, copies, notes, removed } = await mergeParts(access, 'poses', change, {
    known: KNOWN,
    removed: earlier,
  });
  const ignored = await ignoredFiles(access);
  const text = layOutJson({ version: PROJECT_VERSION, kind: 'library' });
  const own: FileChange[] = [...(ignored ? [ignored] : []), ...(isMade ? [] : [[LIBRARY_FILE, text] as const])];
  const { pictures, parts, removals } = inWritingOrder([...files]);
  return {
    groups: [own, pictures, parts, removals],
    merged: { revisions: Object.fromEntries(revisions), theirs, copies, notes },
    removed: { ...NOTHING_REMOVED, poses: removed },
  };
}

/** Whether a folder says that it is a library; one that says nothing and holds no poses may become one. */
async function isLibrary(access: FolderAccess): Promise<boolean> {
  const name = quote(basename(access.root));
  if ((await access.stamp(PROJECT_FILE)) !== null) {
    throw new Error(`${name} is a project, not a library: open it, and copy its poses into a folder that is none`);
  }
  const found = await access.read(LIBRARY_FILE);
  if (!found) {
    const poses = (await access.list('poses')).filter((each) => each.endsWith('.json'));
    if (poses.length === 0) return false;
    throw new Error(`${name} holds poses but no ${LIBRARY_FILE}, which says of what body they are: copy them from their project`);
  }
  const refuse = (problem: string) => new Error(`the library ${name} cannot be read: its file ${LIBRARY_FILE} ${problem}`);
  const file = await Promise.resolve()
    .then(() => parseJsonObject(found.bytes, 'its content'))
    .catch((error: unknown) => {
      throw refuse(`cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    });
  const { version } = file;
  if (typeof version === 'number' && version > PROJECT_VERSION) {
    throw new Error(`the library ${name} was made with a newer Limber: update this one to use it`);
  }
  const parsed = libraryFileSchema.safeParse(file);
  if (!parsed.success) throw refuse(`cannot be used: ${explainProblem(parsed.error, 'its content')}`);
  return true;
}
