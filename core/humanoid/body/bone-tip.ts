import type { Vec3 } from '../../math/vec3.ts';
import type { NamedBone } from './bone-names.ts';

/** What is needed to see where bones end; `ends` where the file has bare nodes below joints. */
export interface BranchingJoints {
  readonly meanings: readonly NamedBone[];
  readonly children: readonly (readonly number[])[];
  readonly positions: readonly Vec3[];
  readonly ends?: readonly (readonly Vec3[])[];
}

/**
 * Where the bone of a joint ends when no humanoid bone tells: at its marked end, else at its first child outside the map that is no
 * helper, else at a bare node of the file below it; null when nothing follows.
 */
export function boneTip(tree: BranchingJoints, joint: number, mapped: ReadonlySet<number>): Vec3 | null {
  const children = tree.children[joint]!.filter((j) => !mapped.has(j));
  const end = children.find((j) => tree.meanings[j]!.isEnd) ?? children.find((j) => !tree.meanings[j]!.isHelper);
  return end === undefined ? (tree.ends?.[joint]?.[0] ?? null) : tree.positions[end]!;
}
