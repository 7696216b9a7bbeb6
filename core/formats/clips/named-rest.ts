import type { Rig } from '../../humanoid/body/rig.ts';
import { length } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { Transform } from '../gltf/matrix.ts';

/** A pose of a skeleton by the names of its nodes: how it rests in other files that hold it too, as its takes or a profile know it. */
export interface NamedRest {
  /** Place in the parent's space and the file's units, then rotation, a unit quaternion: 7 numbers a node. */
  readonly pose: Readonly<Record<string, readonly number[]>>;
  /** In a few words. */
  readonly label: string;
  /** Whether it is a T-pose that was made: nobody stands in it, so it does not show where the floor is. */
  readonly isMade?: true;
}

/** Share of a bone's length by which it may differ in two files of one skeleton. */
const SAME_LENGTH = 0.01;

/** A pose of the nodes that a rig's joints stand on, and of those above them, by name. Of nodes that share a name the first is told. */
export function namedRest(rig: Rig, { nodes }: CharacterScene, locals: readonly Transform[], label: string): NamedRest {
  const pose = new Map<string, readonly number[]>();
  for (const node of skeletonNodes(rig, nodes)) {
    const { name } = nodes[node]!;
    const { translation, rotation } = locals[node]!;
    if (!pose.has(name)) pose.set(name, [...translation, ...rotation]);
  }
  return { pose: Object.fromEntries(pose), label };
}

/**
 * The local transforms of all nodes in a named rest, or null where it is that of another skeleton: it lacks a bone of the rig, or one is of another length. Nodes
 * that it does not name stay as the file rests.
 */
export function localsOfNamed(rig: Rig, { nodes }: CharacterScene, { pose }: NamedRest): readonly Transform[] | null {
  const named = new Map(Object.entries(pose));
  const bones = Object.values(rig.humanoid).map((joint) => rig.binding.nodes[joint]!);
  const hips = rig.binding.nodes[rig.humanoid.hips!]!;
  const isSame = bones.every((node) => {
    const { name, translation } = nodes[node]!;
    const there = named.get(name);
    return there !== undefined && (node === hips || isAsLong(translation, there));
  });
  if (!isSame) return null;
  const inSkeleton = new Set(skeletonNodes(rig, nodes));
  const used = new Set<string>();
  return nodes.map((node, i) => {
    const there = inSkeleton.has(i) && !used.has(node.name) ? named.get(node.name) : undefined;
    if (there?.length !== 7) return node;
    used.add(node.name);
    const [x, y, z, qx, qy, qz, qw] = there as [number, number, number, number, number, number, number];
    return { translation: [x, y, z], rotation: [qx, qy, qz, qw], scale: node.scale };
  });
}

function isAsLong(translation: Transform['translation'], [x = 0, y = 0, z = 0]: readonly number[]): boolean {
  const [own, other] = [length(translation), length([x, y, z])];
  return Math.abs(own - other) <= SAME_LENGTH * Math.max(own, other) + 1e-9;
}

/** The nodes of all joints and those above them, parents first as far as the file has them so. */
function skeletonNodes({ binding }: Rig, nodes: CharacterScene['nodes']): number[] {
  const found = new Set<number>();
  for (const joint of binding.nodes) {
    for (let node = joint; node >= 0 && !found.has(node); node = nodes[node]!.parent) found.add(node);
  }
  return [...found].sort((a, b) => a - b);
}
