import { readFileSync } from 'node:fs';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { scale } from '../../../core/math/vec3.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { mixamoMannequin } from '../../helpers/mixamo-mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';

/** A character that takes part, by a short name. */
export interface CastMember {
  readonly name: string;
  readonly rig: Rig;
}

const FILES: readonly (readonly [name: string, path: string])[] = [
  ['knight', 'rigs/kaykit-knight.glb'],
  ['vrm', 'vrm/godette-vrm0.vrm'],
  ['unreal', 'rigs/unreal-names-male.glb'],
];
/** A child of six, beside the mannequin. */
const CHILD = 0.66;

/** The mannequin, a child, the mannequin with Mixamo's names, and the sample characters that are there. */
export function cast(): CastMember[] {
  const scene = readCharacterScene(readGltf(new Uint8Array(readFileSync(MANNEQUIN))));
  const nodes = scene.nodes.map((node) => ({ ...node, translation: scale(node.translation, CHILD) }));
  return [
    { name: 'mannequin', rig: buildRig(scene) },
    { name: 'child', rig: buildRig({ ...scene, nodes, meshNodes: [], meshExtents: [] }) },
    { name: 'mixamo', rig: rigOf(mixamoMannequin()) },
    ...FILES.flatMap(([name, path]) => {
      const file = sharedData(path);
      if (!file) console.log(`- ${name} is left out: ${path} is not there.`);
      return file ? [{ name, rig: rigOf(new Uint8Array(readFileSync(file))) }] : [];
    }),
  ];
}

function rigOf(bytes: Uint8Array): Rig {
  return buildRig(readCharacterScene(readGltf(bytes)));
}
