import { checkFieldsOf } from '../../math/near-names.ts';
import { checkPose } from '../../skeleton/pose.ts';
import { checkScene } from '../../skeleton/check-scene.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { checkClip } from '../../animation/check-clip.ts';
import { checkBytes, checkFunction, checkObject } from '../../math/check-values.ts';
import { expressionOf, type Clip } from '../../animation/clip.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { writeClipToBvh, writePoseToBvh } from './bvh-write.ts';
import { CLIP_RANGE_FIELDS, checkClipOf, clipRange, type ClipRange } from './clip-range.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { toEmbeddedGltf } from '../gltf/gltf-embed.ts';
import { writeClipToFbx, writePoseToFbx } from './fbx-write.ts';
import { writeClipToJson } from './json-clip.ts';
import { writeClipToVrma, writePoseToVrma } from './vrma.ts';
import { writeClipsToGltf, writePoseToGltf, type MotionTarget, type OnProgress, type WrittenMotion } from './write-clip.ts';

/** File formats that motion is written to; the file's extension chooses. */
export const MOTION_FORMATS = ['glb', 'gltf', 'vrm', 'vrma', 'fbx', 'bvh', 'json'] as const;

export type MotionFormat = (typeof MOTION_FORMATS)[number];

/**
 * A clip (or the part of it that `part` names) on its character in one of the formats; `onProgress` hears how far the writing is.
 * Throws an `Error` with one sentence.
 */
export function writeClip(
  target: MotionTarget,
  format: MotionFormat,
  clip: Clip,
  part: Partial<ClipRange> = {},
  onProgress?: OnProgress,
): WrittenMotion {
  checkTarget(target);
  checkClip(clip, 'the clip');
  checkFieldsOf(part, CLIP_RANGE_FIELDS, 'the part');
  if (onProgress !== undefined) checkFunction(onProgress, 'what hears of the progress');
  const range = checkedRange(target, clip, part);
  switch (format) {
    case 'bvh':
      return withoutExpressions(writeClipToBvh(target, clip, range, onProgress), clip, format);
    case 'fbx':
      return withoutExpressions(writeClipToFbx(target, clip, range, onProgress), clip, format);
    case 'vrma':
      return writeClipToVrma(target, clip, range, onProgress);
    case 'json':
      return withoutExpressions(writeClipToJson(target, clip, range, onProgress), clip, format);
    case 'gltf':
      return embedded(writeClipsToGltf(target, [{ clip, range }], onProgress));
    case 'vrm':
      checkIsVrm(target.bytes);
      return writeClipsToGltf(target, [{ clip, range }], onProgress);
    case 'glb':
      return writeClipsToGltf(target, [{ clip, range }], onProgress);
  }
}

/**
 * Several clips on their character, each whole and at its own rate, in one of the formats that hold them: the character's own. Of a single
 * clip it is what {@link writeClip} makes. Throws an `Error` with one sentence.
 */
export function writeClips(
  target: MotionTarget,
  format: MotionFormat,
  clips: readonly Clip[],
  part: Partial<ClipRange> = {},
  onProgress?: OnProgress,
): WrittenMotion {
  const [first, ...others] = clips;
  if (!first) throw new Error('expected at least one clip to write, got none');
  if (others.length === 0) return writeClip(target, format, first, part, onProgress);
  if (!holdsSeveralClips(format)) throw new Error(`a .${format} file holds one clip, got ${clips.length}: select .glb for all`);
  if (Object.keys(part).length > 0) throw new Error('a part and a rate can be set for one clip only; several are written whole');
  if (format === 'vrm') checkIsVrm(target.bytes);
  const parts = clips.map((clip) => ({ clip, range: checkedRange(target, clip, {}) }));
  const written = writeClipsToGltf(target, parts, onProgress);
  return format === 'gltf' ? embedded(written) : written;
}

/** Whether a format is the character's own file, to which any number of clips can be added. */
export function holdsSeveralClips(format: MotionFormat): boolean {
  return format === 'glb' || format === 'gltf' || format === 'vrm';
}

function checkedRange({ rig }: MotionTarget, clip: Clip, part: Partial<ClipRange>): ClipRange {
  checkClipOf(rig.skeleton, clip);
  return clipRange(rig.skeleton, clip, part);
}

/** A still pose of the character in one of the formats. Throws an `Error` with one sentence. */
export function writePose(target: MotionTarget, format: MotionFormat, pose: Pose): WrittenMotion {
  checkTarget(target);
  checkPose(target.rig.skeleton, pose, 'the pose');
  switch (format) {
    case 'bvh':
      return writePoseToBvh(target, pose);
    case 'fbx':
      return writePoseToFbx(target, pose);
    case 'vrma':
      return writePoseToVrma(target, pose);
    case 'json':
      throw new Error('a still pose is written to .glb, .gltf, .vrm, .vrma, .fbx or .bvh, not to .json');
    case 'gltf':
      return embedded(writePoseToGltf(target, pose));
    case 'vrm':
      checkIsVrm(target.bytes);
      return writePoseToGltf(target, pose);
    case 'glb':
      return writePoseToGltf(target, pose);
  }
}

/** Throws an `Error` with one sentence unless a character's file is a VRM model: another cannot become one. */
export function checkIsVrm(bytes: Uint8Array): void {
  const { extensions = {} } = readGltf(bytes).document;
  if (extensions['VRM'] === undefined && extensions['VRMC_vrm'] === undefined) {
    throw new Error('only a character that came as VRM can be written as .vrm: select .glb');
  }
}

/** What is told of a format that holds the body alone. */
/** What was written, with a warning where a clip keys expressions that the format cannot hold. */
export function withoutExpressions(
  written: WrittenMotion,
  { tracks }: Pick<Clip, 'tracks'>,
  format: MotionFormat,
): WrittenMotion {
  const count = tracks.filter(({ joint }) => expressionOf(joint) >= 0).length;
  if (count === 0) return written;
  const what = count === 1 ? 'the expression of the clip is' : `the ${count} expressions of the clip are`;
  return { ...written, warnings: [...written.warnings, `${what} not in the .${format} file: .glb and .vrma hold them`] };
}

function embedded(motion: WrittenMotion): WrittenMotion {
  return { ...motion, bytes: toEmbeddedGltf(motion.bytes) };
}

function checkTarget(target: MotionTarget): void {
  checkObject(target, 'the target');
  checkRig(target.rig);
  checkScene(target.scene);
  checkBytes(target.bytes, "the target's bytes");
}
