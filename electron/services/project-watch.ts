import { watch as watchFolder, type FSWatcher } from 'node:fs';
import { basename, join } from 'node:path';
import type { ProjectChange } from '../../core/document/changes.ts';
import { partPath, type ListKind } from '../../core/document/part-paths.ts';
import type { ClipData, ProjectData, SavedPoseData } from '../../core/document/project-data.ts';
import type { PartRevisions, ProjectNews } from '../contract.ts';
import { openFolder, type FolderAccess } from '../files/storage/folder-access.ts';
import { inFolderTurn } from '../files/storage/folder-turns.ts';
import { inParallel } from '../files/storage/in-parallel.ts';
import { idSchema } from '../files/storage/schemas.ts';
import { PROJECT_FILE, readProjectFile } from '../files/project/project-file.ts';
import { idOfFile, readPicture, type SeenFile } from '../files/project/project-folder.ts';
import { readClip, readPose, readRig, revisionOf } from '../files/project/project-parts.ts';

export type TellNews = (news: ProjectNews) => void;

/** Watches one project folder at a time, and tells what others change in it. */
export interface ProjectWatch {
  /**
   * Watches this folder from now on; null: none. `revisions` are those of its files that the window knows, `seen` files that were read
   * before, which need not be read again while they are the same.
   */
  show(folder: string | null, revisions: PartRevisions, seen: ReadonlyMap<string, SeenFile>): void;
  /** A save of this program left these revisions in a folder: they are no news. */
  wrote(folder: string, revisions: Readonly<Record<string, string | null>>): void;
}

/** Folders inside a project whose files are watched; '' is the project folder itself. */
const WATCHED = ['', 'poses', 'clips', 'rigs'] as const;

/** Milliseconds that changes are collected for before they are looked at. */
const COLLECTING = 60;

/** Milliseconds after which a file that cannot be used is looked at once more before it is told: its writer may not be done. */
const SECOND_LOOK = 250;

/** The folder that is watched at present. */
interface Watched {
  readonly folder: string;
  /** The revision of each file that the window knows. */
  readonly known: Map<string, string>;
  /** What each file held when it was looked at last. */
  readonly seen: Map<string, SeenFile>;
  readonly watchers: Map<string, FSWatcher>;
  /** Paths, and folders as a whole, that may have changed. */
  readonly dirty: Set<string>;
  /** Files that could not be used when they were looked at, with their revision. */
  readonly suspects: Map<string, string>;
  timer: NodeJS.Timeout | null;
}

/**
 * Each folder is watched, not each of its files, for which ten thousand poses would need as many watches. What the system tells is only a
 * hint where to look: news is what the window does not know, by its content.
 */
export function createProjectWatch(tell: TellNews): ProjectWatch {
  let present: Watched | null = null;

  function close(): void {
    if (!present) return;
    for (const watcher of present.watchers.values()) watcher.close();
    if (present.timer) clearTimeout(present.timer);
    present = null;
  }

  function look(watched: Watched, after: number, ...paths: readonly string[]): void {
    for (const path of paths) watched.dirty.add(path);
    watched.timer ??= setTimeout(() => {
      watched.timer = null;
      void inFolderTurn(watched.folder, () => lookAtDirty(watched)).catch(() => {
        // A folder that cannot be reached has no news; what is in the window stays.
      });
    }, after).unref();
  }

  /** Watches a folder, anew where it was watched before: one that was removed and made again is another one. */
  function watchOne(watched: Watched, name: string): void {
    watched.watchers.get(name)?.close();
    watched.watchers.delete(name);
    try {
      const watcher = watchFolder(join(watched.folder, name), { persistent: false }, (_, changed) => {
        if (watched !== present) return;
        if (changed === null) return look(watched, COLLECTING, ...WATCHED);
        const isFolder = name === '' && WATCHED.some((folder) => folder === changed && folder !== '');
        if (isFolder) watchOne(watched, changed);
        look(watched, COLLECTING, isFolder ? changed : name === '' ? changed : `${name}/${changed}`);
      });
      watcher.on('error', () => watcher.close());
      watched.watchers.set(name, watcher);
    } catch {
      // A folder that is not there is watched once the folder around it tells of it.
    }
  }

  async function lookAtDirty(watched: Watched): Promise<void> {
    const dirty = [...watched.dirty];
    watched.dirty.clear();
    const access = await openFolder(watched.folder);
    // Where the project file is gone, the folder was moved or its drive is away: nothing was removed from the project.
    if ((await access.stamp(PROJECT_FILE)) === null) return;
    const paths = new Set<string>();
    for (const path of dirty) for (const file of await filesOf(watched, access, path)) paths.add(file);
    const found = await inParallel([...paths], (path) =>
      isPicture(path) ? lookAtPicture(watched, access, path) : lookAt(watched, access, path),
    );
    const news = found.filter((item) => item !== null);
    const retried = news.filter(({ problem, path, revision }) => problem !== null && watched.suspects.get(path) !== revision);
    for (const { path, revision } of retried) watched.suspects.set(path, revision ?? '');
    if (watched !== present) return;
    if (retried.length > 0) look(watched, SECOND_LOOK, ...retried.map(({ path }) => path));
    const told = news.filter((item) => !retried.includes(item));
    if (told.length === 0) return;
    for (const { path, revision } of told) {
      if (revision === null) watched.known.delete(path);
      else watched.known.set(path, revision);
      watched.suspects.delete(path);
    }
    tell(newsOf(watched.folder, told));
  }

  return {
    show(folder, revisions, seen) {
      close();
      if (folder === null) return;
      const watched: Watched = {
        folder,
        known: new Map(Object.entries(revisions)),
        seen: new Map(seen),
        watchers: new Map(),
        dirty: new Set(),
        suspects: new Map(),
        timer: null,
      };
      present = watched;
      for (const name of WATCHED) watchOne(watched, name);
      look(watched, 0, ...WATCHED);
    },
    wrote(folder, revisions) {
      if (present?.folder !== folder) return;
      for (const [path, revision] of Object.entries(revisions)) {
        if (revision === null) present.known.delete(path);
        else present.known.set(path, revision);
      }
    },
  };
}

/** One file that is not as the window knows it. */
interface Found {
  readonly path: string;
  /** Null when the file is gone. */
  readonly revision: string | null;
  readonly change: ProjectChange;
  /** Why the file cannot be used; null when it can. */
  readonly problem: string | null;
}

const NO_CHANGE: ProjectChange = { changed: {} };

/** The files of the project that a path speaks of: those of a folder that are there or were, or the file itself. */
async function filesOf({ known }: Watched, access: FolderAccess, path: string): Promise<readonly string[]> {
  if (path === '' || path === PROJECT_FILE) return [PROJECT_FILE];
  const [kind = '', name] = path.split('/');
  if (kind !== 'poses' && kind !== 'clips' && kind !== 'rigs') return [];
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
async function lookAtPicture(watched: Watched, access: FolderAccess, path: string): Promise<Found | null> {
  const id = basename(path, '.png');
  const picture = await access.read(path).catch(() => null);
  const pose = await access.read(partPath('poses', id)).catch(() => null);
  const revision = picture && revisionOf(picture.bytes);
  const isKnown = (watched.known.get(path) ?? null) === revision;
  if (isKnown || !pose || watched.known.get(partPath('poses', id)) !== revisionOf(pose.bytes)) return null;
  const change = await readChange(access, partPath('poses', id), pose.bytes).catch(() => NO_CHANGE);
  return { path, revision, change, problem: null };
}

/** What the window does not know of a file; null when it knows it all. */
async function lookAt(watched: Watched, access: FolderAccess, path: string): Promise<Found | null> {
  const before = watched.seen.get(path);
  try {
    const isSame = before && (await access.stamp(path)) === before.stamp;
    if (isSame && watched.known.get(path) === before.revision) return null;
    const file = await access.read(path);
    if (!file) {
      watched.seen.delete(path);
      return watched.known.has(path) ? { path, revision: null, change: removalOf(path), problem: null } : null;
    }
    const revision = revisionOf(file.bytes);
    watched.seen.set(path, { stamp: file.stamp, revision });
    if (watched.known.get(path) === revision) return null;
    try {
      return { path, revision, change: await readChange(access, path, file.bytes), problem: null };
    } catch (error) {
      return { path, revision, change: NO_CHANGE, problem: `${path} cannot be used: ${sentenceOf(error)}.` };
    }
  } catch (error) {
    // A link, or something that may not be read, has no content to tell it from others.
    const problem = `${path} was left out: ${sentenceOf(error)}.`;
    const revision = revisionOf(problem);
    return watched.known.get(path) === revision ? null : { path, revision, change: NO_CHANGE, problem };
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function removalOf(path: string): ProjectChange {
  const [kind, name = ''] = path.split('/');
  const removed = { removed: [basename(name, '.json')], put: [] };
  if (kind === 'poses') return { changed: {}, poses: removed };
  return kind === 'clips' ? { changed: {}, clips: removed } : NO_CHANGE;
}

/** What a file says. Throws an `Error` with one sentence when it cannot be used. */
async function readChange(access: FolderAccess, path: string, bytes: Buffer): Promise<ProjectChange> {
  if (path === PROJECT_FILE) {
    const file = await readProjectFile(access);
    return file ? { changed: { name: file.name, pins: file.pins, solver: file.solver } } : NO_CHANGE;
  }
  const [kind, name = ''] = path.split('/');
  const id = basename(name, '.json');
  if (path === partPath('poses', id)) {
    return { changed: {}, poses: { removed: [], put: [{ item: readPose(id, bytes, await readPicture(access, id)) }] } };
  }
  if (path === partPath('clips', id)) return { changed: {}, clips: { removed: [], put: [{ item: readClip(id, bytes) }] } };
  const isOwnRig = kind === 'rigs' && (await readProjectFile(access))?.character.hash === id;
  return isOwnRig ? { changed: { rig: readRig(bytes) } } : NO_CHANGE;
}

function newsOf(folder: string, found: readonly Found[]): ProjectNews {
  const changed: Partial<ProjectData> = Object.assign({}, ...found.map(({ change }) => change.changed));
  const listOf = <Item extends SavedPoseData | ClipData>(kind: ListKind) => ({
    removed: found.flatMap(({ change }) => change[kind]?.removed ?? []),
    put: found.flatMap(({ change }) => (change[kind]?.put ?? []) as readonly { readonly item: Item }[]),
  });
  return {
    folder,
    change: { changed, poses: listOf<SavedPoseData>('poses'), clips: listOf<ClipData>('clips') },
    revisions: Object.fromEntries(found.map(({ path, revision }) => [path, revision])),
    notes: found.flatMap(({ problem }) => (problem === null ? [] : [problem])),
  };
}
