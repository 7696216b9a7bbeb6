import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { REMOVED } from '../../core/document/part-paths.ts';
import { filesBeside } from '../../core/document/files-beside.ts';
import type { ProjectChange } from '../../core/document/project-change.ts';
import { sameValue } from '../../core/document/merge.ts';
import { unpackPoses } from '../../core/document/packed-poses.ts';
import type { MediaFile, ProjectData } from '../../core/document/project-data.ts';
import type { KnownNames } from '../../core/document/known-names.ts';
import type { RemovedParts } from '../../core/document/removed-parts.ts';
import type {
  MergedSave,
  OpenedCharacter,
  OpenedProject,
  PartRevisions,
  ProjectPoses,
  ProjectView,
  SavedProject,
} from '../contract.ts';
import { fileInProject, characterPath, originalPath, openedFolderOf, projectFolderOf } from '../files/project/project-folder.ts';
import { fitSentence, quote } from '../../core/formats/text/quote.ts';
import { ORIGINAL_EXTENSIONS } from '../../core/formats/open-character.ts';
import { PROJECT_FILE, readProjectFile } from '../files/project/project-file.ts';
import { changeProjectFolder, writeProjectFolder, type PlanSave } from '../files/project/save-project.ts';
import type { SeenFile } from '../files/project/read-parts.ts';
import { openFolder } from '../files/storage/folder-access.ts';
import { inParallel } from '../files/storage/in-parallel.ts';
import { readWholeFile } from '../files/storage/read-file.ts';
import { currentUser } from '../files/project/user-state.ts';
import { hashOf } from './character-cache.ts';
import type { Characters } from './characters.ts';
import { createFolderWork, READ_HERE, type FolderWork } from './folder-work.ts';
import { createJobs, type Perform } from './jobs.ts';
import { createRemovedMemory } from './removed-parts.ts';
import type { Media } from './media.ts';
import { createProjectWatch, type TellNews } from './project-watch.ts';

export interface SavingOptions {
  /** The name under which the reading of what lies there can be ended; then nothing is written. */
  readonly job?: string | undefined;
  /** How the user sees the project; missing: as before. */
  readonly view?: ProjectView | undefined;
  /** The folder that the project was opened from, where it is another one: there lie the pictures of its poses. */
  readonly origin?: string | undefined;
  /** The names that the rig of whoever saves has: what files say of others stays in them. Default: all. */
  readonly known?: KnownNames | undefined;
  /** Hears of the parts that are removed and hold what whoever saves does not understand. */
  readonly onRemoved?: (removed: RemovedParts) => void;
}

/** A project's character is known by its bytes. */
const AS_IT_IS = { asItIs: true } as const;

/** A project with its poses as they are written. */
export type ReadProject = Omit<OpenedProject, 'poses' | 'poseCount'>;

/** Of more poses than these, which fill a window, a project is opened with so many, and the others follow. */
export const FIRST_POSES = 60;

/** Opens, saves and watches project folders. Every refusal is an `Error` with one sentence. */
export interface Projects {
  /** `perform` is that of the job which opens it, if it can be ended. */
  open(path: string, perform?: Perform): Promise<ReadProject>;
  /** The same with the poses packed, as they are sent to the window: of very many the first ones. */
  openPacked(path: string, perform?: Perform): Promise<OpenedProject>;
  /** All poses of a project. */
  poses(folder: string, perform?: Perform): Promise<ProjectPoses>;
  save(folder: string, project: ProjectData, options?: SavingOptions): Promise<SavedProject>;
  /** Writes only what changed, merged with what others did; null when the folder holds no project, so that the whole must be saved. */
  saveChange(folder: string, change: ProjectChange, options?: SavingOptions): Promise<SavedProject | null>;
  /** Tells of what others do to this folder from now on, and of what differs from `revisions`; null ends it. */
  watch(folder: string | null, revisions: PartRevisions): Promise<void>;
  /** The character of a project that was not saved yet (`folder` null) or whose folder has changed since. */
  characterOf(character: ProjectData['character'], folder: string | null): Promise<OpenedCharacter>;
  /** The characters of these other actors of a scene, each once, without those whose files cannot be had. */
  othersOf(actors: readonly ProjectData['character'][], folder: string | null): Promise<readonly OpenedCharacter[]>;
  /** Ends the watching. */
  close(): void;
}

/**
 * `tell` hears what others do to the folder that is watched; `user` is whose own state projects are opened with; `logsOf` says which of the user's
 * logs of steps are opened with a folder, all by default; `media` has the files of sounds and references.
 */
export function createProjects(
  characters: Characters,
  tell: TellNews = () => {},
  user: string = currentUser(),
  work: FolderWork = createFolderWork(createJobs()),
  logsOf: (folder: string) => Promise<readonly number[] | undefined> = async () => undefined,
  media: Media | null = null,
): Projects {
  const watch = createProjectWatch(tell, { look: (task, signal) => work(task, { signal }) });
  /** The files of the project that was opened last, as they were read: what need not be read again to watch it. */
  let opened: { readonly folder: string; readonly seen: ReadonlyMap<string, SeenFile> } | null = null;

  async function read(path: string, perform: Perform | undefined, mostPoses: number): Promise<OpenedProject> {
    const folder = openedFolderOf(path);
    const named = await namedCharacter(folder);
    // Both are read at the same time: what is wrong with the project is told first.
    const early = named && characterOf(named, folder, perform);
    early?.catch(() => {});
    const logs = await logsOf(folder).catch(() => undefined);
    const found = await work({ kind: 'openProject', path, user, mostPoses, logs }, { perform });
    const { seen, view, project, steps: logged, revisions: present, ...rest } = found;
    opened = { folder, seen };
    const root = await realpath(folder);
    const steps = logged.map(({ removed, ...step }) => {
      if (removed) memory.keep(root, removed);
      return step;
    });
    const revisions = { ...(await removedFrom(root)), ...present };
    const isSame = named !== null && sameValue(named, project.character);
    const character = await (isSame ? early! : characterOf(project.character, folder, perform));
    const others = await othersOf(filesBeside(project), folder, perform);
    const warnings = [...rest.warnings, ...others.warnings].map(fitSentence);
    return { folder, project, steps, ...rest, revisions, warnings, character, others: others.characters, ...(view && { view }) };
  }

  /** The files of a scene's other actors and of its props, each once; one whose file cannot be had is told, and stays in the project. */
  async function othersOf(
    actors: readonly ProjectData['character'][],
    folder: string | null,
    perform?: Perform,
  ): Promise<{ readonly characters: readonly OpenedCharacter[]; readonly warnings: readonly string[] }> {
    const found: OpenedCharacter[] = [];
    const warnings: string[] = [];
    const asked = new Set<string>();
    for (const { hash, fileName, name } of actors) {
      if (asked.has(hash)) continue;
      asked.add(hash);
      try {
        found.push(await characterOf({ hash, fileName, name }, folder, perform));
      } catch (error) {
        if (error instanceof Error && error.message === 'cancelled') throw error;
        warnings.push(`${quote(name)} is not shown: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return { characters: found, warnings };
  }

  /** The character that a project's own file speaks of; null where that file alone does not tell. */
  function namedCharacter(folder: string): Promise<ProjectData['character'] | null> {
    return openFolder(folder, { left: READ_HERE })
      .then(readProjectFile)
      .then((file) => file && file.character)
      .catch(() => null);
  }

  /** From the project folder, else from the cache; only bytes with the right hash will do. */
  async function characterOf(
    character: ProjectData['character'],
    folder: string | null,
    perform?: Perform,
  ): Promise<OpenedCharacter> {
    const { fileName, hash, name } = character;
    const kept = folder === null ? null : await readKept(folder, character);
    if (kept) {
      const found = await characters.openBytes(fileName, kept, AS_IT_IS, perform).catch(async (error: unknown) => {
        // What is wrong with the right file is not that it is another one.
        if ((await hashOf(kept)) === hash) throw error;
        return null;
      });
      if (folder !== null && found?.hash === hash) {
        await keepOriginal(folder, character);
        return { ...found, name };
      }
    }
    try {
      return { ...(await characters.openBytes(fileName, await characters.get(hash), AS_IT_IS, perform)), name };
    } catch (error) {
      const problem = kept ? 'is not the file that the project was made with' : 'is missing';
      throw new Error(`the project's character "${fileName}" ${problem}: put the original back as ${characterPath(character)}`, {
        cause: error,
      });
    }
  }

  function readKept(folder: string, character: ProjectData['character']): Promise<Uint8Array | null> {
    return fileInProject(folder, characterPath(character))
      .then(readWholeFile)
      .catch(() => null);
  }

  const memory = createRemovedMemory();
  const planning =
    (job: string | undefined, onRemoved: (removed: RemovedParts) => void = () => {}): PlanSave =>
    async (task) => {
      const { folder, saved: given } = task;
      const change = 'change' in given ? given.change : { poses: putsOf(given.whole.poses), clips: putsOf(given.whole.clips) };
      const planned = await work({ ...task, removed: memory.of(folder, change) }, { job });
      if (planned) {
        memory.keep(folder, planned.removed);
        onRemoved(planned.removed);
      }
      return planned;
    };
  /** The files of the parts that can still be put back whole: their ids are not given to others. */
  async function removedFrom(root: string): Promise<PartRevisions> {
    const access = await openFolder(root);
    const left = await inParallel(memory.paths(root), async (path) => ((await access.stamp(path)) === null ? [path] : []));
    return Object.fromEntries(left.flat().map((path) => [path, REMOVED] as const));
  }

  /** What lies in one project folder comes along when the project is saved into another. */
  async function keepOriginal(folder: string, character: ProjectData['character']): Promise<void> {
    const listing = openFolder(folder).then((access) => access.list('characters'));
    const names = new Set(await listing.catch(() => []));
    for (const extension of ORIGINAL_EXTENSIONS) {
      const path = originalPath(character, extension);
      if (!names.has(basename(path))) continue;
      const bytes = await fileInProject(folder, path)
        .then(readWholeFile)
        .catch(() => null);
      if (bytes) return characters.keepOriginal({ bytes, extension }, character.hash);
    }
  }

  /** Reads what the folder that is saved into lacks; null for what cannot be had. */
  const readingMedia = (origin?: string) => async (file: MediaFile) => media?.read(file, origin).catch(() => null) ?? null;

  function saved(folder: string, merged: MergedSave): SavedProject {
    watch.wrote(folder, merged.revisions);
    return { folder, file: join(folder, PROJECT_FILE), ...merged, notes: merged.notes.map(fitSentence) };
  }

  return {
    characterOf: (character, folder) => characterOf(character, folder),
    othersOf: async (actors, folder) => (await othersOf(actors, folder)).characters,
    async open(path, perform) {
      const { poses, poseCount: _, ...whole } = await read(path, perform, Infinity);
      return { ...whole, project: { ...whole.project, poses: unpackPoses(poses) } };
    },
    openPacked: (path, perform) => read(path, perform, FIRST_POSES),
    async poses(folder, perform) {
      const task = { kind: 'readProjectPoses' as const, folder, user };
      const { seen, ...found } = await (perform ? perform(task) : work(task));
      if (opened?.folder === folder) opened = { folder, seen: new Map([...opened.seen, ...seen]) };
      return { ...found, warnings: found.warnings.map(fitSentence) };
    },
    async save(path, project, { job, view, origin, known } = {}) {
      const folder = projectFolderOf(path);
      const readMedia = readingMedia(origin);
      const options = { user, view, plan: planning(job), origin, known, readOriginal: characters.original, readMedia };
      return saved(folder, await writeProjectFolder(folder, project, characters.get, options));
    },
    async saveChange(path, change, { job, view, known, onRemoved } = {}) {
      const folder = projectFolderOf(path);
      const { get: readCharacter, original: readOriginal } = characters;
      const plan = planning(job, onRemoved);
      const options = { user, view, plan, known, readCharacter, readOriginal, readMedia: readingMedia() };
      const merged = await changeProjectFolder(folder, change, options);
      return merged && saved(folder, merged);
    },
    async watch(path, revisions) {
      const folder = path === null ? null : projectFolderOf(path);
      const seen = opened && opened.folder === folder ? opened.seen : new Map<string, SeenFile>();
      // Until its folder is watched, what was read of it stays known.
      if (folder !== null) opened = null;
      watch.show(folder, revisions, seen);
    },
    close: () => watch.show(null, {}, new Map()),
  };
}

function putsOf<Item>(items: readonly Item[]): { readonly put: readonly { readonly item: Item }[] } {
  return { put: items.map((item) => ({ item })) };
}
