import { isObject, spellOut } from '../math/check-values.ts';
import type { History } from './history.ts';
import type { Project } from './project.ts';

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a project, by its fields. */
export function checkProject(project: Project, what: string): void {
  if (isObject(project) && Array.isArray(project.poses) && Array.isArray(project.clips) && isObject(project.character)) return;
  throw new RangeError(`${what} must be one that createProject made, got ${spellOut(project)}`);
}

/** Throws a `RangeError` of one sentence unless it is a history, by its fields. */
export function checkHistory(history: History): void {
  if (isObject(history) && Array.isArray(history.past) && Array.isArray(history.future) && isObject(history.present)) return;
  throw new RangeError(`the history must be one that createHistory made, got ${spellOut(history)}`);
}
