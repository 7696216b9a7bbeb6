import { setActiveClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { dropUnkeyed } from '../../../core/document/edits/posing.ts';
import { replacePresent } from '../../../core/document/history.ts';
import { frameAt } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { journalEdit } from '../saving/journal.ts';
import { showTime } from '../timeline/playback.ts';
import type { Studio } from '../studio.ts';
import { wordingIn } from '../window/wording.ts';

/** Moves the playhead to the unkeyed pose. */
export function showUnkeyed(studio: Studio): void {
  const { document, session } = studio.getState();
  const { unkeyed } = document?.history.present ?? {};
  if (!document || !unkeyed) return;
  const next = { ...document, history: replacePresent(document.history, setActiveClip(document.history.present, unkeyed.clip)) };
  studio.setState({ document: next, session: { ...session, playback: { ...session.playback, playing: false } } });
  if (next.history.present !== document.history.present) journalEdit(studio, 'Show another clip', document, next);
  showTime(studio, unkeyed.time);
}

/** Sets a key for the unkeyed pose at the frame that it was made at; the playhead stays. */
export function keyUnkeyed(studio: Studio): void {
  const { document, session } = studio.getState();
  const { unkeyed, activeClip: shown, clips } = document?.history.present ?? {};
  const clip = clips?.find(({ id }) => id === unkeyed?.clip);
  if (!document || !unkeyed || !clip || shown === undefined) return;
  commitEdit(studio, `Set key at ${wordingIn(session.settings, clip.fps).frame(frameAt(clip, unkeyed.time))}`, (project) => {
    const keyed = setKeyAt(setActiveClip(project, unkeyed.clip), document.rig.skeleton, unkeyed.time, unkeyed.pose);
    return setActiveClip(keyed, shown);
  });
}

/** Lets the unkeyed pose go: the clip is shown as it is. */
export function dropUnkeyedPose(studio: Studio): void {
  commitEdit(studio, 'Drop the unkeyed pose', dropUnkeyed);
}
