import { checkArray, checkObject, isObject, spellOut } from '../math/check-values.ts';
import { fromEuler } from '../math/checked-rotations.ts';
import type { Quat } from '../math/quat.ts';
import type { SceneNode } from '../skeleton/scene.ts';
import { linkScene, type NodeAsItIs, type SceneLink } from './scene-link.ts';
import type { QuaternionLike, Vector3Like } from './scene-from-object3d.ts';

/** What is read and set of a `TransformNode` of Babylon.js (a mesh is one); nothing is imported from there. */
export interface TransformNodeLike {
  readonly name: string;
  readonly position: Vector3Like;
  rotationQuaternion?: QuaternionLike | null;
  /** Its turns about x, y and z, radians, where it has no quaternion. */
  readonly rotation: { readonly x: number; readonly y: number; readonly z: number; toQuaternion(): QuaternionLike };
  readonly scaling: { readonly x: number; readonly y: number; readonly z: number };
  readonly parent?: object | null;
  getChildren(): readonly object[];
  getScene(): { readonly useRightHandedSystem: boolean };
  /** Of a mesh. */
  getTotalVertices?(): number;
  readonly skeleton?: { readonly bones: readonly { getTransformNode(): object | null }[] } | null;
}

/**
 * The character below a node of Babylon.js, as it stands now: its rest is what it stands in, so read it before it is posed or animated. Left-handed
 * scenes, Babylon's default, are mirrored into the right-handed world of rigs: `point` and `rotation` bring targets there, `apply` brings poses back, for
 * characters made in the scene and for those that a loader has put below a mirroring node alike. Metres. What the nodes are is said where more is wanted
 * of them: `sceneFromBabylon<TransformNode>(root)`. Throws a `RangeError` of one sentence when it is no node.
 */
export function sceneFromBabylon<TransformNode extends TransformNodeLike = TransformNodeLike>(
  root: NoInfer<TransformNode>,
): SceneLink<TransformNode> {
  checkObject(root, 'the node');
  if (!isTransformNode(root) || typeof root.getScene !== 'function') {
    throw new RangeError(`the node must be a TransformNode of Babylon.js, got ${spellOut(root)}`);
  }
  const found: TransformNode[] = [];
  const parents: number[] = [];
  const visit = (node: TransformNode, parent: number): void => {
    const own = found.push(node) - 1;
    parents.push(parent);
    const children = node.getChildren();
    checkArray(children, `the children of ${spellOut(node.name)}`);
    for (const child of children) if (isTransformNode(child)) visit(child as TransformNode, own);
  };
  visit(root, -1);
  const skinned = new Set(found.flatMap(({ skeleton }) => skeleton?.bones.map((bone) => bone.getTransformNode()) ?? []));
  const nodes = found.map((node, i): NodeAsItIs => ({
    ...nodeOf(node, i, parents[i]!),
    isJoint: skinned.has(node),
    hasMesh: (node.getTotalVertices?.() ?? 0) > 0,
  }));
  return linkScene(found, nodes, {
    isLeftHanded: !root.getScene().useRightHandedSystem,
    read(node, into) {
      const { position, rotationQuaternion: q } = node;
      into[0] = position.x;
      into[1] = position.y;
      into[2] = position.z;
      if (!q) return into.set(rotationOfNode(node), 3);
      into[3] = q.x;
      into[4] = q.y;
      into[5] = q.z;
      into[6] = q.w;
    },
    set(node, transform) {
      node.position.set(transform[0]!, transform[1]!, transform[2]!);
      node.rotationQuaternion ??= node.rotation.toQuaternion();
      node.rotationQuaternion.set(transform[3]!, transform[4]!, transform[5]!, transform[6]!);
    },
    above() {
      const all: SceneNode[] = [];
      for (let node = root.parent; isTransformNode(node); node = node.parent) all.unshift(nodeOf(node, 0, -1));
      return all;
    },
    root: () => nodeOf(root, 0, -1),
  });
}

function nodeOf(node: TransformNodeLike, index: number, parent: number): SceneNode {
  return {
    name: node.name === '' ? `node ${index}` : node.name,
    parent,
    translation: [node.position.x, node.position.y, node.position.z],
    rotation: rotationOfNode(node),
    scale: [node.scaling.x, node.scaling.y, node.scaling.z],
  };
}

/** Cameras and lights hang in the tree too. */
function isTransformNode(node: object | null | undefined): node is TransformNodeLike {
  if (!isObject(node) || typeof node['name'] !== 'string' || typeof node['getChildren'] !== 'function') return false;
  return (
    isObject(node['position']) &&
    isObject(node['scaling']) &&
    (isObject(node['rotationQuaternion']) || isObject(node['rotation']))
  );
}

/** Babylon turns about z first, then x, then y. */
function rotationOfNode({ rotationQuaternion: q, rotation }: TransformNodeLike): Quat {
  return q ? [q.x, q.y, q.z, q.w] : fromEuler(rotation.x, rotation.y, rotation.z, 'YXZ');
}
