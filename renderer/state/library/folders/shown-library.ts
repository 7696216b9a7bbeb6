import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { transferPoses } from '../../../../core/library/transfer.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import { poseOnCharacter, sharePose, type PoseMatch } from '../../../../core/library/shared/shared-pose.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { lastPart, folderOf as parentOf } from '../../window/choose-file.ts';
import type { DocumentState } from '../../document-state.ts';
import { firstRig } from '../../rig/document-rig.ts';
import type { StudioState } from '../../studio.ts';
import { unreadLibrary, type SharedLibrary } from './shared-library.ts';

const NO_POSES: readonly SavedPose[] = [];

/** What the project's own poses are called beside the libraries outside it. */
export const PROJECT_LIBRARY = 'Project';

/** The library outside the project that the panel shows; null for the project's own poses. */
export function shownLibrary({ session }: StudioState): SharedLibrary | null {
  const { source } = session.library;
  return source === null ? null : (session.sharedLibraries[source] ?? unreadLibrary(source));
}

/** The poses that the panel shows: those of a library outside the project are poses of the reference body. */
export function shownPoses(state: StudioState): readonly SavedPose[] {
  return shownLibrary(state)?.poses ?? state.document?.history.present.poses ?? NO_POSES;
}

/** The folder in which the pictures of the shown poses lie. */
export function shownFolder(state: StudioState): string | null {
  return state.session.library.source ?? state.document?.folder ?? null;
}

/** What a library's folder is called in the panel: the last part of its path, with the one before where another one is called the same. */
export function libraryName(folder: string, folders: readonly string[]): string {
  const name = lastPart(folder);
  const isShared = folders.some((other) => other !== folder && lastPart(other) === name);
  return isShared ? `${lastPart(parentOf(folder))}/${name}` : name;
}

/** A pose that the panel shows, as the document's character takes it. */
export function onCharacter(state: StudioState, saved: SavedPose): SavedPose {
  return broughtOver(state, saved)?.pose ?? saved;
}

/** How well a pose that the panel shows matches the document's character; null for the project's own. */
export function matchOf(state: StudioState, saved: SavedPose): PoseMatch | null {
  return broughtOver(state, saved)?.match ?? null;
}

/** A pose of the document's character, as the library that is shown holds it: a project's holds poses of its first actor. */
export function inShownLibrary({ document, session }: StudioState, saved: SavedPose): SavedPose {
  if (!document) return saved;
  if (session.library.source !== null) return sharePose(document.rig, saved).pose;
  const first = firstRig(document);
  return first === document.rig ? saved : transferPoses(document.rig, [saved], first)[0]!.pose;
}

/** Whether the poses of the library that is shown are of another body than the document's character, and are brought onto that before they are used. */
export function areOfOtherBody({ document, session }: StudioState): boolean {
  return document !== null && (session.library.source !== null || firstRig(document) !== document.rig);
}

interface Brought {
  readonly pose: SavedPose;
  /** Null for poses of another actor: they match as its own do. */
  readonly match: PoseMatch | null;
}

const brought = new WeakMap<Rig, WeakMap<SavedPose, Brought>>();

function bringOver(document: DocumentState, source: string | null, saved: SavedPose): Brought {
  if (source !== null) return poseOnCharacter(saved, document.rig);
  const { rig } = document;
  try {
    return { pose: transferPoses(firstRig(document), [saved], rig)[0]!.pose, match: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Between bodies that have no bones in common a pose has nothing to say.
    return { pose: { ...saved, pose: restPose(rig.skeleton), joints: [] }, match: null };
  }
}

function broughtOver(state: StudioState, saved: SavedPose): Brought | null {
  const { document, session } = state;
  if (!document || !areOfOtherBody(state)) return null;
  const known = brought.get(document.rig) ?? new WeakMap<SavedPose, Brought>();
  brought.set(document.rig, known);
  const found = known.get(saved) ?? bringOver(document, session.library.source, saved);
  known.set(saved, found);
  return found;
}
