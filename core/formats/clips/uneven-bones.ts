import { isUneven } from '../../humanoid/body/scene-transforms.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';

/** Nodes that are named in the sentence. */
const NAMED = 3;

/** A sentence about the nodes that skew what hangs below them. Empty without any. */
export function unevenNotes(scene: CharacterScene, rig: Rig): string[] {
  const uneven = skewing(scene, rig);
  return uneven === ''
    ? []
    : [`${uneven}, which a pose cannot follow: joints below stand elsewhere in the file than was shown; ${ADVICE}`];
}

/** Throws an `Error` of one sentence where joints of a character would stand elsewhere in its file than a pose or a motion has them: before any work is done on it. */
export function refuseUneven(character: string, scene: CharacterScene, rig: Rig): void {
  const uneven = skewing(scene, rig);
  if (uneven !== '') throw new Error(`${character} cannot be posed exactly: ${uneven} above joints that rotate; ${ADVICE}`);
}

const ADVICE = 'apply the scale in the program that made the character';

/**
 * Says that nodes are scaled unevenly, whose scale is not the same along all axes and that have a joint that turns below them, from which another joint hangs: that one leaves the distance
 * that it has at rest. A joint right below such a node, from which nothing hangs, is exact. Empty where there are none.
 */
function skewing({ nodes }: CharacterScene, { binding }: Rig): string {
  const turning = new Set([...binding.anchors].flatMap((anchor) => (anchor < 0 ? [] : [binding.nodes[anchor]!])));
  const above = new Set<number>();
  for (const joint of turning) {
    for (let node = nodes[joint]!.parent; node >= 0 && !above.has(node); node = nodes[node]!.parent) above.add(node);
  }
  const uneven = [...above].filter((node) => isUneven(nodes[node]!.scale)).toSorted((a, b) => a - b);
  const named = uneven.slice(0, NAMED).map((node) => `"${nodes[node]!.name}"`);
  const others = uneven.length - named.length;
  if (uneven.length === 0) return '';
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''} ${uneven.length > 1 ? 'are' : 'is'} scaled unevenly`;
}
