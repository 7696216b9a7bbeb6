import type { Rig } from '../humanoid/body/rig.ts';
import type { SavedPose } from '../library/saved-pose.ts';
import { onOtherRig } from './work-on-actor.ts';
import { projectFromData, type ReadProject } from './deserialize.ts';
import { jointKeys } from './joint-keys.ts';
import { FIRST_ACTOR, type Project } from './project.ts';
import { savedPoseFromData } from './read-poses.ts';
import { savedPoseToData } from './serialize-parts.ts';
import { projectToData } from './serialize.ts';

/**
 * The project with its joint indices changed from one rig of the actor that is worked on to another, by the joints' names: needed when a corrected
 * humanoid map gave its character other joints. The same project when both rigs have the same joints in the same order.
 */
export function moveToRig(project: Project, from: Rig, to: Rig): ReadProject {
  if (haveSameJoints(from, to)) return { project, warnings: [] };
  // The poses of the library are those of the first actor.
  if (project.workedOn !== FIRST_ACTOR) return onOtherRig(project, from, to);
  return projectFromData(to, projectToData(from, project));
}

/** The same for saved poses alone. */
export function movePoses(poses: readonly SavedPose[], from: Rig, to: Rig): readonly SavedPose[] {
  if (haveSameJoints(from, to)) return poses;
  const keys = jointKeys(from.skeleton);
  return poses.map((saved) => savedPoseFromData(to.skeleton, savedPoseToData(from.skeleton, saved, keys)));
}

function haveSameJoints(from: Rig, to: Rig): boolean {
  const [before, after] = [jointKeys(from.skeleton), jointKeys(to.skeleton)];
  return before.length === after.length && before.every((key, joint) => key === after[joint]);
}
