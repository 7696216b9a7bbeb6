import { deletePose, findPose, renamePose, savePose, tagPose } from '../../core/document/edits/library.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { applyPose, capturePose } from '../../core/library/apply.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { Viewport } from '../viewport/contract.ts';
import { commitEdit, setPreview } from './editing.ts';
import { setLibrarySession } from './session.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';

/** Pixels of a saved pose's picture: twice what the library shows, for sharp displays. */
const THUMBNAIL_PIXELS = 192;

export function selectedPose(state: StudioState): SavedPose | null {
  const { selected } = state.session.library;
  return state.document && selected !== null ? findPose(state.document.history.present, selected) : null;
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
  const saved = capturePose(document.rig.skeleton, pose, { id, name, thumbnail });
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

/** `base` blended towards a saved pose: the SLERP between them for an `amount` from 0 to 1; beyond, exaggerated as far as the limits let it. */
export function blended(studio: Studio, base: Pose, saved: SavedPose, amount: number): Pose {
  const { document } = studio.getState();
  const pose = applyPose(base, saved, amount);
  const isBetween = amount >= 0 && amount <= 1;
  return document && !isBetween ? clampPose(document.rig.skeleton, pose).pose : pose;
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
  const label = percent === 100 ? `Apply “${saved.name}”` : `Blend ${percent} % of “${saved.name}”`;
  commitEdit(studio, label, (project) => setPose(project, pose));
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
