import { checkArray, checkObject, isObject, spellOut } from '../math/check-values.ts';
import { fromEuler } from '../math/checked-rotations.ts';
import type { Quat } from '../math/quat.ts';
import { linkScene, type NodeAsItIs, type SceneLink } from './read-nodes.ts';
import type { QuaternionLike, Vector3Like } from './scene-from-object3d.ts';

/** What is read and set of a `TransformNode` of Babylon.js (a mesh is one); nothing is imported from there. */
export interface TransformNodeLike {
  readonly name: string;
  readonly position: Vector3Like;
  rotationQuaternion?: QuaternionLike | null;
  /** Its turns about x, y and z, radians, where it has no quaternion. */
  readonly rotation: { readonly x: number; readonly y: number; readonly z: number; toQuaternion(): QuaternionLike };
  readonly scaling: { readonly x: number; readonly y: number; readonly z: number };
  getChildren(): readonly object[];
  getScene(): { readonly useRightHandedSystem: boolean };
  /** Of a mesh. */
  getTotalVertices?(): number;
  readonly skeleton?: { readonly bones: readonly { getTransformNode(): object | null }[] } | null;
}

/**
 * The character below a node of Babylon.js, as it stands now: its rest is what it stands in, so read it before it is posed. Left-handed scenes,
 * Babylon's default, are mirrored into the right-handed world of rigs: `point` and `rotation` bring targets there, `write` brings poses back, for
 * characters made in the scene and for those that a loader has put below a mirroring node alike. The world is the space in which the node stands;
 * metres. Throws a `RangeError` of one sentence when it is no node.
 */
export function sceneFromBabylon(root: TransformNodeLike): SceneLink<TransformNodeLike> {
  checkObject(root, 'the node');
  if (!isTransformNode(root) || typeof root.getScene !== 'function') {
    throw new RangeError(`the node must be a TransformNode of Babylon.js, got ${spellOut(root)}`);
  }
  const found: TransformNodeLike[] = [];
  const parents: number[] = [];
  const visit = (node: TransformNodeLike, parent: number): void => {
    const own = found.push(node) - 1;
    parents.push(parent);
    const children = node.getChildren();
    checkArray(children, `the children of ${spellOut(node.name)}`);
    for (const child of children) if (isTransformNode(child)) visit(child, own);
  };
  visit(root, -1);
  const skinned = new Set(found.flatMap(({ skeleton }) => skeleton?.bones.map((bone) => bone.getTransformNode()) ?? []));
  const nodes = found.map((node, i): NodeAsItIs => ({
    name: node.name === '' ? `node ${i}` : node.name,
    parent: parents[i]!,
    translation: [node.position.x, node.position.y, node.position.z],
    rotation: rotationOfNode(node),
    scale: [node.scaling.x, node.scaling.y, node.scaling.z],
    isJoint: skinned.has(node),
    hasMesh: (node.getTotalVertices?.() ?? 0) > 0,
  }));
  return linkScene(found, nodes, !root.getScene().useRightHandedSystem, (node, translation, rotation) => {
    node.position.set(...translation);
    node.rotationQuaternion ??= node.rotation.toQuaternion();
    node.rotationQuaternion.set(...rotation);
  });
}

/** Cameras and lights hang in the tree too. */
function isTransformNode(node: object): node is TransformNodeLike {
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
