import { readFileSync } from 'node:fs';
import { createAccessorReader } from '../../core/formats/gltf/gltf-accessors.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { worldMatrices } from '../../core/formats/gltf/scene-worlds.ts';
import { cross, dot, normalize, perpendicular, scale, type Vec3 } from '../../core/math/vec3.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';

/** A point of the skin that is seen from somewhere outside, world, at rest, and the node that moves it most. */
export interface SeenPoint {
  readonly place: Vec3;
  readonly node: number;
}

/** What the meshes of a GLB with plain triangles show of themselves from 26 directions, a point for every `pixel` metres: by a depth buffer for each. */
export function seenSkin(path: string, pixel: number): { readonly scene: CharacterScene; readonly seen: SeenPoint[] } {
  const asset = readGltf(readFileSync(path));
  const scene = readCharacterScene(asset);
  const { places, nodes, triangles } = skinned(asset, scene);
  const seen: SeenPoint[] = [];
  for (const x of [-1, 0, 1])
    for (const y of [-1, 0, 1])
      for (const z of [-1, 0, 1])
        if (x !== 0 || y !== 0 || z !== 0) seen.push(...seenFrom(normalize([x, y, z]), places, nodes, triangles, pixel));
  return { scene, seen };
}

function skinned(asset: ReturnType<typeof readGltf>, scene: CharacterScene) {
  const document = asset.document as unknown as {
    readonly nodes: readonly { mesh?: number; skin?: number }[];
    readonly meshes: readonly { primitives: readonly { attributes: Record<string, number>; indices: number }[] }[];
    readonly skins: readonly { joints: readonly number[]; inverseBindMatrices: number }[];
  };
  const read = createAccessorReader(asset);
  const worlds = worldMatrices(scene);
  const places: Vec3[] = [];
  const nodes: number[] = [];
  const triangles: number[] = [];
  const times = (m: ArrayLike<number>, [x, y, z]: Vec3): Vec3 => {
    const row = (r: number): number => m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!;
    return [row(0), row(1), row(2)];
  };
  for (const node of scene.meshNodes) {
    const { mesh, skin } = document.nodes[node]!;
    for (const { attributes, indices } of document.meshes[mesh!]!.primitives) {
      const { values, count } = read(attributes['POSITION']!);
      for (const index of read(indices).values) triangles.push(places.length + index);
      for (let v = 0; v < count; v++) {
        const own: Vec3 = [values[3 * v]!, values[3 * v + 1]!, values[3 * v + 2]!];
        if (skin === undefined) {
          places.push(times(worlds[node]!, own));
          nodes.push(node);
          continue;
        }
        const { joints, inverseBindMatrices } = document.skins[skin]!;
        const inverses = read(inverseBindMatrices).values;
        const [used, weights] = [read(attributes['JOINTS_0']!).values, read(attributes['WEIGHTS_0']!).values];
        const shares = [0, 1, 2, 3].map((k) => ({ joint: used[4 * v + k]!, weight: weights[4 * v + k]! }));
        const place: [number, number, number] = [0, 0, 0];
        for (const { joint, weight } of shares) {
          if (weight === 0) continue;
          const moved = times(worlds[joints[joint]!]!, times(inverses.subarray(16 * joint, 16 * joint + 16), own));
          for (const k of [0, 1, 2] as const) place[k] += weight * moved[k];
        }
        places.push(place);
        nodes.push(joints[shares.reduce((a, b) => (b.weight > a.weight ? b : a)).joint]!);
      }
    }
  }
  return { places, nodes, triangles };
}

function seenFrom(towards: Vec3, places: Vec3[], nodes: number[], triangles: number[], pixel: number): SeenPoint[] {
  const u = perpendicular(towards);
  const v = cross(towards, u);
  const pixels = places.map((place): Vec3 => [dot(place, u) / pixel, dot(place, v) / pixel, dot(place, towards)]);
  const nearest = new Map<string, { depth: number; node: number; x: number; y: number }>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => pixels[triangles[t + k]!]!) as [Vec3, Vec3, Vec3];
    const area = (b[1] - c[1]) * (a[0] - c[0]) + (c[0] - b[0]) * (a[1] - c[1]);
    if (Math.abs(area) < 1e-12) continue;
    for (let x = Math.ceil(Math.min(a[0], b[0], c[0])); x <= Math.max(a[0], b[0], c[0]); x++)
      for (let y = Math.ceil(Math.min(a[1], b[1], c[1])); y <= Math.max(a[1], b[1], c[1]); y++) {
        const first = ((b[1] - c[1]) * (x - c[0]) + (c[0] - b[0]) * (y - c[1])) / area;
        const second = ((c[1] - a[1]) * (x - c[0]) + (a[0] - c[0]) * (y - c[1])) / area;
        const third = 1 - first - second;
        if (Math.min(first, second, third) < 0) continue;
        const depth = first * a[2] + second * b[2] + third * c[2];
        const key = `${x} ${y}`;
        if (depth > (nearest.get(key)?.depth ?? -Infinity)) nearest.set(key, { depth, node: nodes[triangles[t]!]!, x, y });
      }
  }
  return [...nearest.values()].map(({ depth, node, x, y }) => {
    const [along, across, out] = [scale(u, x * pixel), scale(v, y * pixel), scale(towards, depth)];
    return { node, place: [along[0] + across[0] + out[0], along[1] + across[1] + out[1], along[2] + across[2] + out[2]] };
  });
}
