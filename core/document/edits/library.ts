import { blendPose } from '../../animation/blend.ts';
import { isInFolder, tidyFolder } from '../../library/folders.ts';
import type { SavedPose } from '../../library/saved-pose.ts';
import type { Pose } from '../../skeleton/pose.ts';

/** A library of saved poses: a project with its own, or poses alone. */
export interface PoseList {
  readonly poses: readonly SavedPose[];
}

/** The library with a pose kept in it: a new one at the end, or in place of the one with the same id. */
export function savePose<List extends PoseList>(library: List, saved: SavedPose): List {
  const at = library.poses.findIndex((pose) => pose.id === saved.id);
  if (at < 0) return { ...library, poses: [...library.poses, saved] };
  return saved === library.poses[at] ? library : { ...library, poses: library.poses.with(at, saved) };
}

/** Throws a `RangeError` when the name is empty. */
export function renamePose<List extends PoseList>(library: List, id: string, name: string): List {
  const trimmed = name.trim();
  if (trimmed === '') throw new RangeError('a pose needs a name');
  return changePose(library, id, (pose) => (pose.name === trimmed ? pose : { ...pose, name: trimmed }));
}

/** Tags are trimmed; empty and repeated ones are dropped. */
export function tagPose<List extends PoseList>(library: List, id: string, tags: readonly string[]): List {
  const cleaned = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  return changePose(library, id, (pose) => (pose.tags.join('\n') === cleaned.join('\n') ? pose : { ...pose, tags: cleaned }));
}

/** Puts a saved pose into a folder of the library; the empty one is the top. */
export function movePose<List extends PoseList>(library: List, id: string, folder: string): List {
  const tidy = tidyFolder(folder);
  return changePose(library, id, (pose) => (pose.folder === tidy ? pose : { ...pose, folder: tidy }));
}

/** Gives a folder another name, or another place: its poses and the folders in it come along. */
export function renameFolder<List extends PoseList>(library: List, from: string, to: string): List {
  const tidy = tidyFolder(to);
  const poses = library.poses.map((pose) => {
    if (!isInFolder(pose, from)) return pose;
    return { ...pose, folder: tidyFolder(`${tidy}/${pose.folder.slice(from.length)}`) };
  });
  return from === tidy || poses.every((pose, i) => pose === library.poses[i]) ? library : { ...library, poses };
}

export function markFavourite<List extends PoseList>(library: List, id: string, isFavourite: boolean): List {
  return changePose(library, id, (pose) => (pose.isFavourite === isFavourite ? pose : { ...pose, isFavourite }));
}

/** Lets a saved pose speak of more joints (−1 for the root translation), with their rotations in `pose`. */
export function addPoseJoints<List extends PoseList>(library: List, id: string, joints: readonly number[], pose: Pose): List {
  return changePose(library, id, (saved) => {
    const added = joints.filter((joint) => !saved.joints.includes(joint));
    if (added.length === 0) return saved;
    return { ...saved, pose: blendPose(saved.pose, pose, 1, added), joints: [...saved.joints, ...added] };
  });
}

/** Lets a saved pose speak of these joints (−1 for the root translation) as they are in `pose`; of those that it spoke of already, too. */
export function updatePoseJoints<List extends PoseList>(library: List, id: string, joints: readonly number[], pose: Pose): List {
  return changePose(library, id, (saved) => {
    if (joints.length === 0) return saved;
    return { ...saved, pose: blendPose(saved.pose, pose, 1, joints), joints: [...new Set([...saved.joints, ...joints])] };
  });
}

/** Lets a saved pose leave some joints alone from now on. */
export function removePoseJoints<List extends PoseList>(library: List, id: string, joints: readonly number[]): List {
  return changePose(library, id, (saved) => {
    const left = saved.joints.filter((joint) => !joints.includes(joint));
    return left.length === saved.joints.length ? saved : { ...saved, joints: left };
  });
}

export function deletePose<List extends PoseList>(library: List, id: string): List {
  const poses = library.poses.filter((pose) => pose.id !== id);
  return poses.length === library.poses.length ? library : { ...library, poses };
}

function changePose<List extends PoseList>(library: List, id: string, change: (pose: SavedPose) => SavedPose): List {
  const at = library.poses.findIndex((pose) => pose.id === id);
  if (at < 0) throw new RangeError(`there is no pose "${id}" in the library`);
  const before = library.poses[at]!;
  const after = change(before);
  return after === before ? library : { ...library, poses: library.poses.with(at, after) };
}
