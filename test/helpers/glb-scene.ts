import { readFileSync } from 'node:fs';
import type { CharacterScene } from '../../core/skeleton/scene.ts';

interface GltfNode {
  name?: string;
  children?: number[];
  mesh?: number;
  translation?: [number, number, number];
  rotation?: [number, number, number, number];
  scale?: [number, number, number];
}

interface GltfJson {
  nodes: GltfNode[];
  skins?: { joints: number[] }[];
  extensions?: {
    VRM?: { humanoid: { humanBones: { bone: string; node: number }[] } };
    VRMC_vrm?: { humanoid: { humanBones: Record<string, { node: number }> } };
  };
}

/** VRM 0.x counts the thumb one bone further out than VRM 1.0. */
function modernName(bone: string): string {
  return bone.replace('ThumbProximal', 'ThumbMetacarpal').replace('ThumbIntermediate', 'ThumbProximal');
}

/** Reads a GLB's JSON chunk into a scene, independently of the product's reader. Nodes without name are called `node N`. */
export function readGlbScene(path: string): CharacterScene {
  const bytes = readFileSync(path);
  const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8')) as GltfJson;
  const parents = json.nodes.map(() => -1);
  json.nodes.forEach((node, i) => node.children?.forEach((child) => (parents[child] = i)));
  const { VRM, VRMC_vrm } = json.extensions ?? {};
  const declared: [string, number][] = VRMC_vrm
    ? Object.entries(VRMC_vrm.humanoid.humanBones).map(([bone, { node }]) => [bone, node])
    : (VRM?.humanoid.humanBones ?? []).map(({ bone, node }) => [modernName(bone), node]);
  return {
    nodes: json.nodes.map((node, i) => ({
      name: node.name ?? `node ${i}`,
      parent: parents[i]!,
      translation: node.translation ?? [0, 0, 0],
      rotation: node.rotation ?? [0, 0, 0, 1],
      scale: node.scale ?? [1, 1, 1],
    })),
    skinJoints: [...new Set(json.skins?.flatMap((skin) => skin.joints))],
    meshNodes: json.nodes.flatMap((node, i) => (node.mesh === undefined ? [] : [i])),
    meshExtents: [],
    declaredBones: Object.fromEntries(declared),
  };
}
