import type { ListChange } from '../../../core/document/list-change.ts';
import type { PartCopies } from '../../../core/document/merge.ts';
import { partPath, type ListKind } from '../../../core/document/part-paths.ts';
import { checkJsonBudget } from '../../../core/formats/text/json-text.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import type { ClipData, SavedPoseData } from '../../../core/document/project-data.ts';
import { fileOfPicture, pictureFile } from '../../../core/library/saved-pose.ts';
import type { FolderAccess } from '../storage/folder-access.ts';
import { inParallel } from '../storage/in-parallel.ts';
import { drawnPicture, layOutClip, layOutPose, picturePath, readClip, readPose, revisionOf } from './project-parts.ts';
import { readPicture } from './read-parts.ts';

/** What a save is going to do to the poses or clips of a folder, and what it found there. */
export interface MergedParts<Item extends { readonly id: string }> {
  /** Files to write, by path; null: to be removed. */
  readonly files: ReadonlyMap<string, Uint8Array | string | null>;
  /** The revisions that the files of the parts have afterwards; null for those that are not there. */
  readonly revisions: ReadonlyMap<string, string | null>;
  /** What others made of these parts since they were read. */
  readonly theirs: ListChange<Item>;
  readonly copies: PartCopies;
  readonly notes: readonly string[];
}

interface KindOf<Item> {
  readonly kind: ListKind;
  readonly word: string;
  layOut(item: Item): string;
  read(id: string, json: Uint8Array): Promise<Item>;
  /** The picture beside the part's file; null: there must be none; undefined: what lies there stays. */
  picture(item: Item): Promise<Uint8Array | null | undefined>;
}

/**
 * What is put into the poses of a folder or taken out of them, merged with what lies there. Nothing is written. Pictures that are files lie in
 * `pictures`.
 */
export function mergePoses(
  folder: FolderAccess,
  change: ListChange<SavedPoseData>,
  pictures: FolderAccess = folder,
): Promise<MergedParts<SavedPoseData>> {
  return mergeParts(folder, change, {
    kind: 'poses',
    word: 'pose',
    layOut: layOutPose,
    read: async (id, json) => {
      const picture = await readPicture(folder, id);
      return readPose(id, json, picture ? pictureFile(id, revisionOf(picture)) : '');
    },
    async picture(item) {
      const file = fileOfPicture(item.thumbnail);
      if (file === null) return drawnPicture(item);
      // It lies there already, unless the pose is a copy or comes from another folder.
      return file === item.id && pictures === folder ? undefined : readPicture(pictures, file);
    },
  });
}

/** The same for clips. */
export function mergeClips(folder: FolderAccess, change: ListChange<ClipData>): Promise<MergedParts<ClipData>> {
  return mergeParts(folder, change, {
    kind: 'clips',
    word: 'clip',
    layOut: layOutClip,
    read: async (id, json) => readClip(id, json),
    picture: async () => undefined,
  });
}

/**
 * Merges part by part, three ways: the revision that a change was made from, the file that lies there now, and the change. What nobody else
 * changed is written or removed. What both changed is kept twice, mine as a copy under another name; what others changed is never removed.
 * Throws an `Error` with one sentence for a part that is more than could be read again.
 */
async function mergeParts<Item extends { readonly id: string; readonly name: string }>(
  folder: FolderAccess,
  { put, removed, bases = {} }: ListChange<Item>,
  { kind, word, layOut, read, picture }: KindOf<Item>,
): Promise<MergedParts<Item>> {
  const files = new Map<string, Uint8Array | string | null>();
  const revisions = new Map<string, string | null>();
  const theirs = { put: [] as { item: Item }[], removed: [] as string[] };
  const copies: Record<string, { readonly id: string; readonly name: string } | null> = {};
  const notes: string[] = [];

  /** What lies there, and whether it is what the change was made from; a base that is not known is what lies there. */
  async function lookAt(id: string) {
    const found = await folder.read(partPath(kind, id));
    const revision = found && revisionOf(found.bytes);
    const base = bases[id];
    return { found, revision, base, isBase: base === undefined || base === revision };
  }

  async function write(item: Item, text: string): Promise<void> {
    checkJsonBudget(Buffer.from(text), `the ${word} ${quote(item.name)}`);
    const image = await picture(item);
    if (image !== undefined) {
      files.set(picturePath(item.id), image);
      revisions.set(picturePath(item.id), image && revisionOf(image));
    }
    files.set(partPath(kind, item.id), text);
    revisions.set(partPath(kind, item.id), revisionOf(text));
  }

  /** What others made of a part, as far as it can be read. */
  async function keepTheirs(id: string, json: Uint8Array, revision: string): Promise<void> {
    revisions.set(partPath(kind, id), revision);
    const item = await read(id, json).catch(() => null);
    if (item) theirs.put.push({ item });
    else theirs.removed.push(id);
  }

  /** Where a copy goes: the same place each time for the same content, so that a save that is made again makes no second copy. */
  async function copyOf(item: Item): Promise<{ copy: Item; text: string }> {
    const name = nextName(item.name);
    const text = layOut({ ...item, name });
    const hash = revisionOf(text);
    for (let length = 8; ; length++) {
      const id = `${item.id.slice(0, 40)}-${hash.slice(0, length)}`;
      const taken = await folder.read(partPath(kind, id));
      if (!taken || revisionOf(taken.bytes) === hash || length === hash.length) return { copy: { ...item, id, name }, text };
    }
  }

  const present = await inParallel(put, ({ item }) => lookAt(item.id));
  for (const [i, { item }] of put.entries()) {
    const { found, revision, base, isBase } = present[i]!;
    const text = layOut(item);
    if (isBase || !found || revision === revisionOf(text)) {
      await write(item, text);
      if (!found && base) notes.push(`The ${word} “${item.name}” had been removed by somebody else; yours was kept.`);
      continue;
    }
    await keepTheirs(item.id, found.bytes, revision!);
    const { copy, text: copied } = await copyOf(item);
    await write(copy, copied);
    copies[item.id] = { id: copy.id, name: copy.name };
    notes.push(`The ${word} “${item.name}” was also changed by somebody else: both are kept, yours as “${copy.name}”.`);
  }
  for (const id of removed) {
    const { found, revision, isBase } = await lookAt(id);
    if (found && !isBase) {
      await keepTheirs(id, found.bytes, revision!);
      copies[id] = null;
      const name = theirs.put.find(({ item }) => item.id === id)?.item.name ?? id;
      notes.push(`The ${word} “${name}” was changed by somebody else, so it was not removed.`);
      continue;
    }
    revisions.set(partPath(kind, id), null);
    if (!found) continue;
    files.set(partPath(kind, id), null);
    if (kind === 'poses') files.set(picturePath(id), null);
  }
  return { files, revisions, theirs, copies, notes };
}

/** “Wave” → “Wave (2)” → “Wave (3)”. */
function nextName(name: string): string {
  const numbered = /^(.*) \((\d{1,6})\)$/.exec(name);
  return numbered ? `${numbered[1]} (${Number(numbered[2]) + 1})` : `${name.slice(0, 380)} (2)`;
}
