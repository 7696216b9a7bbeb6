import type { Clip } from '../../core/animation/clip.ts';
import type { RigSettings } from '../../core/document/project.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { correctionsOf, type NamedBones } from '../../core/formats/clips/retarget-profile.ts';
import type { RetargetChoices } from '../contract.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import { motionOfPerson, personInFile } from '../../core/formats/clips/people-in-file.ts';
import { motionId } from '../../core/formats/clips/motion-id.ts';
import { motionSource, type MotionSourceClip } from '../../core/formats/clips/motion-source.ts';
import { readAnimations, type FileAnimation } from '../../core/formats/gltf/gltf-animation.ts';
import { readGltf, type GltfAsset } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';

/** A character's file with its motions, read. */
export interface MotionFile {
  readonly asset: GltfAsset;
  readonly rig: Rig;
  readonly corrections: RigSettings['corrections'];
  readonly scene: CharacterScene;
  readonly animations: readonly FileAnimation[];
}

/** Whose motions of a file are read, and how its body is understood. */
interface MotionFileReading {
  /** Those of the rig. Default: as it is found, but for `bones` that were named. */
  readonly settings?: RigSettings;
  readonly bones?: NamedBones | undefined;
  /** One of the people of a file that holds several, by number. Default: the body that is found first. */
  readonly person?: number | undefined;
}

/** Throws an `Error` with one sentence, also where the file has no such person. */
export function readMotionFile(bytes: Uint8Array, { settings, bones, person }: MotionFileReading = {}): MotionFile {
  const asset = readGltf(bytes);
  const whole = readCharacterScene(asset);
  const wanted = person === undefined ? undefined : personInFile(whole, person);
  const scene = wanted?.scene ?? whole;
  const { animations } = readAnimations(asset);
  const corrections = { ...settings?.corrections, ...correctionsOf('the motion', scene, bones) };
  return {
    asset,
    rig: buildRig(scene, { ...settings, corrections }),
    corrections,
    scene,
    animations: wanted ? animations.map((each) => motionOfPerson(wanted, each)) : animations,
  };
}

/** One of the motions as a clip of the rig. Throws an `Error` with one sentence when there is none with this number. */
export function clipOf(file: MotionFile, index: number): Clip {
  const animation = animationOf(file, index);
  return { ...clipFromAnimation(file.rig, file.scene, animation), id: motionId(animation.name) };
}

/**
 * One of the motions over the rest pose that fits it best, the one that is known of its skeleton, or the one that is chosen, to be brought onto a character; a first frame that is a
 * calibration pose is left out unless `keepsFirst`. Throws an `Error` with
 * one sentence when there is no such motion or rest.
 */
export function sourceOf(
  file: MotionFile,
  index: number,
  { rest, known }: Pick<RetargetChoices, 'rest' | 'known'>,
  keepsFirst: boolean,
): MotionSourceClip {
  const animation = animationOf(file, index);
  const source = motionSource(file, animation, {
    rest,
    known,
    corrections: file.corrections,
    keepsFirst,
    takes: file.animations,
  });
  return { ...source, clip: { ...source.clip, id: motionId(animation.name) } };
}

function animationOf({ animations }: MotionFile, index: number): FileAnimation {
  const animation = animations[index];
  if (!animation) throw new Error(`the file holds ${animations.length} motions, so there is none with the number ${index}`);
  return animation;
}
