import * as z from 'zod/mini';
import { quote } from '../text/quote.ts';
import { bytesOf, elementBytes } from './gltf-accessor-layout.ts';
import { meshoptView } from './gltf-features.ts';
import type { GltfAccessor, GltfDocument } from './gltf-schema.ts';
import { hypot } from '../../math/elementary.ts';

/** Deepest hierarchy of nodes that is accepted. */
const MAX_NODE_DEPTH = 1000;

/** Most elements of all accessors that have no bytes of their own (zeros, or filled by a decoder): readers allocate them. */
const MAX_IMPLICIT_ELEMENTS = 1 << 25;

/**
 * Checks what the fields of a document say about each other: every index in range, every node with one parent at most, no cycles,
 * every buffer view inside its buffer and every accessor inside its view. `bufferLengths[i]` is the number of bytes that buffer i really has.
 * Throws an `Error` with one sentence.
 */
export function checkGltf(document: GltfDocument, bufferLengths: readonly number[]): void {
  if (!document.asset.version.startsWith('2.')) {
    throw new Error(`expected glTF version 2, got version ${quote(document.asset.version)}`);
  }
  checkHierarchy(document);
  checkReferences(document);
  checkBufferViews(document, bufferLengths);
  document.accessors?.forEach((accessor, i) => checkAccessor(document, accessor, i));
  checkImplicitElements(document);
}

/** For each node its parent, −1 for none. Throws when a node has two parents, is its own ancestor, or the tree is too deep. */
export function parentsOf(document: GltfDocument): Int32Array {
  const nodes = document.nodes ?? [];
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    for (const child of node.children ?? []) {
      if (child >= nodes.length) throw outOfRange(`nodes.${i}.children`, child, nodes.length, 'node');
      if (parents[child] !== -1) throw new Error(`the glTF file is not valid: node ${child} has two parents`);
      parents[child] = i;
    }
  });
  return parents;
}

function checkHierarchy(document: GltfDocument): void {
  const parents = parentsOf(document);
  const depths = new Int32Array(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    const path: number[] = [];
    let node = start;
    while (node >= 0 && depths[node]! < 0) {
      depths[node] = 0;
      path.push(node);
      node = parents[node]!;
      if (node >= 0 && depths[node] === 0) {
        throw new Error(`the glTF file is not valid: node ${node} is its own ancestor`);
      }
    }
    let depth = node < 0 ? 0 : depths[node]!;
    for (const visited of path.toReversed()) depths[visited] = ++depth;
    if (depth > MAX_NODE_DEPTH) {
      throw new Error(`the nodes of the glTF file are nested more than ${MAX_NODE_DEPTH} levels deep`);
    }
  }
}

function checkReferences(document: GltfDocument): void {
  const count = (list: readonly unknown[] | undefined) => list?.length ?? 0;
  const nodes = count(document.nodes);
  const inRange = (where: string, value: number | undefined, length: number, what: string) => {
    if (value !== undefined && value >= length) throw outOfRange(where, value, length, what);
  };
  inRange('scene', document.scene, count(document.scenes), 'scene');
  document.scenes?.forEach((scene, s) => {
    for (const root of scene.nodes ?? []) inRange(`scenes.${s}.nodes`, root, nodes, 'node');
  });
  document.nodes?.forEach((node, n) => {
    inRange(`nodes.${n}.mesh`, node.mesh, count(document.meshes), 'mesh');
    inRange(`nodes.${n}.skin`, node.skin, count(document.skins), 'skin');
    if (node.rotation && hypot(...node.rotation) < 1e-6) {
      throw new Error(`the glTF file is not valid: the rotation of node ${n} has length 0`);
    }
  });
  document.skins?.forEach((skin, s) => {
    for (const joint of skin.joints) inRange(`skins.${s}.joints`, joint, nodes, 'node');
    inRange(`skins.${s}.skeleton`, skin.skeleton, nodes, 'node');
  });
  document.images?.forEach((image, i) => {
    inRange(`images.${i}.bufferView`, image.bufferView, count(document.bufferViews), 'buffer view');
  });
  document.animations?.forEach((animation, a) => {
    for (const channel of animation.channels) {
      inRange(`animations.${a}.channels`, channel.sampler, animation.samplers.length, 'sampler');
      inRange(`animations.${a}.channels`, channel.target.node, nodes, 'node');
    }
    for (const sampler of animation.samplers) {
      inRange(`animations.${a}.samplers`, sampler.input, count(document.accessors), 'accessor');
      inRange(`animations.${a}.samplers`, sampler.output, count(document.accessors), 'accessor');
    }
  });
}

function checkBufferViews(document: GltfDocument, bufferLengths: readonly number[]): void {
  document.bufferViews?.forEach((view, v) => {
    const meshopt = meshoptView(view);
    const { buffer, byteOffset = 0, byteLength } = meshopt ?? view;
    const length = bufferLengths[buffer];
    if (length === undefined) throw outOfRange(`bufferViews.${v}.buffer`, buffer, bufferLengths.length, 'buffer');
    if (byteOffset + byteLength > length) {
      throw new Error(
        `the glTF file is not valid: buffer view ${v} ends at byte ${byteOffset + byteLength} of a buffer of ${length} bytes`,
      );
    }
  });
}

function checkAccessor(document: GltfDocument, accessor: GltfAccessor, a: number): void {
  const views = document.bufferViews ?? [];
  const require = (viewIndex: number, offset: number, bytes: number, what: string) => {
    const view = views[viewIndex];
    if (!view) throw outOfRange(`accessors.${a}`, viewIndex, views.length, 'buffer view');
    if (offset + bytes > view.byteLength) {
      throw new Error(
        `the glTF file is not valid: ${what} of accessor ${a} need ${offset + bytes} bytes, their buffer view has ${view.byteLength}`,
      );
    }
  };
  if (accessor.bufferView !== undefined && accessor.count > 0) {
    const size = elementBytes(accessor);
    const stride = views[accessor.bufferView]?.byteStride ?? size;
    require(accessor.bufferView, accessor.byteOffset ?? 0, stride * (accessor.count - 1) + size, 'the elements');
  }
  const { sparse } = accessor;
  if (!sparse) return;
  if (![5121, 5123, 5125].includes(sparse.indices.componentType)) {
    throw new Error(`the glTF file is not valid: accessor ${a} has sparse indices of type ${sparse.indices.componentType}`);
  }
  if (sparse.count > accessor.count) {
    throw new Error(`the glTF file is not valid: accessor ${a} replaces ${sparse.count} of ${accessor.count} elements`);
  }
  const { indices, values } = sparse;
  require(indices.bufferView, indices.byteOffset ?? 0, sparse.count * bytesOf(indices.componentType), 'sparse indices');
  require(values.bufferView, values.byteOffset ?? 0, sparse.count * elementBytes(accessor), 'sparse values');
}

function checkImplicitElements({ accessors = [], meshes = [] }: GltfDocument): void {
  const unpacked = new Set(meshes.flatMap(unpackedAccessors));
  const count = accessors.reduce(
    (sum, accessor, a) => sum + (accessor.bufferView === undefined && !unpacked.has(a) ? accessor.count : 0),
    0,
  );
  if (count > MAX_IMPLICIT_ELEMENTS) {
    throw new Error(
      `the glTF file is not valid: its accessors have ${count} elements without bytes, more than ${MAX_IMPLICIT_ELEMENTS}`,
    );
  }
}

const dracoPrimitive = z.looseObject({
  attributes: z.record(z.string(), z.number()),
  indices: z.optional(z.number()),
  extensions: z.looseObject({
    KHR_draco_mesh_compression: z.looseObject({ attributes: z.record(z.string(), z.number()) }),
  }),
});

/** The accessors of a mesh that a Draco decoder fills: how many elements they get, the heads of the compressed parts bound (`checkDrawing`). */
function unpackedAccessors({ primitives }: { readonly primitives?: unknown }): number[] {
  if (!Array.isArray(primitives)) return [];
  return primitives.flatMap((primitive) => {
    const { data } = dracoPrimitive.safeParse(primitive);
    if (!data) return [];
    const packed = data.extensions.KHR_draco_mesh_compression.attributes;
    const own = Object.entries(data.attributes).flatMap(([name, accessor]) => (packed[name] === undefined ? [] : [accessor]));
    return data.indices === undefined ? own : [...own, data.indices];
  });
}

function outOfRange(where: string, value: number, length: number, what: string): Error {
  return new Error(`the glTF file is not valid: ${where} names ${what} ${value}, but there are ${length}`);
}
