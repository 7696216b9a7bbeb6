import type { ListChange } from '../../../core/document/list-change.ts';
import type { PartCopies } from '../../../core/document/merge.ts';
import type { ListItems, ListKind } from '../../../core/document/list-kinds.ts';
import { LEFT_OUT, partPath } from '../../../core/document/part-paths.ts';
import { checkJsonBudget } from '../../../core/formats/text/json-text.ts';
import { quote, shorten } from '../../../core/formats/text/quote.ts';
import type { KnownNames } from '../../../core/document/known-names.ts';
import type { FolderAccess } from '../storage/folder-access.ts';
import { inParallel } from '../storage/in-parallel.ts';
import { PART_KINDS } from './part-kinds.ts';
import { isPicture, picturePath, revisionOf } from './project-parts.ts';

/** What a save is going to do to one of the lists of a folder, and what it found there. */
export interface MergedParts<Item extends { readonly id: string }> {
  /** Files to write, by path; null: to be removed. */
  readonly files: ReadonlyMap<string, Uint8Array | string | null>;
  /** The revisions that the files of the parts have afterwards; null for those that are not there, {@link LEFT_OUT} for those that cannot be used. */
  readonly revisions: ReadonlyMap<string, string | null>;
  /** What others made of these parts since they were read. */
  readonly theirs: ListChange<Item>;
  readonly copies: PartCopies;
  readonly notes: readonly string[];
  /** Of those that are removed, the ones that hold what whoever changed the parts does not understand. */
  readonly removed: readonly Item[];
}

/** What lies in a part's place. `isExpected`: the change knows that nothing does. */
type Found<Item> =
  | { readonly state: 'nothing'; readonly isExpected: boolean }
  | { readonly state: 'base' | 'theirs'; readonly item: Item; readonly revision: string }
  | { readonly state: 'unusable'; readonly problem: string };

/** Characters of a name, and of what is wrong with a file, in one sentence. */
const LONGEST_NAME = 40;
const LONGEST_PROBLEM = 100;

/** Where parts come from, and who understands how much of them. */
export interface MergeOptions {
  /** The folder in which pictures lie that poses speak of as files, and what is not understood. Default: the one that is merged into. */
  readonly origin?: FolderAccess | undefined;
  /** What whoever changed the parts understands. Default: all. */
  readonly known?: KnownNames | undefined;
  /** Parts as they were when they were removed from here; where one is put back, what is not understood comes along. */
  readonly removed?: { readonly [Kind in ListKind]?: readonly ListItems[Kind][] } | undefined;
}

/**
 * What is put into a list of a folder or taken out of it, merged with what lies there. Nothing is written.
 *
 * Parts are merged one by one, three ways: the revision that a change was made from, the file that lies there now, and the change. What nobody else
 * changed is written or removed. What both changed is kept twice, mine as a copy under another name; what others changed is never removed.
 * A file that cannot be used is neither written nor removed, whatever the change was made from: mine goes beside it. Throws an `Error` with one sentence for a part that is more than could be read again.
 */
export async function mergeParts<Kind extends ListKind>(
  folder: FolderAccess,
  kind: Kind,
  { put, removed, bases = {} }: ListChange<ListItems[Kind]>,
  { origin, known, removed: removedParts }: MergeOptions = {},
): Promise<MergedParts<ListItems[Kind]>> {
  type Item = ListItems[Kind];
  const { word, layOut, read, unknown: mayHoldUnknown, pictures } = PART_KINDS[kind];
  const earlierParts: readonly Item[] = removedParts?.[kind] ?? [];
  const files = new Map<string, Uint8Array | string | null>();
  const revisions = new Map<string, string | null>();
  const theirs = { put: [] as { item: Item }[], removed: [] as string[] };
  const copies: Record<string, { readonly id: string; readonly name: string } | null> = {};
  const notes: string[] = [];
  const unknown: Item[] = [];

  /** What lies there, and whether the change was made from it; a base that is not known is what lies there. */
  async function lookAt(id: string): Promise<Found<Item>> {
    const [path, base] = [partPath(kind, id), bases[id]];
    try {
      const found = await folder.read(path);
      if (!found) return { state: 'nothing', isExpected: !base };
      const item = read(id, found.bytes);
      const revision = revisionOf(found.bytes);
      return { state: base === undefined || base === revision ? 'base' : 'theirs', item, revision };
    } catch (error) {
      return { state: 'unusable', problem: error instanceof Error ? error.message : String(error) };
    }
  }

  function keepUnknown(item: Item, present: Item): Item {
    return known && mayHoldUnknown ? mayHoldUnknown.keep(item, present, known) : item;
  }

  /** What would be written in the place of a part, as a whole. */
  async function wholeOf(item: Item, found: Found<Item>): Promise<Item> {
    if ('item' in found) return keepUnknown(item, found.item);
    // What was made from a file that others have put there since and taken away is not what was removed here.
    const gone = bases[item.id] ? undefined : earlierParts.find(({ id }) => id === item.id);
    if (gone) return keepUnknown(item, gone);
    const earlier = await origin?.read(partPath(kind, item.id)).catch(() => null);
    try {
      return earlier ? keepUnknown(item, read(item.id, earlier.bytes)) : item;
    } catch {
      return item;
    }
  }

  async function write(item: Item, text: string): Promise<void> {
    checkJsonBudget(Buffer.from(text), `the ${word} ${quote(item.name)}`);
    const image = await pictures?.pictureOf(item, folder, origin ?? folder);
    if (image !== undefined && (await mayWritePicture(item))) {
      files.set(picturePath(item.id), image);
      revisions.set(picturePath(item.id), image && revisionOf(image));
    }
    files.set(partPath(kind, item.id), text);
    revisions.set(partPath(kind, item.id), revisionOf(text));
  }

  /** A picture's place that something else has is left alone. */
  async function mayWritePicture({ id, name }: Item): Promise<boolean> {
    if (await isFreeForPicture(folder, id)) return true;
    notes.push(
      `The ${word} ${named(name)} has no picture: what lies in its place, ${picturePath(id)}, cannot be used and was left.`,
    );
    return false;
  }

  /** Keeps what is mine beside what lies there. */
  async function keepBeside(item: Item, why: (copy: string) => string): Promise<void> {
    const { copy, text } = await copyOf(item);
    await write(copy, text);
    copies[item.id] = { id: copy.id, name: copy.name };
    notes.push(why(copy.name));
  }

  /** Where a copy goes: the same place each time for the same content, so that a save that is made again makes no second copy. */
  async function copyOf(item: Item): Promise<{ copy: Item; text: string }> {
    const name = nextName(item.name);
    const text = layOut({ ...item, name });
    const hash = revisionOf(text);
    for (let length = 8; ; length++) {
      const id = `${item.id.slice(0, 40)}-${hash.slice(0, length)}`;
      const found = await lookAt(id);
      const isFree = found.state === 'nothing' || (found.state !== 'unusable' && found.revision === hash);
      if (isFree) return { copy: { ...item, id, name }, text };
      if (length < hash.length) continue;
      // A folder that cannot be used has no free place.
      throw new Error(
        found.state === 'unusable' ? found.problem : `there is no free place beside the ${word} ${quote(item.name)}`,
      );
    }
  }

  async function keepTheirs({ item, revision }: { readonly item: Item; readonly revision: string }): Promise<void> {
    revisions.set(partPath(kind, item.id), revision);
    theirs.put.push({ item: pictures ? await pictures.complete(item, folder) : item });
  }

  function leaveUnusable(id: string): void {
    revisions.set(partPath(kind, id), LEFT_OUT);
    theirs.removed.push(id);
  }

  const present = await inParallel(put, ({ item }) => lookAt(item.id));
  for (const [i, { item: given }] of put.entries()) {
    const found = present[i]!;
    const item = await wholeOf(given, found);
    if (found.state === 'unusable') {
      leaveUnusable(item.id);
      const why = shorten(found.problem, LONGEST_PROBLEM);
      await keepBeside(
        item,
        (copy) =>
          `The file of the ${word} ${named(item.name)} cannot be used (${why}) and was left: yours is kept as ${named(copy)}.`,
      );
      continue;
    }
    const text = layOut(item);
    if (found.state !== 'theirs' || found.revision === revisionOf(text)) {
      await write(item, text);
      if (found.state === 'nothing' && !found.isExpected)
        notes.push(`The ${word} ${named(item.name)} had been removed by somebody else; yours was kept.`);
      continue;
    }
    await keepTheirs(found);
    await keepBeside(
      item,
      (copy) => `The ${word} ${named(item.name)} was also changed by somebody else: both are kept, yours as ${named(copy)}.`,
    );
  }
  for (const id of removed) {
    const found = await lookAt(id);
    if (found.state === 'unusable') {
      leaveUnusable(id);
      copies[id] = null;
      notes.push(`${partPath(kind, id)} was not removed, since it cannot be used: ${shorten(found.problem, LONGEST_PROBLEM)}.`);
      continue;
    }
    if (found.state === 'theirs') {
      await keepTheirs(found);
      copies[id] = null;
      notes.push(`The ${word} ${named(found.item.name)} was changed by somebody else, so it was not removed.`);
      continue;
    }
    revisions.set(partPath(kind, id), null);
    if (found.state === 'nothing') continue;
    if (known && mayHoldUnknown?.isIn(found.item, known)) unknown.push(found.item);
    files.set(partPath(kind, id), null);
    if (pictures && (await isFreeForPicture(folder, id))) files.set(picturePath(id), null);
  }
  return { files, revisions, theirs, copies, notes, removed: unknown };
}

/** Whether nothing but a picture lies where a pose's picture goes. */
async function isFreeForPicture(folder: FolderAccess, id: string): Promise<boolean> {
  return folder.read(picturePath(id)).then(
    (found) => !found || isPicture(found.bytes),
    () => false,
  );
}

function named(name: string): string {
  return `“${shorten(name, LONGEST_NAME)}”`;
}

/** “Wave” → “Wave (2)” → “Wave (3)”. */
function nextName(name: string): string {
  const numbered = /^(.*) \((\d{1,6})\)$/.exec(name);
  return numbered ? `${numbered[1]} (${Number(numbered[2]) + 1})` : `${name.slice(0, 380)} (2)`;
}
