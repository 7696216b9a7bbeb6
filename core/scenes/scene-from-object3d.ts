import { isObject, spellOut } from '../math/check-values.ts';
import type { SceneNode } from '../skeleton/scene.ts';
import { linkScene, type NodeAsItIs, type SceneLink } from './scene-link.ts';

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
  readonly parent?: Object3DLike | null;
  readonly position: Vector3Like;
  readonly quaternion: QuaternionLike;
  readonly scale: { readonly x: number; readonly y: number; readonly z: number };
  readonly isBone?: boolean;
  readonly isMesh?: boolean;
  /** Of a `SkinnedMesh`. */
  readonly skeleton?: { readonly bones: readonly object[] };
}

/**
 * The character below an object of three.js, as it stands now: its rest is what it stands in, so read it before it is posed. Metres. Throws a `RangeError` of
 * one sentence when it is no object.
 */
export function sceneFromObject3D<Object3D extends Object3DLike>(
  root: Object3D,
): SceneLink<Object3D | Object3D['children'][number]> {
  checkIsObject3D(root, 'the object');
  const objects: Object3DLike[] = [];
  const parents: number[] = [];
  const visit = (object: Object3DLike, parent: number): void => {
    checkIsObject3D(object, parent < 0 ? 'the object' : `what is below ${spellOut(objects[parent]!.name)}`);
    const own = objects.push(object) - 1;
    parents.push(parent);
    for (const child of object.children) visit(child, own);
  };
  visit(root, -1);
  for (let object = root.parent ?? null; object !== null; object = object.parent ?? null) {
    checkIsObject3D(object, `what is above ${spellOut(root.name)}`);
  }
  const skinned = new Set(objects.flatMap((object) => object.skeleton?.bones ?? []));
  const nodes = objects.map((object, i): NodeAsItIs => ({
    ...nodeOf(object, i, parents[i]!),
    isJoint: skinned.size > 0 ? skinned.has(object) : object.isBone === true,
    hasMesh: object.isMesh === true,
  }));
  return linkScene<Object3DLike>(objects, nodes, {
    isLeftHanded: false,
    read({ position, quaternion }, into) {
      into[0] = position.x;
      into[1] = position.y;
      into[2] = position.z;
      into[3] = quaternion.x;
      into[4] = quaternion.y;
      into[5] = quaternion.z;
      into[6] = quaternion.w;
    },
    set({ position, quaternion }, transform) {
      position.set(transform[0]!, transform[1]!, transform[2]!);
      quaternion.set(transform[3]!, transform[4]!, transform[5]!, transform[6]!);
    },
    above() {
      const found: SceneNode[] = [];
      for (let object = root.parent ?? null; object !== null; object = object.parent ?? null)
        found.unshift(nodeOf(object, 0, -1));
      return found;
    },
    root: () => nodeOf(root, 0, -1),
  });
}

function nodeOf({ name, position, quaternion, scale }: Object3DLike, index: number, parent: number): SceneNode {
  return {
    name: name === '' ? `object ${index}` : name,
    parent,
    translation: [position.x, position.y, position.z],
    rotation: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
    scale: [scale.x, scale.y, scale.z],
  };
}

function checkIsObject3D(object: Object3DLike, what: string): void {
  const isOne = isObject(object) && isObject(object.position) && isObject(object.quaternion) && isObject(object.scale);
  if (isOne && typeof object.name === 'string' && Array.isArray(object.children)) return;
  const isFile = isObject(object) && isObject(object['scene']);
  throw new RangeError(`${what} must be an Object3D of three.js, got ${isFile ? 'a file: write gltf.scene' : spellOut(object)}`);
}
