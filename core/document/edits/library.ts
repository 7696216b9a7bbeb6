import { blendPose } from '../../animation/blend.ts';
import { isInFolder, tidyFolder } from '../../library/folders.ts';
import type { SavedPose } from '../../library/saved-pose.ts';
import type { Pose } from '../../skeleton/pose.ts';
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

/** Puts a saved pose into a folder of the library; the empty one is the top. */
export function movePose(project: Project, id: string, folder: string): Project {
  const tidy = tidyFolder(folder);
  return changePose(project, id, (pose) => (pose.folder === tidy ? pose : { ...pose, folder: tidy }));
}

/** Gives a folder another name, or another place: its poses and the folders in it come along. */
export function renameFolder(project: Project, from: string, to: string): Project {
  const tidy = tidyFolder(to);
  const poses = project.poses.map((pose) => {
    if (!isInFolder(pose, from)) return pose;
    return { ...pose, folder: tidyFolder(`${tidy}/${pose.folder.slice(from.length)}`) };
  });
  return from === tidy || poses.every((pose, i) => pose === project.poses[i]) ? project : { ...project, poses };
}

export function markFavourite(project: Project, id: string, isFavourite: boolean): Project {
  return changePose(project, id, (pose) => (pose.isFavourite === isFavourite ? pose : { ...pose, isFavourite }));
}

/** Puts other rotations into a saved pose, for the joints that it speaks of; with a new thumbnail when there is one. */
export function updatePose(project: Project, id: string, pose: Pose, thumbnail?: string): Project {
  return changePose(project, id, (saved) => ({ ...saved, pose: pose.slice(), thumbnail: thumbnail ?? saved.thumbnail }));
}

/** Lets a saved pose speak of more joints (−1 for the root translation), with their rotations in `pose`. */
export function addPoseJoints(project: Project, id: string, joints: readonly number[], pose: Pose): Project {
  return changePose(project, id, (saved) => {
    const added = joints.filter((joint) => !saved.joints.includes(joint));
    if (added.length === 0) return saved;
    return { ...saved, pose: blendPose(saved.pose, pose, 1, added), joints: [...saved.joints, ...added] };
  });
}

/** Lets a saved pose leave some joints alone from now on. */
export function removePoseJoints(project: Project, id: string, joints: readonly number[]): Project {
  return changePose(project, id, (saved) => {
    const left = saved.joints.filter((joint) => !joints.includes(joint));
    return left.length === saved.joints.length ? saved : { ...saved, joints: left };
  });
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
