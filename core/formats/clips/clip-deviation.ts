import type { Clip } from '../../animation/clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';
import { jointPlaces, largestDeviation } from './joint-places.ts';

/** Metres that nobody sees. */
const WORTH_TELLING = 5e-3;

/**
 * A sentence when the clip that was made of an animation leaves humanoid joints visibly elsewhere than the file has them, because bones
 * stretch or come off there; empty otherwise.
 */
export function stretchNotes(rig: Rig, scene: CharacterScene, animation: FileAnimation, clip: Clip): string[] {
  const largest = largestDeviation(rig, clip, jointPlaces(rig, scene, animation));
  if (largest < WORTH_TELLING) return [];
  return [
    `bones of "${animation.name}" stretch, which a clip does not hold: joints are up to ${Math.round(1000 * largest)} mm off`,
  ];
}
