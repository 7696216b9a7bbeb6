import { conjugate, IDENTITY, multiply, rotate, type Quat } from '../../math/quat.ts';
import { subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import type { NodeBinding } from '../../skeleton/binding.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { nearestJoint } from '../body/joint-tree.ts';
import type { SceneTransforms } from '../body/scene-transforms.ts';

/** How joints, given by their nodes, sit in their file: see `NodeBinding`. */
export function bindNodes(scene: CharacterScene, transforms: SceneTransforms, nodes: readonly number[]): NodeBinding {
  const indices = new Map(nodes.map((node, j) => [node, j]));
  const { positions, rotations, spaces, scales } = transforms;
  const count = nodes.length;
  const binding = {
    nodes: Int32Array.from(nodes),
    anchors: new Int32Array(count),
    parentOffsets: new Float64Array(3 * count),
    parentRotations: new Float64Array(4 * count),
    parentScales: new Float64Array(3 * count),
  };
  nodes.forEach((node, j) => {
    const { parent } = scene.nodes[node]!;
    const anchor = nearestJoint(scene, indices, parent);
    let offset: Vec3 = parent < 0 ? ZERO : positions[parent]!;
    let rotation: Quat = parent < 0 ? IDENTITY : spaces[parent]!;
    if (anchor >= 0) {
      const inverse = conjugate(rotations[nodes[anchor]!]!);
      offset = rotate(inverse, subtract(offset, positions[nodes[anchor]!]!));
      rotation = multiply(inverse, rotation);
    }
    binding.anchors[j] = anchor;
    binding.parentOffsets.set(offset, 3 * j);
    binding.parentRotations.set(rotation, 4 * j);
    binding.parentScales.set(parent < 0 ? [1, 1, 1] : scales[parent]!, 3 * j);
  });
  return binding;
}
