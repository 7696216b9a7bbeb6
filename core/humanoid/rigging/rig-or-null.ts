import type { CharacterScene } from '../../skeleton/scene.ts';
import type { Rig } from '../body/rig.ts';
import { buildRig } from './build-rig.ts';
import type { RigOptions } from './rig-options.ts';

/** The rig of a scene, or null for what is no body. */
export function rigOrNull(scene: CharacterScene, options?: RigOptions): Rig | null {
  try {
    return buildRig(scene, options);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
