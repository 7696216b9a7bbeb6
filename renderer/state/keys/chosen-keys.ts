import type { TimeUnit } from '../../../electron/contract.ts';
import { timesInSentence } from '../window/times.ts';
import {
  copyChosen,
  deleteChosen,
  keysWithin,
  moveChosen,
  pasteKeys,
  presentKeys,
  repeatChosen,
  scaleChosen,
  type ChosenKey,
  type CopiedKeys,
  type PlacedKeys,
} from '../../../core/animation/chosen-keys.ts';
import { mirrorCopied } from '../../../core/animation/mirror-keys.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { editActiveClip } from '../../../core/document/edits/clips.ts';
import { frameAt, shownClip } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { notify } from '../window/notify.ts';
import { showFrame } from '../timeline/playback.ts';
import type { Studio, StudioState } from '../studio.ts';
import { setTimelineSession } from '../timeline/set-timeline-session.ts';
import { wordingOf } from '../window/wording.ts';
import { lastOf } from '../../../core/math/last-of.ts';

const NONE: readonly ChosenKey[] = [];

/** The chosen keys of the clip on the timeline, as far as it still has them. */
export function chosenKeys(state: StudioState): readonly ChosenKey[] {
  const clip = shownClip(state);
  const { chosen } = state.session.timeline;
  if (!clip || !chosen || chosen.clip !== clip.id) return NONE;
  return present(clip, [chosen.keys], () => presentKeys(clip, chosen.keys));
}

/** What was found last for each clip: every row of the timeline asks. */
const present = lastOf<Clip, readonly ChosenKey[]>();

/** The keys that a command means: the chosen ones, or, where none is, those at the playhead. */
export function meantKeys(state: StudioState): readonly ChosenKey[] {
  const chosen = chosenKeys(state);
  const clip = shownClip(state);
  if (chosen.length > 0 || !clip) return chosen;
  const time = frameAt(clip, state.session.playback.time) / clip.fps;
  return keysWithin(clip, time, time);
}

export function chooseKeys(studio: Studio, keys: readonly ChosenKey[]): void {
  const clip = shownClip(studio.getState());
  setTimelineSession(studio, { chosen: clip && keys.length > 0 ? { clip: clip.id, keys } : null });
}

export function chooseAllKeys(studio: Studio): void {
  const clip = shownClip(studio.getState());
  if (clip) chooseKeys(studio, keysWithin(clip, 0, Infinity));
}

/** Moves the meant keys by so many frames; the playhead goes along when it stands on one of them. */
export function moveMeantKeys(studio: Studio, frames: number): void {
  const clip = shownClip(studio.getState());
  const keys = meantKeys(studio.getState());
  if (!clip || keys.length === 0) return;
  const frame = frameAt(clip, studio.getState().session.playback.time);
  const isOnKey = keys.some(({ time }) => frameAt(clip, time) === frame);
  const moved = editKeys(studio, `Move ${countedKeys(clip, keys)}`, keys, (now) => moveChosen(now, keys, frames));
  if (moved && isOnKey) showFrame(studio, Math.max(0, frame + frames));
}

/** Moves the chosen keys, or repeats them, so that one that stood on `from` stands on `to`, where the playhead goes. */
export function carryChosenKeys(studio: Studio, way: 'move' | 'copy', from: number, to: number): void {
  const clip = shownClip(studio.getState());
  const keys = chosenKeys(studio.getState());
  if (!clip || keys.length === 0) return;
  const [verb, carry] = way === 'copy' ? (['Copy', repeatChosen] as const) : (['Move', moveChosen] as const);
  editKeys(studio, `${verb} ${countedKeys(clip, keys)} to ${wordingOf(studio.getState()).frame(to)}`, keys, (now) =>
    carry(now, keys, to - from),
  );
  showFrame(studio, to);
}

/** Repeats the meant keys so that the first of them stands on a frame. */
export function copyMeantKeysTo(studio: Studio, to: number): void {
  const clip = shownClip(studio.getState());
  const keys = meantKeys(studio.getState());
  if (!clip || keys.length === 0) return;
  const first = frameAt(clip, Math.min(...keys.map(({ time }) => time)));
  editKeys(studio, `Copy ${countedKeys(clip, keys)} to ${wordingOf(studio.getState()).frame(to)}`, keys, (now) =>
    repeatChosen(now, keys, to - first),
  );
  showFrame(studio, to);
}

/** Spreads (`factor` > 1) the chosen keys about a moment or draws them together. */
export function scaleChosenKeys(studio: Studio, pivot: number, factor: number): void {
  const clip = shownClip(studio.getState());
  const keys = chosenKeys(studio.getState());
  if (!clip || keys.length === 0) return;
  editKeys(studio, `Scale ${countedKeys(clip, keys)}`, keys, (now) => scaleChosen(now, keys, pivot, factor));
}

export function deleteMeantKeys(studio: Studio, verb: 'Delete' | 'Cut' = 'Delete'): void {
  const clip = shownClip(studio.getState());
  const keys = meantKeys(studio.getState());
  if (!clip || keys.length === 0) return;
  commitEdit(studio, `${verb} ${countedKeys(clip, keys)}`, (project) =>
    editActiveClip(project, (now) => deleteChosen(now, keys)),
  );
  chooseKeys(studio, []);
}

export function copyMeantKeys(studio: Studio): void {
  const state = studio.getState();
  const clip = shownClip(state);
  if (clip && state.document) setTimelineSession(studio, { copied: copyChosen(state.document.rig, clip, meantKeys(state)) });
}

/** The copied keys, when they are of the character that is open. */
export function copiedKeys({ document, session }: StudioState): CopiedKeys | null {
  const { copied } = session.timeline;
  const names = document?.rig.skeleton.names;
  const isOfIt = names && copied && names.every((name, joint) => copied.rig.skeleton.names[joint] === name);
  return isOfIt ? copied : null;
}

/** Sets the copied keys from the playhead on, as they are or as a mirror shows them; they are the chosen ones then. */
export function pasteCopiedKeys(studio: Studio, isMirrored: boolean): void {
  const copied = copiedKeys(studio.getState());
  const clip = shownClip(studio.getState());
  if (!copied || !clip) return;
  const { time } = studio.getState().session.playback;
  const keys = isMirrored ? mirrorCopied(copied) : copied;
  const label = `Paste ${countedKeys(clip, keys.keys)}${isMirrored ? ' mirrored' : ''}`;
  editKeys(studio, label, [], (now) => pasteKeys(now, keys, frameAt(clip, time) / clip.fps));
  showFrame(studio, frameAt(clip, time));
}

/** Makes one edit of keys, chooses them where they are then, and says what they replaced. */
export function editKeys(
  studio: Studio,
  label: string,
  before: readonly ChosenKey[],
  change: (clip: Clip) => PlacedKeys,
): boolean {
  const { document } = studio.getState();
  let placed: PlacedKeys | null = null;
  commitEdit(studio, label, (project) =>
    editActiveClip(project, (clip) => {
      placed = change(clip);
      return placed.clip;
    }),
  );
  const { chosen, replaced } = placed ?? { chosen: before, replaced: NONE };
  const clip = shownClip(studio.getState());
  if (clip) chooseKeys(studio, chosen);
  if (clip && replaced.length > 0)
    notify(studio, 'warning', `${frameList(clip, replaced, studio.getState().session.settings.times)} replaced.`, 'edit.undo');
  return studio.getState().document !== document;
}

/** What an animator counts: diamonds, not joints. */
export function countedKeys(clip: Clip, keys: readonly ChosenKey[]): string {
  const count = new Set(keys.map(({ time }) => frameAt(clip, time))).size;
  return count === 1 ? 'key' : `${count} keys`;
}

function frameList(clip: Clip, keys: readonly ChosenKey[], unit: TimeUnit): string {
  const frames = [...new Set(keys.map(({ time }) => frameAt(clip, time)))].sort((a, b) => a - b);
  const shown = timesInSentence(unit, frames.slice(0, 4), clip.fps);
  const more = frames.length > 4 ? ` and ${frames.length - 4} more` : '';
  return frames.length === 1 ? `The key at ${shown} was` : `The keys at ${shown}${more} were`;
}
