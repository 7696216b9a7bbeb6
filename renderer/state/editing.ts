import { changesBetween, type ProjectChange } from '../../core/document/changes.ts';
import { commit, redo as redoHistory, undo as undoHistory, type History } from '../../core/document/history.ts';
import { setKeyAt } from '../../core/document/edits/clips.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { withBases } from '../../core/document/part-paths.ts';
import { jointKeys } from '../../core/document/joint-keys.ts';
import { moveToRig } from '../../core/document/move-to-rig.ts';
import type { Project } from '../../core/document/project.ts';
import { projectToData } from '../../core/document/serialize.ts';
import { handlesOf } from '../../core/humanoid/body/handles.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { poseAtTime } from './clips.ts';
import type { JournalEntry } from '../../electron/contract.ts';
import {
  hasUnsavedChanges,
  NOTHING_SELECTED,
  type DocumentState,
  type Notice,
  type NoticeTopic,
  type Preview,
  type Selection,
  type SolveFeedback,
  type Studio,
  type ToolName,
} from './studio.ts';

/** Milliseconds after which a notice goes away by itself; errors stay until they are closed. */
const NOTICE_LIFETIME = 6000;

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
  const keyed = withAutoKey(studio, before, project, rig);
  showHistory(studio, document, commit(document.history, label, keyed), rig, label);
  for (const warning of warnings) notify(studio, 'warning', warning);
}

/** With auto-key on, a new pose is keyed at the playhead in the same step. */
function withAutoKey(studio: Studio, before: Project, after: Project, rig: Rig): Project {
  const { autoKey, playback } = studio.getState().session;
  if (!autoKey || after.pose === before.pose) return after;
  return setKeyAt(after, rig.skeleton, playback.time, after.pose);
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

/** The rig that `project` asks for: the present one unless its settings differ. */
export function rigOf(document: DocumentState, project: Project): Rig {
  const isSame = project.rig === document.history.present.rig;
  return isSame ? document.rig : buildRig(document.character.scene, project.rig);
}

function showHistory(studio: Studio, document: DocumentState, history: History, rig: Rig, label: string): void {
  const before = document.history.present;
  const next: DocumentState = { ...document, history, rig };
  const { session, transient } = studio.getState();
  // A clip that is being looked at stays in view unless the edit was about the pose itself.
  const isNewPose = history.present.pose !== before.pose;
  const keepsClip = transient.preview?.cause === 'playback' && !isNewPose;
  const pose = keepsClip ? poseAtTime(next, session.playback.time) : null;
  studio.setState({
    document: next,
    session: {
      ...session,
      selection: selectionOn(rig, document.rig, session.selection),
      playback: isNewPose ? { ...session.playback, playing: false } : session.playback,
    },
    transient: {
      preview: pose && { pose, cause: 'playback' },
      // How a pull ended is told until something else is done.
      feedback: transient.preview?.cause === 'pull' ? transient.feedback : null,
    },
  });
  journal(studio, label, document, next);
}

/** The same handle or joint of another rig of the character, whose joints may have other indices; nothing where it is gone. */
function selectionOn(rig: Rig, before: Rig, selection: Selection): Selection {
  if (rig === before || selection.joint === null) return selection;
  const handle = handlesOf(rig).find(({ name }) => name === selection.handle);
  if (handle) return { joint: handle.joint, handle: handle.name };
  const joint = jointKeys(rig.skeleton).indexOf(jointKeys(before.skeleton)[selection.joint]!);
  return joint < 0 ? NOTHING_SELECTED : { joint, handle: null };
}

/**
 * A journal begins with the whole project, or where that is saved; after that, what each edit changed is enough, unless one could not be
 * kept.
 */
function journal(studio: Studio, label: string, before: DocumentState, document: DocumentState): void {
  const begins = before.history.present === document.saved || studio.getState().session.isJournalBroken;
  appendToJournal(studio, label, begins ? 'saved' : before, document);
}

/** Keeps what leads from an earlier state of the document to the present one; `'saved'` begins a journal. */
export function appendToJournal(studio: Studio, label: string, before: DocumentState | 'saved', document: DocumentState): void {
  const { history, rig, folder, revisions } = document;
  const change = (): Omit<JournalEntry, 'label' | 'folder'> => {
    if (before !== 'saved') {
      return withBases(changesBetween(before.history.present, history.present, rig, before.rig), revisions ?? {});
    }
    if (revisions === null) return { changed: projectToData(history.present, rig) };
    return { ...unsavedChange(document), onSaved: true };
  };
  const begins = before === 'saved';
  studio.desktop.call('journal.append', { label, folder, ...change() }).then(
    () => begins && journalMended(studio),
    (error: unknown) => journalBroke(studio, error),
  );
}

/** Milliseconds after which a journal that could not be written is begun anew; doubled after each failure up to the longest. */
const SHORTEST_RETRY = 5_000;
const LONGEST_RETRY = 60_000;

/** Studios whose journal is tried again after a while. */
const retries = new WeakMap<Studio, ReturnType<typeof setTimeout>>();

function journalBroke(studio: Studio, error: unknown): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, isJournalBroken: true } });
  const refusal = `Unsaved work cannot be kept for recovery: ${messageOf(error)}. Limber goes on trying; save the project to be safe.`;
  notifyUntilSettled(studio, 'recovery', session.app?.problem ?? refusal);
  if (!retries.has(studio)) retryJournal(studio, SHORTEST_RETRY);
}

function retryJournal(studio: Studio, delay: number): void {
  retries.set(
    studio,
    setTimeout(() => {
      retries.delete(studio);
      const { document, session } = studio.getState();
      if (!session.isJournalBroken) return;
      // What was saved meanwhile needs no journal.
      if (!document || !hasUnsavedChanges(studio.getState())) return journalMended(studio);
      retryJournal(studio, Math.min(2 * delay, LONGEST_RETRY));
      appendToJournal(studio, 'Everything since the last save', 'saved', document);
    }, delay),
  );
}

function journalMended(studio: Studio): void {
  const { session } = studio.getState();
  if (!session.isJournalBroken) return;
  studio.setState({ session: { ...session, isJournalBroken: false } });
  settleNotice(studio, 'recovery');
  clearTimeout(retries.get(studio));
  retries.delete(studio);
}

/** What leads from the project as it is saved to the one on screen, with the revisions that it was made from. */
export function unsavedChange(document: DocumentState): ProjectChange {
  const { history, rig, saved, revisions } = document;
  return withBases(changesBetween(saved, history.present, rig, rigOf(document, saved)), revisions ?? {});
}

/** Shows a pose without changing the document; null shows the document again. */
export function setPreview(studio: Studio, preview: Preview | null): void {
  const { transient } = studio.getState();
  if (transient.preview === preview) return;
  studio.setState({ transient: { ...transient, preview } });
}

export function setFeedback(studio: Studio, feedback: SolveFeedback | null): void {
  const { transient } = studio.getState();
  if (transient.feedback === feedback) return;
  studio.setState({ transient: { ...transient, feedback } });
}

export function select(studio: Studio, selection: Selection): void {
  const { session } = studio.getState();
  if (session.selection.joint === selection.joint && session.selection.handle === selection.handle) return;
  studio.setState({ session: { ...session, selection } });
}

export function setTool(studio: Studio, tool: ToolName): void {
  const { session } = studio.getState();
  if (session.tool !== tool) studio.setState({ session: { ...session, tool } });
}

/**
 * Tells the user something, and may offer a command beside it; an error stays until it is closed.
 * The same sentence is not shown twice at once.
 */
export function notify(studio: Studio, kind: Notice['kind'], text: string, command: string | null = null): void {
  const { session } = studio.getState();
  if (session.notices.some((notice) => notice.text === text)) return;
  const id = 1 + Math.max(0, ...session.notices.map((notice) => notice.id));
  studio.setState({ session: { ...session, notices: [...session.notices, { id, kind, text, command }] } });
  if (kind !== 'error') setTimeout(() => dismissNotice(studio, id), NOTICE_LIFETIME);
}

/** Shows a warning that stays until what it is about is settled; the one before it about the same thing goes. */
export function notifyUntilSettled(studio: Studio, topic: NoticeTopic, text: string, command: string | null = null): void {
  const { session } = studio.getState();
  const present = session.notices.find((notice) => notice.topic === topic);
  if (present?.text === text) return;
  const others = session.notices.filter((notice) => notice !== present);
  const id = 1 + Math.max(0, ...session.notices.map((notice) => notice.id));
  studio.setState({ session: { ...session, notices: [...others, { id, kind: 'warning', text, command, topic }] } });
}

export function settleNotice(studio: Studio, topic: NoticeTopic): void {
  const settled = studio.getState().session.notices.find((notice) => notice.topic === topic);
  if (settled) dismissNotice(studio, settled.id);
}

export function dismissNotice(studio: Studio, id: number): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, notices: session.notices.filter((notice) => notice.id !== id) } });
}

/** The sentence of a refusal. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
