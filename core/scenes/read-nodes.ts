import { checkCoordinates } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { conjugate, IDENTITY, multiply, type Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { CharacterScene, SceneNode } from '../skeleton/scene.ts';
import type { WriteNode } from './node-poses.ts';

/** One node of a program's scene as it stands there, parents before children. */
export interface NodeAsItIs extends SceneNode {
  /** Whether a skin uses it as a joint, and whether there is something to see on it. */
  readonly isJoint: boolean;
  readonly hasMesh: boolean;
}

/** A character of a program's scene: what `buildRig` takes, and the ways between the two. */
export interface SceneLink<Node> {
  readonly scene: CharacterScene;
  /** The program's nodes, by their number in the scene. */
  readonly nodes: readonly Node[];
  /** Sets a node's translation and rotation, for `applyPose`. */
  readonly write: WriteNode;
  /** A point of the program's world in the world of rigs and goals, or back: the same mirroring does both, where there is any. */
  readonly point: (at: Vec3) => Vec3;
  /** The same of a world rotation. */
  readonly rotation: (of: Quat) => Quat;
}

/** How a node of the program's scene differs from the node that rigs are built from. */
export interface Mirroring {
  /** Whether the spaces of its parent and of its children are mirrored. */
  readonly parent: boolean;
  readonly own: boolean;
  /** Half a turn that two negative scales are. */
  readonly fold: Quat;
}

/**
 * A right-handed scene without negative scales of one that may be left-handed, or have nodes that mirror what is below. With M = diag(1, 1, −1), a node
 * T R S in a space that is mirrored becomes (M T M)(M R M) S; a scale of negative determinant loses its sign to the space of the children, which
 * is mirrored from there on; and two negative scales are half a turn.
 */
export function rightHanded(
  nodes: readonly NodeAsItIs[],
  isLeftHanded: boolean,
): { nodes: SceneNode[]; mirrorings: Mirroring[] } {
  const mirrorings: Mirroring[] = [];
  const made = nodes.map((node): SceneNode => {
    const parent = node.parent < 0 ? isLeftHanded : mirrorings[node.parent]!.own;
    const [x, y, z] = node.scale;
    const mirrors = x * y * z < 0;
    const signs = [x < 0, y < 0, mirrors ? z > 0 : z < 0];
    const axis = signs.includes(true) ? signs.indexOf(false) : -1;
    const fold: Quat = axis < 0 ? IDENTITY : [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, 0];
    mirrorings.push({ parent, own: mirrors ? !parent : parent, fold });
    return {
      name: node.name,
      parent: node.parent,
      translation: mirrorPoint(node.translation, parent),
      rotation: multiply(mirrorRotation(node.rotation, parent), fold),
      scale: [Math.abs(x), Math.abs(y), Math.abs(z)],
    };
  });
  return { nodes: made, mirrorings };
}

/** What a program has to set on a node so that it stands as `translation` and `rotation` say of the right-handed scene. */
export function asInScene({ parent, fold }: Mirroring, translation: Vec3, rotation: Quat): { translation: Vec3; rotation: Quat } {
  return { translation: mirrorPoint(translation, parent), rotation: mirrorRotation(multiply(rotation, conjugate(fold)), parent) };
}

/** The point with its z turned round. */
export function mirrorPoint(at: Vec3, mirrors: boolean): Vec3 {
  return mirrors ? [at[0], at[1], -at[2]] : at;
}

/** The rotation as it is seen in a mirror across z. */
export function mirrorRotation(q: Quat, mirrors: boolean): Quat {
  return mirrors ? [-q[0], -q[1], q[2], q[3]] : q;
}

/**
 * Links a program's nodes, listed parents first, with the scene that rigs are built from; `set` writes what a node is to be. Throws a `RangeError` of one
 * sentence when a node stands where no number says.
 */
export function linkScene<Node>(
  nodes: readonly Node[],
  asTheyAre: readonly NodeAsItIs[],
  isLeftHanded: boolean,
  set: (node: Node, translation: Vec3, rotation: Quat) => void,
): SceneLink<Node> {
  for (const { name, translation, rotation, scale } of asTheyAre) {
    checkCoordinates(translation, 3, `${spellOut(name)}: the position`);
    checkCoordinates(rotation, 4, `${spellOut(name)}: the rotation`);
    checkCoordinates(scale, 3, `${spellOut(name)}: the scale`);
  }
  const made = rightHanded(asTheyAre, isLeftHanded);
  const places = [...asTheyAre.keys()];
  return {
    scene: {
      nodes: made.nodes,
      skinJoints: places.filter((i) => asTheyAre[i]!.isJoint),
      meshNodes: places.filter((i) => asTheyAre[i]!.hasMesh),
      meshExtents: [],
      declaredBones: {},
    },
    nodes,
    write: (index, translation, rotation) => {
      const own = asInScene(made.mirrorings[index]!, translation, rotation);
      set(nodes[index]!, own.translation, own.rotation);
    },
    point: (at) => mirrorPoint(at, isLeftHanded),
    rotation: (of) => mirrorRotation(of, isLeftHanded),
  };
}
