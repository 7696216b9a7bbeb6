import { lastPart } from '../../window/choose-file.ts';
import type { PoseList } from '../../../../core/document/edits/library.ts';
import { applyListChange, listChange, type ListChange } from '../../../../core/document/list-change.ts';
import { partPath, presentRevision, withRevisions } from '../../../../core/document/part-paths.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import type { MergedLibrary } from '../../../../electron/contract.ts';
import { notify, settleNotice, tellFailure } from '../../window/notify.ts';
import type { Studio, StudioState } from '../../studio.ts';
import { keepLibrary, readLibrary } from './library-folders.ts';
import { readSharedPoses, writeSharedPoses } from './shared-data.ts';
import type { LibraryEdit } from './shared-library.ts';
import { libraryName } from './shown-library.ts';
import { withPictures } from '../pictures/with-pictures.ts';

/** Changes of libraries that can be undone. */
const MOST_EDITS = 100;

/** An edit of saved poses, of a project's or of others. */
export type EditPoses = <List extends PoseList>(library: List) => List;

/** What runs for each studio: one change of a library comes after the other. */
const queues = new WeakMap<Studio, Promise<unknown>>();

/**
 * Changes a library outside the project and writes it, merged with what others did there. False, with a notice, where that was refused. It can
 * be undone by {@link undoLibraryEdit}.
 */
export async function changeLibrary(studio: Studio, folder: string, label: string, edit: EditPoses): Promise<boolean> {
  return inTurn(studio, async () => {
    const back = await write(studio, folder, edit);
    if (back === null) return false;
    if (back === NOTHING) return true;
    const { session } = studio.getState();
    const libraryEdits = [...session.libraryEdits, { folder, label, back }].slice(-MOST_EDITS);
    studio.setState({ session: { ...session, libraryEdits } });
    return true;
  });
}

/** What {@link undoLibraryEdit} takes back; null for nothing. */
export function lastLibraryEdit({ session }: StudioState): LibraryEdit | null {
  return session.libraryEdits.at(-1) ?? null;
}

/** Takes the last change of a library outside the project back. */
export async function undoLibraryEdit(studio: Studio): Promise<void> {
  await inTurn(studio, async () => {
    const last = lastLibraryEdit(studio.getState());
    if (!last) return;
    const { folder, label, back } = last;
    const edit: EditPoses = (library) => ({ ...library, poses: applyListChange(library.poses, back) });
    if ((await write(studio, folder, edit)) === null) return;
    const { session } = studio.getState();
    studio.setState({ session: { ...session, libraryEdits: session.libraryEdits.filter((each) => each !== last) } });
    notify(studio, 'info', `Undone in “${libraryName(folder, session.settings.libraries)}”: ${label}.`);
  });
}

/**
 * Writes an edit, and gives the change that takes it back: {@link NOTHING} where the edit changes nothing, null where it was refused, which the user
 * is told.
 */
async function write(studio: Studio, folder: string, edit: EditPoses): Promise<ListChange<SavedPose> | null> {
  const known = studio.getState().session.sharedLibraries[folder];
  const before = known && known.problem === null ? known : await readLibrary(studio, folder);
  try {
    if (before.problem !== null) throw new Error(before.problem);
    const after = edit({ poses: before.poses }).poses;
    const change = listChange(before.poses, after, (saved) => saved);
    const back = listChange(after, before.poses, (saved) => saved);
    if (!change || !back) return NOTHING;
    const kept = await withPictures(
      studio,
      folder,
      back.put.map(({ item }) => item),
    );
    const ids = [...change.removed, ...change.put.map(({ item }) => item.id)];
    const bases = Object.fromEntries(ids.map((id) => [id, presentRevision(before.revisions, partPath('poses', id))]));
    const merged = await studio.desktop.call('library.change', folder, { ...writeSharedPoses(change), bases });
    settleNotice(studio, 'library');
    showMerged(studio, folder, change, merged);
    return { ...back, put: back.put.map((put, i) => ({ ...put, item: kept[i]! })) };
  } catch (error) {
    tellFailure(studio, 'library', error, { file: lastPart(folder), failed: 'was not changed' });
    return null;
  }
}

const NOTHING: ListChange<SavedPose> = { removed: [], put: [] };

/** Shows what the folder holds now: where others had changed the same, theirs under its id and mine beside it. */
function showMerged(studio: Studio, folder: string, change: ListChange<SavedPose>, merged: MergedLibrary): void {
  const { sharedLibraries, settings } = studio.getState().session;
  const present = sharedLibraries[folder];
  if (!present) return;
  const mine = applyListChange(present.poses, change);
  const copies = change.put.flatMap(({ item }) => {
    const copy = merged.copies[item.id];
    return copy ? [{ item: { ...item, ...copy } }] : [];
  });
  const poses = applyListChange(applyListChange(mine, readSharedPoses(merged.theirs)), { removed: [], put: copies });
  keepLibrary(studio, { ...present, poses, revisions: withRevisions(present.revisions, merged.revisions) });
  for (const note of merged.notes) notify(studio, 'warning', `${libraryName(folder, settings.libraries)}: ${note}`);
}

function inTurn<Result>(studio: Studio, task: () => Promise<Result>): Promise<Result> {
  const result = (queues.get(studio) ?? Promise.resolve()).then(task);
  queues.set(
    studio,
    result.catch(() => undefined),
  );
  return result;
}
