import { actorsOf, workOn } from '../../core/document/work-on-actor.ts';
import { commit, redo as redoHistory, replacePresent, undo as undoHistory, type History } from '../../core/document/history.ts';
import { activeClip, setKeyAt } from '../../core/document/edits/clips.ts';
import { clampUnkeyed, dropUnkeyed, setPose } from '../../core/document/edits/posing.ts';
import { jointKeys } from '../../core/document/joint-keys.ts';
import { startReading } from '../../core/document/reading.ts';
import { readUnkeyed } from '../../core/document/read-settings.ts';
import { moveToRig } from '../../core/document/move-to-rig.ts';
import type { Project, UnkeyedPose } from '../../core/document/project.ts';
import { changedTracks, withoutKeyedPose } from '../../core/document/shown-pose.ts';
import { handlesOf } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { poseAtTime } from './timeline/clips.ts';
import { rigOf } from './rig/document-rig.ts';
import { journalEdit } from './saving/journal.ts';
import { notify } from './window/notify.ts';
import { setPreview } from './preview.ts';
import type { DocumentState } from './document-state.ts';
import { canWorkOn, withCharacter } from './scene/characters.ts';
import { keepLocked, tellKept } from './scene/keep-locked.ts';
import { rigOfActor, rigsBeside, rigsOf } from './scene/rigs.ts';
import { NOTHING_HIDDEN, NOTHING_SELECTED, type Playback, type Selection } from './session-state.ts';
import type { Studio, StudioState } from './studio.ts';
import type { Preview } from './transient-state.ts';
import { hiddenUnkeyed, tellOfUnkeyed } from './posing/unkeyed-pose.ts';
import { lastOf } from '../../core/math/last-of.ts';

/**
 * Makes one labelled, undoable edit of the document: ends the preview, rebuilds the rig when its settings changed, and adds
 * the changed fields to the journal. An edit that returns the project it was given changes nothing and leaves no undo step. Locked actors stay as they are.
 */
export function commitEdit(studio: Studio, label: string, edit: (project: Project) => Project): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const before = document.history.present;
  const { project: edited, kept } = keepLocked(studio.getState(), before, edit(before));
  const rig = rigOf(document, edited);
  const { project: moved, warnings } = moveToRig(edited, document.rig, rig);
  // A tighter limit takes the unkeyed pose along.
  const inside = rig === document.rig ? moved : clampUnkeyed(moved, rig.skeleton);
  const isPosed = edited.unkeyed !== before.unkeyed && edited.unkeyed !== null;
  const keyed = isPosed && session.autoKey ? keyedAt(session.playback.time, document, inside, rig) : inside;
  const project = withoutKeyedPose(rig, keyed, rigsBeside(document));
  if (isSame(project, before)) {
    setPreview(studio, null);
    return tellKept(studio, kept);
  }
  const replaced = isPosed ? hiddenUnkeyed(studio.getState()) : null;
  const { time, playing } = session.playback;
  const playback = { ...session.playback, time: Math.min(time, activeClip(project).duration), playing: playing && !isPosed };
  showHistory(studio, document, commit(document.history, label, project), rig, playback, label);
  if (replaced) notify(studio, 'info', 'The pose at another frame that was not keyed has been replaced', 'edit.undo');
  for (const warning of warnings) notify(studio, 'warning', warning);
  tellKept(studio, kept);
}

/** One labelled, undoable step that puts a pose on screen at the playhead: keyed where every change is keyed. */
export function commitPose(studio: Studio, label: string, pose: Pose): void {
  commitEdit(studio, label, (project) => setPose(project, pose, studio.getState().session.playback.time));
}

function isSame(project: Project, before: Project): boolean {
  return (Object.keys(project) as (keyof Project)[]).every((field) => project[field] === before[field]);
}

/** The project with keys at the playhead of what a pose has otherwise than the clip there. */
export function withPoseKeyed(studio: Studio, project: Project, pose: Pose): Project {
  const { document, session } = studio.getState();
  const { time } = session.playback;
  return document ? keyedAt(time, document, setPose(project, pose, time), document.rig) : project;
}

/**
 * The project as it is once what is under way is let go, as far as that sets keys: with auto-key on, or where a drag says so. The present one while there
 * is nothing of the kind; the same preview gives the same object.
 */
export function projectToBe({ session, transient }: StudioState, document: DocumentState): Project {
  const { present } = document.history;
  const { preview } = transient;
  const isGesture = preview !== null && !['clip', 'replay', 'live'].includes(preview.cause);
  if (!isGesture || !(session.autoKey || preview.isKeyed)) return present;
  const { time } = session.playback;
  return toBe(preview, [document], () => keyedAt(time, document, setPose(present, preview.pose, time), document.rig));
}

const toBe = lastOf<Preview, Project>();

/** Keys what the unkeyed pose has otherwise than the clip at `time`, seconds; all of it in a clip without keys. */
function keyedAt(time: number, document: DocumentState, after: Project, rig: Rig): Project {
  const { pose } = after.unkeyed!;
  const shown = rig === document.rig ? poseAtTime(document, time) : null;
  const changed = shown ? changedTracks(rig.skeleton, shown, pose) : undefined;
  return dropUnkeyed(setKeyAt(after, rig.skeleton, time, pose, changed));
}

export function undo(studio: Studio): void {
  const { document } = studio.getState();
  const step = document?.history.past.at(-1);
  if (!document || !step) return;
  goBack(studio, document, undoHistory(document.history), step.project, `Undo ${step.label}`);
}

export function redo(studio: Studio): void {
  const { document } = studio.getState();
  const step = document?.history.future.at(0);
  if (!document || !step) return;
  // The edit was made while the actor was worked on that is now, whoever was when it was undone.
  const { workedOn } = document.history.present;
  const project = canWorkOn({ ...document, history: replacePresent(document.history, step.project) }, workedOn)
    ? workOn(step.project, rigOf(document, step.project), workedOn, rigsOf(document)).project
    : step.project;
  goBack(studio, document, replacePresent(redoHistory(document.history), project), project, `Redo ${step.label}`);
}

/** Shows another state of the history; a step that was about an unkeyed pose is seen at the frame where that stands. */
function goBack(studio: Studio, document: DocumentState, history: History, project: Project, label: string): void {
  const { playback } = studio.getState().session;
  const posed = posedBetween(document, project);
  const at = posed?.clip === project.activeClip ? posed.time : playback.time;
  const time = Math.min(at, activeClip(project).duration);
  const there = { ...playback, time, playing: playback.playing && !posed };
  showHistory(studio, document, history, rigOf(document, project), there, label);
}

/** The unkeyed pose that comes or goes with a step to `project`, whichever actor's it is; null where the step leaves all of them as they are. */
function posedBetween(document: DocumentState, project: Project): UnkeyedPose | null {
  const { present } = document.history;
  for (const { id } of actorsOf(project)) {
    const [before, after] = [unkeyedOf(document, present, id), unkeyedOf(document, project, id)];
    const rig = after?.rig ?? before?.rig;
    if (rig && !isSameUnkeyed(rig, before?.unkeyed ?? null, after?.unkeyed ?? null)) return after?.unkeyed ?? before!.unkeyed;
  }
  return null;
}

/** What an actor has that is not keyed, with its rig; null where it has nothing of the kind. That of an actor who is not worked on is read as it was written. */
function unkeyedOf(
  document: DocumentState,
  project: Project,
  id: string,
): { readonly unkeyed: UnkeyedPose; readonly rig: Rig } | null {
  const { workedOn, activeClip: clip } = project;
  if (id === workedOn) return project.unkeyed && { unkeyed: project.unkeyed, rig: rigOf(document, project) };
  const actor = project.actors.find((each) => each.id === id);
  const rig = actor?.unkeyed ? rigOfActor(document, actor) : null;
  const unkeyed = rig && readUnkeyed(startReading(rig.skeleton), actor!.unkeyed, clip);
  return rig && unkeyed ? { unkeyed, rig } : null;
}

/** A pose that was written and read again meanwhile is the same when it shows the same. */
function isSameUnkeyed({ skeleton }: Rig, a: UnkeyedPose | null, b: UnkeyedPose | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.clip !== b.clip || a.time !== b.time || a.pose.length !== b.pose.length) return false;
  return changedTracks(skeleton, a.pose, b.pose).length === 0;
}

function showHistory(
  studio: Studio,
  document: DocumentState,
  history: History,
  rig: Rig,
  playback: Playback,
  label: string,
): void {
  const next: DocumentState = { ...withCharacter(document, history.present), history, rig };
  const isOther = history.present.workedOn !== document.history.present.workedOn;
  const { session, transient } = studio.getState();
  studio.setState({
    document: next,
    session: {
      ...session,
      playback,
      selection: isOther ? NOTHING_SELECTED : selectionOn(rig, document.rig, session.selection),
      alsoSelected: rig === document.rig && !isOther ? session.alsoSelected : [],
      hidden: isOther
        ? NOTHING_HIDDEN
        : rig.skeleton.count === document.rig.skeleton.count
          ? session.hidden
          : { ...session.hidden, joints: new Set() },
    },
    transient: {
      preview: null,
      // How a pull ended is told until something else is done.
      feedback: transient.preview?.cause === 'pull' ? transient.feedback : null,
    },
  });
  journalEdit(studio, label, document, next);
  tellOfUnkeyed(studio);
}

/** The same handle or joint of another rig of the character, whose joints may have other indices; nothing where it is gone. */
function selectionOn(rig: Rig, before: Rig, selection: Selection): Selection {
  if (rig === before || selection.joint === null) return selection;
  const handle = handlesOf(rig).find(({ name }) => name === selection.handle);
  if (handle) return { joint: handle.joint, handle: handle.name };
  const joint = jointKeys(rig.skeleton).indexOf(jointKeys(before.skeleton)[selection.joint]!);
  return joint < 0 ? NOTHING_SELECTED : { joint, handle: null };
}
