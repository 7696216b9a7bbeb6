import type { Clip } from '../../animation/clip.ts';
import { sampleClip } from '../../animation/sampling.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { distance, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { restPose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';

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
  const stated = createAnimatedWorlds(scene, animation.channels, rig.binding.nodes);
  const joints = Object.values(rig.humanoid);
  let largest = 0;
  for (let i = 0; i <= MOMENTS; i++) {
    const time = (span * i) / MOMENTS;
    forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, time, pose), world);
    stated.moveTo(animation.start + time);
    for (const joint of joints) {
      const place = 16 * rig.binding.nodes[joint]! + 12;
      const own: Vec3 = [stated.matrices[place]!, stated.matrices[place + 1]!, stated.matrices[place + 2]!];
      largest = Math.max(largest, distance(vec3At(world.positions, joint), own));
    }
  }
  if (largest < WORTH_TELLING) return [];
  return [
    `bones of "${animation.name}" stretch, which a clip does not hold: joints are up to ${Math.round(1000 * largest)} mm off`,
  ];
}
