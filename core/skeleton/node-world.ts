import { multiply, quatAt, rotate } from '../math/quat.ts';
import { add, scale, vec3At } from '../math/vec3.ts';
import type { NodeBinding, NodeTransforms } from './binding.ts';
import type { WorldTransforms } from './forward-kinematics.ts';

/** The joints in an order in which every joint comes after the joint its node hangs from in the file. */
export function fileOrder(binding: NodeBinding): Int32Array {
  const count = binding.nodes.length;
  const order = new Int32Array(count);
  const placed = new Uint8Array(count);
  let filled = 0;
  const place = (joint: number): void => {
    const pending: number[] = [];
    for (let j = joint; j >= 0 && placed[j] === 0; j = binding.anchors[j]!) pending.push(j);
    for (const j of pending.reverse()) {
      placed[j] = 1;
      order[filled++] = j;
    }
  };
  for (let j = 0; j < count; j++) place(j);
  return order;
}

/** Where the joints stand when their nodes have these local transforms: the inverse of `nodeTransforms`. */
export function worldOfNodes(
  binding: NodeBinding,
  nodes: NodeTransforms,
  out: WorldTransforms = {
    positions: new Float64Array(3 * binding.nodes.length),
    rotations: new Float64Array(4 * binding.nodes.length),
  },
  order: Int32Array = fileOrder(binding),
): WorldTransforms {
  for (const j of order) {
    const anchor = binding.anchors[j]!;
    let origin = vec3At(binding.parentOffsets, j);
    let rotation = quatAt(binding.parentRotations, j);
    if (anchor >= 0) {
      const anchorRotation = quatAt(out.rotations, anchor);
      origin = add(vec3At(out.positions, anchor), rotate(anchorRotation, origin));
      rotation = multiply(anchorRotation, rotation);
    }
    const local = scale(vec3At(nodes.translations, j), binding.parentScales[j]!);
    out.positions.set(add(origin, rotate(rotation, local)), 3 * j);
    out.rotations.set(multiply(rotation, quatAt(nodes.rotations, j)), 4 * j);
  }
  return out;
}
