import type { Clip } from '../../../core/animation/clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { springClip } from '../../../core/animation/spring-clip.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { PictureRequest, TimeUnit } from '../../../electron/contract.ts';
import type { DocumentState } from '../../state/document-state.ts';
import { withSprings } from '../../state/rig/springs.ts';
import { timeInWords } from '../../state/window/times.ts';
import { shownPose, type StudioState } from '../../state/studio.ts';
import { checkFrameCount, FASTEST_GIF } from './check-request.ts';
import { rigsBeside } from '../../state/scene/rigs.ts';

/** The poses that a request speaks of, in the order of its pictures. */
export interface Moments {
  readonly count: number;
  /** Frames a second; null where they are one picture or a sheet. */
  readonly fps: number | null;
  at(index: number): Moment;
}

export interface Moment {
  readonly pose: Pose;
  /** Seconds on the timeline of the clip; 0 for poses of the library. */
  readonly time: number;
  /** What stands below it on a sheet. */
  readonly label: string;
}

/** A moment that falls short of a frame by less than this is on it: rates such as 1/24 are no whole seconds. */
const WHOLE = 1e-6;
export const TURNTABLE_SECONDS = 4;
export const TURNTABLE_FPS = 30;
const SHEET_PICTURES = 12;

/** Throws an `Error` with one sentence where there is nothing to draw. */
export function momentsOf(state: StudioState, request: PictureRequest): Moments {
  const { document } = state;
  const shown = shownPose(state);
  if (!document || !shown) throw new Error('there is nothing to draw: open a character first');
  const { time } = state.session.playback;
  const pose = request.shows.springs ? withSprings(document, shown, time) : shown;
  switch (request.subject) {
    case 'pose':
      return { count: 1, fps: null, at: () => ({ pose, time, label: '' }) };
    case 'turntable': {
      const { seconds = TURNTABLE_SECONDS, fps = TURNTABLE_FPS } = request;
      const count = Math.max(1, checkFrameCount(Math.round(seconds * fps)));
      return { count, fps, at: () => ({ pose, time, label: '' }) };
    }
    case 'clip':
      return filmMoments(document, request, pose);
    case 'clipSheet':
      return sheetMoments(document, request, pose, state.session.settings.times);
    case 'librarySheet': {
      const { poses } = document.history.present;
      if (poses.length === 0) throw new Error('the pose library is empty: save a pose first');
      return { count: poses.length, fps: null, at: (i) => ({ pose: poses[i]!.pose, time: 0, label: poses[i]!.name }) };
    }
  }
}

/** Frames a second of a film of the clip. */
export function filmRate({ fps }: Pick<Clip, 'fps'>, { format }: Pick<PictureRequest, 'format'>): number {
  return format === 'gif' && fps > FASTEST_GIF ? fps / Math.ceil(fps / FASTEST_GIF) : fps;
}

/** Frames of a part of a clip at a rate: both ends, but of a whole clip that loops not the last one, which is the first one again. */
export function framesOf(clip: Clip, fps: number, from = 0, to = clip.duration): number {
  const frames = Math.floor((to - from) * fps + WHOLE) + 1;
  const meetsItself = clip.loop && from === 0 && (frames - 1) / fps > clip.duration - WHOLE;
  return meetsItself && frames > 1 ? frames - 1 : frames;
}

function filmMoments(document: DocumentState, request: PictureRequest, still: Pose): Moments {
  const { clip, from, to } = partOf(document, request);
  const fps = request.fps ?? filmRate(clip, request);
  const count = checkFrameCount(framesOf(clip, fps, from, to));
  return { count, fps, at: (i) => momentOf(document, clip, still, Math.min(from + i / fps, clip.duration)) };
}

function sheetMoments(document: DocumentState, request: PictureRequest, still: Pose, unit: TimeUnit): Moments {
  const { clip, from, to } = partOf(document, request);
  const { count = SHEET_PICTURES } = request;
  const isRound = clip.loop && from === 0 && to === clip.duration;
  const step = (to - from) / Math.max(1, isRound ? count : count - 1);
  // Whole frames, where there are as many.
  const frame = step * clip.fps >= 1 ? 1 / clip.fps : 0;
  const timeOf = (i: number) => (frame > 0 ? Math.round((from + i * step) / frame) * frame : from + i * step);
  const momentAt = (time: number): Moment => {
    const label = timeInWords(unit, Number((time * clip.fps).toFixed(1)), clip.fps);
    return { ...momentOf(document, clip, still, time), label };
  };
  return { count, fps: null, at: (i) => momentAt(Math.min(timeOf(i), to)) };
}

/** A body that the clip does not move stays as it is shown, `still`. */
function momentOf({ rig }: DocumentState, clip: Clip, still: Pose, time: number): Moment {
  const pose = clip.tracks.length === 0 ? still : sampleClip(rig.skeleton, clip, time);
  return { pose, time, label: '' };
}

function partOf(document: DocumentState, { from = 0, to, shows }: PictureRequest) {
  const { history, rig } = document;
  const played = playedActiveClip(history.present, rig, rigsBeside(document));
  const clip = shows.springs ? springClip(rig, played) : played;
  if (clip.tracks.length === 0 && !movesBeside(history.present, clip.id))
    throw new Error(`the clip “${clip.name}” holds no keys: set some first`);
  const end = to ?? clip.duration;
  if (!(from >= 0 && from <= end && end <= clip.duration + WHOLE))
    throw new Error(`“${clip.name}” goes from 0 to ${clip.duration.toFixed(3)} s, got ${from} to ${end} s`);
  return { clip, from, to: Math.min(end, clip.duration) };
}

/** Whether a camera, a prop or another actor does something in a clip. */
function movesBeside({ actors, props, cameras }: Project, clip: string): boolean {
  return [...actors, ...props, ...cameras].some(({ motions }) => Object.hasOwn(motions, clip));
}
