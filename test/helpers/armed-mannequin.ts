import { readFileSync } from 'node:fs';
import { readGlb } from '../../core/formats/gltf/glb.ts';
import { joinGlbs } from '../../core/formats/gltf/join-glb.ts';
import { glbOf } from '../core/formats/build-glb.ts';
import { MANNEQUIN } from './mannequin.ts';
import { swordGlb } from './sword.ts';

/** The description of a GLB, as far as tests change it. */
export interface ArmedJson {
  readonly nodes: { name?: string; children?: number[]; mesh?: number; skin?: number }[];
  readonly scenes: { nodes: number[] }[];
  readonly meshes: { primitives: { attributes: { POSITION: number }; targets?: unknown }[] }[];
}

export const nodeNamed = ({ nodes }: ArmedJson, name: string): number => nodes.findIndex((node) => node.name === name);

/** The mannequin and the sword “Blade of Joy” in one file, beside each other, changed as told. */
export function armedMannequin(change: (json: ArmedJson) => void = () => undefined): Uint8Array {
  const { bytes } = joinGlbs([
    { name: 'Hero', bytes: new Uint8Array(readFileSync(MANNEQUIN)), at: [0, 0, 0], turn: 0 },
    { name: 'Blade of Joy', bytes: swordGlb(), at: [0.6, 0.1, 0.2], turn: 0.5 },
  ]);
  const { json, binary } = readGlb(bytes);
  const document = JSON.parse(new TextDecoder().decode(json)) as ArmedJson;
  change(document);
  return glbOf(document, binary);
}

/** A change that hangs the sword from the right hand. */
export function inRightHand(json: ArmedJson): void {
  const sword = nodeNamed(json, 'Blade of Joy');
  const hand = json.nodes[nodeNamed(json, 'rightHand')]!;
  hand.children = [...(hand.children ?? []), sword];
  json.scenes[0]!.nodes = json.scenes[0]!.nodes.filter((node) => node !== sword);
}
