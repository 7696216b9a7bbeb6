import type { Shape } from '../../contact/shape.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAccessorReader } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { cornersOf, placeVertices, readPrimitives, readSkin } from './mesh-extents.ts';
import { worldMatrices } from './scene-worlds.ts';

/** Triangles that can be touched, at most. */
const MOST_TRIANGLES = 200_000;

/**
 * All triangles that a file draws at rest, in its own space, metres times `scale`: what can be touched of a prop. Throws an `Error` with one sentence where there are
 * none, or too many.
 */
export function trianglesOf(asset: GltfAsset, scene: CharacterScene, scale: number): Extract<Shape, { readonly kind: 'mesh' }> {
  const read = createAccessorReader(asset);
  const worlds = worldMatrices(scene);
  const positions: Float64Array[] = [];
  const indices: number[] = [];
  let first = 0;
  for (const node of scene.meshNodes) {
    const { mesh, skin } = asset.document.nodes![node]!;
    const placing =
      skin === undefined ? ({ kind: 'rigid', node, world: worlds[node]! } as const) : readSkin(asset, skin, worlds, read);
    for (const primitive of readPrimitives(asset, mesh!)) {
      const { places, nodes } = placeVertices(primitive, placing, read, new Set());
      for (const corner of cornersOf(primitive, nodes.length, read)) indices.push(first + corner);
      if (indices.length > 3 * MOST_TRIANGLES)
        throw new Error(`a prop may have ${MOST_TRIANGLES} triangles, and this file has more`);
      positions.push(places);
      first += nodes.length;
    }
  }
  if (indices.length === 0) throw new Error('the file draws nothing that could be a prop: it has no triangles');
  const all = new Float32Array(3 * first);
  let at = 0;
  for (const places of positions) {
    for (let i = 0; i < places.length; i++) all[at + i] = scale * places[i]!;
    at += places.length;
  }
  return { kind: 'mesh', positions: all, indices: Uint32Array.from(indices) };
}
