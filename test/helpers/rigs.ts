import { basename } from 'node:path';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { RigOptions } from '../../core/humanoid/rigging/rig-options.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { readGlbScene } from './glb-scene.ts';
import { sharedData } from './shared-data.ts';
import { TRIES_ALL } from './extent.ts';
import { MANNEQUIN } from './mannequin.ts';

export const RIG_FILES = [
  'rigs/unreal-names-male.glb',
  'rigs/rigify-names-mannequin.glb',
  'rigs/kaykit-knight.glb',
  'rigs/robot-expressive.glb',
  'vrm/godette-vrm0.vrm',
  'vrm/debug-robot-vrm1.vrm',
] as const;

/** The rigs of `npm test`: with the mannequin a game's character of odd proportions, and one that faces −Z. */
const FEW = /kaykit-knight|godette/;

export interface SampleRig {
  readonly name: string;
  readonly scene: CharacterScene;
  readonly rig: Rig;
}

/** The mannequin and the sample characters that are there, made ready for posing: three of them in `npm test`, all in `npm run test-all`. */
export function sampleRigs(options: RigOptions = {}): SampleRig[] {
  return rigsOf((file) => TRIES_ALL || FEW.test(file), options);
}

/** The sample character of this file, made ready for posing, or undefined where the samples are not there. */
export function sampleRig(name: string, options: RigOptions = {}): SampleRig | undefined {
  return rigsOf((file) => basename(file) === name, options).find((sample) => sample.name === name);
}

/** Says in one line when the sample characters are not there. */
function rigsOf(isWanted: (file: string) => boolean, options: RigOptions): SampleRig[] {
  const paths = RIG_FILES.filter(isWanted).flatMap((file) => sharedData(file) ?? []);
  if (paths.length === 0) console.log('SKIP sample rigs: the folder ../shared/data is not there');
  return [...paths, MANNEQUIN].map((path) => {
    const scene = readGlbScene(path);
    return { name: basename(path), scene, rig: buildRig(scene, options) };
  });
}
