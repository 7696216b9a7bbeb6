import type { SavedPose } from '../../library/saved-pose.ts';
import type { Project } from '../project.ts';

/** The project with a pose kept in its library: a new one at the end, or in place of the one with the same id. */
export function savePose(project: Project, saved: SavedPose): Project {
  const at = project.poses.findIndex((pose) => pose.id === saved.id);
  if (at < 0) return { ...project, poses: [...project.poses, saved] };
  return saved === project.poses[at] ? project : { ...project, poses: project.poses.with(at, saved) };
}

/** Throws a `RangeError` when the name is empty. */
export function renamePose(project: Project, id: string, name: string): Project {
  const trimmed = name.trim();
  if (trimmed === '') throw new RangeError('a pose needs a name');
  return changePose(project, id, (pose) => (pose.name === trimmed ? pose : { ...pose, name: trimmed }));
}

/** Tags are trimmed; empty and repeated ones are dropped. */
export function tagPose(project: Project, id: string, tags: readonly string[]): Project {
  const cleaned = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  return changePose(project, id, (pose) => (pose.tags.join('\n') === cleaned.join('\n') ? pose : { ...pose, tags: cleaned }));
}

export function deletePose(project: Project, id: string): Project {
  const poses = project.poses.filter((pose) => pose.id !== id);
  return poses.length === project.poses.length ? project : { ...project, poses };
}

/** The saved pose of that id, or null. */
export function findPose(project: Project, id: string): SavedPose | null {
  return project.poses.find((pose) => pose.id === id) ?? null;
}

function changePose(project: Project, id: string, change: (pose: SavedPose) => SavedPose): Project {
  const at = project.poses.findIndex((pose) => pose.id === id);
  if (at < 0) throw new RangeError(`there is no pose "${id}" in the library`);
  const before = project.poses[at]!;
  const after = change(before);
  return after === before ? project : { ...project, poses: project.poses.with(at, after) };
}
