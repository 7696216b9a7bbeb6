import { readFileSync } from 'node:fs';
import { readGlb, writeGlb } from '../../core/formats/gltf/glb.ts';
import { MANNEQUIN } from './mannequin.ts';

const PARTS: Readonly<Record<string, string>> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  upperChest: 'Spine2',
  neck: 'Neck',
  head: 'Head',
  Shoulder: 'Shoulder',
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  Hand: 'Hand',
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Foot: 'Foot',
  Toes: 'ToeBase',
  ThumbMetacarpal: 'HandThumb1',
  ThumbProximal: 'HandThumb2',
  ThumbDistal: 'HandThumb3',
};
const FINGERS: Readonly<Record<string, string>> = { Index: 'Index', Middle: 'Middle', Ring: 'Ring', Little: 'Pinky' };
const SEGMENTS = ['Proximal', 'Intermediate', 'Distal'];

/** The bytes of the mannequin with the node names of a Mixamo export. */
export function mixamoMannequin(): Uint8Array<ArrayBuffer> {
  const glb = readGlb(readFileSync(MANNEQUIN));
  const document = JSON.parse(new TextDecoder().decode(glb.json)) as { nodes: { name: string }[] };
  for (const node of document.nodes) if (node.name !== 'Mannequin') node.name = mixamoName(node.name);
  return writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(document)) });
}

function mixamoName(bone: string): string {
  const [, side = '', part = bone] = /^(left|right)(.+)$/.exec(bone) ?? [];
  const [, finger = '', segment = ''] = /^([A-Z][a-z]+)(Proximal|Intermediate|Distal)$/.exec(part) ?? [];
  const name = PARTS[part] ?? `Hand${FINGERS[finger]}${SEGMENTS.indexOf(segment) + 1}`;
  return `mixamorig:${side && side[0]!.toUpperCase() + side.slice(1)}${name}`;
}
