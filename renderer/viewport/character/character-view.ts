import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import type { AssetContainer } from '@babylonjs/core/assetContainer.js';
import { Quaternion } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { MorphTargetManager } from '@babylonjs/core/Morph/morphTargetManager.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { quatAt } from '../../../core/math/quat.ts';
import { turnOf, type Place } from '../../../core/math/place.ts';
import { vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import type { MorphedMesh } from '../../../core/skeleton/expressions.ts';
import type { NodeBinding, NodeTransforms } from '../../../core/skeleton/binding.ts';
import { boxAround, type Box } from '../../tools/geometry/figure-bounds.ts';
import { originOf, readVector, writeQuaternion, writeVector } from '../babylon-space.ts';
import { gatherTargets } from './gather-targets.ts';
import { leftOutOf } from './basis-pictures.ts';
import { checkGlb, drawnNodeOf, LOADING_OPTIONS, nodeIndexOf, useLocalDecoders } from './gltf-loading.ts';

/** A character's file in the scene. */
export interface CharacterView {
  /** What is drawn; the file's materials are kept. */
  readonly meshes: readonly AbstractMesh[];
  /** Pictures that could not be decoded and are not drawn. */
  readonly leftOut: number;
  /** Gives the joints' nodes new local transforms (see `nodeTransforms`). */
  apply(binding: NodeBinding, transforms: NodeTransforms): void;
  /** Gives the meshes of nodes the weights of their morph targets, one list for each of `meshes`. */
  morph(meshes: readonly MorphedMesh[], weights: readonly Float64Array[]): void;
  /** Lets the whole of it hang from a node: it stands where it stands as seen from that. */
  hangFrom(node: TransformNode): void;
  /** Stands the whole character somewhere: every pose is seen from there. */
  stand(place: Place): void;
  /** World position of a node of the file; null when the file has no such node. */
  nodePosition(node: number): Vec3 | null;
  /** The box around everything that is drawn, as it is posed now; null when nothing is. */
  bounds(): Box | null;
  /** Draws the character, but for the meshes of hidden nodes, or nothing of it. */
  setVisible(visible: boolean, hidden: ReadonlySet<number>): void;
  dispose(): void;
}

/** Loads a self-contained GLB into the scene. Rejects with an `Error` whose message is one sentence when that is impossible. */
export async function loadCharacter(scene: Scene, bytes: Uint8Array): Promise<CharacterView> {
  checkGlb(bytes);
  useLocalDecoders();
  const before = leftOutOf(scene).size;
  const container = await loadContainer(scene, bytes);
  const leftOut = leftOutOf(scene).size - before;
  discardExtras(container);
  container.addAllToScene();
  const standing = new TransformNode('standing', scene);
  standing.rotationQuaternion = new Quaternion();
  for (const node of container.rootNodes) node.parent = standing;
  standing.setEnabled(false);
  await gatherTargets(container);
  standing.setEnabled(true);
  const nodes = nodesByIndex(container);
  for (const mesh of container.meshes) {
    mesh.isPickable = false;
    // Bounding boxes of skinned meshes do not follow the pose, so culling by them would drop visible limbs.
    mesh.alwaysSelectAsActiveMesh = true;
  }
  const drawn = container.meshes.filter((mesh) => mesh.getTotalVertices() > 0);
  const morphTargets = morphTargetsByNode(drawn);
  return {
    meshes: drawn,
    leftOut,
    apply: (binding, transforms) => applyTransforms(nodes, binding, transforms),
    morph: (meshes, weights) => {
      for (let m = 0; m < meshes.length; m++) applyWeights(morphTargets.get(meshes[m]!.node) ?? NO_TARGETS, weights[m]!);
    },
    hangFrom: (node) => {
      standing.parent = node;
    },
    stand: (place) => {
      writeVector(place.at, standing.position);
      writeQuaternion(turnOf(place), standing.rotationQuaternion!);
    },
    nodePosition: (node) => {
      const found = nodes.get(node);
      return found ? originOf(found.computeWorldMatrix(true)) : null;
    },
    bounds: () => boxAround(drawn.flatMap(cornersOf)),
    setVisible: (visible, hidden) => {
      for (const mesh of drawn) mesh.isVisible = visible && !hidden.has(drawnNodeOf(mesh) ?? -1);
    },
    dispose: () => {
      container.dispose();
      standing.dispose();
    },
  };
}

const NO_TARGETS: readonly MorphTargetManager[] = [];

/** The morph targets of what nodes draw; a mesh of several materials is several meshes of one node. */
function morphTargetsByNode(meshes: readonly AbstractMesh[]): ReadonlyMap<number, readonly MorphTargetManager[]> {
  const targets = new Map<number, MorphTargetManager[]>();
  for (const mesh of meshes) {
    const node = drawnNodeOf(mesh);
    if (node !== undefined && mesh.morphTargetManager) targets.set(node, [...(targets.get(node) ?? []), mesh.morphTargetManager]);
  }
  return targets;
}

function applyWeights(managers: readonly MorphTargetManager[], weights: Float64Array): void {
  for (const manager of managers) {
    for (let t = 0; t < manager.numTargets; t++) manager.getTarget(t).influence = weights[t] ?? 0;
  }
}

async function loadContainer(scene: Scene, bytes: Uint8Array): Promise<AssetContainer> {
  try {
    return await LoadAssetContainerAsync(bytes, scene, { pluginExtension: '.glb', pluginOptions: LOADING_OPTIONS });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The character cannot be shown: ${firstLine(reason)}.`, { cause });
  }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[.\s]+$/, '');
}

/** Two opposite corners of a mesh's box in the world; a skinned mesh is measured in its present pose. */
function cornersOf(mesh: AbstractMesh): Vec3[] {
  mesh.computeWorldMatrix(true);
  mesh.skeleton?.prepare(true);
  mesh.refreshBoundingInfo({ applySkeleton: true, applyMorph: true, updatePositionsArray: false });
  const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
  return [readVector(minimumWorld), readVector(maximumWorld)];
}

/** The studio lights and frames the figure itself: lamps and cameras of the file would fight with it. */
function discardExtras(container: AssetContainer): void {
  for (const item of [...container.lights, ...container.cameras, ...container.animationGroups]) item.dispose();
  container.lights.length = container.cameras.length = container.animationGroups.length = 0;
}

function nodesByIndex(container: AssetContainer): ReadonlyMap<number, TransformNode> {
  const nodes = new Map<number, TransformNode>();
  for (const node of [...container.transformNodes, ...container.meshes]) {
    const index = nodeIndexOf(node);
    if (index !== undefined) nodes.set(index, node);
  }
  return nodes;
}

function applyTransforms(
  nodes: ReadonlyMap<number, TransformNode>,
  binding: NodeBinding,
  { translations, rotations }: NodeTransforms,
): void {
  binding.nodes.forEach((index, joint) => {
    const node = nodes.get(index);
    if (!node) return;
    writeVector(vec3At(translations, joint), node.position);
    node.rotationQuaternion ??= new Quaternion();
    writeQuaternion(quatAt(rotations, joint), node.rotationQuaternion);
  });
}
