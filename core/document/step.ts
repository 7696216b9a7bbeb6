import type { Rig } from '../humanoid/body/rig.ts';
import type { ProjectChange } from './project-change.ts';
import { changeProject } from './deserialize.ts';
import type { Entry } from './history.ts';
import type { Project } from './project.ts';

/** An edit that is kept so that it can be taken back later, by another program too. */
export interface Step {
  /** What the edit is called in menus. */
  readonly label: string;
  /** Leads from the project after the edit to the one before it. */
  readonly back: ProjectChange;
  /** A hash of each field, pose and clip as the edit left it; null for what it removed. */
  readonly left: Readonly<Record<string, string | null>>;
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
