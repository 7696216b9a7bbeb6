import type { Rig } from '../humanoid/rig.ts';
import type { ProjectData } from './project-data.ts';
import type { Project } from './project.ts';
import { projectFields } from './serialize.ts';

/**
 * The top-level fields that differ between two states of a project, with their values in `after`: what a journal keeps of an edit.
 * Fields are compared by reference. `rig` is the rig that the joint indices of `after` speak of.
 */
export function changedFields(before: Project, after: Project, rig: Rig): Partial<ProjectData> {
  const fields = (Object.keys(after) as (keyof Project)[]).filter((field) => before[field] !== after[field]);
  return projectFields(after, rig, fields);
}

/** The project's data with the fields of one journal entry replaced. */
export function applyChanges(data: ProjectData, changed: Partial<ProjectData>): ProjectData {
  return { ...data, ...changed };
}
