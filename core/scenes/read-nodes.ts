import { spellOut } from '../math/check-values.ts';
import { normalizePacked } from '../math/packed-quats.ts';
import { conjugate, multiply, quatAt, rotate } from '../math/quat.ts';
import { add, distance, length, normalize, subtract, vec3At, type Vec3 } from '../math/vec3.ts';
import type { NodeTransforms } from '../skeleton/binding.ts';
import type { SceneNode } from '../skeleton/scene.ts';
import { intoProgram, intoRightHanded, type Mirroring } from './mirroring.ts';
import { checkBound, type BoundSkeleton } from './node-poses.ts';
import { createPresentPose, updatePresentPose, type PresentPose } from './present-pose.ts';
import type { RootSpace } from './root-space.ts';

/** How a program's nodes are read and set. */
export interface NodeAccess<Node> {
  readonly isLeftHanded: boolean;
  /** Writes a node's translation and rotation, seven numbers. */
  read(node: Node, into: Float64Array): void;
  set(node: Node, transform: Float64Array): void;
  /** The transform of what is above the root, topmost first. */
  above(): readonly SceneNode[];
  /** The root as it stands now. */
  root(): SceneNode;
}

/** Reads and writes a program's nodes as joints of rigs; nothing is allocated once a rig is known. */
export interface Reading {
  /** What was read last of a rig. */
  present(rig: BoundSkeleton): PresentPose;
  /** What the nodes of a rig stand in now. Throws a `RangeError` of one sentence when one stands where no number says. */
  update(rig: BoundSkeleton): PresentPose;
  /** Sets a node to the translation and rotation of a joint that was moved; a root that carries the rig is carried further by as much. */
  writeMoved(node: number, from: NodeTransforms, at: number): void;
  /** Sets a node to translation and rotation number `at` of these lists, those of a right-handed scene. */
  write(
    node: number,
    from: { readonly translations: ArrayLike<number>; readonly rotations: ArrayLike<number> },
    at: number,
  ): void;
}

/** Reading and writing of nodes, of which each is mirrored as `mirrorings` says. A root that carries the rig stays at rest in the world of the rig. */
export function createReading<Node>(
  nodes: readonly Node[],
  made: readonly SceneNode[],
  mirrorings: readonly Mirroring[],
  { rest }: RootSpace,
  access: NodeAccess<Node>,
): Reading {
  const transform = new Float64Array(7);
  const known = new WeakMap<BoundSkeleton, PresentPose>();
  const present = (rig: BoundSkeleton): PresentPose => {
    const found = known.get(rig);
    if (found !== undefined) return found;
    checkBound(rig);
    checkSamePlace(rig, made);
    const fresh = createPresentPose(rig);
    known.set(rig, fresh);
    return fresh;
  };
  const readNode = (node: number): void => {
    if (node === 0 && rest !== null) {
      transform.set(rest.translation);
      return transform.set(rest.rotation, 3);
    }
    access.read(nodes[node]!, transform);
    for (let k = 0; k < 7; k++) {
      if (!Number.isFinite(transform[k]))
        throw new RangeError(`node ${node} must stand at finite numbers, got ${spellOut(transform[k])}`);
    }
    intoRightHanded(mirrorings[node]!, transform);
    normalizePacked(transform, 3);
  };
  /** N B⁻¹ X for the root as it stands now, N, as it was read, B, and as a joint would stand, X, in `transform`. */
  const carry = ({ translation, rotation }: SceneNode): void => {
    const [own, place] = [quatAt(transform.subarray(3), 0), vec3At(transform, 0)];
    access.read(nodes[0]!, transform);
    intoRightHanded(mirrorings[0]!, transform);
    const turn = multiply(quatAt(transform.subarray(3), 0), conjugate(rotation));
    transform.set(add(vec3At(transform, 0), rotate(turn, subtract(place, translation))));
    transform.set(multiply(turn, own), 3);
  };
  const take = (translations: ArrayLike<number>, rotations: ArrayLike<number>, at: number): void => {
    for (let k = 0; k < 3; k++) transform[k] = translations[3 * at + k]!;
    for (let k = 0; k < 4; k++) transform[3 + k] = rotations[4 * at + k]!;
  };
  const put = (node: number): void => {
    intoProgram(mirrorings[node]!, transform);
    access.set(nodes[node]!, transform);
  };
  return {
    present,
    update(rig) {
      const now = present(rig);
      for (let j = 0; j < rig.skeleton.count; j++) {
        readNode(rig.binding.nodes[j]!);
        for (let k = 0; k < 3; k++) now.local.translations[3 * j + k] = transform[k]!;
        for (let k = 0; k < 4; k++) now.local.rotations[4 * j + k] = transform[3 + k]!;
      }
      updatePresentPose(rig, now);
      return now;
    },
    writeMoved(node, { translations, rotations }, at) {
      take(translations, rotations, at);
      if (node === 0 && rest !== null) carry(rest);
      put(node);
    },
    write(node, { translations, rotations }, at) {
      take(translations, rotations, at);
      put(node);
    },
  };
}

/** How far from each other what should be one place may be, metres. */
const SAME_PLACE = 1e-6;

/** Throws a `RangeError` of one sentence when a rig was built of a character whose root stood elsewhere, or that has other nodes: its world is another one. */
function checkSamePlace({ binding }: BoundSkeleton, made: readonly SceneNode[]): void {
  for (const [j, node] of binding.nodes.entries()) {
    const own = made[node];
    if (own === undefined)
      throw new RangeError(`the rig must be one of these nodes, got one with a node ${node} of ${made.length}`);
    if (binding.anchors[j]! >= 0) continue;
    let place: Vec3 = [0, 0, 0];
    // A point off the origin tells turns apart too.
    let aside: Vec3 = [1, 2, 3];
    for (let at = own.parent; at >= 0; at = made[at]!.parent) {
      const { translation, rotation, scale } = made[at]!;
      const carry = ([x, y, z]: Vec3): Vec3 => add(translation, rotate(rotation, [x * scale[0], y * scale[1], z * scale[2]]));
      [place, aside] = [carry(place), carry(aside)];
    }
    const turned = rotate(quatAt(binding.parentRotations, j), normalize([1, 2, 3]));
    const isSame = distance(place, vec3At(binding.parentOffsets, j)) < SAME_PLACE * (1 + length(place));
    if (isSame && distance(normalize(subtract(aside, place)), turned) < SAME_PLACE * 10) continue;
    throw new RangeError('the rig must be of a character read where this one stood: link clones before they are placed');
  }
}
