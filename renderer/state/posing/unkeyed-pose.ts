import { activeClip, showsUnkeyed } from '../../../core/document/edits/clips.ts';
import type { UnkeyedPose } from '../../../core/document/project.ts';
import { frameAt } from '../timeline/clips.ts';
import { notifyUntilSettled, settleNotice } from '../window/notify.ts';
import type { Studio, StudioState } from '../studio.ts';
import { wordingIn } from '../window/wording.ts';

/** The pose that no key holds, while it is not on screen: the playhead stands at another moment, or moves. */
export function hiddenUnkeyed({ document, session }: StudioState): UnkeyedPose | null {
  if (!document) return null;
  const { present } = document.history;
  const { playing, time } = session.playback;
  if (!present.unkeyed || !present.clips.some(({ id }) => id === present.unkeyed?.clip)) return null;
  const isShown = showsUnkeyed(present, time) && !(playing && activeClip(present).tracks.length > 0);
  return isShown ? null : present.unkeyed;
}

/** Says where the unkeyed pose is while it is not on screen, and offers to key it there or to drop it. */
export function tellOfUnkeyed(studio: Studio): void {
  const hidden = hiddenUnkeyed(studio.getState());
  if (!hidden) return settleNotice(studio, 'unkeyed');
  const where = placeInWords(studio.getState(), hidden);
  notifyUntilSettled(
    studio,
    'unkeyed',
    `The pose at ${where} is not keyed yet.`,
    'key.setUnkeyed',
    'key.dropUnkeyed',
    'key.showUnkeyed',
  );
}

/** The frame, and the clip where it is not the one on the timeline. */
function placeInWords({ document, session }: StudioState, { clip: id, time }: UnkeyedPose): string {
  const { present } = document!.history;
  const clip = present.clips.find((each) => each.id === id)!;
  const frame = wordingIn(session.settings, clip.fps).frame(frameAt(clip, time));
  return id === present.activeClip ? frame : `${frame} of “${clip.name}”`;
}
