import { isRecord } from '../text/json-text.ts';
import type { GltfDocument } from './gltf-schema.ts';

/** How many morph targets the mesh of a node has; 0 where it draws none. */
export function morphTargetsOf({ nodes = [], meshes = [] }: GltfDocument, node: number): number {
  const primitives: unknown = meshes[nodes[node]?.mesh ?? -1]?.['primitives'];
  const first: unknown = Array.isArray(primitives) ? primitives[0] : undefined;
  return isRecord(first) && Array.isArray(first['targets']) ? first['targets'].length : 0;
}

/** The weights that a node's morph targets have in the file. */
export function weightsInFile(document: GltfDocument, node: number): readonly number[] {
  const { nodes = [], meshes = [] } = document;
  const stated: unknown = nodes[node]?.['weights'] ?? meshes[nodes[node]?.mesh ?? -1]?.['weights'];
  const weights: readonly unknown[] = Array.isArray(stated) ? stated : [];
  return Array.from({ length: morphTargetsOf(document, node) }, (_, i) => {
    const weight = weights[i];
    return typeof weight === 'number' && Number.isFinite(weight) ? weight : 0;
  });
}
