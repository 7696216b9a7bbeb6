import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sampleRig } from '../../helpers/rigs.ts';

/** A slender body, and where the samples are there a squat one of a game. */
export function readRigs(): readonly Rig[] {
  const knight = sampleRig('kaykit-knight.glb');
  return [buildRig(readGlbScene(MANNEQUIN)), ...(knight ? [knight.rig] : [])];
}
