import { bakeClip, bakeExpressions, bakePose } from '../../animation/bake.ts';
import type { Clip } from '../../animation/clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Expressions } from '../../skeleton/expressions.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { clipExtras } from './clip-extras.ts';
import type { ClipRange } from './clip-range.ts';
import { compareWithFile, momentsOf } from './export-check.ts';
import type { LargestErrors } from './largest-errors.ts';
import { sampleWeights } from '../gltf/animation-sampling.ts';
import { readAnimations, type FileAnimation } from '../gltf/gltf-animation.ts';
import { readGltf, type GltfAsset } from '../gltf/gltf-asset.ts';
import { appendToAsset, patchPose } from '../gltf/gltf-patch.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { writeAsset } from '../gltf/glb-builder.ts';
import { animationAsItLay, asItLay, poseAsItLay } from '../gltf/set-upright.ts';
import { isOwn } from '../gltf/stick-mark.ts';
import { unevenNotes } from './uneven-bones.ts';
import { weightsInFile } from '../gltf/morph-targets.ts';

/** A character ready to be written onto. */
export interface MotionTarget {
  /** The character as a self-contained GLB. */
  readonly bytes: Uint8Array;
  readonly scene: CharacterScene;
  readonly rig: Rig;
  /** A file whose body was set upright is written with that. Default: the file that it was is, and its body stands in the motion. */
  readonly isUpright?: boolean;
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

/** Throws an `Error` with one sentence unless what was found on disk is what was written: for formats that nothing here reads. */
export function checkWritten(written: Uint8Array, reread: Uint8Array): void {
  if (reread.length !== written.length || !written.every((byte, i) => byte === reread[i]))
    throw new Error('the exported file is not what was written');
}

/** A clip, and which part of it is written. */
export interface ClipPart {
  readonly clip: Clip;
  readonly range: ClipRange;
}

/** The file that is written, and that which was set upright of it where it is another one: what another program wrote is. */
function filesOf({ bytes, isUpright = false }: MotionTarget): { readonly file: Uint8Array; readonly upright: GltfAsset | null } {
  if (isUpright) return { file: bytes, upright: null };
  const made = readGltf(bytes);
  const original = isOwn(made.document) ? null : asItLay(made);
  return original
    ? { file: writeAsset(original, original.json, original.binary), upright: made }
    : { file: bytes, upright: null };
}

/** Adds clips to the character's original file, each as a glTF animation. Throws an `Error` with one sentence. */
export function writeClipsToGltf(
  target: MotionTarget,
  parts: readonly ClipPart[],
  onProgress: OnProgress = () => undefined,
): WrittenMotion {
  const { scene, rig } = target;
  const { file, upright } = filesOf(target);
  const append = (written: Uint8Array, { clip, range }: ClipPart, i: number) => {
    const baked = bakeClip(rig, clip, { ...range, onProgress: (share) => onProgress((i + share) / parts.length) });
    const animation = upright ? animationAsItLay(upright, baked) : baked;
    return appendToAsset(readGltf(written), { ...animation, extras: clipExtras(clip, range) });
  };
  return {
    bytes: parts.reduce(append, file),
    warnings: unevenNotes(scene, rig),
    compare(reread, tell) {
      const written = readGltf(reread);
      const rereadScene = readCharacterScene(written);
      const { animations } = readAnimations(written, (written.document.animations?.length ?? 0) - parts.length);
      const errors = parts.map(({ clip, range }, i) => {
        const animation = animations[i];
        if (!animation) throw new Error(`the exported file holds no animation "${clip.name}"`);
        const { expressions } = rig;
        const weightsAt = expressions && ((time: number) => writtenWeights(expressions, animation, time));
        tell?.(i / parts.length);
        const found = { scene: rereadScene, channels: animation.channels };
        return compareWithFile(rig, scene, found, momentsOf(rig, clip, range, weightsAt));
      });
      return {
        distance: Math.max(...errors.map(({ distance }) => distance)),
        angle: Math.max(...errors.map(({ angle }) => angle)),
        ...(rig.expressions && { weight: Math.max(...errors.map(({ weight = 0 }) => weight)) }),
      };
    },
  };
}

/** The character's original file in another pose. Throws an `Error` with one sentence. */
export function writePoseToGltf(target: MotionTarget, pose: Pose): WrittenMotion {
  const { scene, rig } = target;
  const { file, upright } = filesOf(target);
  const baked = [...bakePose(rig, pose), ...bakeExpressions(rig, pose)];
  return {
    bytes: patchPose(file, upright ? poseAsItLay(upright, baked) : baked),
    warnings: unevenNotes(scene, rig),
    compare(reread) {
      const asset = readGltf(reread);
      const written = readCharacterScene(asset);
      const weights = rig.expressions?.meshes.map(({ node }) => weightsInFile(asset.document, node));
      return compareWithFile(rig, scene, { scene: written, channels: [] }, [{ pose, time: 0, weights }]);
    },
  };
}

/** What an animation shows of each mesh that expressions move; the file's own weights where it says nothing. */
function writtenWeights({ meshes }: Expressions, animation: FileAnimation, time: number): (readonly number[])[] {
  return meshes.map(({ node, rest }) => {
    const channel = animation.weights?.find((each) => each.node === node);
    return channel ? sampleWeights(channel, time) : rest;
  });
}
