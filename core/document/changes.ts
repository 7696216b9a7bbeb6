import { checkObject } from '../math/check-values.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkProject } from './check-project.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { jointKeys } from './joint-keys.ts';
import { applyListChange, checkListChange, checkNamedList, listChange, type ListChange } from './list-change.ts';
import type { ClipData, ProjectData, SavedPoseData } from './project-data.ts';
import type { Project } from './project.ts';
import { clipToData, projectFields, savedPoseToData } from './serialize.ts';

/**
 * What leads from one state of a project to another: what a journal keeps of an edit, what a save sends, and what somebody else did in
 * the project's folder. It says what is there afterwards, so that it may be applied again.
 */
export interface ProjectChange {
  /** Top-level fields with their new values. */
  readonly changed: Partial<ProjectData>;
  /** What the changed settings were before: the base of a merge. Where one is missing it is not known. */
  readonly before?: Partial<ProjectData>;
  /** Saved poses that were added, changed or removed. */
  readonly poses?: ListChange<SavedPoseData>;
  /** Clips that were added, changed or removed. */
  readonly clips?: ListChange<ClipData>;
}

/** The fields that several people share and that merge setting by setting. */
export const SETTINGS = ['name', 'pins', 'solver', 'rig'] as const;

/**
 * Fields, poses and clips are compared by reference. `rig` is the rig that the joint indices of `after` speak of, `rigBefore` that of
 * `before`.
 */
export function changesBetween(rig: Rig, before: Project, after: Project, rigBefore: Rig = rig): ProjectChange {
  checkRig(rig);
  checkProject(before, 'the before');
  checkProject(after, 'the after');
  checkRig(rigBefore);
  const keys = jointKeys(rig.skeleton);
  const fields = changedFields(before, after);
  return {
    ...fieldChange(projectFields(after, rig, fields), projectFields(before, rigBefore, settingsAmong(fields))),
    ...listChanges(
      listChange(before.poses, after.poses, (saved) => savedPoseToData(rig.skeleton, saved, keys)),
      listChange(before.clips, after.clips, (clip) => clipToData(rig.skeleton, clip, keys)),
    ),
  };
}

/** The same for projects as plain JSON, where {@link applyChange} made the one of the other. */
export function dataChanges(before: ProjectData, after: ProjectData): ProjectChange {
  const fields = changedFields(before, after);
  return {
    ...fieldChange(pick(after, fields), pick(before, settingsAmong(fields))),
    ...listChanges(
      listChange(before.poses, after.poses, (saved) => saved),
      listChange(before.clips, after.clips, (clip) => clip),
    ),
  };
}

/** The project's data after a change. */
export function applyChange(data: ProjectData, change: ProjectChange): ProjectData {
  checkObject(data, 'the data');
  checkObject(change, 'the change');
  const { changed, poses, clips } = change;
  if (changed !== undefined) checkObject(changed, 'what changed');
  checkNamedList(data.poses, "the data's poses");
  checkNamedList(data.clips, "the data's clips");
  if (poses !== undefined) checkListChange(poses, 'the poses of the change');
  if (clips !== undefined) checkListChange(clips, 'the clips of the change');
  const next = { ...data, ...changed };
  return {
    ...next,
    poses: poses ? applyListChange(next.poses, poses) : next.poses,
    clips: clips ? applyListChange(next.clips, clips) : next.clips,
  };
}

function changedFields<Whole extends object>(before: Whole, after: Whole): (keyof Whole & keyof Project)[] {
  const fields = Object.keys(after) as (keyof Whole & keyof Project)[];
  return fields.filter((field) => field !== 'poses' && field !== 'clips' && before[field] !== after[field]);
}

function settingsAmong(fields: readonly (keyof Project)[]): (keyof Project)[] {
  return SETTINGS.filter((name) => fields.includes(name));
}

function pick(data: ProjectData, fields: readonly (keyof ProjectData)[]): Partial<ProjectData> {
  return Object.fromEntries(fields.map((field) => [field, data[field]]));
}

function fieldChange(changed: Partial<ProjectData>, before: Partial<ProjectData>): ProjectChange {
  return Object.keys(before).length > 0 ? { changed, before } : { changed };
}

function listChanges(
  poses: ListChange<SavedPoseData> | null,
  clips: ListChange<ClipData> | null,
): Pick<ProjectChange, 'poses' | 'clips'> {
  return { ...(poses && { poses }), ...(clips && { clips }) };
}
