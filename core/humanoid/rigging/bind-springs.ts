import { conjugate, rotate } from '../../math/quat.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { add, length, scale, subtract, timesEach, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { nearestJoint } from '../body/joint-tree.ts';
import type { RigSpring, RigSprings } from '../body/rig-springs.ts';
import type { SceneTransforms } from '../body/scene-transforms.ts';

/** Metres by which VRM 0.x lengthens a bone at whose end nothing hangs. */
const BEYOND = 0.07;

/**
 * The spring bones of a scene on the joints of its rig, which are given by their nodes; null where none of them turns a joint. Bones of the humanoid, `bones`,
 * do not swing: they are posed.
 */
export function bindSprings(
  scene: CharacterScene,
  { positions, rotations, spaces, scales }: SceneTransforms,
  nodes: readonly number[],
  bones: ReadonlySet<number>,
): RigSprings | null {
  if (!scene.springs) return null;
  const indices = new Map(nodes.map((node, j) => [node, j]));
  /** A point of the world at rest in the frame of a joint; in the world where that is −1. */
  const inFrameOf = (joint: number, point: Vec3): Vec3 => {
    if (joint < 0) return point;
    const node = nodes[joint]!;
    return rotate(conjugate(rotations[node]!), subtract(point, positions[node]!));
  };
  const endOf = (node: number, end: number | null): Vec3 => {
    if (end !== null) return positions[end]!;
    const { parent } = scene.nodes[node]!;
    const way = parent < 0 ? positions[node]! : subtract(positions[node]!, positions[parent]!);
    const size = length(way);
    return size > NO_DIRECTION ? add(positions[node]!, scale(way, BEYOND / size)) : positions[node]!;
  };
  const list = scene.springs.bones.flatMap(({ node, end, center, ...settings }): RigSpring[] => {
    const joint = indices.get(node);
    if (joint === undefined || bones.has(joint)) return [];
    const tail = inFrameOf(joint, endOf(node, end));
    if (length(tail) < NO_DIRECTION) return [];
    return [{ ...settings, joint, tail, center: center === null ? -1 : nearestJoint(scene, indices, center) }];
  });
  if (list.length === 0) return null;
  const colliders = scene.springs.colliders.map(({ node, offset, tail, radius }) => {
    const joint = nearestJoint(scene, indices, node);
    const place = (point: Vec3) =>
      inFrameOf(joint, add(positions[node]!, rotate(spaces[node]!, timesEach(point, scales[node]!))));
    return { joint, from: place(offset), to: place(tail ?? offset), radius };
  });
  return { list: list.sort((a, b) => a.joint - b.joint), colliders };
}
