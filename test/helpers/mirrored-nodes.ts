import { readFileSync } from 'node:fs';
import { readGlb, writeGlb } from '../../core/formats/gltf/glb.ts';
import { seededRandom } from '../../core/math/random.ts';
import { MANNEQUIN } from './mannequin.ts';

type Triple = readonly [number, number, number];

/** What the axes of each node are multiplied by, ±1. */
export type Signs = (node: number) => Triple;

interface PlainNode {
  children?: number[];
  translation?: Triple;
  rotation?: readonly [number, number, number, number];
  scale?: Triple;
}

/**
 * The mannequin with the spaces below its nodes mirrored: `signs` gives for each node what its axes are multiplied by, ±1. What hangs below is restated, so that every
 * node stands as before. With S the signs of a node and P those of its parent, t becomes P t, R becomes P R P, and the node's scale P S.
 */
export function mirroredMannequin(signs: Signs): Uint8Array {
  const glb = readGlb(new Uint8Array(readFileSync(MANNEQUIN)));
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as { nodes: PlainNode[] };
  const parents = json.nodes.map((_, i) => json.nodes.findIndex(({ children }) => children?.includes(i)));
  json.nodes.forEach((node, i) => {
    const above: Triple = parents[i]! < 0 ? [1, 1, 1] : signs(parents[i]!);
    const own = signs(i);
    const [x, y, z, w] = node.rotation ?? [0, 0, 0, 1];
    const turned = above[0] * above[1] * above[2];
    node.translation = (node.translation ?? [0, 0, 0]).map((value, c) => value * above[c]!) as unknown as Triple;
    node.rotation = [turned * above[0] * x, turned * above[1] * y, turned * above[2] * z, w];
    node.scale = (node.scale ?? [1, 1, 1]).map((value, c) => value * above[c]! * own[c]!) as unknown as Triple;
  });
  return writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)) });
}

/** Signs at random: of about `share` of the nodes. */
export function randomSigns(seed: number, share: number): Signs {
  const random = seededRandom(seed);
  const known: Triple[] = [];
  return (node) => {
    while (known.length <= node) {
      const sign = (): number => (random() < 0.5 ? -1 : 1);
      known.push(random() < share ? [sign(), sign(), sign()] : [1, 1, 1]);
    }
    return known[node]!;
  };
}
