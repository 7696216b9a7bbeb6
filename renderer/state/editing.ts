import { changedFields } from '../../core/document/changes.ts';
import { commit, redo as redoHistory, undo as undoHistory, type History } from '../../core/document/history.ts';
import type { Project } from '../../core/document/project.ts';
import { buildRig } from '../../core/humanoid/build-rig.ts';
import type { DocumentState, Notice, Preview, Selection, SolveFeedback, Studio, ToolName } from './studio.ts';

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
  const after = edit(before);
  if (after !== before) moveHistory(studio, document, commit(document.history, label, after), label);
  setPreview(studio, null);
}

export function undo(studio: Studio): void {
  const { document } = studio.getState();
  const step = document?.history.past.at(-1);
  if (!document || !step) return;
  moveHistory(studio, document, undoHistory(document.history), `Undo ${step.label}`);
  setPreview(studio, null);
}

export function redo(studio: Studio): void {
  const { document } = studio.getState();
  const step = document?.history.future.at(0);
  if (!document || !step) return;
  moveHistory(studio, document, redoHistory(document.history), `Redo ${step.label}`);
  setPreview(studio, null);
}

function moveHistory(studio: Studio, document: DocumentState, history: History, label: string): void {
  const before = document.history.present;
  const after = history.present;
  const rig = after.rig === before.rig ? document.rig : buildRig(document.character.scene, after.rig);
  studio.setState({ document: { ...document, history, rig } });
  studio.desktop
    .call('journal.append', { label, folder: document.folder, changed: changedFields(before, after) })
    .catch((error: unknown) => {
      notify(studio, 'error', `This change could not be kept for recovery: ${messageOf(error)}`);
    });
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

/** Tells the user something; an error stays until it is closed. The same sentence is not shown twice at once. */
export function notify(studio: Studio, kind: Notice['kind'], text: string): void {
  const { session } = studio.getState();
  if (session.notices.some((notice) => notice.text === text)) return;
  const id = 1 + Math.max(0, ...session.notices.map((notice) => notice.id));
  studio.setState({ session: { ...session, notices: [...session.notices, { id, kind, text }] } });
  if (kind !== 'error') setTimeout(() => dismissNotice(studio, id), NOTICE_LIFETIME);
}

export function dismissNotice(studio: Studio, id: number): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, notices: session.notices.filter((notice) => notice.id !== id) } });
}

/** The sentence of a refusal. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
