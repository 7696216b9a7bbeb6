import { realpath, statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { filledLists } from '../../../core/document/list-kinds.ts';
import { inOrder } from '../../../core/document/list-change.ts';
import { PROJECT_VERSION, type MediaFile, type ProjectData, type SavedPoseData } from '../../../core/document/project-data.ts';
import type { PartRevisions, ProjectView } from '../../contract.ts';
import { openFolder, openFolderOnThread, type FolderAccess, type ReadBudget } from '../storage/folder-access.ts';
import type { OriginalFile } from '../../../core/formats/open-character.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { PROJECT_FILE, readProjectFile, readRenamedFile, type ReadProjectFile } from './project-file.ts';
import {
  DEFAULT_RIG_SETTINGS,
  picturePath,
  readActor,
  readCamera,
  readProp,
  readSound,
  readClip,
  readRig,
  revisionOf,
  rigPath,
} from './project-parts.ts';
import { inParallel } from '../storage/in-parallel.ts';
import {
  listParts,
  readList,
  readPart,
  readPoses,
  revisionsOf,
  startReading,
  type ProjectLimits,
  type Reading,
  type SeenFile,
} from './read-parts.ts';
import { currentUser, readUserState } from './user-state.ts';

const realpathNative = promisify(realpath.native);

export interface ReadProjectFolder {
  readonly project: ProjectData;
  /** How its user saw it last; null where that is not known. */
  readonly view: ProjectView | null;
  /** Tells the state of every file of it from others. */
  readonly revisions: PartRevisions;
  /** The same with what tells without reading whether a file has changed since. */
  readonly seen: ReadonlyMap<string, SeenFile>;
  /** Sentences about files that could not be read; they were left where they are. */
  readonly warnings: readonly string[];
  /** How many poses lie in the folder, or their user knows of; more than were read where not all were asked for. */
  readonly poseCount: number;
}

/** All poses of a project's folder, in the order of its user. */
export interface ReadProjectPoses extends Pick<ReadProjectFolder, 'revisions' | 'seen' | 'warnings'> {
  readonly poses: readonly SavedPoseData[];
}

/** The folder of a project that is named by its folder or its project file. */
export function projectFolderOf(path: string): string {
  return basename(path) === PROJECT_FILE ? dirname(path) : path;
}

/** The folder of a project that is to be opened by its folder or its file, whatever name the file was given. */
export function openedFolderOf(path: string): string {
  return isRenamedFile(path) ? dirname(path) : projectFolderOf(path);
}

/** Whether a path leads to a project's file with another name than its own. */
function isRenamedFile(path: string): boolean {
  if (extname(path).toLowerCase() !== '.limber' || basename(path) === PROJECT_FILE) return false;
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where a project folder keeps its character's GLB or VRM file. */
export function characterPath({ hash, fileName }: ProjectData['character']): string {
  return `characters/${hash}${extname(fileName).toLowerCase() === '.vrm' ? '.vrm' : '.glb'}`;
}

/** Where it keeps, beside it, the file that this was made of (FBX, BVH), byte for byte. */
export function originalPath({ hash }: ProjectData['character'], extension: OriginalFile['extension']): string {
  return `characters/${hash}${extension}`;
}

/** Where it keeps a file of media, as it came. */
export function mediaPath({ hash, fileName }: MediaFile): string {
  const [extension = ''] = /\.[a-z0-9]{1,8}$/.exec(extname(fileName).toLowerCase()) ?? [];
  return `media/${hash}${extension}`;
}

/** The absolute path of a project's file. Throws an `Error` with one sentence when the folder does not have it, or has a link there. */
export async function fileInProject(folder: string, path: string): Promise<string> {
  const access = await openProjectFolder(folder);
  if ((await access.stamp(path)) === null) throw new Error(`"${join(folder, path)}" does not exist`);
  return join(access.root, path);
}

/**
 * Reads a project as it lies, by its folder or its file, and changes nothing in it. Every pose and clip belongs to the project whose file lies there. A part
 * that cannot be read is left out and told. Throws an `Error` with one sentence when there is no project, its file is damaged, or a newer
 * Limber wrote it, or it is larger than `limits`. `user` is whose own state it is opened with. What is read is taken from `budget`. Of more than
 * `mostPoses` poses only so many are read, those first that the user has first: {@link readProjectPoses} reads all. `tell` hears how far it is, 0 to 1.
 */
export async function readProjectFolder(
  path: string,
  user: string = currentUser(),
  limits?: ProjectLimits,
  budget?: ReadBudget,
  mostPoses = Infinity,
  tell?: (share: number) => void,
): Promise<ReadProjectFolder> {
  const folder = openedFolderOf(path);
  const access = await accessToRead(folder, budget);
  const reading = startReading(access, limits, tell);
  const { seen, warnings } = reading;
  const file = await readOwnFile(access, path, seen, warnings);
  if (!file) throw new Error(`"${folder}" is not a Limber project: it holds no ${PROJECT_FILE}`);
  if (await hasEarlierSave(access.root)) {
    warnings.push(
      'The folder ".limber-saving" is what an interrupted save of an earlier Limber left: it was neither completed nor removed.',
    );
  }
  const rig = await readPart(reading, rigPath(file.character), async ({ bytes }) => readRig(bytes));
  const own = await readUserState(access, user, file.user, warnings);
  const { unkeyed, activeClip, workedOn, reference, view = null, ...order } = own;
  const told = warnings.length;
  const { poses, poseCount } =
    (await readFirstKnown(reading, order.poses, mostPoses)) ?? (await readFirst(reading, order.poses, mostPoses));
  // What is wrong with some poses is told when all of them are read.
  if (poseCount > mostPoses) warnings.length = told;
  const clips = await readList(reading, 'clips', async (id, { bytes }) => readClip(id, bytes));
  const actors = (await readList(reading, 'actors', async (id, { bytes }) => readActor(id, bytes))).map((actor) => ({
    ...actor,
    unkeyed: order.othersUnkeyed?.[actor.id] ?? null,
  }));
  const props = await readList(reading, 'props', async (id, { bytes }) => readProp(id, bytes));
  const sounds = await readList(reading, 'sounds', async (id, { bytes }) => readSound(id, bytes));
  const cameras = await readList(reading, 'cameras', async (id, { bytes }) => readCamera(id, bytes));
  const project: ProjectData = {
    version: PROJECT_VERSION,
    name: file.name,
    character: file.character,
    ...(file.place && { place: file.place }),
    ...filledLists({
      actors: inOrder(actors, order.actors ?? []),
      props: inOrder(props, order.props ?? []),
      sounds: inOrder(sounds, order.sounds ?? []),
      cameras: inOrder(cameras, order.cameras ?? []),
    }),
    ...(actors.some(({ id }) => id === workedOn) && { workedOn }),
    ...(reference && { reference }),
    rig: rig ?? DEFAULT_RIG_SETTINGS,
    unkeyed,
    pins: file.pins,
    solver: file.solver,
    poses: inOrder(poses, order.poses),
    clips: inOrder(clips, order.clips),
    activeClip,
  };
  return { project, view, revisions: revisionsOf(reading), seen, warnings, poseCount };
}

/** Reads all poses of a project's folder. Throws as {@link readProjectFolder}. */
export async function readProjectPoses(
  folder: string,
  user: string = currentUser(),
  limits?: ProjectLimits,
  budget?: ReadBudget,
): Promise<ReadProjectPoses> {
  const access = await accessToRead(folder, budget);
  const reading = startReading(access, limits);
  const { seen, warnings } = reading;
  const poses = await readPoses(reading);
  const file = await readProjectFile(access);
  const order = await readUserState(access, user, file?.user ?? null, []);
  return { poses: inOrder(poses, order.poses), revisions: revisionsOf(reading), seen, warnings };
}

/** Where nothing bounds what is read, it is read on a thread of its own, or by the command line. */
function accessToRead(folder: string, budget: ReadBudget | undefined): Promise<FolderAccess> {
  return openProjectFolder(folder, budget ? (where) => openFolder(where, budget) : openFolderOnThread);
}

interface FirstPoses extends Pick<ReadProjectFolder, 'poseCount'> {
  readonly poses: readonly SavedPoseData[];
}

async function readFirst(reading: Reading, order: readonly string[], most: number): Promise<FirstPoses> {
  const listed = await listParts(reading, 'poses');
  const isWhole = listed.ids.length <= most;
  const poses = await readPoses(reading, listed, isWhole ? listed.ids : firstIds(listed.ids, order, most));
  return { poses, poseCount: listed.ids.length };
}

/**
 * The first of more than `most` poses by what their user knows of, without looking at what else lies there, which takes longer than all else where that is very
 * much; null where one of them cannot be read.
 */
async function readFirstKnown(reading: Reading, order: readonly string[], most: number): Promise<FirstPoses | null> {
  if (order.length <= most) return null;
  const ids = order.slice(0, most);
  const pictures = await inParallel(ids, (id) => reading.access.stamp(picturePath(id)).catch(() => null));
  const names = ids.flatMap((id, i) => (pictures[i] === null ? [] : [basename(picturePath(id))]));
  const poses = await readPoses(reading, { ids, names }, ids);
  return poses.length < ids.length ? null : { poses, poseCount: order.length };
}

/** The first `count` of the ids: those that have an order in it, then the others by their numbers. */
function firstIds(ids: readonly string[], order: readonly string[], count: number): readonly string[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const ordered = new Set(order);
  const [named, others] = [ids.filter((id) => ordered.has(id)), ids.filter((id) => !ordered.has(id))];
  const first = inOrder(
    named.map((id) => ({ id })),
    order,
  ).slice(0, count);
  return [...first.map(({ id }) => id), ...smallest(others, count - first.length, compare)];
}

/** The `count` smallest, rising, without sorting all. */
function smallest(ids: readonly string[], count: number, compare: (a: string, b: string) => number): readonly string[] {
  const found = ids.slice(0, count).sort(compare);
  if (count === 0) return found;
  for (const id of ids.slice(count)) {
    if (compare(id, found.at(-1)!) >= 0) continue;
    let [from, to] = [0, found.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(id, found[middle]!) < 0) to = middle;
      else from = middle + 1;
    }
    found.splice(from, 0, id);
    found.pop();
  }
  return found;
}

/**
 * The project's file. One with another name stands for it where its folder has none of the right name, and is left as it is: a save then
 * writes the whole project.
 */
async function readOwnFile(
  access: FolderAccess,
  path: string,
  seen: Map<string, SeenFile>,
  warnings: string[],
): Promise<ReadProjectFile | null> {
  const file = await readProjectFile(access);
  if (file) seen.set(PROJECT_FILE, { stamp: file.stamp, revision: revisionOf(file.bytes) });
  if (!isRenamedFile(path)) return file;
  const [name, usual] = [quote(basename(path)), join(access.root, PROJECT_FILE)];
  if (file) {
    // Where large letters are not told from small ones, it is the same file.
    if ((await realpathNative(path)) !== (await realpathNative(usual)))
      warnings.push(`${name} lies beside ${PROJECT_FILE}, the project's own file, which was opened.`);
    return file;
  }
  const renamed = await readRenamedFile(path);
  warnings.push(`${name} is a project's file under another name: saving writes ${PROJECT_FILE} beside it.`);
  return renamed;
}

/** Throws an `Error` with one sentence when there is no such folder. */
async function openProjectFolder(folder: string, open = openFolder): Promise<FolderAccess> {
  return open(folder).catch((error: unknown) => {
    throw new Error(`"${folder}" is not a Limber project: there is no such folder`, { cause: error });
  });
}

async function hasEarlierSave(root: string): Promise<boolean> {
  return lstat(join(root, '.limber-saving')).then(
    () => true,
    () => false,
  );
}
