import type { GltfAsset } from './gltf-asset.ts';
import { writeGlb } from './glb.ts';
import { CARRIER_EXTRAS } from './stick-mark.ts';
import { encodeUtf8 } from '../text/utf8.ts';

/**
 * A GLB whose lengths are read as `unit` metres: one more node, scaled by that, carries what its scenes show. All old nodes keep their numbers and
 * their transforms, so that motion for the one file fits the other, and the buffers keep their bytes. A file without scenes shows all that it holds.
 */
export function rescaleGlb(asset: GltfAsset, unit: number): Uint8Array {
  return carryGlb(asset, { name: `Lengths × ${Number(unit.toPrecision(4))}`, scale: [unit, unit, unit], extras: CARRIER_EXTRAS });
}

/** The same with any node: the last one of the file. */
export function carryGlb(
  { json, document, binary, unknownChunks }: GltfAsset,
  node: Readonly<Record<string, unknown>>,
): Uint8Array {
  const { nodes = [], scenes = [{ nodes: rootsOf(document) }] } = document;
  const children = [...new Set(scenes.flatMap((scene) => scene.nodes ?? []))];
  const old = Array.isArray(json['nodes']) ? (json['nodes'] as unknown[]) : [];
  const shown = scenes.map((scene, i) => ({ ...(json['scenes'] as object[] | undefined)?.[i], ...scene, nodes: [nodes.length] }));
  const carried = { ...json, nodes: [...old, { ...node, children }], scene: document.scene ?? 0, scenes: shown };
  return writeGlb({ json: encodeUtf8(JSON.stringify(carried)), binary, unknown: unknownChunks });
}

function rootsOf({ nodes = [] }: GltfAsset['document']): number[] {
  const carried = new Set(nodes.flatMap(({ children = [] }) => children));
  return [...nodes.keys()].filter((node) => !carried.has(node));
}
