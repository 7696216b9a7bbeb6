import type { Clip, ClipMarker } from '../../../core/animation/clip.ts';
import { isSameTime } from '../../../core/animation/track-keys.ts';
import { activeClip, setClipMarkers } from '../../../core/document/edits/clips.ts';
import { clamp } from '../../../core/math/angles.ts';
import { frameAt, lastFrame, shownClip } from './clips.ts';
import { commitEdit } from '../editing.ts';
import { pause, showFrame } from './playback.ts';
import type { Studio, StudioState } from '../studio.ts';
import { setTimelineSession } from './set-timeline-session.ts';
import { wordingOf } from '../window/wording.ts';

const NOTHING: readonly ClipMarker[] = [];

/** The named moments of the clip on the timeline. */
export function clipMarkers(state: StudioState): readonly ClipMarker[] {
  return shownClip(state)?.markers ?? NOTHING;
}

/** The marker that was chosen last, while the clip has it; else the one at the playhead. */
export function chosenMarker(state: StudioState): ClipMarker | null {
  const { marker } = state.session.timeline;
  const chosen = marker && clipMarkers(state).find(({ time }) => isSameTime(time, marker.time));
  return chosen ?? markerAtPlayhead(state);
}

export function markerAtPlayhead(state: StudioState): ClipMarker | null {
  const clip = shownClip(state);
  if (!clip) return null;
  const frame = frameAt(clip, state.session.playback.time);
  return clipMarkers(state).find(({ time }) => frameAt(clip, time) === frame) ?? null;
}

/** The nearest marker before (−1) or after (1) the playhead. */
export function markerBeside(state: StudioState, way: -1 | 1): ClipMarker | null {
  const clip = shownClip(state);
  if (!clip) return null;
  const frame = frameAt(clip, state.session.playback.time);
  const markers = clipMarkers(state);
  return way === 1
    ? (markers.find(({ time }) => frameAt(clip, time) > frame) ?? null)
    : (markers.findLast(({ time }) => frameAt(clip, time) < frame) ?? null);
}

export function chooseMarker(studio: Studio, marker: ClipMarker): void {
  setTimelineSession(studio, { marker: { time: marker.time, isRenamed: false } });
}

/** Lets the name of a marker be written where it stands. */
export function beginToRename(studio: Studio, marker: ClipMarker): void {
  setTimelineSession(studio, { marker: { time: marker.time, isRenamed: true } });
}

/** Chooses a marker and goes to its frame. */
export function goToMarker(studio: Studio, marker: ClipMarker): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  pause(studio);
  chooseMarker(studio, marker);
  showFrame(studio, frameAt(clip, marker.time));
}

/** Puts a marker at the playhead; its name can be written at once. */
export function addMarker(studio: Studio): void {
  const marker = putMarker(studio, 'Marker');
  if (marker) beginToRename(studio, marker);
}

/** Puts a marker at the playhead on the beat of what is heard: playback goes on. */
export function tapBeat(studio: Studio): void {
  const marker = putMarker(studio, 'Beat');
  if (marker) chooseMarker(studio, marker);
}

/** A marker at the frame of the playhead, called by this word and a number; null where one stands there already. */
function putMarker(studio: Studio, word: string): ClipMarker | null {
  const state = studio.getState();
  const clip = shownClip(state);
  if (!clip || markerAtPlayhead(state)) return null;
  const frame = frameAt(clip, state.session.playback.time);
  const marker = { name: freeMarkerName(state, word), time: frame / clip.fps };
  commitEdit(studio, `Add ${word.toLowerCase()} at ${wordingOf(state).frame(frame)}`, (project) =>
    setClipMarkers(project, [...(activeClip(project).markers ?? []), marker]),
  );
  return marker;
}

/** A name of this word and a number that no marker of the clip on the timeline has. */
export function freeMarkerName(state: StudioState, word: string): string {
  const taken = new Set(clipMarkers(state).map(({ name }) => name));
  for (let number = 1; ; number++) if (!taken.has(`${word} ${number}`)) return `${word} ${number}`;
}

/** Gives a marker another name; an empty one leaves it as it is. */
export function renameMarker(studio: Studio, marker: ClipMarker, name: string): void {
  const trimmed = name.trim();
  chooseMarker(studio, marker);
  if (trimmed !== '' && trimmed !== marker.name)
    change(studio, `Rename marker to “${trimmed}”`, marker, { ...marker, name: trimmed });
}

/** The frame to which a marker can be moved, next to the wanted one: in the clip, and not that of another marker. */
export function freeFrame(clip: Clip, marker: ClipMarker, wanted: number): number {
  const others = (clip.markers ?? []).filter((each) => each !== marker).map(({ time }) => frameAt(clip, time));
  const now = frameAt(clip, marker.time);
  const frame = clamp(wanted, 0, lastFrame(clip));
  const back = Math.sign(now - frame);
  for (let free = frame; free !== now; free += back) if (!others.includes(free)) return free;
  return now;
}

/** Moves a marker to another frame, or next to it where one stands there. */
export function moveMarker(studio: Studio, marker: ClipMarker, wanted: number): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  const frame = freeFrame(clip, marker, wanted);
  if (frame === frameAt(clip, marker.time)) return;
  const moved = { ...marker, time: frame / clip.fps };
  change(studio, `Move marker “${marker.name}” to ${wordingOf(studio.getState()).frame(frame)}`, marker, moved);
  chooseMarker(studio, moved);
}

export function deleteMarker(studio: Studio, marker: ClipMarker): void {
  change(studio, `Delete marker “${marker.name}”`, marker, null);
  setTimelineSession(studio, { marker: null });
}

function change(studio: Studio, label: string, marker: ClipMarker, after: ClipMarker | null): void {
  commitEdit(studio, label, (project) =>
    setClipMarkers(
      project,
      (activeClip(project).markers ?? []).flatMap((each) => (isSameTime(each.time, marker.time) ? (after ?? []) : each)),
    ),
  );
}
