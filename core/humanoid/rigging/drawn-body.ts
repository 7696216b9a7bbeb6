import type { CharacterScene } from '../../skeleton/scene.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { Detection } from '../detection/detect.ts';
import { nearestJoint, type JointTree } from '../body/joint-tree.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Where the body that is drawn at rest ends: world y, metres; null where nothing is drawn that would tell. */
export interface DrawnBody {
  /** Highest point of the head and of what hangs from it (hair, a helmet), but of nothing that is held. */
  readonly top: number | null;
  /** Lowest point of the legs, with the shoes. */
  readonly soles: number | null;
}

const LEG_BONES: readonly HumanoidBone[] = [
  'leftToes',
  'rightToes',
  'leftFoot',
  'rightFoot',
  'leftLowerLeg',
  'rightLowerLeg',
  'leftUpperLeg',
  'rightUpperLeg',
];

/** Measures what the scene draws on the head and the legs of a body; on all of one that has neither. */
export function drawnBody(scene: CharacterScene, tree: JointTree, { bones }: Detection): DrawnBody {
  const joints = new Map(tree.nodes.map((node, j) => [node, j]));
  const jointOf = scene.meshExtents.map(({ node }) => nearestJoint(scene, joints, node));
  /** What is drawn on these bones and on everything below them. */
  const on = (wanted: readonly HumanoidBone[]) => {
    const roots = wanted.flatMap((bone) => bones.get(bone)?.joint ?? []);
    return scene.meshExtents.filter((_, i) => {
      const joint = jointOf[i]!;
      return joint >= 0 && roots.some((root) => hangsFrom(tree.parents, joint, root));
    });
  };
  const hasLimbs = bones.size > 1;
  const head = on(hasLimbs ? ['head'] : ['hips']);
  const legs = on(hasLimbs ? LEG_BONES : ['hips']);
  return {
    top: head.length > 0 ? Math.max(...head.map(({ highest }) => highest)) : null,
    soles: legs.length > 0 ? Math.min(...legs.map(({ lowest }) => lowest)) : null,
  };
}
