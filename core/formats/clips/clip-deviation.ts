import type { Clip } from '../../animation/clip.ts';
import { sampleClip } from '../../animation/sampling.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { restPose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { sampleAnimation, type FileAnimation } from '../gltf/gltf-animation.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';

const MOMENTS = 60;
/** Metres that nobody sees. */
const WORTH_TELLING = 5e-3;

/**
 * A sentence when the clip that was made of an animation leaves humanoid joints visibly elsewhere than the file has them, because bones
 * stretch or come off there; empty otherwise.
 */
export function stretchNotes(rig: Rig, scene: CharacterScene, animation: FileAnimation, clip: Clip): string[] {
  const pose = restPose(rig.skeleton);
  const world = createWorldTransforms(rig.skeleton);
  const span = animation.end - animation.start;
  let largest = 0;
  for (let i = 0; i <= MOMENTS; i++) {
    const time = (span * i) / MOMENTS;
    forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, time, pose), world);
    const stated = worldMatrices(scene, sampleAnimation(scene, animation, animation.start + time));
    for (const joint of Object.values(rig.humanoid)) {
      const matrix = stated[rig.binding.nodes[joint]!]!;
      largest = Math.max(largest, distance(vec3At(world.positions, joint), [matrix[12]!, matrix[13]!, matrix[14]!]));
    }
  }
  if (largest < WORTH_TELLING) return [];
  return [
    `bones of "${animation.name}" stretch, which a clip does not hold: joints are up to ${Math.round(1000 * largest)} mm off`,
  ];
}
