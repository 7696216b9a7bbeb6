import { differentNames } from '../../math/different-names.ts';
import type { Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { createGlbBuilder, listOf, writeAsset, type GlbBuilder } from './glb-builder.ts';
import { readGltf, type GltfAsset, type ReadSibling } from './gltf-asset.ts';
import { localTransform } from './gltf-scene.ts';
import { morphTargetsOf } from './morph-targets.ts';
import { isRecord } from '../text/json-text.ts';

/** Keys of one property of one node. */
export interface NewChannel {
  readonly node: number;
  readonly path: 'rotation' | 'translation' | 'weights';
  /** Flat, one value a key time: 4 numbers for a rotation, 3 for a translation, in the node's own units, or one for each morph target of its mesh. */
  readonly values: Float32Array;
  readonly interpolation?: 'LINEAR' | 'STEP';
}

export interface NewAnimation {
  readonly name: string;
  /** Seconds, strictly rising, at least one. */
  readonly times: Float32Array;
  readonly channels: readonly NewChannel[];
  /** What the animation says of itself for programs that know it. Default: nothing. */
  readonly extras?: object;
}

export interface NodePose {
  readonly node: number;
  readonly translation?: Vec3;
  readonly rotation?: Quat;
  /** One for each morph target of its mesh. */
  readonly weights?: readonly number[];
}

/**
 * Adds an animation to a glTF file: accessors, buffer views and one animation are appended, every byte of the old buffers stays where it was,
 * and whatever the file holds besides (unknown extensions, compressed meshes, extra chunks) is copied. A GLB stays a GLB, its BIN chunk grows;
 * a .gltf gets a new embedded buffer. Animated nodes that state a matrix get translation, rotation and scale instead, as the format demands.
 * Throws an `Error` with one sentence when the file or the animation cannot be used.
 */
export function appendAnimation(bytes: Uint8Array, animation: NewAnimation, readSibling?: ReadSibling): Uint8Array {
  return appendToAsset(readGltf(bytes, readSibling), animation);
}

/** {@link appendAnimation} for a file that was already read. */
export function appendToAsset(asset: GltfAsset, animation: NewAnimation): Uint8Array {
  const builder = createGlbBuilder(asset);
  const name = differentNames({ taken: animationNames(asset) })(animation.name);
  const added = addAnimation(asset, builder, { ...animation, name });
  return builder.finish({
    ...asset.json,
    nodes: withoutMatrices(asset, new Set(animation.channels.map(({ node }) => node))),
    animations: [...listOf(asset.json, 'animations'), added],
  });
}

/** The JSON of an animation, its keys added to what is built on the file; its nodes may state no matrix. */
export function addAnimation(asset: GltfAsset, builder: GlbBuilder, animation: NewAnimation): Readonly<Record<string, unknown>> {
  checkAnimation(asset, animation);
  const { name, times, channels, extras } = animation;
  const input = builder.accessor(times, 'SCALAR', { withBounds: true });
  const samplers = channels.map(({ path, values, interpolation = 'LINEAR' }) => ({
    input,
    output: builder.accessor(values, path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3'),
    interpolation,
  }));
  const targets = channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } }));
  return { name, samplers, channels: targets, ...(extras && { extras }) };
}

/**
 * The file with other translations and rotations at some nodes; everything else is kept. Nodes that state a matrix get translation,
 * rotation and scale instead. Throws an `Error` with one sentence when the file cannot be read.
 */
export function patchPose(bytes: Uint8Array, poses: readonly NodePose[], readSibling?: ReadSibling): Uint8Array {
  const asset = readGltf(bytes, readSibling);
  const nodes = withoutMatrices(asset, new Set(poses.map((pose) => pose.node)));
  for (const { node, translation, rotation, weights } of poses) {
    const old = nodes[node];
    if (!isRecord(old)) throw new Error(`the pose names node ${node}, but the file has ${nodes.length} nodes`);
    if (![...(translation ?? []), ...(rotation ?? []), ...(weights ?? [])].every(Number.isFinite)) {
      throw new Error(`the pose of node ${node} must be finite numbers`);
    }
    nodes[node] = {
      ...old,
      ...(translation && { translation: [...translation] }),
      ...(rotation && { rotation: [...rotation] }),
      ...(weights && { weights: [...weights] }),
    };
  }
  return writeAsset(asset, { ...asset.json, nodes }, asset.binary);
}

function checkAnimation(asset: GltfAsset, { times, channels }: NewAnimation): void {
  if (times.length === 0 || channels.length === 0) throw new Error('an animation needs at least one key and one channel');
  for (let k = 0; k < times.length; k++) {
    if (!Number.isFinite(times[k]!) || times[k]! < 0 || (k > 0 && times[k]! <= times[k - 1]!)) {
      throw new Error(`key times must be numbers that rise from 0 or later, got ${times[k]} at key ${k}`);
    }
  }
  const nodeCount = asset.document.nodes?.length ?? 0;
  for (const { node, path, values } of channels) {
    if (!(node >= 0 && node < nodeCount))
      throw new Error(`the animation names node ${node}, but the file has ${nodeCount} nodes`);
    const expected = times.length * (path === 'rotation' ? 4 : path === 'weights' ? morphTargetsOf(asset.document, node) : 3);
    if (values.length !== expected) {
      throw new Error(`the ${path} of node ${node} needs ${expected} numbers, got ${values.length}`);
    }
    if (values.every(Number.isFinite)) continue;
    const i = values.findIndex((value) => !Number.isFinite(value));
    throw new Error(`the ${path} of node ${node} has ${values[i]} at key ${Math.floor(i / (expected / times.length))}`);
  }
}

/** The file's nodes with the matrices of the chosen ones written as translation, rotation and scale. */
export function withoutMatrices(asset: GltfAsset, chosen: ReadonlySet<number>): unknown[] {
  return listOf(asset.json, 'nodes').map((node, i) => {
    if (!chosen.has(i) || !isRecord(node) || node['matrix'] === undefined) return node;
    const { matrix: _, ...rest } = node;
    return { ...rest, ...localTransform(asset.document.nodes![i]!) };
  });
}

function animationNames({ document }: GltfAsset): readonly unknown[] {
  return document.animations?.map(({ name }) => name) ?? [];
}
