import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, LoopOnce, Quaternion, SkinnedMesh, Vector3, type Mesh, type Object3D } from 'three';
import { GLTFLoader, type GLTF, type GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { readGlb } from '../../../core/formats/gltf/glb.ts';
import type { Frame } from '../../../core/math/frame.ts';

/** World positions of all nodes, by node index, as another program computes them. */
export type NodePositions = Map<number, readonly [number, number, number]>;

export interface ValidatorIssue {
  readonly code: string;
  readonly severity: number;
  readonly message: string;
  readonly pointer?: string;
}

/** Errors and warnings (severity 0 and 1) that Khronos' validator reports. */
export async function validatorIssues(bytes: Uint8Array): Promise<ValidatorIssue[]> {
  const report = await validateBytes(bytes, { maxIssues: 0, writeTimestamp: false });
  return (report.issues.messages as ValidatorIssue[]).filter((issue) => issue.severity <= 1);
}

/** Loads a GLB with three.js, without its textures. */
export async function loadInThree(bytes: Uint8Array): Promise<GLTF> {
  (globalThis as { self?: unknown }).self ??= globalThis;
  const loader = new GLTFLoader();
  loader.register((parser: GLTFParser) => {
    parser.loadTexture = () => Promise.resolve(null as never);
    return { name: 'no textures' };
  });
  return loader.parseAsync(bytes.slice().buffer, '');
}

/** Plays an animation in three.js and gives the nodes' world positions at each time. */
export async function playInThree(bytes: Uint8Array, animation: number, times: readonly number[]): Promise<NodePositions[]> {
  const played = await framesInThree(bytes, animation, times);
  return played.map((frames) => new Map([...frames].map(([node, { position }]) => [node, position])));
}

/** Plays an animation in three.js and gives where the nodes are in the world at each time, and how they are rotated. */
export async function framesInThree(
  bytes: Uint8Array,
  animation: number,
  times: readonly number[],
): Promise<ReadonlyMap<number, Frame>[]> {
  const gltf = await loadInThree(bytes);
  const mixer = new AnimationMixer(gltf.scene);
  if (animation >= 0) {
    const action = mixer.clipAction(gltf.animations[animation]!).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
  }
  return times.map((time) => {
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    const frames = new Map<number, Frame>();
    gltf.parser.associations.forEach((association, object) => {
      const index = (association as { nodes?: number } | undefined)?.nodes;
      // The first object of a node is the node itself, the others are its primitives.
      if (index === undefined || !('isObject3D' in object) || frames.has(index)) return;
      const p = object.getWorldPosition(new Vector3());
      const q = object.getWorldQuaternion(new Quaternion());
      frames.set(index, { position: [p.x, p.y, p.z], rotation: [q.x, q.y, q.z, q.w] });
    });
    return frames;
  });
}

/** World positions of the vertices of all skinned meshes at rest, as three.js draws them, in the file's order. */
export async function skinInThree(bytes: Uint8Array): Promise<[number, number, number][]> {
  const gltf = await loadInThree(bytes);
  gltf.scene.updateMatrixWorld(true);
  const places: [number, number, number][] = [];
  gltf.scene.traverse((object) => {
    if (!(object instanceof SkinnedMesh)) return;
    const count = object.geometry.getAttribute('position').count;
    for (let vertex = 0; vertex < count; vertex++) {
      const at = object.getVertexPosition(vertex, new Vector3()).applyMatrix4(object.matrixWorld);
      places.push([at.x, at.y, at.z]);
    }
  });
  return places;
}

/** The weights of the morph targets of each node in three.js, which plays an animation, at some times. */
export async function weightsInThree(
  bytes: Uint8Array,
  times: readonly number[],
  animation = 0,
): Promise<Map<number, number[]>[]> {
  const gltf = await loadInThree(bytes);
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations.at(animation)!).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  return times.map((time) => {
    mixer.setTime(time);
    const weights = new Map<number, number[]>();
    gltf.parser.associations.forEach((association, object) => {
      const { nodes: node } = (association as { nodes?: number } | undefined) ?? {};
      if (node === undefined || !('isObject3D' in object)) return;
      const parts: Object3D[] = [object, ...object.children];
      const found = parts.map((part) => (part as Partial<Mesh>).morphTargetInfluences).find((influences) => influences);
      if (found && !weights.has(node)) weights.set(node, [...found]);
    });
    return weights;
  });
}

/** Plays an animation in Babylon.js (without a screen) and gives the nodes' world positions at each time. */
export async function playInBabylon(bytes: Uint8Array, animation: number, times: readonly number[]): Promise<NodePositions[]> {
  const engine = new NullEngine({
    renderWidth: 16,
    renderHeight: 16,
    textureSize: 16,
    deterministicLockstep: false,
    lockstepMaxSteps: 1,
  });
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  try {
    const container = await LoadAssetContainerAsync(bytes, scene, {
      pluginExtension: '.glb',
      pluginOptions: { gltf: { skipMaterials: true, animationStartMode: 0 } },
    });
    container.addAllToScene();
    const group = container.animationGroups[animation];
    // Babylon moves skinned meshes out of their nodes, as glTF demands; their own transform says nothing.
    const { nodes: stated } = JSON.parse(new TextDecoder().decode(readGlb(bytes).json)) as { nodes: { skin?: number }[] };
    return times.map((time) => {
      for (const { animation: track, target } of group?.targetedAnimations ?? []) {
        const value = track.evaluate(time * track.framePerSecond);
        target[track.targetProperty] = value;
      }
      const positions: NodePositions = new Map();
      for (const node of container.getNodes()) {
        const pointer = (node._internalMetadata?.gltf?.pointers as string[] | undefined)?.find((p) => /^\/nodes\/\d+$/.test(p));
        if (!pointer || stated[Number(pointer.slice(7))]?.skin !== undefined) continue;
        const p = node.computeWorldMatrix(true).getTranslation();
        positions.set(Number(pointer.slice(7)), [p.x, p.y, p.z]);
      }
      return positions;
    });
  } finally {
    scene.dispose();
    engine.dispose();
  }
}

/** Largest distance between two programs' positions over the nodes that both know; throws when they share none. */
export function largestDistance(a: NodePositions, b: NodePositions): number {
  const shared = [...a.keys()].filter((node) => b.has(node));
  if (shared.length === 0) throw new Error('the programs share no node');
  return Math.max(...shared.map((node) => Math.hypot(...[0, 1, 2].map((c) => a.get(node)![c]! - b.get(node)![c]!))));
}
