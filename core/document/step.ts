import type { Rig } from '../humanoid/body/rig.ts';
import type { ProjectChange } from './project-change.ts';
import { changeProject } from './deserialize.ts';
import type { Entry } from './history.ts';
import type { Project } from './project.ts';
import { LIST_KINDS } from './list-kinds.ts';
import { isAnyRemoved, someRemoved, type RemovedParts } from './removed-parts.ts';

/** An edit that is kept so that it can be taken back later, by another program too. */
export interface Step {
  /** What the edit is called in menus. */
  readonly label: string;
  /** Leads from the project after the edit to the one before it. */
  readonly back: ProjectChange;
  /** A hash of each field, pose and clip as the edit left it; null for what it removed. */
  readonly left: Readonly<Record<string, string | null>>;
  /** Parts that it removed and that hold what whoever made it does not understand: whoever takes it back later brings that back, too. */
  readonly removed?: RemovedParts;
}

/**
 * The past of a project that these steps, oldest first, led to, all on one rig. What comes before a step that changed the rig is left out.
 */
export function pastOf(project: Project, steps: readonly Step[], rig: Rig): readonly Entry[] {
  const past: Entry[] = [];
  let state = project;
  for (const { label, back } of steps.toReversed()) {
    if (back.changed.rig) break;
    state = changeProject(state, back, rig).project;
    past.unshift({ label, project: state });
  }
  return past;
}

/** The steps, each with those of the parts that it removed last. */
export function withRemoved(steps: readonly Step[], removed: RemovedParts): readonly Step[] {
  if (!isAnyRemoved(removed)) return steps;
  const last = new Map<string, Step>();
  for (const step of steps)
    for (const kind of LIST_KINDS) for (const { item } of step.back[kind]?.put ?? []) last.set(`${kind}/${item.id}`, step);
  return steps.map((step) => {
    const own = someRemoved(removed, (kind, id) => last.get(`${kind}/${id}`) === step);
    return isAnyRemoved(own) ? { ...step, removed: own } : step;
  });
}
