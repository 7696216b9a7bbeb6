import type { Clip } from '../../../core/animation/clip.ts';
import { createClip } from '../../../core/animation/keys.ts';
import {
  activeClip,
  addClip,
  deleteClip,
  setActiveClip,
  setClipDuration,
  setClipName,
} from '../../../core/document/edits/clips.ts';
import { copyMotions } from '../../../core/document/edits/actors.ts';
import { copySceneMotions } from '../../../core/document/edits/motions.ts';
import {
  joinScene,
  lastKeyInScene,
  reverseScene,
  stretchScene,
  trimScene,
  type SceneAsked,
} from '../../../core/document/edits/recut-scene.ts';
import { copySounds } from '../../../core/document/edits/sounds.ts';
import { replacePresent } from '../../../core/document/history.ts';
import { freeNumber } from '../../../core/document/ids.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { motionInClip } from '../../../core/document/motion-in-clip.ts';
import { isActorLocked } from '../scene/actor-marks.ts';
import { frameAt, shownClip } from './clips.ts';
import { commitEdit } from '../editing.ts';
import { framesIn } from '../props/shown-props.ts';
import { newSoundId } from '../sound/edit-sounds.ts';
import { lengthOf } from '../sound/sound-files.ts';
import { journalEdit } from '../saving/journal.ts';
import { pause, playRange, setPlayRange, showStart } from './playback.ts';
import type { Studio, StudioState } from '../studio.ts';
import { durationInWords } from '../window/times.ts';

/** Sets how long the clip on the timeline is; keys behind its end are kept but not played. */
export function setClipLength(studio: Studio, frames: number): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  const length = durationInWords(studio.getState().session.settings.times, frames, clip.fps);
  commitEdit(studio, `Length ${length}`, (project) => setClipDuration(project, frames / clip.fps));
}

/** Ends the naming of the clip on the timeline; an empty name leaves it as it was. */
export function renameClip(studio: Studio, name: string): void {
  setRenamingClip(studio, false);
  if (name.trim() !== '') commitEdit(studio, 'Rename clip', (project) => setClipName(project, name));
}

/** Whether the name of the clip on the timeline is being edited. */
export function setRenamingClip(studio: Studio, isRenamingClip: boolean): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, isRenamingClip } });
}

/** Puts another clip onto the timeline. That is no edit: undo passes over it. */
export function showClip(studio: Studio, id: string): void {
  const { document } = studio.getState();
  if (!document) return;
  const { history } = document;
  const project = setActiveClip(history.present, id);
  if (project === history.present) return;
  pause(studio);
  const next = { ...document, history: replacePresent(history, project) };
  studio.setState({ document: next });
  journalEdit(studio, `Show ${activeClip(project).name}`, document, next);
  showStart(studio);
}

/** Puts the clip that stands so many places after the one on the timeline there; after the last comes the first. */
export function showClipBeside(studio: Studio, by: 1 | -1): void {
  const project = studio.getState().document?.history.present;
  if (!project) return;
  const { clips } = project;
  const at = clips.indexOf(activeClip(project));
  showClip(studio, clips[(at + by + clips.length) % clips.length]!.id);
}

/** A new, empty clip of the same frame rate, on the timeline. */
export function addNewClip(studio: Studio): void {
  pause(studio);
  commitEdit(studio, 'New clip', (project) => {
    const number = newClipNumber(studio, project);
    const { fps } = activeClip(project);
    return addClip(project, createClip(`clip-${number}`, `Clip ${number}`, { fps, loop: false }));
  });
  showStart(studio);
}

/** Whether the clip on the timeline can be deleted: there is another one, and nobody who is locked does anything in it. */
export function canDeleteClip(state: StudioState): boolean {
  const { clips, actors, activeClip: id } = state.document?.history.present ?? NO_CLIPS;
  return clips.length > 1 && !actors.some((actor) => isActorLocked(state, actor.id) && motionInClip(actor.motions, id));
}

const NO_CLIPS: Pick<Project, 'clips' | 'actors' | 'activeClip'> = { clips: [], actors: [], activeClip: '' };

export function deleteShownClip(studio: Studio): void {
  pause(studio);
  commitEdit(studio, 'Delete clip', (project) => deleteClip(project, activeClip(project).id));
  showStart(studio);
}

/** A copy of the clip on the timeline, in its place there. */
export function duplicateShownClip(studio: Studio): void {
  pause(studio);
  commitEdit(studio, 'Duplicate clip', (project) => {
    const clip = activeClip(project);
    const number = newClipNumber(studio, project);
    const names = new Set(project.clips.map(({ name }) => name));
    const named = (copy: number): string => (copy === 1 ? `${clip.name} copy` : `${clip.name} copy ${copy}`);
    let copy = 1;
    while (names.has(named(copy))) copy++;
    const id = `clip-${number}`;
    const moved = copySceneMotions(copyMotions(addClip(project, { ...clip, id, name: named(copy) }), clip.id, id), clip.id, id);
    return copySounds(moved, clip.id, id, (next) => newSoundId(studio.getState(), next));
  });
}

/** Plays the clip on the timeline slower or faster, so that the last key of all who move in it stands at its end. */
export function stretchShownClip(studio: Studio): void {
  recut(studio, 'Stretch clip to its length', stretchScene);
}

/** Whether the last key of the clip on the timeline stands elsewhere than at its end. */
export function canStretch({ document }: StudioState): boolean {
  if (!document) return false;
  const { present } = document.history;
  const clip = activeClip(present);
  const last = lastKeyInScene(present);
  return last > 0 && frameAt(clip, last) !== frameAt(clip, clip.duration);
}

/** Plays the clip on the timeline backwards. */
export function reverseShownClip(studio: Studio): void {
  recut(studio, 'Reverse clip', reverseScene);
}

/** Keeps only what is played of the clip on the timeline. */
export function trimToPlayRange(studio: Studio): void {
  const [from, to] = playRange(studio.getState());
  recut(studio, 'Trim clip to the play range', (project, asked) => trimScene(project, from, to, asked));
  setPlayRange(studio, null);
}

/** The clip that stands after the one on the timeline; null when that is the last. */
export function clipAfter(state: StudioState): Clip | null {
  const project = state.document?.history.present;
  return project?.clips[project.clips.indexOf(activeClip(project)) + 1] ?? null;
}

/** Lets the clip on the timeline go on with the one after it, which stays as it is. */
export function joinClipAfter(studio: Studio): void {
  const next = clipAfter(studio.getState());
  if (!next) return;
  const soundId = (project: Project) => newSoundId(studio.getState(), project);
  recut(studio, `Append ${next.name}`, (project, asked) => joinScene(project, next, asked, soundId));
}

/** Changes the times of all who do something in the clip on the timeline. */
function recut(studio: Studio, label: string, edit: (project: Project, asked: SceneAsked) => Project): void {
  const { document } = studio.getState();
  if (!document) return;
  pause(studio);
  const state = studio.getState();
  const heardSeconds = (sound: SoundData) => (sound.to ?? lengthOf(state, sound) ?? Infinity) - sound.from;
  const framesOf = (clip: string) => framesIn(document, { ...document.history.present, activeClip: clip });
  commitEdit(studio, label, (project) => edit(project, { framesIn: framesOf, lengthOf: heardSeconds }));
  showStart(studio);
}

function newClipNumber(studio: Studio, { clips }: Project): number {
  return freeNumber('clips', clips, studio.getState().document?.revisions ?? null, 1);
}
