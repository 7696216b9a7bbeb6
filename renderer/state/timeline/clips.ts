import type { Clip } from '../../../core/animation/clip.ts';
import { isSameTime } from '../../../core/animation/track-keys.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { DocumentState } from '../document-state.ts';
import type { StudioState } from '../studio.ts';
import { rigsBeside } from '../scene/rigs.ts';

/** The clip on the timeline; null without a document. */
export function shownClip(state: StudioState): Clip | null {
  return state.document && activeClip(state.document.history.present);
}

/** The clip on the timeline as it is played and exported; null without a document. */
export function playedShownClip({ document }: StudioState): Clip | null {
  return document && playedActiveClip(document.history.present, document.rig, rigsBeside(document));
}

/** What the active clip shows at `time`; null while it has no keys. */
export function poseAtTime(document: DocumentState, time: number): Pose | null {
  const clip = playedActiveClip(document.history.present, document.rig, rigsBeside(document));
  return clip.tracks.length === 0 ? null : sampleClip(document.rig.skeleton, clip, time);
}

/** The number of the frame nearest to `time`, from 0. */
export function frameAt(clip: Pick<Clip, 'fps'>, time: number): number {
  return Math.round(time * clip.fps);
}

export function lastFrame(clip: Clip): number {
  return Math.floor(clip.duration * clip.fps + 1e-6);
}

/** Whether the clip has a key at the frame of `time`. */
export function hasKeyAt(clip: Clip, time: number): boolean {
  return clip.tracks.some(({ times }) => {
    const nearest = times[firstFrom(times, time - HALF_A_MILLISECOND)];
    return nearest !== undefined && isSameTime(nearest, time);
  });
}

/** Seconds; wider than the difference that two names of the same key's time may have. */
const HALF_A_MILLISECOND = 5e-4;

/** Index of the first of the rising `times` that is not before `time`. */
function firstFrom(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the clip has any key. */
export function hasKeys(state: StudioState): boolean {
  return (shownClip(state)?.tracks.length ?? 0) > 0;
}
