import { normalizeQuat } from '../../math/quat.ts';
import { UP_AXES } from '../text/up-axes.ts';
import type { CharacterScene, SceneNode } from '../../skeleton/scene.ts';
import { readBindPose } from './bind-pose.ts';
import { bonesInOtherPoses } from './bones-in-other-poses.ts';
import { readAnimations } from './gltf-animation.ts';
import { parentsOf } from './gltf-check.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { LONGEST_NAME, type GltfNode, type GltfAnimation } from './gltf-schema.ts';
import { factsOfLying, isBone, isCarrier } from './stick-mark.ts';
import { decomposeMatrix, type Transform } from './matrix.ts';
import { morphTargetsOf } from './morph-targets.ts';
import { readMeshes } from './mesh-extents.ts';
import { worldMatrices } from './scene-worlds.ts';
import { khrExpressions } from './khr-expressions.ts';
import { readExpressions } from './read-expressions.ts';
import { readSprings } from './read-springs.ts';
import { readDeclaredBones } from './vrm-bones.ts';
import { createAccessorReader } from './gltf-accessors.ts';

/** Largest number that a node's transform may hold; beyond it arithmetic would overflow. */
const MAX_COORDINATE = 1e9;
/** The same for a node's world matrix, where the scales of its ancestors multiply. */
const MAX_WORLD = 1e12;

/** What `core` needs to know of a checked glTF file. Throws an `Error` with one sentence when it holds no nodes. */
export function readCharacterScene(asset: GltfAsset): CharacterScene {
  const { document } = asset;
  const nodes = document.nodes ?? [];
  if (nodes.length === 0) throw new Error('the file holds no nodes, so there is no character in it');
  const parents = parentsOf(document);
  const meshNodes: number[] = [];
  nodes.forEach((node, i) => {
    if (node.mesh !== undefined) meshNodes.push(i);
  });
  const rigidNodes = meshNodes.filter((node) => nodes[node]!.skin === undefined && morphTargetsOf(document, node) === 0);
  const expressions = readExpressions(document, khrExpressions(asset));
  const springs = readSprings(document);
  const turningNodes = readTurningNodes(asset);
  const lay = factsOfLying(asset.json);
  const boneNodes = nodes.flatMap((node, i) => (isBone(node) ? [i] : []));
  const carriers = nodes.flatMap((node, i) => (isCarrier(node) ? [i] : []));
  const scene = {
    nodes: nodes.map((node, i) => nodeOf(node, i, parents[i]!)),
    skinJoints: [...new Set(document.skins?.flatMap((skin) => skin.joints))].sort((a, b) => a - b),
    meshNodes,
    ...(rigidNodes.length > 0 && { rigidNodes }),
    declaredBones: { ...readDeclaredBones(document) },
    ...(turningNodes && { turningNodes }),
    ...(boneNodes.length > 0 && { boneNodes }),
    ...(expressions && { expressions }),
    ...(springs && { springs }),
    ...(carriers.length > 0 && { carriers }),
    ...(lay && { lay: UP_AXES.find((axis) => axis === lay['axis']) ?? 'rest' }),
  };
  const overflowing = worldMatrices(scene).findIndex((matrix) => !matrix.every((value) => Math.abs(value) <= MAX_WORLD));
  if (overflowing >= 0) {
    throw new Error(`the glTF file is not valid: the transforms above node ${overflowing} multiply out of bounds`);
  }
  const bindPose = readBindPose(asset, scene.nodes);
  const read: CharacterScene = { ...scene, ...(bindPose && { bindPose }), ...readMeshes(asset, scene) };
  return {
    ...read,
    declaredBones: { ...bonesInOtherPoses(read, () => readAnimations(asset).animations), ...read.declaredBones },
  };
}

function nodeOf(node: GltfNode, index: number, parent: number): SceneNode {
  const name = node.name?.slice(0, LONGEST_NAME) ?? `node ${index}`;
  const transform = localTransform(node);
  const numbers = [...transform.translation, ...transform.rotation, ...transform.scale];
  if (!numbers.every((value) => Math.abs(value) <= MAX_COORDINATE)) {
    throw new Error(`the glTF file is not valid: the transform of node ${index} "${name}" is out of bounds`);
  }
  return { name, parent, ...transform };
}

/** A node's local transform, its matrix split where it has one, its rotation of length 1. */
export function localTransform(node: GltfNode): Transform {
  if (node.matrix) return decomposeMatrix(node.matrix);
  return {
    translation: node.translation ?? [0, 0, 0],
    rotation: normalizeQuat(node.rotation ?? [0, 0, 0, 1]),
    scale: node.scale ?? [1, 1, 1],
  };
}

type Sampler = GltfAnimation['samplers'][number];

/** Difference between two quaternions' numbers that is no turn: float noise. */
const STILL = 1e-4;

/** Nodes that some animation of a file turns, in order; null for a file without animations. What cannot be read turns nothing. */
export function readTurningNodes(asset: GltfAsset): number[] | null {
  const { animations = [] } = asset.document;
  if (animations.length === 0) return null;
  const read = createAccessorReader(asset);
  // Very many channels may share the same values.
  const known = new Map<string, boolean>();
  const turns = (sampler: Sampler): boolean => {
    const values = `${sampler.output} ${sampler.interpolation}`;
    const found = known.get(values) ?? isTurning(read, sampler);
    known.set(values, found);
    return found;
  };
  const turning = new Set<number>();
  for (const { channels, samplers } of animations) {
    for (const { target, sampler } of channels) {
      if (target.path !== 'rotation' || target.node === undefined || turning.has(target.node)) continue;
      const sampling = samplers[sampler];
      if (sampling && turns(sampling)) turning.add(target.node);
    }
  }
  return [...turning].sort((a, b) => a - b);
}

/** Whether a sampler's values, or the tangents of its cubic spline, change from key to key. */
function isTurning(read: ReturnType<typeof createAccessorReader>, { output, interpolation }: Sampler): boolean {
  const perKey = interpolation === 'CUBICSPLINE' ? 12 : 4;
  try {
    const { values, components } = read(output);
    if (components !== 4) return false;
    for (let i = perKey; i < values.length; i++) if (Math.abs(values[i]! - values[i - perKey]!) > STILL) return true;
    return false;
  } catch {
    // An animation that cannot be read is told about where animations are read.
    return false;
  }
}
