import { activeClip, setActiveClip, setKeyAt } from '../../core/document/edits/clips.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { replacePresent } from '../../core/document/history.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { frameAt } from './clips.ts';
import { commitEdit } from './editing.ts';
import { journalEdit } from './journal.ts';
import { keyStateOf } from './key-state.ts';
import { notifyUntilSettled, settleNotice } from './notices.ts';
import { setPreview } from './preview.ts';
import type { DroppedPose } from './session-state.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';
import { wordingIn, wordingOf } from './wording.ts';

/** Before the playhead moves: keeps a pose that no key holds, and says that it goes from view and how to have it back. */
export function keepUnkeyedPose(studio: Studio): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose || keyStateOf(state) !== 'unkeyed') return;
  const clip = activeClip(state.document.history.present);
  const { time } = state.session.playback;
  studio.setState({ session: { ...state.session, dropped: { pose, rig: state.document.rig, clip: clip.id, time } } });
  const text = `Unkeyed pose dropped at ${wordingOf(state).frame(frameAt(clip, time))}.`;
  notifyUntilSettled(studio, 'dropped', text, 'key.bringBack', 'key.setDropped', 'key.autoDropped');
}

/** The pose that can be brought back: of this character, and of a clip that is still there. */
export function droppedPose({ document, session }: StudioState): DroppedPose | null {
  const { dropped } = session;
  if (!document || !dropped || dropped.rig.skeleton.count !== document.rig.skeleton.count) return null;
  return document.history.present.clips.some(({ id }) => id === dropped.clip) ? dropped : null;
}

/** Goes back to the frame that the dropped pose was made at and shows it there. */
export function bringBackPose(studio: Studio): void {
  const { document, session } = studio.getState();
  const dropped = droppedPose(studio.getState());
  if (!document || !dropped) return;
  const history = replacePresent(document.history, setActiveClip(document.history.present, dropped.clip));
  const playback = { ...session.playback, playing: false, time: dropped.time };
  const next = { ...document, history };
  studio.setState({ document: next, session: { ...session, playback } });
  if (history.present !== document.history.present) journalEdit(studio, 'Show another clip', document, next);
  if (history.present.pose === dropped.pose) setPreview(studio, null);
  else commitEdit(studio, 'Bring back the unkeyed pose', (project) => setPose(project, insideLimits(studio, dropped)));
  forget(studio);
}

/** Sets a key for the dropped pose at the frame that it was made at; what is on screen stays. */
export function keyDroppedPose(studio: Studio): void {
  const { document, session } = studio.getState();
  const dropped = droppedPose(studio.getState());
  if (!document || !dropped) return;
  const shown = activeClip(document.history.present).id;
  const clip = activeClip(setActiveClip(document.history.present, dropped.clip));
  commitEdit(studio, `Set key at ${wordingIn(session.settings, clip.fps).frame(frameAt(clip, dropped.time))}`, (project) => {
    const pose = insideLimits(studio, dropped);
    return setActiveClip(setKeyAt(setActiveClip(project, dropped.clip), document.rig.skeleton, dropped.time, pose), shown);
  });
  forget(studio);
}

/** The dropped pose, within limits that may have become tighter since. */
function insideLimits(studio: Studio, { pose, rig }: DroppedPose): Pose {
  const now = studio.getState().document?.rig ?? rig;
  return now === rig ? pose : clampPose(now.skeleton, pose).pose;
}

function forget(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, dropped: null } });
  settleNotice(studio, 'dropped');
}
