import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { ROOT_TRACK, type Track } from '../../../core/animation/clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { standWhere, tracksFromWhere } from '../../../core/library/stand-where.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import { poseOnScreen } from '../../../core/document/shown-pose.ts';
import { dropUnkeyed, setPose } from '../../../core/document/edits/posing.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { trimClip } from '../../../core/animation/recut.ts';
import { activeClip, editActiveClip, setKeyAt, showsUnkeyed } from '../../../core/document/edits/clips.ts';
import { savePose } from '../../../core/document/edits/library.ts';
import type { Project } from '../../../core/document/project.ts';
import { applySavedPose } from '../../../core/library/apply.ts';
import { captureClip, insertSavedClip } from '../../../core/library/saved-clip.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { flipSavedPose } from '../../../core/library/transfer.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { jointsOfParts, partsInWords } from '../rig/body-parts.ts';
import { frameAt, shownClip } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { applySelectedPose, applySelectedPoseFlipped, folderOf, selectedSaved } from './saved-poses.ts';
import { editPoses } from './edit-poses.ts';
import { inShownLibrary, onCharacter } from './folders/shown-library.ts';
import { movingPictureOf } from './pictures/pose-picture.ts';
import { hasPlayRange, playRange, showFrame } from '../timeline/playback.ts';
import { setLibrarySession } from '../session.ts';
import type { Studio } from '../studio.ts';
import type { Viewport } from '../window/viewport.ts';
import { rigsBeside } from '../scene/rigs.ts';

/** Keeps the clip on the timeline, or its played range, as it plays in the library that is shown, with a moving picture. */
export async function saveShownClip(studio: Studio, viewport: Viewport | null): Promise<void> {
  const state = studio.getState();
  if (!state.document) return;
  const { rig, history } = state.document;
  const { name } = activeClip(history.present);
  const played = playedActiveClip(history.present, rig, rigsBeside(state.document));
  const clip: Clip = hasPlayRange(state) ? trimClip(played, ...playRange(state)) : played;
  const { source, place } = state.session.library;
  const settings = { id: crypto.randomUUID(), name, folder: folderOf(place) ?? '', isFavourite: place === 'favourites' };
  const thumbnail = await movingPictureOf(viewport, rig.skeleton, clip);
  const kept = inShownLibrary(studio.getState(), captureClip(rig, clip, { ...settings, thumbnail }));
  const isSaved = await editPoses(studio, `Save clip “${name}”`, (library) => savePose(library, kept));
  if (isSaved && studio.getState().session.library.source === source)
    setLibrarySession(studio, { selected: kept.id, renaming: kept.id });
}

/**
 * Puts a saved pose of the library that is shown onto the timeline, as the character takes it, in the parts of the body that are chosen: a clip from a frame on,
 * in place of what they did there, and a pose that stands still as a key. Flipped: for the other side of the body.
 */
export function putSavedAt(studio: Studio, saved: SavedPose, frame: number, isFlipped = false): void {
  const state = studio.getState();
  const { document } = state;
  if (!document) return;
  const { rig, history } = document;
  const brought = onCharacter(state, saved);
  const own = isFlipped ? flipSavedPose(rig, brought) : brought;
  const time = frame / activeClip(history.present).fps;
  const { mask } = state.session.library;
  const allowed = mask && new Set(jointsOfParts(rig, mask));
  const joints = allowed ? own.joints.filter((joint) => allowed.has(joint)) : own.joints;
  const what = `Put “${saved.name}”${isFlipped ? ' flipped' : ''} onto the timeline`;
  const edit = (project: Project): Project => {
    const isOver = showsUnkeyed(project, time);
    const before = poseOnScreen(rig, project, time, rigsBeside(document));
    const placed = state.session.settings.posesBringPlace ? own : savedWhere(rig, own, before);
    if (own.motion)
      return editActiveClip(isOver ? dropUnkeyed(project) : project, (clip) => insertSavedClip(rig, clip, placed, time, joints));
    const pose = clampPose(rig.skeleton, applySavedPose(before, placed, 1, joints)).pose;
    return setKeyAt(isOver ? setPose(project, pose, time) : project, rig.skeleton, time, pose, joints);
  };
  commitEdit(studio, mask ? `${what} for ${partsInWords(mask)}` : what, edit);
  showFrame(studio, frame);
}

/** A saved pose or clip, where a pose stands and looks. */
function savedWhere(rig: Rig, saved: SavedPose, present: Pose): SavedPose {
  const { motion } = saved;
  if (!motion) return { ...saved, pose: standWhere(rig, saved.pose, present) };
  const first = sampleClip(rig.skeleton, { id: saved.id, name: saved.name, ...motion }, motion.tracks[0]?.times[0] ?? 0);
  return { ...saved, motion: { ...motion, tracks: tracksFromWhere(rig, withRootTracks(rig, motion), first, present) } };
}

/** The tracks of a motion, those of the root among them: one that rests has none, and would be left behind. */
function withRootTracks(rig: Rig, { tracks, duration }: NonNullable<SavedPose['motion']>): readonly Track[] {
  const missing = [ROOT_TRACK, rig.skeleton.root].filter((joint) => !tracks.some((track) => track.joint === joint));
  return [
    ...tracks,
    ...missing.map((joint): Track => {
      const rest = joint === ROOT_TRACK ? [0, 0, 0] : [0, 0, 0, 1];
      return { joint, interpolation: 'linear', times: [0, duration], values: [...rest, ...rest] };
    }),
  ];
}

/** The same at the playhead. */
export function putSavedAtPlayhead(studio: Studio, saved: SavedPose, isFlipped = false): void {
  const state = studio.getState();
  const clip = shownClip(state);
  if (clip) putSavedAt(studio, saved, frameAt(clip, state.session.playback.time), isFlipped);
}

/** Applies what is selected in the library, or its mirror image: a clip at the playhead, a pose to what is on screen. */
export function applySelected(studio: Studio, isFlipped = false): void {
  const saved = selectedSaved(studio.getState());
  if (saved?.motion) putSavedAtPlayhead(studio, saved, isFlipped);
  else if (isFlipped) applySelectedPoseFlipped(studio);
  else applySelectedPose(studio, 1);
}
