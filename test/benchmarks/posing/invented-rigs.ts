import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { scale } from '../../../core/math/vec3.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';

/** Parts of a body whose length is invented, by what the names of their bones contain; both sides alike. */
const PARTS: readonly RegExp[] = [
  /spine|chest/i,
  /neck|head/i,
  /shoulder/i,
  /lower_?arm/i,
  /hand|thumb|index|middle|ring|little/i,
  /upper_?leg/i,
  /lower_?leg/i,
  /foot/i,
  /toe/i,
];
/** A part is so many times as long at least and at most. */
const SHORTEST = 0.7;
const LONGEST = 1.4;
/** How large the whole body may be beside the one it is made of. */
const SIZES = [0.3, 1, 2.5] as const;

/** A body with other proportions and another size than the `scene` has it, which follow from the `seed`. */
export function inventRig(scene: CharacterScene, seed: number): Rig {
  const random = seededRandom(seed);
  const factors = PARTS.map(() => SHORTEST * (LONGEST / SHORTEST) ** random());
  const size = SIZES[seed % SIZES.length]!;
  const nodes = scene.nodes.map((node) => {
    const part = PARTS.findIndex((pattern) => pattern.test(node.name));
    const factor = (factors[part] ?? 1) * size;
    return { ...node, translation: scale(node.translation, factor) };
  });
  return buildRig({ ...scene, nodes, meshNodes: [], meshExtents: [] });
}
