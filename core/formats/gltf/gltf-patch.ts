import type { Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { align4, writeGlb } from './glb.ts';
import { readGltf, type GltfAsset, type ReadSibling } from './gltf-asset.ts';
import { freeName } from './free-name.ts';
import { localTransform } from './gltf-scene.ts';
import { morphTargetsOf } from './morph-targets.ts';
import { isRecord } from '../text/json-text.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { encodeBase64 } from '../text/base64.ts';

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
}

export interface NodePose {
  readonly node: number;
  readonly translation?: Vec3;
  readonly rotation?: Quat;
  /** One for each morph target of its mesh. */
  readonly weights?: readonly number[];
}

type Json = Record<string, unknown>;

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
  checkAnimation(asset, animation);
  const arrays = [animation.times, ...animation.channels.map((channel) => channel.values)];
  const added = new Uint8Array(arrays.reduce((sum, array) => sum + array.byteLength, 0));
  const target = newBytesTarget(asset, added.byteLength);
  const firstView = listLength(asset.json, 'bufferViews');
  const firstAccessor = listLength(asset.json, 'accessors');
  const bufferViews: Json[] = [];
  const accessors: Json[] = [];
  let offset = 0;
  arrays.forEach((array, i) => {
    added.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    bufferViews.push({ buffer: target.buffer, byteOffset: target.byteOffset + offset, byteLength: array.byteLength });
    accessors.push({ bufferView: firstView + i, componentType: 5126, ...elementsOf(animation, array, i) });
    offset += array.byteLength;
  });
  const samplers = animation.channels.map(({ interpolation = 'LINEAR' }, i) => ({
    input: firstAccessor,
    output: firstAccessor + 1 + i,
    interpolation,
  }));
  const channels = animation.channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } }));
  const json: Json = {
    ...asset.json,
    nodes: withoutMatrices(asset, new Set(animation.channels.map((channel) => channel.node))),
    bufferViews: [...listOf(asset.json, 'bufferViews'), ...bufferViews],
    accessors: [...listOf(asset.json, 'accessors'), ...accessors],
    animations: [
      ...listOf(asset.json, 'animations'),
      { name: freeName(animation.name, animationNames(asset)), samplers, channels },
    ],
  };
  return target.write(json, added);
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

function elementsOf({ times, channels }: NewAnimation, array: Float32Array, index: number): Json {
  const channel = channels[index - 1];
  if (!channel) return { count: array.length, type: 'SCALAR', min: [times[0]], max: [times.at(-1)] };
  if (channel.path === 'weights') return { count: array.length, type: 'SCALAR' };
  return { count: times.length, type: channel.path === 'rotation' ? 'VEC4' : 'VEC3' };
}

interface BytesTarget {
  readonly buffer: number;
  readonly byteOffset: number;
  readonly write: (json: Json, added: Uint8Array) => Uint8Array;
}

/** Where new bytes go: behind the GLB's BIN chunk where there can be one, otherwise into a new embedded buffer. */
function newBytesTarget(asset: GltfAsset, addedLength: number): BytesTarget {
  const buffers = listOf(asset.json, 'buffers');
  const first = buffers[0];
  const growsBinary = asset.container === 'glb' && (asset.binary ? isRecord(first) && first['uri'] === undefined : !first);
  if (!growsBinary) {
    return {
      buffer: buffers.length,
      byteOffset: 0,
      write: (json, added) => {
        const uri = `data:application/octet-stream;base64,${encodeBase64(added)}`;
        return writeAsset(asset, { ...json, buffers: [...buffers, { byteLength: added.byteLength, uri }] }, asset.binary);
      },
    };
  }
  const byteOffset = align4(asset.binary?.byteLength ?? 0);
  return {
    buffer: 0,
    byteOffset,
    write: (json, added) => {
      const binary = new Uint8Array(byteOffset + addedLength);
      if (asset.binary) binary.set(asset.binary);
      binary.set(added, byteOffset);
      const grown = { ...(isRecord(first) ? first : {}), byteLength: binary.byteLength };
      return writeAsset(asset, { ...json, buffers: [grown, ...buffers.slice(1)] }, binary);
    },
  };
}

function writeAsset(asset: GltfAsset, json: Json, binary: Uint8Array | null): Uint8Array {
  const text = encodeUtf8(JSON.stringify(json));
  return asset.container === 'glb' ? writeGlb({ json: text, binary, unknown: asset.unknownChunks }) : text;
}

/** The file's nodes with the matrices of the chosen ones written as translation, rotation and scale. */
function withoutMatrices(asset: GltfAsset, chosen: ReadonlySet<number>): unknown[] {
  return listOf(asset.json, 'nodes').map((node, i) => {
    if (!chosen.has(i) || !isRecord(node) || node['matrix'] === undefined) return node;
    const { matrix: _, ...rest } = node;
    return { ...rest, ...localTransform(asset.document.nodes![i]!) };
  });
}

function animationNames({ document }: GltfAsset): Set<unknown> {
  return new Set(document.animations?.map((animation) => animation.name));
}

function listOf(json: Readonly<Json>, key: string): readonly unknown[] {
  const list = json[key];
  return Array.isArray(list) ? list : [];
}

function listLength(json: Readonly<Json>, key: string): number {
  return listOf(json, key).length;
}
