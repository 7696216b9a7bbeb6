import {
  addPoseJoints,
  deletePose,
  markFavourite,
  movePose,
  removePoseJoints,
  renameFolder,
  renamePose,
  savePose,
  tagPose,
} from '../../core/document/edits/library.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { applySavedPose, capturePose } from '../../core/library/apply.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { isInFolder, tidyFolder } from '../../core/library/folders.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { flipSavedPose } from '../../core/library/transfer.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { Viewport } from './viewport.ts';
import { jointsByBodyPart, jointsOfParts, partsInWords, type BodyPart } from './body-parts.ts';
import { commitEdit } from './editing.ts';
import { poseById } from './pose-by-id.ts';
import { setPreview } from './preview.ts';
import { setLibrarySession } from './session.ts';
import type { LibraryPlace } from './session-state.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';

/** Pixels of a saved pose's picture: twice what the library shows, for sharp displays. */
const THUMBNAIL_PIXELS = 192;

export function selectedPose(state: StudioState): SavedPose | null {
  const { selected } = state.session.library;
  return state.document && selected !== null ? poseById(state.document.history.present, selected) : null;
}

export function hasSelectedPose(state: StudioState): boolean {
  return selectedPose(state) !== null;
}

/** Keeps the pose on screen under a new name, which the user can edit at once. */
export async function saveShownPose(studio: Studio, viewport: Viewport | null): Promise<void> {
  const { document } = studio.getState();
  const pose = shownPose(studio.getState());
  if (!document || !pose) return;
  const id = crypto.randomUUID();
  const name = freeName(document.history.present.poses.map((saved) => saved.name));
  const thumbnail = await pictureOf(viewport, pose);
  const { place } = studio.getState().session.library;
  const saved = capturePose(document.rig.skeleton, pose, {
    id,
    name,
    thumbnail,
    folder: folderOf(place) ?? '',
    isFavourite: place === 'favourites',
  });
  commitKeepingPreview(studio, `Save pose “${name}”`, (project) => savePose(project, saved));
  setLibrarySession(studio, { selected: id, renaming: id });
}

/** Replaces the selected pose's numbers and picture by what is on screen; its name, tags and joints stay. */
export async function updateSelectedPose(studio: Studio, viewport: Viewport | null): Promise<void> {
  const saved = selectedPose(studio.getState());
  const pose = shownPose(studio.getState());
  if (!saved || !pose) return;
  const thumbnail = await pictureOf(viewport, pose);
  commitKeepingPreview(studio, `Replace pose “${saved.name}”`, (project) =>
    savePose(project, { ...saved, pose: pose.slice(), thumbnail }),
  );
}

/**
 * `base` blended towards a saved pose in the parts of the body that are chosen: the SLERP between them for an `amount` from 0 to 1;
 * beyond, exaggerated as far as the limits let it.
 */
export function blended(studio: Studio, base: Pose, saved: SavedPose, amount: number): Pose {
  const { document, session } = studio.getState();
  const { mask } = session.library;
  const pose = applySavedPose(base, saved, amount, document && mask ? jointsOfParts(document.rig, mask) : undefined);
  // The pose may be older than the limits; joints inside them keep their bytes.
  return document ? clampPose(document.rig.skeleton, pose).pose : pose;
}

/** Applies the selected pose to what is on screen: 1 takes it over in full. */
export function applySelectedPose(studio: Studio, amount: number): void {
  const saved = selectedPose(studio.getState());
  const base = shownPose(studio.getState());
  if (!saved || !base) return;
  commitBlend(studio, saved, amount, blended(studio, base, saved, amount));
}

/** Makes a blend that was previewed the document's pose. */
export function commitBlend(studio: Studio, saved: SavedPose, amount: number, pose: Pose): void {
  const percent = Math.round(100 * amount);
  const { mask } = studio.getState().session.library;
  const what = percent === 100 ? `Apply “${saved.name}”` : `Blend ${percent} % of “${saved.name}”`;
  const label = mask ? `${what} to ${partsInWords(mask)}` : what;
  commitEdit(studio, label, (project) => setPose(project, pose));
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

/** The parts of the body that a saved pose speaks of, wholly or not. */
export function partsOfPose(rig: Rig, saved: SavedPose): readonly BodyPart[] {
  const spoken = new Set(saved.joints);
  return [...jointsByBodyPart(rig)].flatMap(([part, joints]) => (joints.some((joint) => spoken.has(joint)) ? [part] : []));
}

/** Lets a saved pose speak of these parts of the body: what it gets anew it takes from what is on screen. */
export function setPartsOfPose(studio: Studio, id: string, parts: readonly BodyPart[]): void {
  const { document } = studio.getState();
  const pose = shownPose(studio.getState());
  const saved = document && poseById(document.history.present, id);
  if (!document || !pose || !saved || parts.length === 0) return;
  const { rig } = document;
  const before = partsOfPose(rig, saved);
  const added = jointsOfParts(
    rig,
    parts.filter((part) => !before.includes(part)),
  );
  const removed = jointsOfParts(
    rig,
    before.filter((part) => !parts.includes(part)),
  );
  commitKeepingPreview(studio, `Let “${saved.name}” hold ${partsInWords(parts)}`, (project) =>
    removePoseJoints(addPoseJoints(project, id, added, pose), id, removed),
  );
}

export function toggleFavourite(studio: Studio): void {
  const saved = selectedPose(studio.getState());
  if (!saved) return;
  const label = saved.isFavourite ? `“${saved.name}” is no favourite` : `“${saved.name}” is a favourite`;
  commitKeepingPreview(studio, label, (project) => markFavourite(project, saved.id, !saved.isFavourite));
}

/** Puts a saved pose into a folder, named with `/` between outer and inner ones; an empty one is the top. */
export function moveSavedPose(studio: Studio, id: string, folder: string): void {
  const where = tidyFolder(folder);
  const label = where === '' ? 'Move pose out of its folder' : `Move pose to “${where}”`;
  commitKeepingPreview(studio, label, (project) => movePose(project, id, folder));
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
  commitKeepingPreview(studio, `Rename folder “${folder}” to “${next}”`, (project) => renameFolder(project, folder, next));
  setLibrarySession(studio, { place: `folder:${next}` });
}

/** The folder of a place; null for the places that are none. */
export function folderOf(place: LibraryPlace): string | null {
  return place.startsWith('folder:') ? place.slice('folder:'.length) : null;
}

export function deleteSelectedPose(studio: Studio): void {
  const state = studio.getState();
  const saved = selectedPose(state);
  if (!saved || !state.document) return;
  const { poses } = state.document.history.present;
  const at = poses.indexOf(saved);
  const next = poses[at + 1] ?? poses[at - 1] ?? null;
  commitKeepingPreview(studio, `Delete pose “${saved.name}”`, (project) => deletePose(project, saved.id));
  setLibrarySession(studio, { selected: next?.id ?? null, renaming: null });
}

/** Gives a saved pose another name; an empty one leaves it as it was. */
export function renameSavedPose(studio: Studio, id: string, name: string): void {
  setLibrarySession(studio, { renaming: null });
  if (name.trim() === '') return;
  commitKeepingPreview(studio, `Rename pose to “${name.trim()}”`, (project) => renamePose(project, id, name));
}

/** Sets a saved pose's tags from text with commas between them. */
export function tagSavedPose(studio: Studio, id: string, text: string): void {
  commitKeepingPreview(studio, 'Tag pose', (project) => tagPose(project, id, text.split(',')));
}

/** An edit of the library leaves what is on screen alone, whatever it is. */
function commitKeepingPreview(studio: Studio, ...edit: EditParameters): void {
  const { preview } = studio.getState().transient;
  commitEdit(studio, ...edit);
  setPreview(studio, preview);
}

type EditParameters = Parameters<typeof commitEdit> extends [Studio, ...infer Rest] ? Rest : never;

async function pictureOf(viewport: Viewport | null, pose: Pose): Promise<string> {
  return viewport ? viewport.thumbnail(pose, THUMBNAIL_PIXELS) : '';
}

function freeName(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number++) {
    const name = `Pose ${number}`;
    if (!taken.includes(name)) return name;
  }
}
