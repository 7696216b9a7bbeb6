import type { Shape } from '../../contact/shape.ts';
import { cross, length, subtract, vec3At } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { isRecord } from '../text/json-text.ts';
import { createAccessorReader } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { isMirroring } from './matrix.ts';
import { cornersOf, holdsDraco, placeVertices, readPrimitives, readSkin, statedTriangles } from './mesh-extents.ts';
import { worldMatrices } from './scene-worlds.ts';

/** Triangles that can be touched, at most. */
const MOST_TRIANGLES = 200_000;

/**
 * All triangles that a file draws at rest, in its own space, metres times `scale`: what can be touched of a prop. Throws an `Error` with one sentence where there are
 * none with an area, too many, or such as are compressed with Draco, drawn by instances, or without a place.
 */
export function trianglesOf(asset: GltfAsset, scene: CharacterScene, scale: number): Extract<Shape, { readonly kind: 'mesh' }> {
  const read = createAccessorReader(asset);
  const worlds = worldMatrices(scene);
  const positions: Float64Array[] = [];
  const indices: number[] = [];
  let first = 0;
  let left = MOST_TRIANGLES;
  let hasArea = false;
  for (const node of scene.meshNodes) {
    const { mesh, skin, extensions } = asset.document.nodes![node]!;
    if (isRecord(extensions) && extensions['EXT_mesh_gpu_instancing'] !== undefined)
      throw new Error('a prop must draw each mesh once, and this file draws one by instances (EXT_mesh_gpu_instancing)');
    if (holdsDraco(asset, mesh!))
      throw new Error('the meshes of a prop must be uncompressed, and those of this file are compressed with Draco');
    const placing =
      skin === undefined ? ({ kind: 'rigid', node, world: worlds[node]! } as const) : readSkin(asset, skin, worlds, read);
    const isMirrored = skin === undefined && isMirroring(worlds[node]!);
    for (const primitive of readPrimitives(asset, mesh!)) {
      if (primitive.attributes['POSITION'] === undefined) continue;
      left -= statedTriangles(asset, primitive);
      if (left < 0) throw new Error(`a prop may have ${MOST_TRIANGLES} triangles, and this file has more`);
      const { places, nodes } = placeVertices(primitive, placing, read, new Set());
      const corners = cornersOf(primitive, nodes.length, read);
      for (let i = 0; i < corners.length; i += 3) {
        const [a, b, c] = [corners[i]!, corners[i + (isMirrored ? 2 : 1)]!, corners[i + (isMirrored ? 1 : 2)]!];
        const missing = [a, b, c].find((corner) => !(nodes[corner]! >= 0));
        if (missing !== undefined)
          throw new Error(
            missing < nodes.length
              ? `the points of a prop must be finite numbers, and those of point ${missing} of mesh ${mesh} are not`
              : `a triangle of mesh ${mesh} names point ${missing}, and there are ${nodes.length}`,
          );
        indices.push(first + a, first + b, first + c);
        hasArea ||= hasTriangleArea(places, a, b, c);
      }
      positions.push(places);
      first += nodes.length;
    }
  }
  if (indices.length === 0) throw new Error('the file draws nothing that could be a prop: it has no triangles');
  if (!hasArea) throw new Error('the file draws nothing that could be a prop: its triangles have no area');
  const all = new Float32Array(3 * first);
  let at = 0;
  for (const places of positions) {
    for (let i = 0; i < places.length; i++) all[at + i] = scale * places[i]!;
    at += places.length;
  }
  return { kind: 'mesh', positions: all, indices: Uint32Array.from(indices) };
}

function hasTriangleArea(places: Float64Array, a: number, b: number, c: number): boolean {
  const corner = vec3At(places, a);
  return length(cross(subtract(vec3At(places, b), corner), subtract(vec3At(places, c), corner))) > 0;
}
