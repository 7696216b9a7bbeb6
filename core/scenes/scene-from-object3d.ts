import { checkObject, isObject, spellOut } from '../math/check-values.ts';
import { linkScene, type NodeAsItIs, type SceneLink } from './read-nodes.ts';

/** What is read and set of a vector of three.js. */
export interface Vector3Like {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  set(x: number, y: number, z: number): unknown;
}

/** What is read and set of a quaternion of three.js. */
export interface QuaternionLike {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
  set(x: number, y: number, z: number, w: number): unknown;
}

/** What is read of an `Object3D` of three.js; nothing is imported from there. */
export interface Object3DLike {
  readonly name: string;
  readonly children: readonly Object3DLike[];
  readonly position: Vector3Like;
  readonly quaternion: QuaternionLike;
  readonly scale: { readonly x: number; readonly y: number; readonly z: number };
  readonly isBone?: boolean;
  readonly isMesh?: boolean;
  /** Of a `SkinnedMesh`. */
  readonly skeleton?: { readonly bones: readonly object[] };
}

/**
 * The character below an object of three.js, as it stands now: its rest is what it stands in, so read it before it is posed. The world of its rig is the
 * space in which the object stands, the scene's if it was added there; metres. Throws a `RangeError` of one sentence when it is no object.
 */
export function sceneFromObject3D(root: Object3DLike): SceneLink<Object3DLike> {
  checkObject(root, 'the object');
  const objects: Object3DLike[] = [];
  const parents: number[] = [];
  const visit = (object: Object3DLike, parent: number): void => {
    checkIsObject3D(object, parent < 0 ? 'the object' : `what is below ${spellOut(objects[parent]!.name)}`);
    const own = objects.push(object) - 1;
    parents.push(parent);
    for (const child of object.children) visit(child, own);
  };
  visit(root, -1);
  const skinned = new Set(objects.flatMap((object) => object.skeleton?.bones ?? []));
  const nodes = objects.map(({ name, position, quaternion, scale, isMesh, isBone }, i): NodeAsItIs => ({
    name: name === '' ? `object ${i}` : name,
    parent: parents[i]!,
    translation: [position.x, position.y, position.z],
    rotation: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
    scale: [scale.x, scale.y, scale.z],
    isJoint: skinned.size > 0 ? skinned.has(objects[i]!) : isBone === true,
    hasMesh: isMesh === true,
  }));
  return linkScene(objects, nodes, false, (object, translation, rotation) => {
    object.position.set(...translation);
    object.quaternion.set(...rotation);
  });
}

function checkIsObject3D(object: Object3DLike, what: string): void {
  const isOne = isObject(object) && isObject(object.position) && isObject(object.quaternion) && isObject(object.scale);
  if (isOne && typeof object.name === 'string' && Array.isArray(object.children)) return;
  throw new RangeError(`${what} must be an Object3D of three.js, got ${spellOut(object)}`);
}
