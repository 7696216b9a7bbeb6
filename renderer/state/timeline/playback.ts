import { advancePlay, clipKeyTimes, type PlayMode } from '../../../core/animation/sampling.ts';
import { frameAt, lastFrame, shownClip } from './clips.ts';
import { keepView } from '../saving/journal.ts';
import type { Playback } from '../session-state.ts';
import type { Studio, StudioState } from '../studio.ts';
import type { HeardPlayhead } from '../window/window-parts.ts';
import { tellOfUnkeyed } from '../posing/unkeyed-pose.ts';

/** Moves the playhead to `time` (seconds, clamped to the clip), and lets go what was previewed. Playback goes on if it was playing. */
export function showTime(studio: Studio, time: number): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  const { session, transient } = studio.getState();
  // One change of the state: every panel looks at each.
  studio.setState({
    session: { ...session, playback: { ...session.playback, time: Math.min(Math.max(time, 0), clip.duration) } },
    transient: { ...transient, preview: null },
  });
  tellOfUnkeyed(studio);
  if (!session.playback.playing) keepView(studio);
}

/** The start of a clip that has just come onto the timeline. */
export function showStart(studio: Studio): void {
  pause(studio);
  showTime(studio, 0);
}

/** Moves the playhead to a frame and stops there. */
export function showFrame(studio: Studio, frame: number): void {
  pause(studio);
  const clip = shownClip(studio.getState());
  if (clip) showTime(studio, frame / clip.fps);
}

/** One frame on or back from the playhead, staying in the clip. */
export function stepFrames(studio: Studio, frames: number): void {
  const { session } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!clip) return;
  const frame = frameAt(clip, session.playback.time) + frames;
  showFrame(studio, Math.min(Math.max(frame, 0), lastFrame(clip)));
}

/** The playhead jumps to the next key (`direction` 1) or the one before (−1). */
export function jumpToKey(studio: Studio, direction: 1 | -1): void {
  const { session } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!clip) return;
  const frame = frameAt(clip, session.playback.time);
  const frames = clipKeyTimes(clip).map((time) => frameAt(clip, time));
  const next = direction > 0 ? frames.find((key) => key > frame) : frames.findLast((key) => key < frame);
  if (next !== undefined) showFrame(studio, next);
}

/** Starts, or stops at the nearest frame. */
export function togglePlay(studio: Studio): void {
  const { playing, time } = studio.getState().session.playback;
  const clip = shownClip(studio.getState());
  if (!playing) play(studio);
  else if (clip) showFrame(studio, frameAt(clip, time));
}

/** Speeds that playback can have, in times the clip's own. */
export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4];

export function setSpeed(studio: Studio, speed: number): void {
  setPlayback(studio, { speed });
}

export function setPingPong(studio: Studio, pingPong: boolean): void {
  setPlayback(studio, { pingPong, direction: 1 });
}

/** What of the clip on the timeline is played, seconds. */
export function playRange(state: StudioState): readonly [from: number, to: number] {
  const clip = shownClip(state);
  const { range } = state.session.playback;
  if (!clip) return [0, 0];
  if (range?.clip !== clip.id || range.from >= clip.duration) return [0, clip.duration];
  return [range.from, Math.min(range.to, clip.duration)];
}

/** Whether less than the whole clip is played. */
export function hasPlayRange(state: StudioState): boolean {
  const clip = shownClip(state);
  const [from, to] = playRange(state);
  return clip !== null && (from > 0 || to < clip.duration);
}

/** Plays only these frames of the clip on the timeline; null: all of it. A range that is no frame long is none. */
export function setPlayRange(studio: Studio, frames: readonly [first: number, last: number] | null): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  const [first, last] = frames ?? [0, 0];
  const range = last > first ? { clip: clip.id, from: first / clip.fps, to: last / clip.fps } : null;
  setPlayback(studio, { range });
}

/** Lets the range that is played begin or end at the playhead; what does not fit on the other side of it goes. */
export function limitPlayRange(studio: Studio, end: 'from' | 'to'): void {
  const state = studio.getState();
  const clip = shownClip(state);
  if (!clip) return;
  const frame = frameAt(clip, state.session.playback.time);
  const [from, to] = playRange(state).map((time) => frameAt(clip, time));
  if (end === 'from') setPlayRange(studio, [frame, to! > frame ? to! : lastFrame(clip)]);
  else setPlayRange(studio, [from! < frame ? from! : 0, frame]);
}

/** Plays the range from the playhead by the studio's clock; from its start when the playhead is at its end or outside. */
export function play(studio: Studio): void {
  const { session } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!clip || session.playback.playing) return;
  const [from, to] = playRange(studio.getState());
  const { time } = session.playback;
  if (time >= to || time < from) setPlayback(studio, { time: from });
  setPlayback(studio, { playing: true, direction: 1 });
  showTime(studio, studio.getState().session.playback.time);
  follow(studio, studio.clock.now());
}

export function pause(studio: Studio): void {
  if (studio.getState().session.playback.playing) setPlayback(studio, { playing: false });
}

/** How what is on the timeline goes on at the end of what is played of it. */
export function playModeOf(state: StudioState): PlayMode {
  return state.session.playback.pingPong ? 'pingPong' : shownClip(state)?.loop ? 'loop' : 'once';
}

/** Follows the sound while something is heard: its clock leads. Else the studio’s own, which was at `before` the last time. */
function follow(studio: Studio, before: number): void {
  studio.clock.nextFrame(() => {
    const { session, transient } = studio.getState();
    const clip = shownClip(studio.getState());
    if (!session.playback.playing) return;
    const isGesture = transient.preview !== null;
    if (!clip || isGesture) return pause(studio);
    const now = studio.clock.now();
    const { playback } = session;
    const next = studio.parts.sound?.playhead() ?? advanced(studio.getState(), now - before);
    if (next.direction !== playback.direction) setPlayback(studio, { direction: next.direction });
    showTime(studio, next.time);
    if (next.isOver) pause(studio);
    else follow(studio, now);
  });
}

function advanced(state: StudioState, seconds: number): HeardPlayhead {
  const { playback } = state.session;
  const range = playRange(state);
  const mode = playModeOf(state);
  const by = seconds * playback.speed;
  return { ...advancePlay(range, playback, by, mode), isOver: mode === 'once' && playback.time + by >= range[1] };
}

function setPlayback(studio: Studio, change: Partial<Playback>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, playback: { ...session.playback, ...change } } });
}
