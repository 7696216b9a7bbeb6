import { frameSeenFrom, type Frame } from '../../math/frame.ts';
import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { GltfAsset } from '../gltf/gltf-asset.ts';
import { composeMatrix, decomposeMatrix, type Matrix } from '../gltf/matrix.ts';
import { nodeGlb } from '../gltf/node-glb.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';

/** Something in a character's file that is none of its body: a sword in a hand, a stool beside it. */
export interface PropInFile {
  readonly name: string;
  /** The topmost node that it consists of. */
  readonly node: number;
  /** All nodes of it that draw something. */
  readonly meshNodes: readonly number[];
  /** The joint that it hangs from; null: it stands in the scene. */
  readonly joint: number | null;
  /** The bone of the body that it hangs from; null where it hangs from none. */
  readonly bone: HumanoidBone | null;
}

/**
 * What a character's file holds beside its body: all that is drawn without a skin and hangs from no bone, or from a bone that has flesh of its own. Parts that change their
 * shape, and those of bones that have no other flesh, are parts of the body.
 */
export function propsInFile(scene: CharacterScene, { humanoid, binding }: Rig): readonly PropInFile[] {
  const jointOf = new Map(Array.from(binding.nodes, (node, joint) => [node, joint] as const));
  const boneOf = new Map(
    (Object.entries(humanoid) as [HumanoidBone, number][]).map(([bone, joint]) => [binding.nodes[joint]!, bone]),
  );
  const weighted = new Set(scene.weightedNodes);
  const above = <Found>(node: number, find: ReadonlyMap<number, Found>): Found | null => {
    for (let i = node; i >= 0; i = scene.nodes[i]!.parent) if (find.has(i)) return find.get(i)!;
    return null;
  };
  const rigid = new Set(scene.rigidNodes);
  const isBody = (node: number): boolean => {
    if (!rigid.has(node)) return true;
    const bone = above(node, boneOf);
    return bone !== null && !weighted.has(binding.nodes[humanoid[bone]!]!);
  };
  const body = new Set<number>();
  for (const node of [...binding.nodes, ...scene.skinJoints, ...scene.meshNodes.filter(isBody)])
    for (let i = node; i >= 0 && !body.has(i); i = scene.nodes[i]!.parent) body.add(i);
  const found = new Map<number, number[]>();
  for (const node of scene.meshNodes) {
    if (body.has(node)) continue;
    let top = node;
    while (scene.nodes[top]!.parent >= 0 && !body.has(scene.nodes[top]!.parent)) top = scene.nodes[top]!.parent;
    found.set(top, [...(found.get(top) ?? []), node]);
  }
  return [...found].map(([node, meshNodes]) => {
    return { name: scene.nodes[node]!.name, node, meshNodes, joint: above(node, jointOf), bone: above(node, boneOf) };
  });
}

/** A prop as a file of its own, in the space of its topmost node without its scale, and where it is: as its joint sees it, or in the scene. */
export function takePropOut(
  asset: GltfAsset,
  scene: CharacterScene,
  { binding }: Rig,
  { node, joint }: PropInFile,
): { readonly bytes: Uint8Array; readonly frame: Frame } {
  const carrier = joint === null ? [] : [binding.nodes[joint]!];
  const worlds = worldMatrices(scene, scene.nodes, [node, ...carrier]);
  const { scale } = decomposeMatrix(worlds[node]!);
  const frame = frameOf(worlds[node]!);
  const bytes = nodeGlb(asset, node, composeMatrix({ translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale }));
  return { bytes, frame: carrier.length > 0 ? frameSeenFrom(frame, frameOf(worlds[carrier[0]!]!)) : frame };
}

function frameOf(world: Matrix): Frame {
  const { translation, rotation } = decomposeMatrix(world);
  return { position: translation, rotation };
}
