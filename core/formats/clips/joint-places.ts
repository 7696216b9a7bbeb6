import type { Clip } from '../../animation/clip.ts';
import type { JointPlaces } from '../../animation/frame-worlds.ts';
import { sampleClip } from '../../animation/sampling.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { restPose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';

const MOMENTS = 60;

/** Where an animation has the joints of a rig on its scene. */
export function jointPlaces({ binding }: Rig, scene: CharacterScene, animation: FileAnimation): JointPlaces {
  const stated = createAnimatedWorlds(scene, animation.channels, binding.nodes);
  return (time, positions) => {
    stated.moveTo(animation.start + time);
    for (let joint = 0; joint < binding.nodes.length; joint++) {
      const from = 16 * binding.nodes[joint]! + 12;
      for (let c = 0; c < 3; c++) positions[3 * joint + c] = stated.matrices[from + c]!;
    }
  };
}

/** Metres by which a clip has a humanoid joint elsewhere than `places`, at most: bones that stretch or come off, which no clip holds. */
export function largestDeviation({ skeleton, humanoid }: Rig, clip: Clip, places: JointPlaces): number {
  const pose = restPose(skeleton);
  const world = createWorldTransforms(skeleton);
  const stated = createWorldTransforms(skeleton).positions;
  const joints = Object.values(humanoid);
  let largest = 0;
  for (let i = 0; i <= MOMENTS; i++) {
    const time = (clip.duration * i) / MOMENTS;
    forwardKinematics(skeleton, sampleClip(skeleton, clip, time, pose), world);
    places(time, stated);
    for (const joint of joints) largest = Math.max(largest, distance(vec3At(world.positions, joint), vec3At(stated, joint)));
  }
  return largest;
}
