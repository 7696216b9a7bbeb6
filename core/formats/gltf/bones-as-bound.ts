import type { Rig } from '../../humanoid/body/rig.ts';
import { buildRig } from '../../humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';

/**
 * The humanoid bones, by node, of a body without names that rests sitting, on one leg or lying: as they are found in the pose in which its skin was bound. Empty
 * where names or the file tell them, and where the rest shows as many.
 */
export function bonesAsBound(scene: CharacterScene): Readonly<Record<string, number>> {
  const { bindPose, ...rest } = scene;
  if (!bindPose || Object.keys(scene.declaredBones).length > 0) return {};
  const nodes = scene.nodes.map(({ name, parent }, i) => ({ ...bindPose[i]!, name, parent }));
  const bound = rigOf({ ...rest, nodes, meshExtents: [] });
  if (!bound || bound.report.matches.some(({ reason }) => reason.startsWith('named'))) return {};
  const resting = rigOf(scene);
  if (resting && resting.report.matches.length >= bound.report.matches.length) return {};
  return Object.fromEntries(bound.report.matches.map(({ bone, joint }) => [bone, bound.binding.nodes[joint]!]));
}

/** Null for what is no body. */
function rigOf(scene: CharacterScene): Rig | null {
  try {
    return buildRig(scene);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
