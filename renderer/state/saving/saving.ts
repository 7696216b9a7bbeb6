import type { Entry } from '../../../core/document/history.ts';
import { withOrder } from '../../../core/document/project-change.ts';
import type { Project } from '../../../core/document/project.ts';
import { namesKnownTo, type KnownNames } from '../../../core/document/known-names.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import type { SavedProject } from '../../../electron/contract.ts';
import { asFileName, chooseFile, joinPath, lastPart } from '../window/choose-file.ts';
import { startJob } from '../jobs.ts';
import { readAllPoses } from '../documents/all-poses.ts';
import { appendToJournal, unsavedChange } from './journal.ts';
import { attempting, isCancelled, messageOf, notify, settleNotice, tellFailure } from '../window/notify.ts';
import { viewOf } from './project-view.ts';
import { holdNews, releaseNews, withSave } from './news.ts';
import { ask, whileWorking } from '../session.ts';
import type { Arrival, UnsavedChoice } from '../window/notices-and-dialogs.ts';
import type { DocumentState } from '../document-state.ts';
import { firstRig } from '../rig/document-rig.ts';
import { rigOfActor } from '../scene/rigs.ts';
import { hasUnsavedChanges, type Studio, type StudioState } from '../studio.ts';

/** Saves that are under way. */
const running = new WeakMap<Studio, Promise<boolean>>();

/**
 * Saves into the project's folder, or asks for one when there is none yet. False when nothing was saved. While a save is under way, however
 * often it is asked for, one more follows, and only when something is unsaved then.
 */
export function save(studio: Studio): Promise<boolean> {
  const present = running.get(studio);
  if (!present) {
    return alone(studio, () => {
      const { document } = studio.getState();
      if (!document) return Promise.resolve(false);
      return document.folder === null ? chooseAndSave(studio) : saveInto(studio, document.folder);
    });
  }
  return present.then((isSaved) => (isSaved && hasUnsavedChanges(studio.getState()) ? save(studio) : isSaved));
}

/** Asks for a folder and saves there. False when nothing was saved. */
export async function saveAs(studio: Studio): Promise<boolean> {
  await running.get(studio);
  return alone(studio, () => chooseAndSave(studio));
}

/** Runs a save that others wait for, once all poses of the project are here. */
function alone(studio: Studio, task: () => Promise<boolean>): Promise<boolean> {
  const isWhole = (studio.getState().document?.awaitedPoses ?? 0) === 0;
  const begun = isWhole ? task() : readAllPoses(studio).then((isRead) => isRead && task());
  const saving = begun.finally(() => {
    if (running.get(studio) === saving) running.delete(studio);
  });
  running.set(studio, saving);
  return saving;
}

async function chooseAndSave(studio: Studio): Promise<boolean> {
  const { document, session } = studio.getState();
  if (!document) return false;
  const name = asFileName(document.history.present.name);
  const parent = session.settings.projectsFolder ?? session.app?.documentsFolder;
  const suggested = document.folder ?? (parent === undefined ? name : joinPath(parent, name));
  const folder = await chooseFile(studio, 'save', { title: 'Save project', kind: 'project', suggested, extensions: [] });
  if (folder === null) return false;
  renameDocument(studio, lastPart(folder));
  return saveInto(studio, folder);
}

/** A project is called what its folder is called. Not a step that can be undone: what was undone before and after keeps the name. */
function renameDocument(studio: Studio, name: string): void {
  const { document } = studio.getState();
  if (!document || document.history.present.name === name) return;
  const renamed = (project: Project): Project => ({ ...project, name });
  const renamedEntry = (entry: Entry): Entry => ({ ...entry, project: renamed(entry.project) });
  const { past, present, future } = document.history;
  const history = { past: past.map(renamedEntry), present: renamed(present), future: future.map(renamedEntry) };
  studio.setState({ document: { ...document, history } });
}

async function saveInto(studio: Studio, folder: string): Promise<boolean> {
  const { document } = studio.getState();
  if (!document) return false;
  const written = document.history.present;
  holdNews(studio);
  try {
    const job = startJob(
      studio,
      (name) => write(studio, document, folder, name),
      () => undefined,
    );
    const saved = await whileWorking(studio, 'Saving', () => job.result, job.cancel);
    const { document: now } = studio.getState();
    if (now?.identity === document.identity) {
      const merged = withSave(now, document, written, saved);
      studio.setState({ document: merged });
      // An edit that was made while the files were written is not in them; its journal ended with the save. One that was taken back
      // meanwhile, or where the playhead came to rest, kept the journal from ending.
      if (merged.history.present !== merged.saved) beginJournal(studio, 'Edit while saving');
      else await closeJournal(studio);
    }
    settleNotice(studio, 'readOnly');
    settleNotice(studio, 'saving');
    notify(studio, 'info', `Saved in ${lastPart(saved.folder)}.`);
    for (const note of saved.notes) notify(studio, 'warning', note);
    return true;
  } catch (error) {
    if (!isCancelled(error))
      tellFailure(studio, 'saving', error, { file: lastPart(folder), failed: 'was not saved' }, 'file.saveAs');
    return false;
  } finally {
    releaseNews(studio);
  }
}

/** Writes what changed since the folder was read or written, or the whole project where the folder holds none. */
async function write(studio: Studio, document: DocumentState, folder: string, job: string): Promise<SavedProject> {
  const { history, rig, revisions } = document;
  const first = firstRig(document);
  const known = { ...namesKnownTo(first.skeleton), ...namesOfActors(document) };
  if (revisions !== null && folder === document.folder) {
    const change = withOrder(unsavedChange(document), document.saved, history.present);
    const done = await studio.desktop.call('project.saveChange', folder, change, viewOf(studio, document), job, known);
    if (done) return done;
  }
  const view = viewOf(studio, document);
  const data = projectToData(rig, history.present, first);
  return document.folder === null
    ? studio.desktop.call('project.save', folder, data, view, job)
    : studio.desktop.call('project.save', folder, data, view, job, document.folder, known);
}

/** What the rigs of a scene’s actors know; nothing where there is but one. */
function namesOfActors(document: DocumentState): Pick<KnownNames, 'actors'> {
  const { workedOn, actors } = document.history.present;
  if (actors.length === 0) return {};
  const rigs = [...actors.map((actor) => [actor.id, rigOfActor(document, actor)] as const), [workedOn, document.rig] as const];
  return { actors: Object.fromEntries(rigs.flatMap(([id, rig]) => (rig ? [[id, namesKnownTo(rig.skeleton)]] : []))) };
}

/** Asks what to do with unsaved changes, if there are any, before `next`, a name, takes their place; false when the user wants to stay. */
export async function confirmLeaving(studio: Studio, next: string): Promise<boolean> {
  if (!hasUnsavedChanges(studio.getState())) return true;
  const choice = await ask<UnsavedChoice>(studio, (answer) => ({ name: 'unsaved', next, answer }));
  return mayLeave(studio, choice);
}

async function mayLeave(studio: Studio, choice: UnsavedChoice): Promise<boolean> {
  return choice === 'save' ? save(studio) : choice === 'discard';
}

/**
 * The same for another character, which may stand beside the one there is: also asks where all is saved, unless there is nothing yet but the mannequin as it
 * comes.
 */
export async function askArrival(studio: Studio, next: string): Promise<Arrival> {
  const state = studio.getState();
  if (isFresh(state)) return 'open';
  if (!hasUnsavedChanges(state)) return ask<Arrival>(studio, (answer) => ({ name: 'replace', next, answer }));
  const choice = await ask<UnsavedChoice>(studio, (answer) => ({ name: 'unsaved', next, mayAdd: true, answer }));
  if (choice === 'add') return 'add';
  return (await mayLeave(studio, choice)) ? 'open' : null;
}

/** The file name of the mannequin that the program brings. */
const MANNEQUIN = 'mannequin.glb';

/** Whether there is nothing of the user's on the screen: no character, or the mannequin as the program brings it. */
export function isFresh({ document }: StudioState): boolean {
  if (!document) return true;
  const { folder, history, character } = document;
  return folder === null && history.past.length === 0 && character.fileName === MANNEQUIN;
}

/** Begins the journal anew with everything that is not saved. */
export function beginJournal(studio: Studio, label: string): void {
  const { document } = studio.getState();
  if (document) appendToJournal(studio, label, 'saved', document);
}

/** Forgets the journal of a document that was saved or given up. */
export async function closeJournal(studio: Studio): Promise<void> {
  try {
    await studio.desktop.call('journal.close');
  } catch (error) {
    warnOfJournal(studio, error);
  }
}

function warnOfJournal(studio: Studio, error: unknown): void {
  notify(studio, 'warning', `Unsaved work cannot be kept for recovery: ${messageOf(error)}. Save the project to be safe.`);
}

/** Saves because the user wants that before the window closes, and tells the host whether everything was saved, whatever happens. */
export async function saveToClose(studio: Studio): Promise<void> {
  const saved = await attempting(studio, 'saving', null, () => save(studio), 'file.saveAs');
  await studio.desktop.call('window.savedToClose', saved ?? false);
}

/** Keeps the host and the window's title told about the document's name, unsaved changes and writing. Returns how to stop. */
export function reportWindowState(studio: Studio, setTitle: (title: string) => void): () => void {
  let told = '';
  const report = () => {
    const state = studio.getState();
    const unsaved = hasUnsavedChanges(state);
    const name = state.document?.history.present.name;
    const title = name === undefined ? 'Limber' : `${unsaved ? '• ' : ''}${name} — Limber`;
    const { writing } = state.session;
    const now = JSON.stringify({ title, writing });
    if (now === told) return;
    told = now;
    setTitle(title);
    studio.desktop.call('window.state', { title, unsaved, writing }).catch(() => {
      // A host that went away needs no title.
    });
  };
  report();
  return studio.subscribe(report);
}
