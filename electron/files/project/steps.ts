import { createHash } from 'node:crypto';
import { applyChange, dataChanges } from '../../../core/document/changes.ts';
import { LIST_KINDS } from '../../../core/document/list-kinds.ts';
import { partPath } from '../../../core/document/part-paths.ts';
import type { ProjectChange } from '../../../core/document/project-change.ts';
import type { ProjectData } from '../../../core/document/project-data.ts';
import type { Step } from '../../../core/document/step.ts';

/** A step of which `change` says what it did, and `back` the way back. */
export function stepOf(label: string, change: ProjectChange, back: ProjectChange): Step {
  return { label, back, left: marksOf(change) };
}

/**
 * The project without a step, and the step that makes it again. Throws an `Error` with one sentence when something that the step changed was
 * changed by others since.
 */
export function takeBack(project: ProjectData, step: Step): { readonly project: ProjectData; readonly opposite: Step } {
  const before = applyChange(project, step.back);
  const present = marksOf(dataChanges(before, project));
  const names = new Set([...Object.keys(present), ...Object.keys(step.left)]);
  const other = [...names].find((name) => (step.left[name] ?? null) !== (present[name] ?? null));
  if (other !== undefined) throw new Error(`"${step.label}" cannot be taken back: ${other} was changed by others since`);
  return { project: before, opposite: stepOf(step.label, dataChanges(project, before), dataChanges(before, project)) };
}

/** The latest of the steps, oldest first, that led to the project as it is: what they left is still there. */
export function stepsThatLedTo(project: ProjectData, steps: readonly Step[]): readonly Step[] {
  let state = project;
  let first = steps.length;
  try {
    for (; first > 0; first--) state = takeBack(state, steps[first - 1]!).project;
  } catch {
    // Older steps speak of what others have changed since.
  }
  return steps.slice(first);
}

/** Which clip is shown and who is worked on is no step: it may be another one meanwhile. */
const SHOWN: ReadonlySet<string> = new Set(['activeClip', 'workedOn']);

/** What tells whether fields and parts are still as a change put them. */
function marksOf(change: ProjectChange): Record<string, string | null> {
  const marks: Record<string, string | null> = {};
  for (const [field, value] of Object.entries(change.changed)) if (!SHOWN.has(field)) marks[field] = hashOf(value);
  for (const kind of LIST_KINDS) {
    for (const { item } of change[kind]?.put ?? []) marks[partPath(kind, item.id)] = hashOf(item);
    for (const id of change[kind]?.removed ?? []) marks[partPath(kind, id)] = null;
  }
  return marks;
}

/** The same for fields in any order: files are read in another order than that in which values are made. */
function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
