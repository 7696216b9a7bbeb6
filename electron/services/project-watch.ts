import { watch as watchFolder, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { LIST_KINDS, type ListChanges, type ListKind } from '../../core/document/list-kinds.ts';
import { LEFT_OUT, REMOVED } from '../../core/document/part-paths.ts';
import type { ProjectData } from '../../core/document/project-data.ts';
import { fitSentence } from '../../core/formats/text/quote.ts';
import type { PartRevisions, ProjectNews } from '../contract.ts';
import { lookForNews, unreadable, type FoundChange, type LookedAt, type LookTask } from '../files/project/project-news.ts';
import { PROJECT_FILE } from '../files/project/project-file.ts';
import type { SeenFile } from '../files/project/read-parts.ts';
import { openFolder } from '../files/storage/folder-access.ts';
import { inFolderTurn } from '../files/storage/folder-turns.ts';

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
const WATCHED = ['', ...LIST_KINDS, 'rigs'] as const;

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
  /** Ends the reading that is under way when the folder is watched no more. */
  readonly ended: AbortController;
}

/** Reads what may be news, here or elsewhere; `signal` ends it. */
export type LookForNews = (task: LookTask, signal: AbortSignal) => Promise<LookedAt>;

/** What the watch needs of the system. */
export interface WatchOptions {
  readonly look?: LookForNews;
  readonly watchFolder?: typeof watchFolder;
}

/**
 * Each folder is watched, not each of its files, for which ten thousand poses would need as many watches. What the system tells is only a
 * hint where to look: news is what the window does not know, by its content.
 */
export function createProjectWatch(tell: TellNews, options: WatchOptions = {}): ProjectWatch {
  const { look: read = (task: LookTask) => lookForNews(task), watchFolder: watchOneFolder = watchFolder } = options;
  let present: Watched | null = null;

  function close(): void {
    if (!present) return;
    for (const watcher of present.watchers.values()) watcher.close();
    if (present.timer) clearTimeout(present.timer);
    present.ended.abort();
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
      const watcher = watchOneFolder(join(watched.folder, name), { persistent: false }, (_, changed) => {
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

  /** Where a file asks for more than reading may take, it is found, and the others are read without it. */
  async function readNews(watched: Watched, paths: readonly string[]): Promise<LookedAt> {
    const { folder, known, seen, ended } = watched;
    try {
      return await read({ kind: 'lookForNews', folder, paths, known, seen }, ended.signal);
    } catch (error) {
      const [path = ''] = paths;
      const isFile = paths.length === 1 && (path === PROJECT_FILE || path.includes('/'));
      if (ended.signal.aborted) throw error;
      if (isFile) return { found: [unreadable(path, error)], seen: new Map() };
      const files = paths.length === 1 ? await filesIn(folder, path) : paths;
      const half = Math.ceil(files.length / 2);
      const parts = [];
      for (const part of [files.slice(0, half), files.slice(half)])
        if (part.length > 0) parts.push(await readNews(watched, part));
      return { found: parts.flatMap(({ found }) => found), seen: new Map(parts.flatMap((part) => [...part.seen])) };
    }
  }

  async function lookAtDirty(watched: Watched): Promise<void> {
    const dirty = [...watched.dirty];
    watched.dirty.clear();
    const { found, seen } = await readNews(watched, dirty);
    for (const [path, file] of seen) {
      if (file) watched.seen.set(path, file);
      else watched.seen.delete(path);
    }
    const news = found.filter(({ path, revision }) => watched.known.get(path) !== revision);
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
        known: knownIn(revisions, seen),
        seen: new Map(seen),
        watchers: new Map(),
        dirty: new Set(),
        suspects: new Map(),
        timer: null,
        ended: new AbortController(),
      };
      present = watched;
      for (const name of WATCHED) watchOne(watched, name);
      look(watched, 0, ...WATCHED);
    },
    wrote(folder, revisions) {
      if (present?.folder !== folder) return;
      for (const [path, revision] of Object.entries(revisions)) {
        if (revision === null) present.known.delete(path);
        else if (revision !== LEFT_OUT) present.known.set(path, revision);
      }
    },
  };
}

/** What the window knows: of a file that was left out, that what was seen there cannot be used. */
function knownIn(revisions: PartRevisions, seen: ReadonlyMap<string, SeenFile>): Map<string, string> {
  const there = Object.entries(revisions).filter(([, revision]) => revision !== REMOVED);
  const known = there.map(([path, revision]) => {
    return [path, revision === LEFT_OUT ? (seen.get(path)?.revision ?? LEFT_OUT) : revision] as const;
  });
  return new Map(known);
}

async function filesIn(folder: string, name: string): Promise<string[]> {
  if (name === '') return [PROJECT_FILE];
  const names = await (await openFolder(folder)).list(name);
  return names.filter((each) => each.endsWith('.json')).map((each) => `${name}/${each}`);
}

function newsOf(folder: string, found: readonly FoundChange[]): ProjectNews {
  const changed: Partial<ProjectData> = Object.assign({}, ...found.map(({ change }) => change.changed));
  const listOf = (kind: ListKind) => ({
    removed: found.flatMap(({ change }) => change[kind]?.removed ?? []),
    put: found.flatMap(({ change }): readonly object[] => change[kind]?.put ?? []),
  });
  const lists: ListChanges = Object.fromEntries(LIST_KINDS.map((kind) => [kind, listOf(kind)]));
  return {
    folder,
    change: { changed, ...lists },
    revisions: Object.fromEntries(found.map(({ path, revision, problem }) => [path, problem === null ? revision : LEFT_OUT])),
    notes: found.flatMap(({ problem }) => (problem === null ? [] : [fitSentence(problem)])),
  };
}
