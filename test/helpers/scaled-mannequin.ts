import { readFileSync } from 'node:fs';
import { readGlb, writeGlb } from '../../core/formats/gltf/glb.ts';
import { MANNEQUIN } from './mannequin.ts';

/** The mannequin with the nodes of some bones scaled. */
export function scaledMannequin(scales: Readonly<Record<string, readonly [number, number, number]>>): Uint8Array {
  const glb = readGlb(new Uint8Array(readFileSync(MANNEQUIN)));
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as { nodes: { name: string; scale?: readonly number[] }[] };
  for (const node of json.nodes) node.scale = scales[node.name] ?? node.scale ?? [1, 1, 1];
  return writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)) });
}
