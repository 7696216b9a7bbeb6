import { HUMANOID_BONES } from '../body/bones.ts';
import { chooseJoints } from '../body/joint-tree.ts';
import type { Rig } from '../body/rig.ts';
import { sceneTransforms } from '../body/scene-transforms.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { RigOptions } from './rig-options.ts';

/**
 * Corrections under which any skeleton is posed by its plain bones: its root joint stands for the hips, and it has no other bone of a body, so that
 * nothing is limited. Throws a `RangeError` with one sentence when the scene holds no two joints.
 */
export function plainBones(scene: CharacterScene): NonNullable<RigOptions['corrections']> {
  const { nodes } = chooseJoints(scene, sceneTransforms(scene), []);
  const [root] = nodes;
  if (root === undefined || nodes.length < 2)
    throw new RangeError(
      `no usable skeleton: posing needs at least two joints, but there is ${nodes.length === 1 ? '1' : 'none'}`,
    );
  return { ...Object.fromEntries(HUMANOID_BONES.map((bone) => [bone, null])), hips: root };
}

/** Whether a rig is posed by its plain bones: no limb of it has a meaning. */
export function isPlain({ humanoid }: Rig): boolean {
  return Object.keys(humanoid).length === 1;
}
