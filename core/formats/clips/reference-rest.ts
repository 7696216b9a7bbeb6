import type { Rig } from '../../humanoid/body/rig.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { sampleAnimation } from '../gltf/animation-sampling.ts';
import { readNumbered } from '../gltf/gltf-animation.ts';
import type { GltfAsset } from '../gltf/gltf-asset.ts';
import { readKhrCharacter } from '../gltf/khr-character.ts';
import { quote } from '../text/quote.ts';
import { namedRest, type NamedRest } from './named-rest.ts';

/** The pose that a file says it is to be retargeted from (KHR_character_reference_pose), a T-pose before others; undefined where it says none. */
export function referenceRest(asset: GltfAsset, rig: Rig, scene: CharacterScene): NamedRest | undefined {
  const { poses } = readKhrCharacter(asset.document);
  const pose = poses.find(({ type }) => type === 'TPose') ?? poses[0];
  const still = pose && readNumbered(asset, (number) => number === pose.animation).animations.get(pose.animation);
  return (
    still && namedRest(rig, scene, sampleAnimation(scene, still, still.start), `in its reference pose ${quote(pose.type, 40)}`)
  );
}
