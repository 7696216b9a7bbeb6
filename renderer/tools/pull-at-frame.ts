import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { commitEdit, withPoseKeyed } from '../state/editing.ts';
import { shownClip } from '../state/timeline/clips.ts';
import { showFrame } from '../state/timeline/playback.ts';
import { activate, handleSelection } from '../state/selection.ts';
import type { Studio } from '../state/studio.ts';
import { timeInSentence } from '../state/window/times.ts';
import { FREE } from './drag/constraint.ts';
import type { Gesture, PointerSample } from './gesture.ts';
import type { Lens } from './geometry/lens.ts';
import { beginPull, type Keeping } from './pull-handle.ts';

/** A handle at a frame of the clip. */
interface Moment {
  readonly handle: HandleName;
  readonly frame: number;
}

/**
 * Pulls a handle of the pose that the clip shows at another frame: the playhead goes there, and what the pull changes is keyed there in the same step of the
 * history. Null where there is no clip or the character has no such handle.
 */
export function beginPullAt(studio: Studio, { handle, frame }: Moment, pointer: PointerSample, lens: Lens): Gesture | null {
  const { document, session, transient } = studio.getState();
  if (!document || !shownClip(studio.getState())) return null;
  const restore = (): void => {
    const state = studio.getState();
    studio.setState({
      session: { ...state.session, playback: session.playback },
      transient: { ...state.transient, preview: transient.preview, feedback: transient.feedback },
    });
  };
  activate(studio, handleSelection(document.rig, handle));
  showFrame(studio, frame);
  const pull = beginPull(studio, handle, pointer, lens, FREE, AS_KEYS);
  if (!pull) restore();
  return (
    pull && {
      ...pull,
      cancel: () => {
        pull.cancel();
        restore();
      },
    }
  );
}

/** Keys at the playhead of what a pose has otherwise than the clip. */
const AS_KEYS: Keeping = {
  isKeyed: true,
  keep: (studio, label, pose) => {
    const { session } = studio.getState();
    const clip = shownClip(studio.getState());
    if (!clip) return;
    const when = timeInSentence(session.settings.times, Math.round(session.playback.time * clip.fps), clip.fps);
    commitEdit(studio, `${label} at ${when}`, (project) => withPoseKeyed(studio, project, pose));
  },
};
