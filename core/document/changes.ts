import type { Rig } from '../humanoid/body/rig.ts';
import { jointKeys } from './joint-keys.ts';
import { applyListChange, listChange, type ListChange } from './list-change.ts';
import type { ClipData, ProjectData, SavedPoseData } from './project-data.ts';
import type { Project } from './project.ts';
import { clipToData, projectFields, savedPoseToData } from './serialize.ts';

/**
 * What leads from one state of a project to another: what a journal keeps of an edit, and what is left to write of a saved project.
 * It says what is there afterwards, so that it may be applied again.
 */
export interface ProjectChange {
  /** Top-level fields with their new values. A list stands here as a whole when its order changed. */
  readonly changed: Partial<ProjectData>;
  /** Saved poses that were added, changed or removed. */
  readonly poses?: ListChange<SavedPoseData>;
  /** Clips that were added, changed or removed. */
  readonly clips?: ListChange<ClipData>;
}

/** Fields, poses and clips are compared by reference. `rig` is the rig that the joint indices of `after` speak of. */
export function changesBetween(before: Project, after: Project, rig: Rig): ProjectChange {
  const keys = jointKeys(rig.skeleton);
  const poses = listChange(before.poses, after.poses, (saved) => savedPoseToData(rig.skeleton, saved, keys));
  const clips = listChange(before.clips, after.clips, (clip) => clipToData(clip, keys));
  const isWhole = { poses: poses === 'reordered', clips: clips === 'reordered' };
  const fields = (Object.keys(after) as (keyof Project)[]).filter((field) =>
    field === 'poses' || field === 'clips' ? isWhole[field] : before[field] !== after[field],
  );
  return {
    changed: projectFields(after, rig, fields),
    ...(poses !== null && poses !== 'reordered' && { poses }),
    ...(clips !== null && clips !== 'reordered' && { clips }),
  };
}

/** The project's data after a change. */
export function applyChange(data: ProjectData, { changed, poses, clips }: ProjectChange): ProjectData {
  const next = { ...data, ...changed };
  return {
    ...next,
    poses: poses ? applyListChange(next.poses, poses) : next.poses,
    clips: clips ? applyListChange(next.clips, clips) : next.clips,
  };
}
