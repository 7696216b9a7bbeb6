import type { Clip } from '../../core/animation/clip.ts';
import type { RigSettings } from '../../core/document/project.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { clipFromAnimation } from '../files/clips/clip-import.ts';
import { motionId } from '../files/clips/motion-id.ts';
import { readAnimations, type FileAnimation } from '../files/gltf/gltf-animation.ts';
import { readGltf } from '../files/gltf/gltf-asset.ts';
import { readCharacterScene } from '../files/gltf/gltf-scene.ts';

/** A character's file with its motions, read. */
export interface MotionFile {
  readonly rig: Rig;
  readonly scene: CharacterScene;
  readonly animations: readonly FileAnimation[];
}

/** `settings` are those of the rig; without them it is as it is found. Throws an `Error` with one sentence. */
export function readMotionFile(bytes: Uint8Array, settings?: RigSettings): MotionFile {
  const asset = readGltf(bytes);
  const scene = readCharacterScene(asset);
  return { rig: buildRig(scene, settings), scene, animations: readAnimations(asset).animations };
}

/** One of the motions as a clip of the rig. Throws an `Error` with one sentence when there is none with this number. */
export function clipOf({ rig, scene, animations }: MotionFile, index: number): Clip {
  const animation = animations[index];
  if (!animation) throw new Error(`the file holds ${animations.length} motions, so there is none with the number ${index}`);
  return { ...clipFromAnimation(rig, scene, animation), id: motionId(animation.name) };
}
