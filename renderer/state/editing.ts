import { commit, redo as redoHistory, undo as undoHistory, type History } from '../../core/document/history.ts';
import { setKeyAt } from '../../core/document/edits/clips.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { jointKeys } from '../../core/document/joint-keys.ts';
import { moveToRig } from '../../core/document/move-to-rig.ts';
import type { Project } from '../../core/document/project.ts';
import { handlesOf } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { allTracks, poseOffset, ROOT_TRACK } from '../../core/animation/clip.ts';
import { angleBetween } from '../../core/math/quat.ts';
import { distance } from '../../core/math/vec3.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { rootTranslationOf, rotationOf, type Pose } from '../../core/skeleton/pose.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import { poseAtTime } from './clips.ts';
import { rigOf } from './document-rig.ts';
import { journalEdit } from './journal.ts';
import { keyStateOf } from './key-state.ts';
import { notify, settleNotice } from './notices.ts';
import { setPreview } from './preview.ts';
import type { DocumentState } from './document-state.ts';
import { NOTHING_SELECTED, type Selection } from './session-state.ts';
import type { Studio, StudioState } from './studio.ts';
import type { Preview } from './transient-state.ts';

/**
 * Makes one labelled, undoable edit of the document: ends the preview, rebuilds the rig when its settings changed, and adds
 * the changed fields to the journal. An edit that returns the project it was given changes nothing and leaves no undo step.
 */
export function commitEdit(studio: Studio, label: string, edit: (project: Project) => Project): void {
  const { document } = studio.getState();
  if (!document) return;
  const before = document.history.present;
  const edited = edit(before);
  if (edited === before) {
    setPreview(studio, null);
    return;
  }
  const rig = rigOf(document, edited);
  const moved = moveToRig(edited, document.rig, rig);
  const { warnings } = moved;
  // A tighter limit takes the pose on screen along.
  const project = rig === document.rig ? edited : setPose(moved.project, clampPose(rig.skeleton, moved.project.pose).pose);
  const keyed = withAutoKey(studio, document, project, rig);
  showHistory(studio, document, commit(document.history, label, keyed), rig, label);
  // Who goes on posing has let the dropped pose go; the command that brings it back stays.
  if (keyed.pose !== before.pose) settleNotice(studio, 'dropped');
  for (const warning of warnings) notify(studio, 'warning', warning);
}

/** With auto-key on, a new pose is keyed in the same step. */
function withAutoKey(studio: Studio, document: DocumentState, after: Project, rig: Rig): Project {
  const isNew = after.pose !== document.history.present.pose;
  const { autoKey, playback } = studio.getState().session;
  return autoKey && isNew ? withPoseKeyed(playback.time, document, after, rig) : after;
}

/** The edited project with keys of what its pose has otherwise than the clip at the playhead. */
export function withChangesKeyed(studio: Studio, edited: Project): Project {
  const { document, session } = studio.getState();
  return document ? withPoseKeyed(session.playback.time, document, edited, document.rig) : edited;
}

/**
 * The project as it is once what is under way is let go, as far as that sets keys: with auto-key on, or where a drag says so. The present one while there
 * is nothing of the kind; the same preview gives the same object.
 */
export function projectToBe({ session, transient }: StudioState, document: DocumentState): Project {
  const { present } = document.history;
  const { preview } = transient;
  const isGesture = preview !== null && preview.cause !== 'playback' && preview.cause !== 'replay';
  if (!isGesture || !(session.autoKey || preview.isKeyed)) return present;
  const known = toBe.get(preview);
  if (known?.document === document) return known.project;
  const project = withPoseKeyed(session.playback.time, document, setPose(present, preview.pose), document.rig);
  toBe.set(preview, { document, project });
  return project;
}

const toBe = new WeakMap<Preview, { readonly document: DocumentState; readonly project: Project }>();

/** Keys what a new pose has otherwise than the clip at `time`, seconds; all of it in a clip without keys. */
function withPoseKeyed(time: number, document: DocumentState, after: Project, rig: Rig): Project {
  const shown = rig === document.rig ? poseAtTime(document, time) : null;
  return setKeyAt(after, rig.skeleton, time, after.pose, shown ? changedTracks(rig.skeleton, shown, after.pose) : undefined);
}

/** Radians, metres and weights: what is mere rounding is no change. */
const UNCHANGED = 1e-6;

/** What two poses have otherwise, as tracks name it: joints, the root's translation, expressions. */
function changedTracks(skeleton: Skeleton, a: Pose, b: Pose): number[] {
  return allTracks(skeleton).filter((joint) => {
    if (joint === ROOT_TRACK) return distance(rootTranslationOf(a), rootTranslationOf(b)) > UNCHANGED;
    if (joint > ROOT_TRACK) return angleBetween(rotationOf(a, joint), rotationOf(b, joint)) > UNCHANGED;
    const at = poseOffset(joint, a);
    return Math.abs(a[at]! - b[at]!) > UNCHANGED;
  });
}

export function undo(studio: Studio): void {
  const { document } = studio.getState();
  const step = document?.history.past.at(-1);
  if (!document || !step) return;
  showHistory(studio, document, undoHistory(document.history), rigOf(document, step.project), `Undo ${step.label}`);
}

export function redo(studio: Studio): void {
  const { document } = studio.getState();
  const step = document?.history.future.at(0);
  if (!document || !step) return;
  showHistory(studio, document, redoHistory(document.history), rigOf(document, step.project), `Redo ${step.label}`);
}

function showHistory(studio: Studio, document: DocumentState, history: History, rig: Rig, label: string): void {
  const before = document.history.present;
  const next: DocumentState = { ...document, history, rig };
  const { session, transient } = studio.getState();
  // A clip that is being looked at, or whose pose is on screen, stays in view unless the edit was about the pose itself.
  const isNewPose = history.present.pose !== before.pose;
  const isInView = transient.preview ? transient.preview.cause === 'playback' : showsClipPose(studio, next);
  const keepsClip = isInView && !isNewPose;
  const pose = keepsClip ? poseAtTime(next, session.playback.time) : null;
  studio.setState({
    document: next,
    session: {
      ...session,
      selection: selectionOn(rig, document.rig, session.selection),
      alsoSelected: rig === document.rig ? session.alsoSelected : [],
      hidden: rig.skeleton.count === document.rig.skeleton.count ? session.hidden : { ...session.hidden, joints: new Set() },
      playback: isNewPose ? { ...session.playback, playing: false } : session.playback,
    },
    transient: {
      preview: pose && { pose, cause: 'playback' },
      // How a pull ended is told until something else is done.
      feedback: transient.preview?.cause === 'pull' ? transient.feedback : null,
    },
  });
  journalEdit(studio, label, document, next);
}

/** Whether the pose on screen was the clip's at the playhead and would be another one after an edit. */
function showsClipPose(studio: Studio, next: DocumentState): boolean {
  const state = studio.getState();
  const isOfClip = keyStateOf(state) === 'key' || keyStateOf(state) === 'between';
  return isOfClip && next.rig === state.document?.rig && keyStateOf({ ...state, document: next }) === 'unkeyed';
}

/** The same handle or joint of another rig of the character, whose joints may have other indices; nothing where it is gone. */
function selectionOn(rig: Rig, before: Rig, selection: Selection): Selection {
  if (rig === before || selection.joint === null) return selection;
  const handle = handlesOf(rig).find(({ name }) => name === selection.handle);
  if (handle) return { joint: handle.joint, handle: handle.name };
  const joint = jointKeys(rig.skeleton).indexOf(jointKeys(before.skeleton)[selection.joint]!);
  return joint < 0 ? NOTHING_SELECTED : { joint, handle: null };
}
