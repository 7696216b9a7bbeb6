import { jointKeys } from '../../../core/document/joint-keys.ts';
import type { ProjectView } from '../../../electron/contract.ts';
import { shownClip } from '../timeline/clips.ts';
import { tellOfUnkeyed } from '../posing/unkeyed-pose.ts';
import type { DocumentState } from '../document-state.ts';
import { NO_ACTOR_MARKS, type ActorMarks } from '../session-state.ts';
import type { Studio } from '../studio.ts';

/** How the document is seen: what is selected, the playhead, the camera and the panels. */
export function viewOf(studio: Studio, { rig }: DocumentState): ProjectView {
  const { session } = studio.getState();
  const { joint, handle } = session.selection;
  const { viewport, workspace } = studio.parts;
  return {
    selection: { joint: joint === null ? null : (jointKeys(rig.skeleton)[joint] ?? null), handle },
    playhead: session.playback.time,
    camera: viewport?.camera() ?? null,
    panels: workspace?.layout() ?? null,
    ...marksOf(session.actors),
  };
}

function marksOf(marks: ActorMarks): Pick<ProjectView, 'actors'> {
  const { hidden, locked, solo } = marks;
  const isMarked = hidden.size + locked.size + solo.size > 0;
  return isMarked ? { actors: { hidden: [...hidden], locked: [...locked], solo: [...solo] } } : {};
}

/** Shows the document as it was seen; a joint that it has no more is not selected. */
export function restoreView(studio: Studio, { selection, playhead, camera, panels, actors }: ProjectView): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const joint = selection.joint === null ? -1 : jointKeys(document.rig.skeleton).indexOf(selection.joint);
  const time = Math.min(playhead, shownClip(studio.getState())?.duration ?? 0);
  studio.setState({
    session: {
      ...session,
      selection: { joint: joint < 0 ? null : joint, handle: selection.handle },
      alsoSelected: [],
      actors: actors
        ? { hidden: new Set(actors.hidden), locked: new Set(actors.locked), solo: new Set(actors.solo) }
        : NO_ACTOR_MARKS,
      playback: { ...session.playback, time },
      openingCamera: camera,
    },
  });
  tellOfUnkeyed(studio);
  if (panels !== null) studio.parts.workspace?.restoreLayout(panels);
}
