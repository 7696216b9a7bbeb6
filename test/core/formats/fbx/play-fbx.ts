import {
  AnimationMixer,
  LoopOnce,
  Vector3,
  type Quaternion,
  type AnimationClip,
  type Group,
  type Object3D,
  type SkinnedMesh,
} from 'three';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';

/** Where a node is in its parent's space, in metres, and how it is turned. */
export interface NodeState {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

/** An FBX file as three.js's own loader reads it. */
export interface ThreeFbx {
  readonly scene: Group;
  readonly clips: readonly AnimationClip[];
}

/** Reads an FBX file with three.js; its pictures are not looked for. */
export function loadFbxInThree(bytes: Uint8Array): ThreeFbx {
  const page = globalThis as { self?: unknown; window?: unknown };
  page.self ??= globalThis;
  // Cameras ask for the window's size. What takes its presence for a browser must not find it afterwards.
  const isAdded = page.window === undefined;
  if (isAdded) page.window = { innerWidth: 1, innerHeight: 1 };
  const silent = console.warn;
  console.warn = () => {};
  try {
    const scene = new FBXLoader().parse(bytes.slice().buffer, '');
    return { scene, clips: scene.animations };
  } finally {
    if (isAdded) delete page.window;
    console.warn = silent;
  }
}

/** The states of all named objects at moments of a clip; `unit` is how many metres the scene's units have. */
export function statesInThree(
  scene: Object3D,
  clip: AnimationClip | undefined,
  times: readonly number[],
  unit: number,
): Map<string, NodeState>[] {
  const mixer = new AnimationMixer(scene);
  if (clip) {
    const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
  }
  return times.map((time) => {
    if (clip) mixer.setTime(time);
    const states = new Map<string, NodeState>();
    scene.traverse((object) => {
      if (object.name === '' || states.has(object.name)) return;
      states.set(object.name, { position: object.position.clone().multiplyScalar(unit), rotation: object.quaternion.clone() });
    });
    return states;
  });
}

/** The corners of the box around all vertices that are drawn now, in metres. */
export function drawnBox(scene: Object3D, unit: number): { readonly min: number[]; readonly max: number[] } {
  scene.updateMatrixWorld(true);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  scene.traverse((object) => {
    const mesh = object as SkinnedMesh;
    const positions = mesh.geometry?.getAttribute('position');
    for (let v = 0; v < (positions?.count ?? 0); v++) {
      const at = mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld).multiplyScalar(unit);
      at.toArray().forEach((value, axis) => {
        min[axis] = Math.min(min[axis]!, value);
        max[axis] = Math.max(max[axis]!, value);
      });
    }
  });
  return { min, max };
}
