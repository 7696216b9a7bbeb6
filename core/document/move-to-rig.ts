import type { Rig } from '../humanoid/body/rig.ts';
import { jointKeys } from './joint-keys.ts';
import type { Project } from './project.ts';
import { projectFromData, type ReadProject } from './deserialize.ts';
import { projectToData } from './serialize.ts';

/**
 * The project with its joint indices changed from one rig of its character to another, by the joints' names: needed when a corrected
 * humanoid map gave the character other joints. The same project when both rigs have the same joints in the same order.
 */
export function moveToRig(project: Project, from: Rig, to: Rig): ReadProject {
  const before = jointKeys(from.skeleton);
  const after = jointKeys(to.skeleton);
  const same = before.length === after.length && before.every((key, joint) => key === after[joint]);
  return same ? { project, warnings: [] } : projectFromData(to, projectToData(from, project));
}
