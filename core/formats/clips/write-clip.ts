import { bakeClip, bakePose } from '../../animation/bake.ts';
import type { Clip } from '../../animation/clip.ts';
import { sampleClip } from '../../animation/sampling.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { comparedTimes, type ClipRange } from './clip-range.ts';
import { compareWithFile, type LargestErrors } from './export-check.ts';
import { readAnimations, sampleAnimation } from '../gltf/gltf-animation.ts';
import { readGltf, type GltfAsset } from '../gltf/gltf-asset.ts';
import { appendToAsset, patchPose } from '../gltf/gltf-patch.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';

/** A character ready to be written onto. */
export interface MotionTarget {
  /** The character as a self-contained GLB. */
  readonly bytes: Uint8Array;
  readonly scene: CharacterScene;
  readonly rig: Rig;
}

/** Hears how far a piece of work is, 0 to 1. */
export type OnProgress = (share: number) => void;

/** The bytes of a file with a clip, and a function that compares a re-read of it with the clip. */
export interface WrittenMotion {
  readonly bytes: Uint8Array;
  /** Sentences about what the format could not hold. */
  readonly warnings: readonly string[];
  /** `reread` are the bytes as they were found on disk; `onProgress` hears how far it is. Throws an `Error` with one sentence when they cannot be read. */
  readonly compare: (reread: Uint8Array, onProgress?: OnProgress) => LargestErrors;
}

/** Adds a clip to the character's original file as a glTF animation. Throws an `Error` with one sentence. */
export function writeClipToGltf(
  { bytes, scene, rig }: MotionTarget,
  clip: Clip,
  range: ClipRange,
  onProgress?: OnProgress,
): WrittenMotion {
  const asset = readGltf(bytes);
  return {
    bytes: appendToAsset(asset, bakeClip(rig, clip, { ...range, ...(onProgress && { onProgress }) })),
    warnings: [],
    compare(reread) {
      const written = readGltf(reread);
      const rereadScene = readCharacterScene(written);
      const animation = readAnimations(written, lastOf(written)).animations.at(-1);
      if (!animation) throw new Error('the exported file holds no animation');
      const moments = comparedTimes(range).map((time) => ({
        pose: sampleClip(rig.skeleton, clip, range.from + time),
        locals: sampleAnimation(rereadScene, animation, time),
      }));
      return compareWithFile(rig, scene, rereadScene, moments);
    },
  };
}

/** The character's original file in another pose. Throws an `Error` with one sentence. */
export function writePoseToGltf({ bytes, scene, rig }: MotionTarget, pose: Pose): WrittenMotion {
  return {
    bytes: patchPose(bytes, bakePose(rig, pose)),
    warnings: [],
    compare(reread) {
      const written = readCharacterScene(readGltf(reread));
      return compareWithFile(rig, scene, written, [{ pose, locals: written.nodes }]);
    },
  };
}

/** The number of the animation that was appended. */
function lastOf({ document }: GltfAsset): number {
  return (document.animations?.length ?? 1) - 1;
}
