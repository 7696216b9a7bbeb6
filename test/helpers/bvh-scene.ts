import { readFileSync } from 'node:fs';
import type { CharacterScene, SceneNode } from '../../core/skeleton/scene.ts';

/** Reads only the hierarchy of a BVH file, with all angles 0, as a scene; Z-up files are stood up. End sites are left out. */
export function readBvhScene(path: string, isZUp = false): CharacterScene {
  const tokens = readFileSync(path, 'utf8').split('MOTION')[0]!.split(/\s+/);
  const nodes: SceneNode[] = [];
  const open: number[] = [];
  let current = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i] === 'ROOT' || tokens[i] === 'JOINT') {
      current = nodes.length;
      const parent = open.findLast((n) => n >= 0) ?? -1;
      nodes.push({ name: tokens[i + 1]!, parent, translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] });
    } else if (tokens[i] === 'End') current = -1;
    else if (tokens[i] === '{') open.push(current);
    else if (tokens[i] === '}') open.pop();
    else if (tokens[i] === 'OFFSET' && open.at(-1)! >= 0) {
      const [x, y, z] = tokens.slice(i + 1, i + 4).map(Number) as [number, number, number];
      const node = open.at(-1)!;
      nodes[node] = { ...nodes[node]!, translation: isZUp ? [x, z, -y] : [x, y, z] };
    }
  }
  return { nodes, skinJoints: [], meshNodes: [], meshExtents: [], declaredBones: {} };
}
