import { isUneven } from '../../humanoid/body/scene-transforms.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';

/** Nodes that are named in the sentence. */
const NAMED = 3;

/** A sentence about nodes over the rig's joints whose scale is not the same along all axes: a file follows that, and a pose does not. Empty without any. */
export function unevenNotes({ nodes }: CharacterScene, { binding }: Rig): string[] {
  const above = new Set<number>();
  for (const joint of binding.nodes) {
    for (let node = nodes[joint]!.parent; node >= 0 && !above.has(node); node = nodes[node]!.parent) above.add(node);
  }
  const uneven = [...above].filter((node) => isUneven(nodes[node]!.scale)).toSorted((a, b) => a - b);
  if (uneven.length === 0) return [];
  const named = uneven.slice(0, NAMED).map((node) => `"${nodes[node]!.name}"`);
  const others = uneven.length - named.length;
  const [what, below] = uneven.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const who = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return [
    `${who} ${what} scaled unevenly, which a pose cannot follow: joints below ${below} stand elsewhere in the file than was shown; apply the scale in the program that made the character`,
  ];
}
