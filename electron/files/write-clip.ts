import { bakeClip, bakePose } from '../../core/animation/bake.ts';
import type { Clip } from '../../core/animation/clip.ts';
import { sampleClip } from '../../core/animation/sampling.ts';
import type { Rig } from '../../core/humanoid/rig.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { compareWithFile, type ComparedMoment, type LargestErrors } from './export-check.ts';
import { readAnimations, sampleAnimation } from './gltf-animation.ts';
import { readGltf } from './gltf-asset.ts';
import { appendToAsset, patchPose } from './gltf-patch.ts';
import { readCharacterScene } from './gltf-scene.ts';

/** At most so many moments of a clip are compared after writing. */
const COMPARED_MOMENTS = 240;

/** The bytes of a file with a clip, and a function that compares a re-read of it with the clip. */
export interface WrittenMotion {
  readonly bytes: Uint8Array;
  /** `reread` are the bytes as they were found on disk. Throws an `Error` with one sentence when they cannot be read. */
  readonly compare: (reread: Uint8Array) => LargestErrors;
}

/** Adds a clip to the character's original file as a glTF animation. Throws an `Error` with one sentence. */
export function writeClipToGltf(original: Uint8Array, rig: Rig, clip: Clip, fps: number = clip.fps): WrittenMotion {
  const asset = readGltf(original);
  const baked = bakeClip(rig, clip, { fps });
  return {
    bytes: appendToAsset(asset, baked),
    compare(reread) {
      const written = readGltf(reread);
      const scene = readCharacterScene(written.document);
      const animation = readAnimations(written).animations.at(-1);
      if (!animation) throw new Error('the exported file holds no animation');
      return compareWithFile(rig, readCharacterScene(asset.document), scene, moments());
      function* moments(): Generator<ComparedMoment> {
        const count = Math.min(COMPARED_MOMENTS, Math.max(2, Math.ceil(clip.duration * fps * 2)));
        for (let i = 0; i <= count; i++) {
          const time = (clip.duration * i) / count;
          yield { pose: sampleClip(rig.skeleton, clip, time), locals: sampleAnimation(scene, animation!, time) };
        }
      }
    },
  };
}

/** The character's original file in another pose. Throws an `Error` with one sentence. */
export function writePoseToGltf(original: Uint8Array, rig: Rig, pose: Pose): WrittenMotion {
  return {
    bytes: patchPose(original, bakePose(rig, pose)),
    compare(reread) {
      const scene = readCharacterScene(readGltf(reread).document);
      const before = readCharacterScene(readGltf(original).document);
      return compareWithFile(rig, before, scene, [{ pose, locals: scene.nodes }]);
    },
  };
}
