import { distance } from '../../math/vec3.ts';
import type { JointTree } from '../body/joint-tree.ts';
import type { Symmetry } from './shape-symmetry.ts';

/**
 * Neck and head above the joint that carries the arms: the middle chain that reaches highest. One joint is the head; two are neck and
 * head; of more, the head is the first that carries a face or stands clear above the shoulders.
 */
export function headByShape(
  tree: JointTree,
  { mirror }: Symmetry,
  armsFrom: number,
  shoulderHeight: number,
  size: number,
): { readonly neck?: number; readonly head?: number } {
  const tops = tree.positions.map((p) => p[1]);
  for (let j = tree.count - 1; j > 0; j--) {
    const parent = tree.parents[j]!;
    if (parent >= 0) tops[parent] = Math.max(tops[parent]!, tops[j]!);
  }
  const chain: number[] = [];
  for (let j = armsFrom; ;) {
    const middle = tree.children[j]!.filter((c) => mirror[c] === c && tops[c]! > tree.positions[armsFrom]![1]);
    const next = middle.reduce((best, c) => (best < 0 || tops[c]! > tops[best]! ? c : best), -1);
    if (next < 0) break;
    chain.push(next);
    if (tree.children[next]!.length >= 2) break;
    j = next;
  }
  if (chain.length === 0) return {};
  if (chain.length === 1) return { head: chain[0]! };
  const carriesFace = (j: number) => tree.children[j]!.length >= 2;
  const clear = (j: number) => tree.positions[j]![1] > shoulderHeight + 0.03 * size;
  const above = chain.slice(1);
  // A first joint that lies where the arms start only carries the neck on; two joints above it are the rest of the neck and the head.
  const starts = distance(tree.positions[chain[0]!]!, tree.positions[armsFrom]!) < 1e-3 * size;
  const hasNoTip = chain.length === (starts ? 3 : 2);
  const head = above.find(carriesFace) ?? (hasNoTip ? undefined : above.find(clear)) ?? above.at(-1)!;
  return { neck: chain[0]!, head };
}

/** Of mirrored joints, the only pair without children above the head's joint: eyes. Null when there are none or several. */
export function eyesByShape<Pair extends { readonly left: number; readonly right: number }>(
  tree: JointTree,
  pairs: readonly Pair[],
  head: number,
): Pair | null {
  const isEye = (j: number) =>
    tree.parents[j] === head && tree.children[j]!.length === 0 && tree.positions[j]![1] > tree.positions[head]![1];
  const eyes = pairs.filter(({ left, right }) => isEye(left) && isEye(right));
  return eyes.length === 1 ? eyes[0]! : null;
}
