import { z } from 'zod';
import { dataChanges } from '../../../core/document/changes.ts';
import { isEdit, type ProjectChange } from '../../../core/document/project-change.ts';
import type { ListChange } from '../../../core/document/list-change.ts';
import { migrate, NewerVersionError } from '../../../core/document/migrations.ts';
import { filledLists, LIST_KINDS, mapLists, type ListItems, type ListKind } from '../../../core/document/list-kinds.ts';
import { partPath } from '../../../core/document/part-paths.ts';
import { PROJECT_VERSION, type ProjectData } from '../../../core/document/project-data.ts';
import type { JournalEntry, JournalView, PartRevisions } from '../../contract.ts';
import { checkJsonBudget, parseJsonObject, type JsonBudget } from '../../../core/formats/text/json-text.ts';
import { journalViewSchema } from '../storage/view-schema.ts';
import { projectChangeShape } from '../storage/change-schema.ts';
import { projectDataSchema } from '../storage/project-schema.ts';
import { createRunningList, type RunningList } from './running-list.ts';

/** The saved project that unsaved work was made from. */
export interface SavedBase extends SavedState {
  /** What leads from it to the unsaved work. */
  readonly change: ProjectChange;
}

/** What a journal's entries make together. */
export interface Recovered {
  readonly project: ProjectData;
  /** The saved project that they were made from; null when they hold the whole project. */
  readonly saved: SavedBase | null;
  readonly folder: string | null;
  readonly edits: number;
  /** What was on screen at the end; null where no entry says it. */
  readonly view: JournalView | null;
}

export interface ReadJournal extends Recovered {
  /** Bytes up to the end of the last line that could be used. */
  readonly length: number;
}

/** Reads the project of a folder; `tell` hears how far it is, 0 to 1. */
type ReadSaved = (folder: string, tell: (share: number) => void) => Promise<SavedState>;

/** A project as it lies in its folder. */
export interface SavedState {
  readonly project: ProjectData;
  /** Of its files; beside a change, those that it was made from. */
  readonly revisions: PartRevisions;
}

const lineSchema = z.strictObject({
  version: z.literal(PROJECT_VERSION),
  label: z.string(),
  folder: z.string().nullable(),
  onSaved: z.literal(true).exactOptional(),
  view: journalViewSchema.exactOptional(),
  ...projectChangeShape,
});

type JournalLine = z.infer<typeof lineSchema>;

const NEWLINE = 0x0a;

/** Share of the work that reading what is saved takes. */
const SAVED_SHARE = 0.5;

/** A line may hold a whole project. */
const LINE_BUDGET: JsonBudget = { bytes: 2 ** 28, values: 2 ** 24, fields: 2 ** 22 };

/**
 * One entry as it stands in the file: JSON, then a newline, which no JSON text holds. Throws an `Error` with one sentence when it is more than
 * can be read again.
 */
export function journalLine(entry: JournalEntry): Uint8Array {
  const line = Buffer.from(`${JSON.stringify({ version: PROJECT_VERSION, ...entry })}\n`);
  checkJsonBudget(line, 'what would be kept', LINE_BUDGET);
  return line;
}

/** The one entry that holds what a journal's entries make together. */
export function wholeEntry(label: string, { project, saved, folder, view }: Recovered): JournalEntry {
  const entry = saved ? { label, folder, onSaved: true as const, ...saved.change } : { label, folder, changed: project };
  return view ? { ...entry, view } : entry;
}

/** Whether a journal can begin with an entry: it holds the whole project, or the folder where that is saved. */
export function canBegin({ folder, onSaved, changed }: JournalEntry): boolean {
  return (onSaved === true && folder !== null) || projectDataSchema.safeParse(changed).success;
}

/**
 * What the whole lines of a journal make together; a line that was torn or damaged, and all after it, is left out. An entry that says what
 * changed since a save begins anew. `readSaved` reads the project of a folder. Null when the first line cannot begin a journal. Rejects
 * when the saved project cannot be read now, or when a newer Limber wrote the journal. `tell` hears how far it is, 0 to 1.
 */
export async function readJournal(
  bytes: Uint8Array,
  readSaved: ReadSaved,
  tell: (share: number) => void = () => {},
): Promise<ReadJournal | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let state: State | null = null;
  let edits = 0;
  let view: JournalView | null = null;
  let length = 0;
  for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, length)) {
    const line = readLine(text.subarray(length, end));
    if (!line) break;
    const next = await after(state, line, (folder) => readSaved(folder, (share) => tell(SAVED_SHARE * share)));
    if (!next) break;
    state = next;
    if (isEdit(line)) edits++;
    view = line.view ?? view;
    length = end + 1;
    tell(SAVED_SHARE + ((1 - SAVED_SHARE) * length) / text.length);
  }
  return state && { ...recovered(state), edits, view, length };
}

/** The lists of a project as they are changed line by line. */
type Lists = { readonly [Kind in ListKind]: RunningList<ListItems[Kind]> };

/** Where the reading of a journal stands: what all lines so far make, changed with each. */
interface State {
  /** Without what its lists hold. */
  fields: ProjectData;
  lists: Lists;
  folder: string | null;
  readonly saved: SavedState | null;
  /** The settings as they were, and the revisions of parts, before the first line that changed them. */
  before: Partial<ProjectData>;
  readonly bases: Bases;
}

/** The state after a line, which may be the same one, changed; null when the line cannot stand here. */
async function after(
  state: State | null,
  line: JournalLine,
  readSaved: (folder: string) => Promise<SavedState>,
): Promise<State | null> {
  const next = line.onSaved ? await beginningOnSaved(line, state, readSaved) : (state ?? beginning(line));
  if (!next) return null;
  const { poses, clips, actors, props, sounds, cameras, ...fields } = line.changed;
  const lists = { ...next.lists, ...listsOf({ poses, clips, actors, props, sounds, cameras }) };
  const takesIn = (kind: ListKind): boolean => line[kind] === undefined || accepts(lists[kind], line[kind]);
  if (!LIST_KINDS.every(takesIn)) return null;
  for (const kind of LIST_KINDS) if (line[kind]) apply(lists[kind], line[kind]);
  next.lists = lists;
  next.fields = { ...next.fields, ...fields };
  next.folder = line.folder;
  next.before = { ...line.before, ...next.before };
  for (const kind of LIST_KINDS) addBases(next.bases[kind], line[kind]?.bases);
  return next;
}

type AnyItem = ListItems[ListKind];

/** A list and the change of one kind belong together; the compiler is not told so. */
function accepts(list: Lists[ListKind], change: ListChange<AnyItem>): boolean {
  return (list as RunningList<AnyItem>).accepts(change);
}

function apply(list: Lists[ListKind], change: ListChange<AnyItem>): void {
  (list as RunningList<AnyItem>).apply(change);
}

/** Running lists of those that are there. */
function listsOf(whole: { readonly [Kind in ListKind]?: readonly ListItems[Kind][] | undefined }): Partial<Lists> {
  return Object.fromEntries(
    LIST_KINDS.flatMap((kind) => {
      const items = whole[kind] as readonly AnyItem[] | undefined;
      return items ? [[kind, createRunningList(items)]] : [];
    }),
  );
}

async function beginningOnSaved(
  { folder }: JournalLine,
  state: State | null,
  readSaved: (folder: string) => Promise<SavedState>,
): Promise<State | null> {
  if (folder === null) return null;
  const saved = state?.saved && state.folder === folder ? state.saved : await readSaved(folder);
  return stateOf(saved.project, folder, saved);
}

/** A first line that holds the whole project. */
function beginning({ changed, folder }: JournalLine): State | null {
  const project = projectDataSchema.safeParse(changed).data;
  return project ? stateOf(project, folder, null) : null;
}

function stateOf(project: ProjectData, folder: string | null, saved: SavedState | null): State {
  const { poses, clips, actors = [], props = [], sounds = [], cameras = [], ...fields } = project;
  const lists = listsOf({ poses, clips, actors, props, sounds, cameras }) as Lists;
  return { fields: { ...fields, poses: [], clips: [] }, lists, folder, saved, before: {}, bases: noBases() };
}

function recovered({ fields, lists, folder, saved, before, bases }: State): Omit<Recovered, 'edits' | 'view'> {
  const project: ProjectData = {
    ...fields,
    poses: lists.poses.items(),
    clips: lists.clips.items(),
    ...filledLists({
      actors: lists.actors.items(),
      props: lists.props.items(),
      sounds: lists.sounds.items(),
      cameras: lists.cameras.items(),
    }),
  };
  if (!saved) return { project, folder, saved };
  const change = dataChanges(saved.project, project);
  const whole: ProjectChange = {
    changed: change.changed,
    ...(Object.keys(before).length > 0 && { before }),
    ...mapLists(change, (kind, list) => ({ ...list, bases: bases[kind] })),
  };
  return { project, folder, saved: { project: saved.project, revisions: withBases(saved.revisions, bases), change: whole } };
}

/** The revision that each part was first changed from, by its id. */
type Bases = Readonly<Record<ListKind, Record<string, string | null>>>;

function noBases(): Bases {
  return Object.fromEntries(LIST_KINDS.map((kind) => [kind, {}])) as Bases;
}

/** Of a part that was changed before, the earlier base counts. */
function addBases(known: Record<string, string | null>, added: Readonly<Record<string, string | null>> = {}): void {
  for (const [id, base] of Object.entries(added)) if (!Object.hasOwn(known, id)) known[id] = base;
}

function withBases(revisions: PartRevisions, bases: Bases): PartRevisions {
  const all: Record<string, string> = { ...revisions };
  for (const kind of LIST_KINDS) {
    for (const [id, base] of Object.entries(bases[kind])) {
      if (base === null) delete all[partPath(kind, id)];
      else all[partPath(kind, id)] = base;
    }
  }
  return all;
}

function readLine(text: Buffer): JournalLine | null {
  try {
    return (
      lineSchema.safeParse(migrate('line', parseJsonObject(text, 'the line', LINE_BUDGET), 'this is no line of a journal'))
        .data ?? null
    );
  } catch (error) {
    if (error instanceof NewerVersionError) throw error;
    return null;
  }
}
