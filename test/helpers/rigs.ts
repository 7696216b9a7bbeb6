import { basename } from 'node:path';
import { buildRig, type RigOptions } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { readGlbScene } from './glb-scene.ts';
import { sharedData } from './shared-data.ts';
import { MANNEQUIN } from './mannequin.ts';

export const RIG_FILES = [
  'rigs/unreal-names-male.glb',
  'rigs/rigify-names-mannequin.glb',
  'rigs/kaykit-knight.glb',
  'rigs/robot-expressive.glb',
  'vrm/godette-vrm0.vrm',
  'vrm/debug-robot-vrm1.vrm',
] as const;

export interface SampleRig {
  readonly name: string;
  readonly scene: CharacterScene;
  readonly rig: Rig;
}

/** The project's own character, which is always there. */

/** The mannequin and the sample characters that are there, made ready for posing; says in one line when there are none of those. */
export function sampleRigs(options: RigOptions = {}): SampleRig[] {
  const paths = RIG_FILES.flatMap((file) => sharedData(file) ?? []);
  if (paths.length === 0) console.log('SKIP sample rigs: the folder ../shared/data is not there');
  return [...paths, MANNEQUIN].map((path) => {
    const scene = readGlbScene(path);
    return { name: basename(path), scene, rig: buildRig(scene, options) };
  });
}
