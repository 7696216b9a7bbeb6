import { rm } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import type { MediaFile } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import type { OpenedCharacter } from '../../contract.ts';
import { findApplication } from '../../application.ts';
import { writeProjectFolder } from '../../files/project/save-project.ts';
import { createStepLog } from '../../files/project/step-log.ts';
import { createCharacters, type Characters } from '../../services/characters.ts';
import { createExports, type Exports } from '../../services/exports.ts';
import { createFolderWork } from '../../services/folder-work.ts';
import { createJobs } from '../../services/jobs.ts';
import { createMedia, type Media } from '../../services/media.ts';
import { createMotions, type Motions } from '../../services/motions.ts';
import { createPathGuard, type PathGuard } from '../../services/path-guard.ts';
import { createProjects } from '../../services/projects.ts';
import { makeScratch } from './scratch.ts';
import {
  createDocument,
  editDocument,
  openAgain,
  openDocument,
  saveDocument,
  seenBy,
  stepBack,
  withCharacter,
  type OpenDocument,
} from './open-document.ts';

export interface SessionOptions {
  /** The folders that paths may lead into; the first is what relative ones are relative to. Null: every folder, relative to the present one. */
  readonly folders: readonly string[] | null;
  /** Whether anything may be written. */
  readonly mayWrite: boolean;
  /** Whether each step is saved as soon as it is made, rather than when {@link Session.save} is called. */
  readonly savesEachStep: boolean;
}

/** What a script or an assistant works with: one project at a time, opened, changed and saved by the studio's own services. */
export interface Session {
  readonly characters: Characters;
  readonly motions: Motions;
  readonly exports: Exports;
  readonly media: Media;
  readonly paths: PathGuard;
  /** A folder for what is only needed meanwhile. */
  readonly scratch: string;
  /** A path as it was given, absolute. Throws an `Error` with one sentence when it leads out of the folders that were named. */
  pathOf(given: string): string;
  /** Throws an `Error` with one sentence where nothing may be written. */
  checkMayWrite(): void;
  /**
   * The project that is open as the actor sees it that is worked on, with what others did to its folder meanwhile. Throws an `Error` with one sentence when none
   * is.
   */
  present(): Promise<OpenDocument>;
  /** Another actor of the scene is worked on from now on, by its id. No step. */
  workOn(actor: string): Promise<OpenDocument>;
  /** Has a character at hand that an actor may come with. Throws an `Error` with one sentence when its file cannot be used. */
  addCharacter(path: string): Promise<OpenedCharacter>;
  open(path: string): Promise<OpenDocument>;
  /** Makes a project folder for a character. */
  create(character: string, folder: string, name?: string): Promise<OpenDocument>;
  /** One labelled step that can be undone; an edit that gives back the project it was given makes none. */
  edit(label: string, change: (project: Project) => Project): Promise<OpenDocument>;
  /** A change that is no step: which clip is shown, and where its playhead stands, seconds. */
  show(change: (project: Project) => Project, playhead: number): Promise<OpenDocument>;
  /** The label of the step that was undone. */
  undo(): Promise<string>;
  redo(): Promise<string>;
  /** A folder that holds the open project as it is, saved or not: for those that read folders. */
  snapshot(): Promise<string>;
  /** Writes what is not saved yet. */
  save(): Promise<void>;
  /** Sentences that nobody has heard yet: about what was left out, and about what both this and others changed. */
  takeNotes(): readonly string[];
  /** Ends all work and removes what was kept meanwhile. */
  close(): Promise<void>;
}

export async function createSession({ folders, mayWrite, savesEachStep }: SessionOptions): Promise<Session> {
  const scratch = await makeScratch();
  const jobs = createJobs();
  const characters = createCharacters({
    cacheFolder: join(scratch, 'characters'),
    mannequinPath: findApplication().mannequinPath,
    jobs,
  });
  const log = createStepLog();
  let isStale = false;
  const media = createMedia(join(scratch, 'media'));
  const tellNews = () => (isStale = true);
  const projects = createProjects(characters, tellNews, undefined, createFolderWork(jobs), log.numbers, media);
  const paths = createPathGuard(folders === null ? [parse(process.cwd()).root] : folders.map((folder) => resolve(folder)));
  let document: OpenDocument | null = null;
  /** Id of the actor that is worked on; null: the one that the scene is opened with. */
  let actor: string | null = null;
  let seen: { readonly of: OpenDocument; readonly actor: string | null; readonly document: OpenDocument } | null = null;
  /** Everything that was to be told of the project, and what of it nobody has heard yet. */
  const told = new Set<string>();
  let unheard: string[] = [];

  function hold(next: OpenDocument): OpenDocument {
    const fresh = next.notes.filter((note) => !told.has(note));
    for (const note of fresh) told.add(note);
    unheard.push(...fresh);
    return (document = next);
  }

  const pathOf = (given: string) => {
    const path = resolve(folders?.[0] ?? process.cwd(), given);
    if (folders === null) paths.allow(path);
    return paths.check(path);
  };
  const checkMayWrite = () => {
    if (!mayWrite) throw new Error('nothing may be written here: limber mcp was started without --write');
  };

  async function begin(next: OpenDocument): Promise<OpenDocument> {
    if (document && document.folder !== next.folder) {
      await log.release();
      told.clear();
    }
    if (document?.folder !== next.folder) actor = null;
    hold(next);
    isStale = false;
    await projects.watch(next.folder, next.revisions);
    return next;
  }

  /** A document as the actor sees it that is worked on: the same object for the same one. */
  function shown(of: OpenDocument): OpenDocument {
    if (seen?.of !== of || seen.actor !== actor) seen = { of, actor, document: seenBy(of, actor) };
    return seen.document;
  }

  /** The project that is open, of its first actor. */
  async function presentOfFirst(): Promise<OpenDocument> {
    if (!document) throw new Error('no project is open: openProject or createProject comes first');
    const { project, saved } = document;
    if (isStale && project === saved) return begin(await openAgain(projects, document));
    return document;
  }

  /** The same, with a log of the session's own for the steps that are made in it. */
  async function presentToChange(): Promise<OpenDocument> {
    checkMayWrite();
    const { folder } = await presentOfFirst();
    // What others may take back now is no step of this session.
    if (await log.claim(folder)) isStale = true;
    return presentOfFirst();
  }

  /** What could not be saved was not done. */
  async function advance(next: OpenDocument): Promise<OpenDocument> {
    return hold(savesEachStep && next !== document ? await saveDocument(projects, log, next) : next);
  }

  return {
    characters,
    motions: createMotions(characters, jobs),
    exports: createExports(characters, jobs),
    media,
    paths,
    scratch,
    pathOf,
    checkMayWrite,
    present: async () => shown(await presentOfFirst()),
    workOn: async (id) => {
      const first = await presentOfFirst();
      // Whose file cannot be read is not worked on.
      seenBy(first, id);
      actor = id;
      return shown(first);
    },
    addCharacter: async (path) => {
      const character = await characters.open(pathOf(path));
      document = withCharacter(await presentToChange(), character);
      return character;
    },
    open: async (path) => {
      if (document) await saveOpen();
      return shown(await begin(await openDocument(projects, pathOf(path))));
    },
    create: async (character, folder, name) => {
      checkMayWrite();
      if (document) await saveOpen();
      return begin(await createDocument(projects, characters, pathOf(character), pathOf(folder), name));
    },
    edit: async (label, change) => {
      return shown(await advance(editDocument(await presentToChange(), label, actor, change)));
    },
    show: async (change, playhead) => {
      const first = await presentToChange();
      const project = change(first.project);
      return shown(project === first.project ? hold({ ...first, playhead }) : await advance({ ...first, project, playhead }));
    },
    undo: async () => {
      const { label, next } = stepBack(await presentToChange(), 'done');
      await advance(next);
      return label;
    },
    redo: async () => {
      const { label, next } = stepBack(await presentToChange(), 'undone');
      await advance(next);
      return label;
    },
    snapshot: async () => {
      const { folder, project, saved, rig } = await presentOfFirst();
      const readMedia = (file: MediaFile) => media.read(file, folder).catch(() => null);
      if (project === saved) return folder;
      const copy = join(scratch, 'project');
      await rm(copy, { recursive: true, force: true });
      await writeProjectFolder(copy, projectToData(rig, project), characters.get, { readMedia });
      return copy;
    },
    save: saveOpen,
    takeNotes() {
      const notes = unheard;
      unheard = [];
      return notes;
    },
    async close() {
      jobs.close();
      projects.close();
      await log.release();
      await rm(scratch, { recursive: true, force: true });
    },
  };

  async function saveOpen(): Promise<void> {
    if (document && document.project !== document.saved) hold(await saveDocument(projects, log, document));
  }
}
