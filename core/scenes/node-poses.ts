import type { Rig } from '../humanoid/body/rig.ts';
import { checkObject, spellOut } from '../math/check-values.ts';
import { checkCoordinates, checkUnit } from '../math/check-numbers.ts';
import { conjugate, multiply, normalizeQuat, quatAt, type Quat } from '../math/quat.ts';
import { subtract, vec3At, type Vec3 } from '../math/vec3.ts';
import { createNodeTransforms, nodeTransforms } from '../skeleton/binding.ts';
import { forwardKinematics, worldPosition } from '../skeleton/forward-kinematics.ts';
import { worldOfNodes } from '../skeleton/node-world.ts';
import { checkPose, restPose, setRotation, type Pose } from '../skeleton/pose.ts';
import type { AnyNames } from '../skeleton/skeleton.ts';

/** The joints of a character and how they sit on the nodes of its scene: a rig is one. */
export type BoundSkeleton<Names = AnyNames> = Pick<Rig<Names>, 'skeleton' | 'binding'>;

/** Sets a node's local transform: its number in the scene, and translation and rotation in its parent's space and the scene's units. */
export type WriteNode = (node: number, translation: Vec3, rotation: Quat) => void;

/** A node's local translation and rotation, by its number in the scene. */
export type ReadNode = (node: number) => { readonly translation: Vec3; readonly rotation: Quat };

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

/**
 * The pose in which a character's nodes stand now; nodes that no joint stands on are taken to be at rest, and bones that were stretched come out with
 * their own length. Throws a `RangeError` of one sentence when `read` gives what is no transform.
 */
export function poseFromNodes<Names>(rig: BoundSkeleton<Names>, read: ReadNode): Pose<Names> {
  checkBound(rig);
  if (typeof read !== 'function') throw new RangeError(`read must be a function of a node, got ${spellOut(read)}`);
  const { skeleton, binding } = rig;
  const local = createNodeTransforms(binding);
  for (let j = 0; j < skeleton.count; j++) {
    const node = binding.nodes[j]!;
    const { translation, rotation } = read(node);
    checkCoordinates(translation, 3, `node ${node}: the translation`);
    checkUnit(rotation, 4, `node ${node}: the rotation`);
    local.translations.set(translation, 3 * j);
    local.rotations.set(normalizeQuat(rotation), 4 * j);
  }
  const world = worldOfNodes(binding, local);
  const pose = restPose(skeleton);
  for (let j = 0; j < skeleton.count; j++) {
    const parent = skeleton.parents[j]!;
    const own = quatAt(world.rotations, j);
    const turned = parent < 0 ? own : multiply(conjugate(quatAt(world.rotations, parent)), own);
    setRotation(pose, j, normalizeQuat(multiply(conjugate(quatAt(skeleton.rest, j)), turned)));
  }
  const reached = worldPosition(forwardKinematics(skeleton, pose), skeleton.root);
  pose.set(subtract(vec3At(world.positions, skeleton.root), reached));
  return pose;
}

/** Throws a `RangeError` unless the value is a rig. */
export function checkBound(rig: BoundSkeleton): void {
  checkObject(rig, 'the rig');
  if (rig.skeleton?.count > 0 && rig.binding?.nodes?.length === rig.skeleton.count) return;
  throw new RangeError(`the rig must be one that buildRig made, got ${spellOut(rig)}`);
}
