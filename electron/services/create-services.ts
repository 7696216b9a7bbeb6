import { join } from 'node:path';
import type {
  AppInfo,
  ContractEvents,
  DialogAnswer,
  DialogRequest,
  EventName,
  Menu,
  Place,
  ProjectNews,
  RecentItem,
  RenderEnding,
  RenderOrder,
  SavedProject,
  Services,
  Startup,
  WindowState,
} from '../contract.ts';
import { isWritable, problemOf } from './writable.ts';
import { readRetargetProfile, writeRetargetProfile } from '../files/retarget-profile.ts';
import { PROJECT_FILE } from '../files/project/project-file.ts';
import { openedFolderOf, projectFolderOf } from '../files/project/project-folder.ts';
import { createCharacters } from './characters.ts';
import { removeDataLeftovers } from './data-leftovers.ts';
import { createExports } from './exports.ts';
import { createFolder, existingFile, listFolder } from './file-browser.ts';
import { createFolderWork, READ_HERE } from './folder-work.ts';
import { createJobs } from './jobs.ts';
import { createJournal } from './journal.ts';
import { createLibraries } from './libraries.ts';
import { REAL_CLOCK, type LiveClock } from './live/live-clock.ts';
import { createLiveLinks } from './live/live-links.ts';
import { createMedia } from './media.ts';
import { createMotions } from './motions.ts';
import { createOwnedFiles } from './owned-files.ts';
import { writeThumbnails } from './desktop-thumbnails.ts';
import { guardPaths } from './guarded-paths.ts';
import type { PathGuard } from './path-guard.ts';
import { countCalls, createPendingWork } from './pending-work.ts';
import { createPictures } from './pictures.ts';
import { createProjects } from './projects.ts';
import { createRecent } from './recent.ts';
import { noUpdates, type Updates } from './updates/updates.ts';
import { createTemporaryRecord } from './temporary-record.ts';
import { readPosePictures } from './pose-pictures.ts';
import { createStartup } from './startup.ts';
import { createUserSettings } from './user-settings.ts';

/** What the services cannot know by themselves. */
export interface ServiceDependencies {
  readonly app: AppInfo;
  /** Where the program keeps its own files: the cache of characters, the journal, the list of recent files. */
  readonly dataFolder: string;
  readonly mannequinPath: string;
  /** The file or project that was given on the command line or by a double click. */
  readonly startupFile: string | null;
  /** Which paths the window may name. */
  readonly paths: PathGuard;
  /** Shown by the window's own file browser. */
  readonly places: () => readonly Place[] | Promise<readonly Place[]>;
  readonly shell: Shell;
  /** Where pictures of files are kept for the system's file managers. Default null: nowhere. */
  readonly thumbnails?: string | null;
  /** Default: others keep the program up to date. */
  readonly updates?: Updates;
  /** For a page that draws for the command line. Default null: the window is the studio. */
  readonly rendering?: Rendering | null;
  /** Whether a window is there for somebody to work in: without one, others may take over the unsaved work. Default: always. */
  readonly hasWindow?: () => boolean;
  /** Whether unsaved work is taken over at the start from programs that do not answer. Default false: the user is asked. */
  readonly takesOver?: boolean;
  /** Tells the window something. Default: nobody listens. */
  readonly emit?: Emit;
  /** By which live links send and report. Default: that of the machine. */
  readonly liveClock?: LiveClock;
}

/** Who ordered a drawing, and hears of it. */
export interface Rendering {
  readonly order: RenderOrder;
  progress(share: number): void;
  ended(ending: RenderEnding): void;
}

export type Emit = <Name extends EventName>(name: Name, event: ContractEvents[Name]) => void;

/** The system around the window: real in Electron, {@link BROWSER_SHELL} in a browser. */
export interface Shell {
  openDialog(request: DialogRequest): Promise<DialogAnswer>;
  saveDialog(request: DialogRequest): Promise<DialogAnswer>;
  /** Gives an existing file to the drag that the window has begun. */
  dragOut(path: string): void;
  /** Shows an existing file in the file manager. */
  reveal(path: string): void;
  showWindowState(state: WindowState): void;
  /** The window saved, or did not, before it was to close. */
  savedToClose(saved: boolean): void;
  showMenus(menus: readonly Menu[]): void;
  showRecent(items: readonly RecentItem[]): void;
}

/** Milliseconds after the window's first question: it is on screen then. */
const THREAD_AFTER = 1000;

const unavailable = async (): Promise<DialogAnswer> => ({ kind: 'unavailable' });
const nothing = () => {};

/** A browser shows title and menus itself and has no dialogs that give paths. */
export const BROWSER_SHELL: Shell = {
  openDialog: unavailable,
  saveDialog: unavailable,
  dragOut: nothing,
  reveal: nothing,
  showWindowState: nothing,
  savedToClose: nothing,
  showMenus: nothing,
  showRecent: nothing,
};

export interface StudioServices {
  readonly services: Services;
  /**
   * Refuses further calls, ends jobs, and resolves when everything that was being written is written: nothing is written after that. Unsaved
   * work stays for the next start.
   */
  close(): Promise<void>;
}

/** All services behind the contract, without Electron: for the desktop program, the browser host, the tests. */
export function createServices(dependencies: ServiceDependencies): StudioServices {
  const { app, dataFolder, mannequinPath, startupFile, paths, places, shell } = dependencies;
  const {
    updates = noUpdates(app.version),
    thumbnails = null,
    rendering = null,
    hasWindow,
    takesOver = false,
    liveClock = REAL_CLOCK,
  } = dependencies;
  const pending = createPendingWork();
  const jobs = createJobs((job, progress) => dependencies.emit?.('job.progress', { job, progress }));
  const recovery = join(dataFolder, 'recovery');
  const journals = createOwnedFiles(recovery, 'journal');
  /** However old unsaved work is, the files that it speaks of stay. */
  const mayTidy = async () => (await journals.list()).length === 0;
  const characters = createCharacters({ cacheFolder: join(dataFolder, 'characters'), mannequinPath, jobs, mayTidy });
  const work = createFolderWork(jobs);
  const media = createMedia(join(dataFolder, 'media'), mayTidy);
  const tellNews = (news: ProjectNews) => dependencies.emit?.('project.changed', news);
  const projects = createProjects(characters, tellNews, undefined, work, undefined, media);
  const libraries = createLibraries(work, (news) => dependencies.emit?.('library.changed', news));
  const temporaries = createTemporaryRecord(join(dataFolder, 'temporary'));
  const exports = createExports(characters, jobs, temporaries.add);
  const pictures = createPictures(temporaries.add);
  const motions = createMotions(characters, jobs);
  const recent = createRecent(dataFolder, shell.showRecent);
  const settings = createUserSettings(dataFolder);
  const links = createLiveLinks({
    clock: liveClock,
    heard: (event) => dependencies.emit?.('live.frame', event),
    reported: (state) => dependencies.emit?.('live.state', state),
    hasWindow: hasWindow ?? (() => true),
  });
  /** What is opened first need not wait for its thread. */
  const startThread = () => jobs.ready({ kind: 'openFile', path: mannequinPath });
  const journal = createJournal(recovery, {
    files: journals,
    keepFiles: async () => {
      await characters.settle();
      await media.settle();
    },
    // While a thread reads much unsaved work, another starts that will read its character.
    work: createFolderWork(jobs, READ_HERE, startThread),
    ...(hasWindow && { hasWindow }),
  });
  /** A journal's folder is one that the user opened or saved a project in: what a journal says alone opens nothing to the window. */
  const mayRecoverInto = async (folder: string) =>
    paths.allows(folder) || (await recent.list()).some((item) => item.kind === 'project' && item.path === folder);
  /** The window's start need not wait for it either. */
  let startingThread: NodeJS.Timeout | undefined;
  const startUp = createStartup(journal, projects, startupFile, mayRecoverInto);
  if (startupFile !== null) paths.allow(openedFolderOf(startupFile));

  /** Nobody waits until it stands in the list, which does so itself. */
  function remember(kind: RecentItem['kind'], path: string): void {
    pending
      .run(() => recent.add(kind, path))
      .catch(() => {
        // The program is closing.
      });
  }

  /** The folder of recovered work is open to the window. */
  function allowFolderOf(startup: Startup): Startup {
    if (startup.kind === 'recover' && startup.folder !== null) paths.allow(startup.folder);
    return startup;
  }

  /** A path that the user chose in a dialog of the system is open to the window from then on. */
  async function choose(dialog: Promise<DialogAnswer>, folderOf: (path: string) => string): Promise<DialogAnswer> {
    const answer = await dialog;
    if (answer.kind === 'chosen') paths.allow(folderOf(answer.path));
    return answer;
  }

  /** Edits that came in while the files were written are not in them: they stay in the journal. */
  async function closingJournal<Saved extends SavedProject | null>(save: () => Promise<Saved>): Promise<Saved> {
    const entries = journal.count();
    const saved = await save();
    if (saved === null) return saved;
    await recent.add('project', saved.folder);
    if (journal.count() === entries) await journal.close();
    return saved;
  }

  const services: Services = {
    'app.info': async () => {
      const problem = await problemOf(dataFolder);
      return problem === null ? app : { ...app, problem };
    },
    'app.startup': async (job) => {
      // A window that begins anew has switched nothing on.
      links.stop();
      pending
        .run(async () => {
          await temporaries.sweep();
          await removeDataLeftovers(dataFolder);
        })
        .catch(() => {
          // What is left lies there until a later start.
        });
      const startup = await startUp.start(job);
      startingThread ??= setTimeout(startThread, THREAD_AFTER).unref();
      return allowFolderOf(takesOver && startup.unanswered ? await startUp.takeOver(job) : startup);
    },
    'app.takeOver': async (job) => allowFolderOf(await startUp.takeOver(job)),

    'character.openPath': async (path, bvh, job) => {
      const opened = await jobs.during(job ?? null, (perform) => characters.open(path, bvh, perform));
      remember('character', path);
      return opened;
    },
    'character.openBytes': (fileName, bytes, bvh, job) =>
      jobs.during(job ?? null, (perform) => characters.openBytes(fileName, bytes, bvh, perform)),
    'character.keep': (bytes) => characters.keep(bytes),
    'character.readAs': (hash, fileName, reading, job) =>
      jobs.during(job ?? null, (perform) => characters.readAs(hash, fileName, reading, perform)),
    'character.mannequin': () => characters.mannequin(),

    'media.keep': (bytes) => media.keep(bytes),
    'media.read': (file, folder) => media.read(file, folder),

    'motion.list': (hash, job) => motions.list(hash, job),
    'motion.read': (hash, index, rig, job) => motions.read(hash, index, rig, job),
    'motion.retarget': (job, request) => motions.retarget(job, request),
    'profile.read': (path) => readRetargetProfile(path),
    'profile.save': (path, profile) => writeRetargetProfile(path, profile),
    'motion.retargetTogether': (job, request) => motions.retargetTogether(job, request),
    'motion.samplePoses': (job, request) => motions.samplePoses(job, request),
    'job.cancel': (job) => jobs.cancel(job),

    'project.open': async (path, job) => {
      const opened = await jobs.during(job ?? null, (perform) => projects.openPacked(path, perform));
      remember('project', opened.folder);
      return (await isWritable(opened.folder)) ? opened : { ...opened, readOnly: true };
    },
    'project.poses': (folder, job) => jobs.during(job ?? null, (perform) => projects.poses(folder, perform)),
    'project.save': (folder, project, view, job, origin, known) =>
      closingJournal(() => projects.save(folder, project, { job, view, origin, known })),
    'project.saveChange': (folder, change, view, job, known) =>
      closingJournal(() => projects.saveChange(folder, change, { job, view, known })),
    'project.watch': (folder, revisions) => projects.watch(folder, revisions),
    'project.picture': async (folder, drawn) => {
      if (thumbnails !== null) await writeThumbnails(thumbnails, join(folder, PROJECT_FILE), drawn);
    },
    'pose.pictures': readPosePictures,
    'library.open': (folder, job) => libraries.open(folder, job),
    'library.change': (folder, change, job) => libraries.change(folder, change, job),
    'library.close': (folder) => libraries.forget(folder),
    'recent.list': async () => {
      const items = await recent.list();
      for (const item of items) paths.allow(item.path);
      return items;
    },

    'settings.read': async () => {
      const kept = await settings.read();
      // Folders that the user chose in a dialog of the system before are open to the window again.
      const folders = app.host === 'electron' ? [kept.projectsFolder, kept.exportsFolder, ...(kept.libraries ?? [])] : [];
      for (const folder of folders) if (folder != null) paths.allow(folder);
      return kept;
    },
    'settings.keep': (kept) => settings.keep(kept),

    'journal.append': (entry) => journal.append(entry),
    'journal.close': () => journal.close(),

    'export.clip': (job, request) => exports.clip(job, request),
    'export.scene': (job, request) => exports.scene(job, request),
    'export.replaces': (path) => exports.replaces(path),
    'export.pose': (job, request) => exports.pose(job, request),

    'picture.begin': (job, path, kind) => pictures.begin(job, path, kind),
    'picture.add': (job, bytes, name) => pictures.add(job, bytes, name),
    'picture.end': async (job) => {
      const written = await pictures.end(job);
      await exports.remember(written.path);
      return written;
    },
    'picture.discard': (job) => pictures.discard(job),
    'render.order': () => rendering?.order ?? null,
    'render.progress': (share) => rendering?.progress(share),
    'render.ended': (ending) => rendering?.ended(ending),

    'live.send': (to, fps) => links.send(to, fps),
    'live.pose': (frame) => links.pose(frame),
    'live.receive': (at) => links.receive(at),

    'dialog.open': (request) => choose(shell.openDialog(request), openedFolderOf),
    'dialog.save': (request) => choose(shell.saveDialog(request), projectFolderOf),
    'files.list': (folder, extensions) => listFolder(paths, folder, extensions),
    'files.createFolder': (folder) => createFolder(paths, folder),
    'files.dragOut': async (path) => shell.dragOut(await existingFile(path)),
    'files.reveal': async (path) => shell.reveal(await existingFile(path)),
    'files.places': () => places(),
    'window.state': (state) => shell.showWindowState(state),
    'window.savedToClose': (saved) => shell.savedToClose(saved),
    'updates.state': () => updates.state(),
    'updates.turn': (on) => updates.turn(on),
    'updates.look': () => updates.look(),
    'updates.fetch': () => updates.fetch(),
    'updates.install': () => updates.install(),
    'updates.openPage': () => updates.openPage(),
    'menu.set': (menus) => shell.showMenus(menus),
  };
  return {
    services: countCalls(guardPaths(services, paths), pending),
    async close() {
      clearTimeout(startingThread);
      links.stop();
      jobs.close();
      projects.close();
      libraries.close();
      await pending.drain();
      await pictures.close();
      await Promise.all([journal.release(), temporaries.release()]);
    },
  };
}
