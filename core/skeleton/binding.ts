import { copyPacked, multiplyPacked, rotatePacked } from '../math/packed-quats.ts';
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
  /** 4 × count: rotation of the space of the node's file parent relative to the anchor (to the world when there is none). */
  readonly parentRotations: Float64Array;
  /** 3 × count: metres for one unit of the node's translation along each axis of that space; all three negative where it is mirrored. */
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

/**
 * The local translation and rotation that each joint's node must have so that the joints stand at `world`: with T, R the place and rotation of the node's
 * file parent and s its scale, translation = R⁻¹ (position − T) / s and rotation = R⁻¹ · rotation. Allocates nothing when `out` is given.
 */
export function nodeTransforms(
  binding: NodeBinding,
  world: WorldTransforms,
  out: NodeTransforms = createNodeTransforms(binding),
): NodeTransforms {
  for (let j = 0; j < binding.nodes.length; j++) {
    writeFileParent(binding, world, j);
    conjugated[0] = -fileParent[3]!;
    conjugated[1] = -fileParent[4]!;
    conjugated[2] = -fileParent[5]!;
    conjugated[3] = fileParent[6]!;
    multiplyPacked(conjugated, 0, world.rotations, 4 * j, out.rotations, 4 * j);
    for (let k = 0; k < 3; k++) between[k] = world.positions[3 * j + k]! - fileParent[k]!;
    rotatePacked(conjugated, 0, between, 0, out.translations, 3 * j);
    for (let k = 0; k < 3; k++) out.translations[3 * j + k]! *= 1 / binding.parentScales[3 * j + k]!;
  }
  return out;
}

/** Writes where the file parent of a joint's node stands in the world into {@link fileParent}. */
export function writeFileParent(
  { anchors, parentOffsets, parentRotations }: NodeBinding,
  world: WorldTransforms,
  joint: number,
): void {
  const anchor = anchors[joint]!;
  if (anchor < 0) {
    for (let k = 0; k < 3; k++) fileParent[k] = parentOffsets[3 * joint + k]!;
    return copyPacked(parentRotations, 4 * joint, fileParent, 3);
  }
  rotatePacked(world.rotations, 4 * anchor, parentOffsets, 3 * joint, fileParent, 0);
  for (let k = 0; k < 3; k++) fileParent[k] = world.positions[3 * anchor + k]! + fileParent[k]!;
  multiplyPacked(world.rotations, 4 * anchor, parentRotations, 4 * joint, fileParent, 3);
}

/** Place, metres, and rotation of the last node's file parent in the world. */
export const fileParent = /* @__PURE__ */ new Float64Array(7);

/** Scratch: the rotation into the file parent's space, and what is between it and the joint. */
const conjugated = /* @__PURE__ */ new Float64Array(4);
const between = /* @__PURE__ */ new Float64Array(3);
