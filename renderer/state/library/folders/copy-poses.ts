import { savePose } from '../../../../core/document/edits/library.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import { sharePose } from '../../../../core/library/shared/shared-pose.ts';
import { commitEdit } from '../../editing.ts';
import { attempting, notify } from '../../window/notify.ts';
import { ask, whileWorking } from '../../session.ts';
import { closeUp, pictureOf } from '../pictures/pose-picture.ts';
import { setPreview } from '../../preview.ts';
import type { Studio, StudioState } from '../../studio.ts';
import type { Viewport } from '../../window/viewport.ts';
import { changeLibrary } from './change-library.ts';
import { readLibrary } from './library-folders.ts';
import { libraryName, onCharacter, PROJECT_LIBRARY, shownFolder, shownLibrary } from './shown-library.ts';
import { withPictures } from '../pictures/with-pictures.ts';

/** The libraries that poses of the shown one can be copied to: folders, and null for the project. */
export function otherLibraries({ session }: StudioState): readonly (string | null)[] {
  return [null, ...session.settings.libraries].filter((folder) => folder !== session.library.source);
}

/** Copies poses of the shown library to another one, and asks to which where there are several. */
export async function copyToAnotherLibrary(
  studio: Studio,
  viewport: Viewport | null,
  poses: readonly SavedPose[],
): Promise<void> {
  const others = otherLibraries(studio.getState());
  if (poses.length === 0 || others.length === 0) return;
  const names = others.map((folder) => nameOf(studio, folder));
  const chosen =
    others.length === 1
      ? names[0]!
      : await ask<string | null>(studio, (answer) => ({ name: 'chooseLibrary', names, count: poses.length, answer }));
  if (chosen !== null) await copyPoses(studio, viewport, poses, others[names.indexOf(chosen)]!);
}

/**
 * Copies poses of the shown library into another one, whose bodies may differ: each comes with its picture, and into the project with a new one of
 * its character. What is there already is not copied twice.
 */
export async function copyPoses(
  studio: Studio,
  viewport: Viewport | null,
  poses: readonly SavedPose[],
  to: string | null,
): Promise<void> {
  const state = studio.getState();
  if (!state.document || to === (shownLibrary(state)?.folder ?? null)) return;
  const what = poses.length === 1 ? `“${poses[0]!.name}”` : `${poses.length} poses`;
  const where = nameOf(studio, to);
  const label = `Copy ${what}`;
  const about = { file: where, failed: 'did not get the poses' };
  const copied = await attempting(studio, 'library', about, () =>
    to === null ? copyIntoProject(studio, viewport, poses, label) : copyOut(studio, poses, to, label),
  );
  if (copied === null) return;
  const { count, unmapped } = copied;
  const present = poses.length - count;
  const sentences = [
    ...(count > 0 ? [`${count === 1 ? 'One pose was' : `${count} poses were`} copied to “${where}”.`] : []),
    ...(present > 0 ? [`${present === 1 ? 'One is' : `${present} are`} there already.`] : []),
    ...(unmapped > 0 ? [`Joints that are no humanoid bones stay behind: ${unmapped}.`] : []),
  ];
  notify(studio, 'info', sentences.join(' '), ...(count === 0 ? [] : [to === null ? 'edit.undo' : 'library.undo']));
}

interface Copied {
  readonly count: number;
  /** Joints of one of the poses that did not come along. */
  readonly unmapped: number;
}

async function copyIntoProject(
  studio: Studio,
  viewport: Viewport | null,
  poses: readonly SavedPose[],
  label: string,
): Promise<Copied | null> {
  const before = studio.getState();
  const { document, transient } = before;
  if (!document) return null;
  const fresh: SavedPose[] = [];
  const stop = { isWanted: false };
  const work = async (onProgress: (share: number) => void) => {
    for (const [i, saved] of poses.entries()) {
      if (stop.isWanted) return;
      // The library may be left meanwhile: these are poses of the one that was shown.
      for (const wanted of newOnes(document.history.present.poses, [onCharacter(before, saved)])) {
        const thumbnail = await pictureOf(viewport, wanted.pose, closeUp(document.rig, wanted));
        fresh.push({ ...wanted, thumbnail });
      }
      onProgress((i + 1) / poses.length);
    }
  };
  await whileWorking(studio, label, work, () => {
    stop.isWanted = true;
  });
  if (stop.isWanted || studio.getState().document?.rig !== document.rig) return null;
  if (fresh.length > 0) commitEdit(studio, label, (project) => fresh.reduce(savePose, project));
  setPreview(studio, transient.preview);
  return { count: fresh.length, unmapped: 0 };
}

async function copyOut(studio: Studio, poses: readonly SavedPose[], to: string, label: string): Promise<Copied | null> {
  const state = studio.getState();
  const from = shownFolder(state);
  const isShared = shownLibrary(state) !== null;
  const shared = poses.map((saved) => (isShared ? { pose: saved, unmapped: 0 } : sharePose(state.document!.rig, saved)));
  const known = state.session.sharedLibraries[to];
  const target = known && known.problem === null ? known : await readLibrary(studio, to);
  const fresh = newOnes(
    target.poses,
    shared.map(({ pose }) => pose),
  );
  const whole = await withPictures(studio, from, fresh);
  const isDone = whole.length === 0 || (await changeLibrary(studio, to, label, (library) => whole.reduce(savePose, library)));
  return isDone ? { count: whole.length, unmapped: Math.max(...shared.map(({ unmapped }) => unmapped)) } : null;
}

/** Those that are not there yet; one whose id another pose has gets an id of its own. */
function newOnes(there: readonly SavedPose[], poses: readonly SavedPose[]): readonly SavedPose[] {
  const known = new Map(there.map((saved) => [saved.id, saved]));
  return poses.flatMap((saved) => {
    const other = known.get(saved.id);
    if (!other) return [saved];
    return isSamePose(other, saved) ? [] : [{ ...saved, id: crypto.randomUUID() }];
  });
}

/** How far numbers of the same pose may be apart after it was brought from body to body. */
const SAME = 1e-6;

function isSamePose(a: SavedPose, b: SavedPose): boolean {
  return a.name === b.name && a.pose.length === b.pose.length && a.pose.every((value, i) => Math.abs(value - b.pose[i]!) < SAME);
}

function nameOf(studio: Studio, folder: string | null): string {
  return folder === null ? PROJECT_LIBRARY : libraryName(folder, studio.getState().session.settings.libraries);
}
