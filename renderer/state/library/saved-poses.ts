import {
  deletePose,
  markFavourite,
  movePose,
  renameFolder,
  renamePose,
  savePose,
  tagPose,
} from '../../../core/document/edits/library.ts';
import { applySavedPose, capturePose } from '../../../core/library/apply.ts';
import { isInFolder, tidyFolder } from '../../../core/library/folders.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { standWhere } from '../../../core/library/stand-where.ts';
import { plantPose } from '../../../core/library/take-pose.ts';
import { flipSavedPose } from '../../../core/library/transfer.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { Viewport } from '../window/viewport.ts';
import { jointsOfParts, partsInWords, type BodyPart } from '../rig/body-parts.ts';
import { commitPose } from '../editing.ts';
import { partsOfSelection } from '../part-of-selection.ts';
import { poseById } from './pose-by-id.ts';
import { pictureOf } from './pictures/pose-picture.ts';
import { editPoses } from './edit-poses.ts';
import { inShownLibrary, libraryName, onCharacter, shownLibrary, shownPoses } from './folders/shown-library.ts';
import { notify } from '../window/notify.ts';
import { setLibrarySession } from '../session.ts';
import type { LibraryPlace } from '../session-state.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';

/** The selected pose of the library that is shown, as that library holds it. */
export function selectedSaved(state: StudioState): SavedPose | null {
  const { selected } = state.session.library;
  return state.document && selected !== null ? poseById({ poses: shownPoses(state) }, selected) : null;
}

/** The same as the document's character takes it. */
export function selectedPose(state: StudioState): SavedPose | null {
  const saved = selectedSaved(state);
  return saved && onCharacter(state, saved);
}

export function hasSelectedPose(state: StudioState): boolean {
  return selectedSaved(state) !== null;
}

/** Keeps the pose on screen in the library that is shown, under a new name, which the user can edit at once. */
export async function saveShownPose(studio: Studio, viewport: Viewport | null): Promise<void> {
  const { document } = studio.getState();
  const pose = shownPose(studio.getState());
  if (!document || !pose) return;
  const id = crypto.randomUUID();
  const thumbnail = await pictureOf(viewport, pose);
  // After the picture, which takes its time: another pose may have been saved meanwhile.
  const name = freeName(shownPoses(studio.getState()).map((saved) => saved.name));
  const { place } = studio.getState().session.library;
  const saved = capturePose(document.rig.skeleton, pose, {
    id,
    name,
    thumbnail,
    folder: folderOf(place) ?? '',
    isFavourite: place === 'favourites',
  });
  const source = studio.getState().session.library.source;
  const kept = inShownLibrary(studio.getState(), saved);
  const isSaved = await editPoses(studio, `Save pose “${name}”`, (library) => savePose(library, kept));
  if (isSaved && studio.getState().session.library.source === source) setLibrarySession(studio, { selected: id, renaming: id });
}

/** Replaces the selected pose's numbers and picture by what is on screen; its name, tags and joints stay. */
export async function updateSelectedPose(studio: Studio, viewport: Viewport | null): Promise<void> {
  const saved = selectedPose(studio.getState());
  const pose = shownPose(studio.getState());
  if (!saved || !pose) return;
  const thumbnail = await pictureOf(viewport, pose);
  const kept = inShownLibrary(studio.getState(), { ...saved, pose: pose.slice(), thumbnail });
  await editPoses(studio, `Replace pose “${saved.name}”`, (library) => savePose(library, kept));
}

/**
 * `base` blended towards a saved pose in the parts of the body that are chosen, or in `parts`: the SLERP between them for an `amount` from 0
 * to 1; beyond, exaggerated as far as the limits let it. Where the library keeps pins, the pose nearest to it that has pinned hands and feet
 * where `base` has them.
 */
export function blended(studio: Studio, base: Pose, saved: SavedPose, amount: number, parts = maskOf(studio)): Pose {
  const { document, session } = studio.getState();
  if (!document) return applySavedPose(base, saved, amount);
  const placed = session.settings.posesBringPlace ? saved : { ...saved, pose: standWhere(document.rig, saved.pose, base) };
  const pose = applySavedPose(base, placed, amount, parts ? jointsOfParts(document.rig, parts) : undefined);
  // The pose may be older than the limits; joints inside them keep their bytes.
  const inside = clampPose(document.rig.skeleton, pose).pose;
  const { pins } = document.history.present;
  if (!session.library.keepsPins || amount === 0 || Object.keys(pins).length === 0) return inside;
  return plantPose(document.rig, inside, base, pins).pose;
}

function maskOf(studio: Studio): readonly BodyPart[] | null {
  return studio.getState().session.library.mask;
}

/** Applies the selected pose to what is on screen: 1 takes it over in full. Default: to the parts that are chosen in the library. */
export function applySelectedPose(studio: Studio, amount: number, parts = maskOf(studio)): void {
  const saved = selectedPose(studio.getState());
  const base = shownPose(studio.getState());
  if (!saved || !base) return;
  commitBlend(studio, saved, amount, blended(studio, base, saved, amount, parts), parts);
}

/** Applies the selected pose to the parts of the body that are selected. */
export function applyToSelection(studio: Studio): void {
  const parts = partsOfSelection(studio.getState());
  if (parts.length > 0) applySelectedPose(studio, 1, parts);
}

/** Makes a blend that was previewed the document's pose. */
export function commitBlend(studio: Studio, saved: SavedPose, amount: number, pose: Pose, parts = maskOf(studio)): void {
  const percent = Math.round(100 * amount);
  const what = percent === 100 ? `Apply “${saved.name}”` : `Blend ${percent} % of “${saved.name}”`;
  const label = parts ? `${what} to ${partsInWords(parts)}` : what;
  commitPose(studio, label, pose);
}

/** Applies the selected pose to the other side of the body: a pose of the left hand to the right one. */
export function applySelectedPoseFlipped(studio: Studio): void {
  const { document } = studio.getState();
  const saved = selectedPose(studio.getState());
  const base = shownPose(studio.getState());
  if (!document || !saved || !base) return;
  const flipped = { ...flipSavedPose(document.rig, saved), name: `${saved.name} flipped` };
  commitBlend(studio, flipped, 1, blended(studio, base, flipped, 1));
}

export function toggleFavourite(studio: Studio): void {
  const saved = selectedSaved(studio.getState());
  if (!saved) return;
  const label = saved.isFavourite ? `“${saved.name}” is no favourite` : `“${saved.name}” is a favourite`;
  void editPoses(studio, label, (library) => markFavourite(library, saved.id, !saved.isFavourite));
}

/** Puts a saved pose into a folder, named with `/` between outer and inner ones; an empty one is the top. */
export function moveSavedPose(studio: Studio, id: string, folder: string): void {
  const where = tidyFolder(folder);
  const label = where === '' ? 'Move pose out of its folder' : `Move pose to “${where}”`;
  void editPoses(studio, label, (library) => movePose(library, id, folder));
}

/** The poses that the library shows of its present place. */
export function posesInPlace(poses: readonly SavedPose[], place: LibraryPlace): readonly SavedPose[] {
  if (place === 'all') return poses;
  const folder = folderOf(place);
  return poses.filter((saved) => (folder === null ? saved.isFavourite : isInFolder(saved, folder)));
}

/** The place that is shown: all poses while nothing is left in the folder that was chosen. */
export function shownPlace(place: LibraryPlace, poses: readonly SavedPose[]): LibraryPlace {
  const folder = folderOf(place);
  return folder === null || poses.some((saved) => isInFolder(saved, folder)) ? place : 'all';
}

/** Gives the folder that is shown another name or place; an empty name leaves it as it was. */
export function renameShownFolder(studio: Studio, name: string): void {
  const { place } = studio.getState().session.library;
  const folder = folderOf(place);
  const next = tidyFolder(name);
  if (folder === null || next === '' || next === folder) return;
  void editPoses(studio, `Rename folder “${folder}” to “${next}”`, (library) => renameFolder(library, folder, next));
  setLibrarySession(studio, { place: `folder:${next}` });
}

/** The folder of a place; null for the places that are none. */
export function folderOf(place: LibraryPlace): string | null {
  return place.startsWith('folder:') ? place.slice('folder:'.length) : null;
}

export function deleteSelectedPose(studio: Studio): void {
  const state = studio.getState();
  const saved = selectedSaved(state);
  if (!saved) return;
  const poses = shownPoses(state);
  const at = poses.indexOf(saved);
  const next = poses[at + 1] ?? poses[at - 1] ?? null;
  const isGone = editPoses(studio, `Delete pose “${saved.name}”`, (library) => deletePose(library, saved.id));
  setLibrarySession(studio, { selected: next?.id ?? null, renaming: null });
  const library = shownLibrary(state);
  if (!library) return;
  const name = libraryName(library.folder, state.session.settings.libraries);
  const tell = (done: boolean) => done && notify(studio, 'info', `“${saved.name}” was deleted from “${name}”.`, 'library.undo');
  void isGone.then(tell);
}

/** Gives a saved pose another name; an empty one leaves it as it was. */
export function renameSavedPose(studio: Studio, id: string, name: string): void {
  setLibrarySession(studio, { renaming: null });
  if (name.trim() === '') return;
  void editPoses(studio, `Rename pose to “${name.trim()}”`, (library) => renamePose(library, id, name));
}

/** Sets a saved pose's tags from text with commas between them. */
export function tagSavedPose(studio: Studio, id: string, text: string): void {
  void editPoses(studio, 'Tag pose', (library) => tagPose(library, id, text.split(',')));
}

function freeName(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number++) {
    const name = `Pose ${number}`;
    if (!taken.includes(name)) return name;
  }
}
