import { jointKeys } from '../../../core/document/joint-keys.ts';
import type { JournalView, ProjectView } from '../../../electron/contract.ts';
import { camerasOf } from '../cameras/shown-cameras.ts';
import { shownClip } from '../timeline/clips.ts';
import { tellOfUnkeyed } from '../posing/unkeyed-pose.ts';
import type { DocumentState } from '../document-state.ts';
import { NO_ACTOR_MARKS, type ActorMarks } from '../session-state.ts';
import type { Studio } from '../studio.ts';

/** How the document is seen: what is selected, what is on screen, and the panels. */
export function viewOf(studio: Studio, { rig }: DocumentState): ProjectView {
  const { joint, handle } = studio.getState().session.selection;
  return {
    selection: { joint: joint === null ? null : (jointKeys(rig.skeleton)[joint] ?? null), handle },
    panels: studio.parts.workspace?.layout() ?? null,
    ...onScreen(studio),
  };
}

/** Where the playhead and the camera stand, what is looked through, and who and what is hidden. */
export function onScreen({ parts, getState }: Studio): JournalView {
  const { playback, through, actors, hiddenProps } = getState().session;
  return {
    playhead: playback.time,
    camera: parts.viewport?.camera() ?? null,
    ...(through !== null && { through }),
    ...marksOf(actors),
    ...(hiddenProps.size > 0 && { hiddenProps: [...hiddenProps] }),
  };
}

function marksOf(marks: ActorMarks): Pick<ProjectView, 'actors'> {
  const { hidden, locked, solo } = marks;
  const isMarked = hidden.size + locked.size + solo.size > 0;
  return isMarked ? { actors: { hidden: [...hidden], locked: [...locked], solo: [...solo] } } : {};
}

/** Shows the document as it was seen; a joint that it has no more is not selected. */
export function restoreView(studio: Studio, view: ProjectView): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const { selection, panels } = view;
  const joint = selection.joint === null ? -1 : jointKeys(document.rig.skeleton).indexOf(selection.joint);
  studio.setState({
    session: { ...session, selection: { joint: joint < 0 ? null : joint, handle: selection.handle }, alsoSelected: [] },
  });
  restoreScreen(studio, view);
  if (panels !== null) studio.parts.workspace?.restoreLayout(panels);
}

/** Shows what was on screen; a camera that is gone is not looked through. */
export function restoreScreen(studio: Studio, { playhead, camera, through, actors, hiddenProps = [] }: JournalView): void {
  const { session } = studio.getState();
  const isThere = through === 'cuts' || camerasOf(studio.getState()).some(({ id }) => id === through?.camera);
  studio.setState({
    session: {
      ...session,
      actors: actors
        ? { hidden: new Set(actors.hidden), locked: new Set(actors.locked), solo: new Set(actors.solo) }
        : NO_ACTOR_MARKS,
      hiddenProps: new Set(hiddenProps),
      through: through && isThere ? through : null,
      playback: { ...session.playback, time: Math.min(playhead, shownClip(studio.getState())?.duration ?? 0) },
      openingCamera: camera,
    },
  });
  tellOfUnkeyed(studio);
}
