import { basename } from 'node:path';
import { NewerVersionError } from '../../../core/document/migrations.ts';
import { SETTINGS } from '../../../core/document/changes.ts';
import type { ProjectChange } from '../../../core/document/project-change.ts';
import { applyListChange, type ListChange } from '../../../core/document/list-change.ts';
import { filledLists, LIST_KINDS, SCENE_KINDS } from '../../../core/document/list-kinds.ts';
import { mergeSettings, sameValue, type Copies, type Overruled } from '../../../core/document/merge.ts';
import { keepUnknownOfUnkeyed } from '../../../core/document/keep-unknown.ts';
import type { ProjectData, RigSettingsData, UnkeyedData } from '../../../core/document/project-data.ts';
import { ORIGIN } from '../../../core/math/place.ts';
import type { KnownNames } from '../../../core/document/known-names.ts';
import type { RemovedParts } from '../../../core/document/removed-parts.ts';
import type { MergedSave, ProjectView } from '../../contract.ts';
import { openFolder, type FolderAccess, type ReadBudget } from '../storage/folder-access.ts';
import { ignoredFiles } from './ignored-files.ts';
import { mergeParts, type MergeOptions } from './merge-parts.ts';
import { PROJECT_FILE, readProjectFile, type ReadProjectFile } from './project-file.ts';
import { DEFAULT_RIG_SETTINGS, layOutProjectFile, layOutRig, readRig, revisionOf, rigPath } from './project-parts.ts';
import { findUserState, layOutUserState, readUserState, unkeyedOf, userStateOf, type UserState } from './user-state.ts';

/** What to save into a folder: a whole project, or what changed since it was opened or saved last. */
export interface SaveTask {
  readonly kind: 'planSave';
  /** The folder, which is there. */
  readonly folder: string;
  readonly saved: { readonly whole: ProjectData } | { readonly change: ProjectChange };
  readonly user: string;
  /** How the user sees the project; missing: as before. */
  readonly view?: ProjectView | undefined;
  /** The folder that the project was opened from: there lie pictures that the saved poses speak of as files. Default: the one that is saved into. */
  readonly origin?: string | undefined;
  /** What whoever saves understands. Default: all. */
  readonly known?: KnownNames | undefined;
  /** Parts as they were when they were removed from the folder, of those that are put back. */
  readonly removed?: RemovedParts | undefined;
}

/** A file to write, by its path; null: to be removed. */
export type FileChange = readonly [path: string, content: Uint8Array | string | null];

/** What a save is going to do, with nothing written yet. */
export interface SavePlan {
  /** Files to write, group after group. */
  readonly groups: readonly (readonly FileChange[])[];
  readonly merged: MergedSave;
  /** The parts that are removed and hold what whoever saves does not understand. */
  readonly removed: RemovedParts;
}

const NOTHING_CHANGED: ListChange<never> = { removed: [], put: [] };

/**
 * Reads what lies in a folder and merges with it what is to be saved; nothing is written. Only the files of what changed are looked at. Null
 * for a change when the folder holds no project. What is read is taken from `budget`. Throws an `Error` with one sentence, also when the
 * folder holds another character's project.
 */
export async function planSave(
  { folder, saved, user, view, origin: from, known, removed }: SaveTask,
  budget?: ReadBudget,
): Promise<SavePlan | null> {
  const access = await openFolder(folder, budget);
  // Where the folder is gone, the poses are saved without their pictures.
  const origin = from === undefined || from === folder ? undefined : await openFolder(from, budget).catch(() => undefined);
  if ('whole' in saved) {
    const { poses, clips, actors = [], props = [], sounds = [], cameras = [], ...fields } = saved.whole;
    const scene = { actors: allNew(actors), props: allNew(props), sounds: allNew(sounds), cameras: allNew(cameras) };
    const change: ProjectChange = { changed: fields, poses: allNew(poses), clips: allNew(clips), ...scene };
    const file = await readProjectFile(access);
    refuseOtherCharacter(access, file, fields.character);
    return plan(access, { file, change, user, view, origin, known, removed, whole: saved.whole });
  }
  const { change } = saved;
  const speaksOfFile = SETTINGS.some((field) => field in change.changed);
  const file = await readProjectFile(access).catch((error: unknown) => {
    if (speaksOfFile || error instanceof NewerVersionError) throw error;
    return 'damaged' as const;
  });
  if (!file) return null;
  // Whoever knows whose project it is may say that it is of another file from now on.
  const whose = change.before?.character ?? change.changed.character;
  if (whose) refuseOtherCharacter(access, file, whose);
  return plan(access, { file, change, user, view, origin, known, removed, whole: null });
}

/** The folder's project file; null when there is none, `'damaged'` for one that is left alone because nothing in it changes. */
type PresentFile = ReadProjectFile | 'damaged' | null;

interface Save extends MergeOptions {
  readonly file: PresentFile;
  readonly change: ProjectChange;
  readonly user: string;
  readonly view: ProjectView | undefined;
  /** The whole project where all of it is saved. */
  readonly whole: ProjectData | null;
}

async function plan(folder: FolderAccess, { file, change, user, view, whole, ...options }: Save): Promise<SavePlan> {
  const [settings, poses, clips, actors, props, sounds, cameras, state, ignored] = await Promise.all([
    file === 'damaged' ? NO_SETTINGS : mergeSharedSettings(folder, file, change),
    mergeParts(folder, 'poses', change.poses ?? NOTHING_CHANGED, options),
    mergeParts(folder, 'clips', change.clips ?? NOTHING_CHANGED, options),
    mergeParts(folder, 'actors', change.actors ?? NOTHING_CHANGED, options),
    mergeParts(folder, 'props', change.props ?? NOTHING_CHANGED, options),
    mergeParts(folder, 'sounds', change.sounds ?? NOTHING_CHANGED, options),
    mergeParts(folder, 'cameras', change.cameras ?? NOTHING_CHANGED, options),
    userStateAfter(folder, { file, change, user, view, whole, ...options }),
    ignoredFiles(folder),
  ]);
  const lists = { poses, clips, actors, props, sounds, cameras };
  const { pictures: drawn, parts, removals } = inWritingOrder(Object.values(lists).flatMap(({ files }) => [...files]));
  const groups: readonly (readonly FileChange[])[] = [
    ignored ? [ignored] : [],
    settings.files.filter(([path]) => path !== PROJECT_FILE),
    drawn,
    parts,
    settings.files.filter(([path]) => path === PROJECT_FILE),
    removals,
    state ? [[(await findUserState(folder, user)).path, layOutUserState(state)]] : [],
  ];
  const revisions = [
    ...settings.files.map(([path, text]) => [path, revisionOf(text)] as const),
    ...Object.values(lists).flatMap((list) => [...list.revisions]),
  ];
  const theirs: ProjectChange = {
    changed: settings.theirs,
    ...Object.fromEntries(LIST_KINDS.flatMap((kind) => (isSomething(lists[kind].theirs) ? [[kind, lists[kind].theirs]] : []))),
  };
  const merged: MergedSave = {
    revisions: Object.fromEntries(revisions),
    theirs,
    copies: Object.fromEntries(LIST_KINDS.map((kind) => [kind, lists[kind].copies])) as Copies,
    notes: [...settings.notes, ...Object.values(lists).flatMap(({ notes }) => notes)],
  };
  return { groups, merged, removed: { poses: poses.removed, clips: clips.removed, actors: actors.removed } };
}

/** Files of parts: pictures are there before what shows them, and nothing goes before everything else is there. */
export function inWritingOrder(
  files: readonly FileChange[],
): Readonly<Record<'pictures' | 'parts' | 'removals', readonly FileChange[]>> {
  const isPicture = (path: string) => path.endsWith('.png');
  return {
    pictures: files.filter(([path, content]) => content !== null && isPicture(path)),
    parts: files.filter(([path, content]) => content !== null && !isPicture(path)),
    removals: files.filter(([, content]) => content === null),
  };
}

interface MergedSettingsFiles {
  readonly files: readonly (readonly [string, string])[];
  /** The settings of those that were changed as others had them. */
  readonly theirs: Partial<ProjectData>;
  readonly notes: readonly string[];
}

const NO_SETTINGS: MergedSettingsFiles = { files: [], theirs: {}, notes: [] };

/** The files of the shared settings, merged setting by setting. */
async function mergeSharedSettings(
  folder: FolderAccess,
  file: ReadProjectFile | null,
  { changed, before = {} }: ProjectChange,
): Promise<MergedSettingsFiles> {
  const character = changed.character ?? file?.character;
  if (!character) throw new Error(`"${basename(folder.root)}" holds no project`);
  // The limits of a character whose file is another one now come along.
  const rig = await readSharedRig(folder, file?.character ?? character, changed.rig !== undefined);
  const isOther = file !== null && file.character.hash !== character.hash;
  const present = file && {
    name: file.name,
    place: file.place ?? ORIGIN,
    pins: file.pins,
    solver: file.solver,
    rig: rig ?? DEFAULT_RIG_SETTINGS,
  };
  const { name, place = ORIGIN, pins, solver } = { ...present, ...changed };
  if (name === undefined || !pins || !solver) throw new Error(`"${basename(folder.root)}" holds no project`);
  const mine = { name, place, pins, solver, rig: changed.rig ?? rig ?? DEFAULT_RIG_SETTINGS };
  // What a change does not tell about was as it is now, so far as the change has it at all.
  const theirs = present ?? mine;
  const base = { ...theirs, ...unionBase(mine, theirs), ...before };
  const { settings, overruled } = mergeSettings(base, mine, theirs);
  const others = SETTINGS.filter((field) => field in changed && field in before && !sameValue(before[field], theirs[field]));
  const isRigChanged = isOther || (rig ? !sameValue(rig, settings.rig) : changed.rig !== undefined);
  // A file of version 1 is written anew in any case.
  const isRenamed = !sameValue(character, file?.character);
  const isFileChanged = !file || file.user !== null || isRenamed || !sameValue(onlyFile(settings), onlyFile(theirs));
  return {
    files: [
      ...(isRigChanged ? ([[rigPath(character), layOutRig(settings.rig)]] as const) : []),
      ...(isFileChanged ? ([[PROJECT_FILE, layOutProjectFile({ ...settings, character })]] as const) : []),
    ],
    theirs: Object.fromEntries(others.map((field) => [field, theirs[field]])),
    notes: overruled.map(sentenceOf),
  };
}

function onlyFile({ name, place, pins, solver }: Pick<ProjectData, 'name' | 'place' | 'pins' | 'solver'>): object {
  return { name, place, pins, solver };
}

/** Of each group of settings what lies there, as far as `mine` speaks of it: what is only there then counts as somebody else's. */
function unionBase<Settings extends Pick<ProjectData, 'name' | 'pins' | 'solver' | 'rig'> & Required<Pick<ProjectData, 'place'>>>(
  mine: Settings,
  theirs: Settings,
): Settings {
  const spokenOf = <Values extends object>(ours: object, values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(ours, key))) as Values;
  const { rig } = theirs;
  return {
    ...theirs,
    pins: spokenOf(mine.pins, theirs.pins),
    solver: spokenOf(mine.solver, theirs.solver),
    rig: {
      preset: rig.preset,
      corrections: spokenOf(mine.rig.corrections, rig.corrections),
      limits: spokenOf(mine.rig.limits, rig.limits),
      stiffness: spokenOf(mine.rig.stiffness, rig.stiffness),
      flatFeet: spokenOf(mine.rig.flatFeet ?? {}, rig.flatFeet ?? {}),
    },
  };
}

/** Null when there is none, or one that cannot be used and need not be touched. */
async function readSharedRig(
  folder: FolderAccess,
  character: ProjectData['character'],
  isNeeded: boolean,
): Promise<RigSettingsData | null> {
  const path = rigPath(character);
  try {
    const found = await folder.read(path);
    return found && readRig(found.bytes);
  } catch (error) {
    if (!isNeeded) return DEFAULT_RIG_SETTINGS;
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`limits cannot be saved while ${path} cannot be used (${problem}): repair it or remove it`, {
      cause: error,
    });
  }
}

function sentenceOf({ setting, theirs }: Overruled): string {
  const value = JSON.stringify(theirs) ?? 'nothing';
  const short = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return `The setting “${setting}” was also changed by somebody else, to ${short}; yours was kept.`;
}

/** The fields that are each user's own. */
const OWN = ['unkeyed', 'activeClip', 'workedOn', 'reference'] as const;

/** What the user's own file holds after the save; null when it is not spoken of, and need not be read. */
async function userStateAfter(
  folder: FolderAccess,
  { file, change, user, view, whole, origin, known }: Save,
): Promise<Omit<UserState, 'version'> | null> {
  /** With what the user's own file says of a pose of the same moment and whoever saves does not understand. */
  const withUnknown = (unkeyed: UnkeyedData | null, before: UnkeyedData | null) =>
    unkeyed && before && known ? keepUnknownOfUnkeyed(unkeyed, before, known) : unkeyed;
  if (whole) {
    const before = whole.unkeyed && (await readUserState(origin ?? folder, user, null, []));
    const state = userStateOf(whole);
    return { ...state, unkeyed: withUnknown(state.unkeyed, before && before.unkeyed), ...(view && { view }) };
  }
  const isVersion1 = file !== null && file !== 'damaged' && file.user !== null;
  const isSpokenOf = OWN.some((field) => field in change.changed) || view !== undefined || change.actors !== undefined;
  const keepsOrders =
    keepsOrder(change.poses) &&
    keepsOrder(change.clips) &&
    SCENE_KINDS.every((kind) => kind === 'actors' || keepsOrder(change[kind]));
  if (!isVersion1 && !isSpokenOf && keepsOrders) return null;
  const state = await readUserState(folder, user, file === 'damaged' ? null : (file?.user ?? null), []);
  const after = (ids: readonly string[], list: ListChange<{ readonly id: string }> | undefined) => {
    const before = ids.map((id) => ({ id }));
    return (list ? applyListChange(before, list) : before).map(({ id }) => id);
  };
  const { unkeyed = state.unkeyed, activeClip = state.activeClip, workedOn = state.workedOn } = change.changed;
  const { reference = state.reference } = change.changed;
  const seen = view ?? state.view;
  const order = filledLists({
    actors: after(state.actors ?? [], change.actors),
    props: after(state.props ?? [], change.props),
    sounds: after(state.sounds ?? [], change.sounds),
    cameras: after(state.cameras ?? [], change.cameras),
  });
  const { removed = [], put = [] } = change.actors ?? {};
  const changed = [...removed.map((id) => ({ id, unkeyed: null })), ...put.map(({ item }) => item)];
  return {
    unkeyed: withUnknown(unkeyed, state.unkeyed),
    ...unkeyedOf(changed, state.othersUnkeyed),
    activeClip,
    ...(workedOn !== undefined && { workedOn }),
    ...(reference && { reference }),
    poses: after(state.poses, change.poses),
    clips: after(state.clips, change.clips),
    ...order,
    ...(seen && { view: seen }),
  };
}

/** Whether a change of a list concerns only what was in it before. */
function keepsOrder(list: ListChange<{ readonly id: string }> | undefined): boolean {
  return !list || (list.removed.length === 0 && !list.order && list.put.every(({ item }) => Boolean(list.bases?.[item.id])));
}

function refuseOtherCharacter({ root }: FolderAccess, file: PresentFile, { hash }: ProjectData['character']): void {
  if (!file || file === 'damaged' || file.character.hash === hash) return;
  throw new Error(`"${basename(root)}" holds a project of another character, "${file.character.name}": select another folder`);
}

function allNew<Item extends { readonly id: string }>(items: readonly Item[]): ListChange<Item> {
  return {
    removed: [],
    put: items.map((item) => ({ item })),
    bases: Object.fromEntries(items.map(({ id }) => [id, null])),
  };
}

function isSomething({ put, removed }: ListChange<{ readonly id: string }>): boolean {
  return put.length > 0 || removed.length > 0;
}
