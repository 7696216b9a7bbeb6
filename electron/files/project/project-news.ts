import { basename } from 'node:path';
import { LIST_KINDS, type ListKind } from '../../../core/document/list-kinds.ts';
import { partPath } from '../../../core/document/part-paths.ts';
import type { ProjectChange } from '../../../core/document/project-change.ts';
import { ORIGIN } from '../../../core/math/place.ts';
import { pictureFile } from '../../../core/library/saved-pose.ts';
import { openFolder, type FolderAccess, type ReadBudget } from '../storage/folder-access.ts';
import { inParallel } from '../storage/in-parallel.ts';
import { idSchema } from '../storage/basic-schemas.ts';
import { PROJECT_FILE, readProjectFile } from './project-file.ts';
import { LIBRARY_FILE } from './library-folder.ts';
import { readActor, readCamera, readProp, readSound, readClip, readPose, readRig, revisionOf } from './project-parts.ts';
import { idOfFile, readPicture, type SeenFile } from './read-parts.ts';

/** Where to look for what others did to a project. */
export interface LookTask {
  readonly kind: 'lookForNews';
  readonly folder: string;
  /** Files, and folders as a whole, that may have changed. */
  readonly paths: readonly string[];
  /** The revision of each file that the window knows. */
  readonly known: ReadonlyMap<string, string>;
  /** What each file held when it was looked at last. */
  readonly seen: ReadonlyMap<string, SeenFile>;
}

export interface LookedAt {
  readonly found: readonly FoundChange[];
  /** What the files hold that were read now; null for those that are gone. */
  readonly seen: ReadonlyMap<string, SeenFile | null>;
}

/** One file that is not as the window knows it. */
export interface FoundChange {
  readonly path: string;
  /** Null when the file is gone. */
  readonly revision: string | null;
  readonly change: ProjectChange;
  /** Why the file cannot be used; null when it can. */
  readonly problem: string | null;
}

const NO_CHANGE: ProjectChange = { changed: {} };

/**
 * Looks at files that may have changed, and gives what the window does not know of them. Where the file that says what the folder is
 * is gone, the folder was moved or its drive is away: nothing was removed from it then. What is read is taken from `budget`.
 */
export async function lookForNews(task: LookTask, budget?: ReadBudget): Promise<LookedAt> {
  const access = await openFolder(task.folder, budget);
  const seen = new Map<string, SeenFile | null>();
  const isThere = (await access.stamp(PROJECT_FILE)) !== null || (await access.stamp(LIBRARY_FILE)) !== null;
  if (!isThere) return { found: [], seen };
  const files = new Set<string>();
  for (const path of task.paths) for (const file of await filesOf(task, access, path)) files.add(file);
  const found = await inParallel([...files], (path) => {
    // Each refusal would be taken for a file that cannot be used, ten thousand times.
    if (budget && budget.left < 0) throw new Error(`there is more in "${task.folder}" than may be read at once`);
    return isPicture(path) ? lookAtPicture(task, access, path) : lookAt(task, access, path, seen);
  });
  return { found: found.filter((item) => item !== null), seen };
}

/** A file that asks for more than reading it may take. */
export function unreadable(path: string, reason: unknown): FoundChange {
  const problem = `${path} cannot be used: ${sentenceOf(reason)}.`;
  return { path, revision: revisionOf(problem), change: NO_CHANGE, problem };
}

/** The files of the project that a path speaks of: those of a folder that are there or were, or the file itself. */
async function filesOf({ known }: LookTask, access: FolderAccess, path: string): Promise<readonly string[]> {
  if (path === '' || path === PROJECT_FILE) return [PROJECT_FILE];
  const [kind = '', name] = path.split('/');
  if (kind !== 'rigs' && !isListKind(kind)) return [];
  if (name !== undefined) return fileOf(kind, name);
  const names = await access.list(kind).catch(() => []);
  const before = [...known.keys()].filter((file) => file.startsWith(`${kind}/`) && !isPicture(file));
  return [...before, ...names.filter((each) => each.endsWith('.json')).flatMap((each) => fileOf(kind, each))];
}

/** What has no name of a part, or of a pose's picture, is none. */
function fileOf(kind: string, name: string): string[] {
  const id = kind === 'poses' && isPicture(name) ? basename(name, '.png') : idOfFile(name);
  return id !== null && idSchema.safeParse(id).success ? [`${kind}/${name}`] : [];
}

function isPicture(path: string): boolean {
  return path.endsWith('.png');
}

/** A picture that came or changed after its pose did brings the pose once more. */
async function lookAtPicture({ known }: LookTask, access: FolderAccess, path: string): Promise<FoundChange | null> {
  const id = basename(path, '.png');
  const picture = await access.read(path).catch(() => null);
  const pose = await access.read(partPath('poses', id)).catch(() => null);
  const revision = picture && revisionOf(picture.bytes);
  const isKnown = (known.get(path) ?? null) === revision;
  if (isKnown || !pose || known.get(partPath('poses', id)) !== revisionOf(pose.bytes)) return null;
  const change = await readChange(access, partPath('poses', id), pose.bytes).catch(() => NO_CHANGE);
  return { path, revision, change, problem: null };
}

/** What the window does not know of a file; null when it knows it all. */
async function lookAt(
  { known, seen: seenBefore }: LookTask,
  access: FolderAccess,
  path: string,
  seen: Map<string, SeenFile | null>,
): Promise<FoundChange | null> {
  const before = seenBefore.get(path);
  try {
    const isSame = before && (await access.stamp(path)) === before.stamp;
    if (isSame && known.get(path) === before.revision) return null;
    const file = await access.read(path);
    if (!file) {
      seen.set(path, null);
      return known.has(path) ? { path, revision: null, change: removalOf(path), problem: null } : null;
    }
    const revision = revisionOf(file.bytes);
    seen.set(path, { stamp: file.stamp, revision });
    if (known.get(path) === revision) return null;
    try {
      return { path, revision, change: await readChange(access, path, file.bytes), problem: null };
    } catch (error) {
      return { path, revision, change: NO_CHANGE, problem: `${path} cannot be used: ${sentenceOf(error)}.` };
    }
  } catch (error) {
    // A link, or something that may not be read, has no content to tell it from others.
    const problem = `${path} was left out: ${sentenceOf(error)}.`;
    const revision = revisionOf(problem);
    return known.get(path) === revision ? null : { path, revision, change: NO_CHANGE, problem };
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function removalOf(path: string): ProjectChange {
  const [kind, name = ''] = path.split('/');
  const removed = { removed: [basename(name, '.json')], put: [] };
  return isListKind(kind) ? { changed: {}, [kind]: removed } : NO_CHANGE;
}

function isListKind(kind: string | undefined): kind is ListKind {
  return (LIST_KINDS as readonly (string | undefined)[]).includes(kind);
}

/** Which picture lies beside a pose's file now. */
async function pictureBeside(access: FolderAccess, id: string): Promise<string> {
  const picture = await readPicture(access, id);
  return picture ? pictureFile(id, revisionOf(picture)) : '';
}

/** What a file says. Throws an `Error` with one sentence when it cannot be used. */
async function readChange(access: FolderAccess, path: string, bytes: Buffer): Promise<ProjectChange> {
  if (path === PROJECT_FILE) {
    const file = await readProjectFile(access);
    if (!file) return NO_CHANGE;
    const { name, place = ORIGIN, pins, solver } = file;
    return { changed: { name, place, pins, solver } };
  }
  const [kind, name = ''] = path.split('/');
  const id = basename(name, '.json');
  if (path === partPath('poses', id)) {
    return { changed: {}, poses: { removed: [], put: [{ item: readPose(id, bytes, await pictureBeside(access, id)) }] } };
  }
  if (path === partPath('clips', id)) return { changed: {}, clips: { removed: [], put: [{ item: readClip(id, bytes) }] } };
  if (path === partPath('actors', id)) return { changed: {}, actors: { removed: [], put: [{ item: readActor(id, bytes) }] } };
  if (path === partPath('props', id)) return { changed: {}, props: { removed: [], put: [{ item: readProp(id, bytes) }] } };
  if (path === partPath('sounds', id)) return { changed: {}, sounds: { removed: [], put: [{ item: readSound(id, bytes) }] } };
  if (path === partPath('cameras', id)) return { changed: {}, cameras: { removed: [], put: [{ item: readCamera(id, bytes) }] } };
  const isOwnRig = kind === 'rigs' && (await readProjectFile(access))?.character.hash === id;
  return isOwnRig ? { changed: { rig: readRig(bytes) } } : NO_CHANGE;
}
