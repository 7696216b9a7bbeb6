import { checkProject } from './check-project.ts';
import { checkArray, checkText, isObject, spellOut } from '../math/check-values.ts';
import type { Project } from './project.ts';

/** One step of history: the label of an edit, and the project at its other side. */
export interface Entry {
  /** What the edit is called in menus: “Move hand”. */
  readonly label: string;
  /** In `past` the project before the edit, in `future` the project after it. */
  readonly project: Project;
}

/** A project with the edits that led to it (oldest first) and those that were undone (next to redo first). Immutable. */
export interface History {
  /** Edits that can be undone, oldest first. */
  readonly past: readonly Entry[];
  /** The project as it is. */
  readonly present: Project;
  /** Edits that can be made again, next first. */
  readonly future: readonly Entry[];
}

/** Edits that can be undone, at most; older ones are forgotten. */
export const HISTORY_DEPTH = 5000;

/** A history that begins with this project: nothing to redo, and nothing to undo but what is known of its past. */
export function createHistory(project: Project, past: readonly Entry[] = []): History {
  checkProject(project, 'the project');
  checkArray(past, 'the past');
  return { past, present: project, future: [] };
}

/** The history with one more edit; what was undone is forgotten. An edit that gave back the same project changes nothing. */
export function commit(history: History, label: string, project: Project): History {
  checkHistory(history);
  checkText(label, 'the label');
  checkProject(project, 'the project');
  if (project === history.present) return history;
  const past = [...history.past, { label, project: history.present }].slice(-HISTORY_DEPTH);
  return { past, present: project, future: [] };
}

/** The history with another present and no step that leads there, for what is no edit, such as which clip is shown. */
export function replacePresent(history: History, project: Project): History {
  return { ...history, present: project };
}

/** One edit back; the same history when there is none. */
export function undo(history: History): History {
  checkHistory(history);
  const { past, present, future } = history;
  const step = past.at(-1);
  if (!step) return history;
  return { past: past.slice(0, -1), present: step.project, future: [{ label: step.label, project: present }, ...future] };
}

/** One undone edit forward; the same history when there is none. */
export function redo(history: History): History {
  checkHistory(history);
  const { past, present, future } = history;
  const step = future.at(0);
  if (!step) return history;
  return { past: [...past, { label: step.label, project: present }], present: step.project, future: future.slice(1) };
}

/** The label of the edit that {@link undo} would take back, or null. */
export function undoLabel(history: History): string | null {
  checkHistory(history);
  return history.past.at(-1)?.label ?? null;
}

/** The label of the edit that {@link redo} would make again, or null. */
export function redoLabel(history: History): string | null {
  checkHistory(history);
  return history.future.at(0)?.label ?? null;
}

/** Throws a `RangeError` of one sentence unless it is a history, by its fields. */
function checkHistory(history: History): void {
  if (isObject(history) && Array.isArray(history.past) && Array.isArray(history.future) && isObject(history.present)) return;
  throw new RangeError(`the history must be one that createHistory made, got ${spellOut(history)}`);
}
