import type { Rig } from '../humanoid/body/rig.ts';
import { checkObject, spellOut } from '../math/check-values.ts';
import { quatAt, type Quat } from '../math/quat.ts';
import { vec3At, type Vec3 } from '../math/vec3.ts';
import { nodeTransforms } from '../skeleton/binding.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { checkPose, type Pose } from '../skeleton/pose.ts';
import type { AnyNames } from '../skeleton/skeleton.ts';

/** The joints of a character and how they sit on the nodes of its scene: a rig is one. */
export type BoundSkeleton<Names = AnyNames> = Pick<Rig<Names>, 'skeleton' | 'binding'>;

/** Sets a node's local transform: its number in the scene, and translation and rotation in its parent's space and the scene's units. */
export type WriteNode = (node: number, translation: Vec3, rotation: Quat) => void;

/**
 * Writes the local transforms that put a character's nodes into `pose`: all nodes that joints stand on, those at rest too, so that a joint which comes
 * back to rest does not stay bent. Scales are left alone. Throws a `RangeError` of one sentence when it is no pose of the rig.
 */
export function applyPose<Names>(rig: BoundSkeleton<Names>, pose: Pose<Names>, write: WriteNode): void {
  checkBound(rig);
  checkPose(rig.skeleton, pose, 'the pose to apply');
  if (typeof write !== 'function')
    throw new RangeError(`write must be a function of a node, its translation and its rotation, got ${spellOut(write)}`);
  const { nodes } = rig.binding;
  const { translations, rotations } = nodeTransforms(rig.binding, forwardKinematics(rig.skeleton, pose));
  for (let j = 0; j < nodes.length; j++) write(nodes[j]!, vec3At(translations, j), quatAt(rotations, j));
}

/** Throws a `RangeError` unless the value is a rig. */
export function checkBound(rig: BoundSkeleton): void {
  checkObject(rig, 'the rig');
  if (rig.skeleton?.count > 0 && rig.binding?.nodes?.length === rig.skeleton.count) return;
  throw new RangeError(`the rig must be one that buildRig made, got ${spellOut(rig)}`);
}
