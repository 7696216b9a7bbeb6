import { extname } from 'node:path';
import type { Clip } from '../../core/animation/clip.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { toEmbeddedGltf } from './gltf-embed.ts';
import { writeClipToGltf, writePoseToGltf, type MotionTarget, type WrittenMotion } from './write-clip.ts';

/** File formats that motion is written to; the file's extension chooses. */
export const MOTION_FORMATS = ['glb', 'gltf', 'vrm'] as const;

export type MotionFormat = (typeof MOTION_FORMATS)[number];

/** The format that a path asks for. Throws an `Error` with one sentence when it asks for none. */
export function motionFormatOf(path: string): MotionFormat {
  const extension = extname(path).slice(1).toLowerCase();
  const format = MOTION_FORMATS.find((known) => known === extension);
  if (!format) {
    throw new Error(`expected a file name that ends in ${MOTION_FORMATS.map((known) => `.${known}`).join(', ')}, got "${path}"`);
  }
  return format;
}

/** A clip on its character in one of the formats. Throws an `Error` with one sentence. */
export function writeClip(format: MotionFormat, target: MotionTarget, clip: Clip, fps: number = clip.fps): WrittenMotion {
  return inContainer(format, writeClipToGltf(target, clip, fps));
}

/** A still pose of the character in one of the formats. Throws an `Error` with one sentence. */
export function writePose(format: MotionFormat, target: MotionTarget, pose: Pose): WrittenMotion {
  return inContainer(format, writePoseToGltf(target, pose));
}

function inContainer(format: MotionFormat, motion: WrittenMotion): WrittenMotion {
  return format === 'gltf' ? { ...motion, bytes: toEmbeddedGltf(motion.bytes) } : motion;
}
