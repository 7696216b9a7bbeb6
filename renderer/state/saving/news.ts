import { isEdit, type ProjectChange } from '../../../core/document/project-change.ts';
import { changeProject } from '../../../core/document/deserialize.ts';
import { rigSettingsFromData } from '../../../core/document/read-settings.ts';
import { clampUnkeyed } from '../../../core/document/edits/posing.ts';
import { createHistory, type Entry, type History } from '../../../core/document/history.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import type { ListChange } from '../../../core/document/list-change.ts';
import { rebaser, type Copies } from '../../../core/document/merge.ts';
import { moveToRig } from '../../../core/document/move-to-rig.ts';
import { LIST_KINDS, mapLists, type ListKind } from '../../../core/document/list-kinds.ts';
import { partPath, presentRevision, withRevisions } from '../../../core/document/part-paths.ts';
import type { Project } from '../../../core/document/project.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { ProjectNews, SavedProject } from '../../../electron/contract.ts';
import { appendToJournal } from './journal.ts';
import { tellOfNews } from './news-notices.ts';
import type { DocumentState } from '../document-state.ts';
import { asOfFirst, asWorkedOn, inFirst } from '../scene/in-first.ts';
import { rigOfCharacter } from '../scene/rigs.ts';
import type { Studio } from '../studio.ts';

/** Studios whose save is under way: what others do meanwhile is merged after it. */
const held = new WeakSet<Studio>();

/** Lets news wait while a save is under way. */
export function holdNews(studio: Studio): void {
  held.add(studio);
}

/** Takes over what came in meanwhile. */
export function releaseNews(studio: Studio): void {
  held.delete(studio);
  mergeNews(studio);
}

/**
 * Takes over what others did to the project's folder: into the document, into what is saved, and into every step of its history, so that no
 * undo takes it back. Parts with unsaved changes stay as they are until those are saved or undone.
 */
export function mergeNews(studio: Studio, ...news: readonly ProjectNews[]): void {
  const { document } = studio.getState();
  if (!document || document.folder === null || document.revisions === null) return;
  const all = [...document.waiting, ...news.filter(({ folder }) => folder === document.folder)];
  if (all.length === 0) return;
  if (held.has(studio)) {
    studio.setState({ document: { ...document, waiting: all } });
    return;
  }
  const first = asOfFirst(document);
  let merged: DocumentState = { ...first, waiting: [] };
  for (const each of all) merged = withNews(merged, each);
  if (news.length === 0 && merged.saved === first.saved && merged.waiting.length === all.length) return;
  show(studio, document, asWorkedOn(merged, document));
  tellOfNews(studio, first, merged, news);
}

/** The document after a save: `written` is what was saved, `before` the document when the save began. */
export function withSave(
  document: DocumentState,
  before: DocumentState,
  written: Project,
  { folder, theirs, copies, revisions }: SavedProject,
): DocumentState {
  const known = folder === document.folder ? (document.revisions ?? {}) : {};
  const first = asOfFirst({ ...document, saved: before.saved });
  const merged = asWorkedOn(rebased(first, theirs, copies, inFirst(document, written)), document);
  const waiting = document.waiting.filter((news) => news.folder === folder);
  const left = waiting.map((news) => ({ ...news, change: without(news.change, revisions) }));
  return { ...merged, folder, revisions: withRevisions(known, revisions), waiting: left };
}

/** What the news bring is taken over; what has unsaved changes here waits. */
function withNews(document: DocumentState, news: ProjectNews): DocumentState {
  const { change } = news;
  const known = document.revisions ?? {};
  const sorted = (when: 'now' | 'later') =>
    mapLists(change, (kind, list) => sortList(document, kind, list, news.revisions)[when]);
  const hasOtherJoints = change.changed.rig !== undefined && changesJoints(document, change);
  const isUnsaved = document.history.present !== document.saved;
  const { rig, ...fields } = change.changed;
  const mustWait = hasOtherJoints && isUnsaved;
  const now: ProjectChange = {
    changed: mustWait ? fields : change.changed,
    ...sorted('now'),
  };
  const later: ProjectChange = {
    changed: mustWait && rig ? { rig } : {},
    ...sorted('later'),
  };
  const started = hasOtherJoints && !isUnsaved ? withJointsOf(document, change) : document;
  const merged = isEdit(now) ? rebased(started, now) : started;
  const isWaiting = mustWait || LIST_KINDS.some((kind) => later[kind]);
  const kept = new Set(LIST_KINDS.flatMap((kind) => idsOf(later[kind]).map((id) => partPath(kind, id))));
  const taken = Object.entries(news.revisions).filter(([path]) => !kept.has(path));
  const left = Object.entries(news.revisions).filter(([path]) => kept.has(path));
  return {
    ...merged,
    revisions: withRevisions(known, Object.fromEntries(taken)),
    waiting: isWaiting
      ? [...document.waiting, { folder: news.folder, change: later, revisions: Object.fromEntries(left), notes: [] }]
      : document.waiting,
  };
}

/** The document with what others made of its saved project; `written` has been saved since, and is what is saved then. */
function rebased(
  document: DocumentState,
  theirs: ProjectChange,
  copies?: Copies,
  written: Project = document.saved,
): DocumentState {
  const { saved, history, character } = document;
  const settings = theirs.changed.rig && rigSettingsFromData(theirs.changed.rig, document.rig.skeleton);
  const rigOfTheirs = settings ? rigOfCharacter(character.scene, settings) : document.rig;
  const rebase = rebaser(saved, changeProject(saved, theirs, rigOfTheirs).project, copies);
  const done = new Map<Project, Project>();
  let rig: Rig = document.rig;
  const present = rebase(history.present);
  if (present.rig !== history.present.rig) rig = rigOfCharacter(character.scene, present.rig);
  /** The same state stays the same one; the pose on screen stays inside limits that became tighter. */
  const follow = (state: Project): Project => {
    const known = done.get(state);
    if (known) return known;
    const next = rebase(state);
    const result = rig === document.rig ? next : clampUnkeyed(next, rig.skeleton);
    done.set(state, result);
    return result;
  };
  const followEntry = (entry: Entry): Entry => {
    const project = follow(entry.project);
    return project === entry.project ? entry : { ...entry, project };
  };
  const next: History = {
    past: history.past.map(followEntry),
    present: follow(history.present),
    future: history.future.map(followEntry),
  };
  return { ...document, rig, history: next, saved: follow(written) };
}

interface Sorted<Item extends { readonly id: string }> {
  readonly now: ListChange<Item> | null;
  readonly later: ListChange<Item> | null;
}

/** Which of the parts are taken over now, and which have unsaved changes here; what is known already is neither. */
function sortList<Item extends { readonly id: string }>(
  { saved, history, revisions }: DocumentState,
  kind: ListKind,
  list: ListChange<Item>,
  told: ProjectNews['revisions'],
): Sorted<Item> {
  if (idsOf(list).length === 0) return { now: null, later: null };
  const find = (project: Project, id: string) =>
    (project[kind] as readonly { readonly id: string }[]).find((part) => part.id === id);
  const isUnsaved = (id: string) => find(saved, id) !== find(history.present, id);
  const isNew = (id: string) => {
    const revision = told[partPath(kind, id)];
    return revision === undefined || revision !== presentRevision(revisions ?? {}, partPath(kind, id));
  };
  const wanted = { removed: list.removed.filter(isNew), put: list.put.filter(({ item }) => isNew(item.id)) };
  const part = (isIn: (id: string) => boolean): ListChange<Item> | null => {
    const some = { removed: wanted.removed.filter(isIn), put: wanted.put.filter(({ item }) => isIn(item.id)) };
    return idsOf(some).length > 0 ? some : null;
  };
  return { now: part((id) => !isUnsaved(id)), later: part(isUnsaved) };
}

function idsOf(list: ListChange<{ readonly id: string }> | undefined): string[] {
  return list ? [...list.removed, ...list.put.map(({ item }) => item.id)] : [];
}

/** The change without the parts whose files a save has spoken of. */
function without(change: ProjectChange, saved: SavedProject['revisions']): ProjectChange {
  const isLeft = (kind: ListKind) => (id: string) => !Object.hasOwn(saved, partPath(kind, id));
  const rest = <Item extends { readonly id: string }>(kind: ListKind, list: ListChange<Item>): ListChange<Item> => ({
    removed: list.removed.filter(isLeft(kind)),
    put: list.put.filter(({ item }) => isLeft(kind)(item.id)),
  });
  return { ...change, ...mapLists(change, rest) };
}

/** Whether others corrected the humanoid map so that the character has other joints. */
function changesJoints({ character, saved, rig }: DocumentState, { changed }: ProjectChange): boolean {
  if (!changed.rig) return false;
  const settings = rigSettingsFromData(changed.rig, rig.skeleton);
  const isSameMap = JSON.stringify(settings.corrections) === JSON.stringify(saved.rig.corrections);
  return (
    !isSameMap && jointKeys(rigOfCharacter(character.scene, settings).skeleton).join('\n') !== jointKeys(rig.skeleton).join('\n')
  );
}

/** The document on other joints, without its history, whose steps speak of the old ones. */
function withJointsOf(document: DocumentState, { changed }: ProjectChange): DocumentState {
  if (!changed.rig) return document;
  const rig = rigOfCharacter(document.character.scene, { ...changed.rig, limits: {}, stiffness: {} });
  const { corrections } = changed.rig;
  const { saved } = document;
  const { project } = moveToRig({ ...saved, rig: { ...saved.rig, corrections } }, document.rig, rig);
  return { ...document, rig, saved: project, history: createHistory(project) };
}

/** Shows the document; a journal of unsaved changes begins anew, because it was made on what was saved before. */
function show(studio: Studio, before: DocumentState, document: DocumentState): void {
  studio.setState({ document });
  const isUnsaved = document.history.present !== document.saved;
  if (isUnsaved && document.saved !== before.saved) appendToJournal(studio, 'Take over changes', 'saved', document);
}
