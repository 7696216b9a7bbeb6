import { conjugate, multiply, quatAt, rotate, type Quat } from '../math/quat.ts';
import { add, scale, subtract, vec3At, type Vec3 } from '../math/vec3.ts';
import type { WorldTransforms } from './forward-kinematics.ts';

/**
 * How a skeleton's joints sit on the nodes of the file they came from. A joint may have another parent in the skeleton than its
 * node has in the file (feet that hang from the root), and static nodes with scale may stand between; this is the one place that knows.
 */
export interface NodeBinding {
  /** For each joint, its node's index in the file. */
  readonly nodes: Int32Array;
  /** For each joint, the joint whose node is the nearest ancestor of its node in the file; −1 when there is none. */
  readonly anchors: Int32Array;
  /** 3 × count: origin of the node's file parent in the anchor's frame (world when there is no anchor), metres at rest. */
  readonly parentOffsets: Float64Array;
  /** 4 × count: rotation of the node's file parent relative to the anchor (to the world when there is none). */
  readonly parentRotations: Float64Array;
  /** World scale of the node's file parent: metres for one unit of the node's translation. */
  readonly parentScales: Float64Array;
}

/** Local transforms of the joints' nodes, in file units: what a viewport applies and a clip stores. */
export interface NodeTransforms {
  /** 3 × count */
  readonly translations: Float64Array;
  /** 4 × count */
  readonly rotations: Float64Array;
}

/** Room for the local transforms of the binding’s nodes; all zeros. */
export function createNodeTransforms(binding: NodeBinding): NodeTransforms {
  const count = binding.nodes.length;
  return { translations: new Float64Array(3 * count), rotations: new Float64Array(4 * count) };
}

/** The local translation and rotation that each joint's node must have so that the joints stand at `world`. */
export function nodeTransforms(
  binding: NodeBinding,
  world: WorldTransforms,
  out: NodeTransforms = createNodeTransforms(binding),
): NodeTransforms {
  for (let j = 0; j < binding.nodes.length; j++) {
    const anchor = binding.anchors[j]!;
    let origin: Vec3 = vec3At(binding.parentOffsets, j);
    let rotation: Quat = quatAt(binding.parentRotations, j);
    if (anchor >= 0) {
      const anchorRotation = quatAt(world.rotations, anchor);
      origin = add(vec3At(world.positions, anchor), rotate(anchorRotation, origin));
      rotation = multiply(anchorRotation, rotation);
    }
    const inverse = conjugate(rotation);
    out.rotations.set(multiply(inverse, quatAt(world.rotations, j)), 4 * j);
    const local = rotate(inverse, subtract(vec3At(world.positions, j), origin));
    out.translations.set(scale(local, 1 / binding.parentScales[j]!), 3 * j);
  }
  return out;
}
