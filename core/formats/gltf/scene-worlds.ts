import type { CharacterScene } from '../../skeleton/scene.ts';
import { composeMatrix, multiplyMatrices, type Matrix, type Transform } from './matrix.ts';

/**
 * World matrices of a scene's nodes for the given local transforms (default: the scene's own). Nodes may come in any order. Where only
 * some are `wanted`, these and the nodes above them are worked out, and the list has nothing at the others.
 */
export function worldMatrices(
  scene: Pick<CharacterScene, 'nodes'>,
  locals: readonly Transform[] = scene.nodes,
  wanted?: Iterable<number>,
): Matrix[] {
  const worlds: Matrix[] = [];
  worlds.length = scene.nodes.length;
  for (const node of parentsFirst(scene, wanted)) {
    const local = composeMatrix(locals[node]!);
    const parent = scene.nodes[node]!.parent;
    worlds[node] = parent < 0 ? local : multiplyMatrices(worlds[parent]!, local);
  }
  return worlds;
}

/** The wanted nodes (default: all) and all that they hang on, each after its parent. */
export function parentsFirst(
  { nodes }: Pick<CharacterScene, 'nodes'>,
  wanted: Iterable<number> = nodes.keys(),
): readonly number[] {
  const order: number[] = [];
  const isReached = new Uint8Array(nodes.length);
  const path: number[] = [];
  for (const start of wanted) {
    // What a node hangs on comes before it; where parents stand first in the file, that is the node alone.
    for (let node = start; node >= 0 && isReached[node] === 0; node = nodes[node]!.parent) path.push(node);
    for (let node = path.pop(); node !== undefined; node = path.pop()) {
      isReached[node] = 1;
      order.push(node);
    }
  }
  return order;
}
