import { multiplyPacked, rotatePacked } from '../math/packed-quats.ts';
import { fileParent, writeFileParent, type NodeBinding, type NodeTransforms } from './binding.ts';
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

/** `out` ← where the joints stand when their nodes have these local transforms: the inverse of `nodeTransforms`. Allocates nothing; `order`: see {@link fileOrder}. */
export function worldOfNodes(binding: NodeBinding, nodes: NodeTransforms, out: WorldTransforms, order: Int32Array): void {
  for (const j of order) {
    writeFileParent(binding, out, j);
    for (let k = 0; k < 3; k++) local[k] = nodes.translations[3 * j + k]! * binding.parentScales[3 * j + k]!;
    rotatePacked(fileParent, 3, local, 0, out.positions, 3 * j);
    for (let k = 0; k < 3; k++) out.positions[3 * j + k] = fileParent[k]! + out.positions[3 * j + k]!;
    multiplyPacked(fileParent, 3, nodes.rotations, 4 * j, out.rotations, 4 * j);
  }
}

/** Scratch: a node's translation in metres. */
const local = /* @__PURE__ */ new Float64Array(3);
