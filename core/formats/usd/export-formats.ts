import type { Clip } from '../../animation/clip.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { ActorMotion } from '../clips/actor-motion.ts';
import type { ClipRange } from '../clips/clip-range.ts';
import { writeSceneToFbx } from '../clips/fbx-write.ts';
import {
  holdsSeveralClips,
  MOTION_FORMATS,
  withoutExpressions,
  writeClips,
  writePose,
  type MotionFormat,
} from '../clips/motion-formats.ts';
import type { MotionTarget, OnProgress, WrittenMotion } from '../clips/write-clip.ts';
import { withKhrCharacter } from '../clips/write-khr-character.ts';
import { writeScene, type SceneParts } from '../clips/write-scene.ts';
import { extensionOf } from '../text/file-name.ts';
import { quote } from '../text/quote.ts';
import { asUsd, USD_FORMATS, type UsdFormat } from './write-usd.ts';

/** Every format that a character with its motion is written to. */
export type ExportFormat = MotionFormat | UsdFormat;

const EXPORT_FORMATS: readonly ExportFormat[] = [...MOTION_FORMATS, ...USD_FORMATS];

/** Frames a second of a still pose, which has one. */
const STILL_FPS = 24;

/** The format that a path asks for. Throws an `Error` with one sentence when it asks for none. */
export function exportFormatOf(path: string): ExportFormat {
  const extension = extensionOf(path).slice(1);
  const format = EXPORT_FORMATS.find((known) => known === extension);
  if (format) return format;
  throw new Error(
    `expected a file name that ends in ${EXPORT_FORMATS.map((known) => `.${known}`).join(', ')}, got ${quote(path)}`,
  );
}

function isUsd(format: ExportFormat): format is UsdFormat {
  return format === 'usda' || format === 'usdz';
}

/** The character with what Khronos' draft of KHR_character says of it, to be written. Throws an `Error` with one sentence. */
export function asKhrCharacter(target: MotionTarget, format: ExportFormat): MotionTarget {
  if (isUsd(format) || !holdsSeveralClips(format))
    throw new Error(`KHR_character is an extension of glTF: .glb, .gltf and .vrm files hold it, .${format} does not`);
  return withKhrCharacter(target);
}

/** Clips on their character in any format: several in the character's own alone. Throws an `Error` with one sentence. */
export function exportClips(
  target: MotionTarget,
  format: ExportFormat,
  clips: readonly Clip[],
  part: Partial<ClipRange> = {},
  onProgress?: OnProgress,
): WrittenMotion {
  if (!isUsd(format)) return writeClips(target, format, clips, part, onProgress);
  if (clips.length > 1) throw new Error(`a .${format} file holds one clip, got ${clips.length}: select .glb for all`);
  return asUsd(
    writeClips({ ...target, isUpright: true }, 'glb', clips, part, onProgress),
    format,
    part.fps ?? clips[0]?.fps ?? STILL_FPS,
    true,
  );
}

/** A still pose of the character in any format. Throws an `Error` with one sentence. */
export function exportPose(target: MotionTarget, format: ExportFormat, pose: Pose): WrittenMotion {
  if (!isUsd(format)) return writePose(target, format, pose);
  return asUsd(writePose({ ...target, isUpright: true }, 'glb', pose), format, STILL_FPS, false);
}

const NO_CAMERAS = 'the cameras of the scene are left out: only .glb files hold them';

/** The FBX file of a scene with what is told of what it does not hold. */
function sceneAsFbx(actors: readonly ActorMotion[], parts: SceneParts, onProgress?: OnProgress): WrittenMotion {
  const tracks = actors.flatMap(({ clips }) => clips.flatMap((clip) => clip.tracks));
  const written = withoutExpressions(writeSceneToFbx(actors, parts, onProgress), { tracks }, 'fbx');
  return parts.cameras?.length ? { ...written, warnings: [...written.warnings, NO_CAMERAS] } : written;
}

/** All actors and props of a scene in one file. Throws an `Error` with one sentence. */
export function exportScene(
  actors: readonly ActorMotion[],
  format: ExportFormat,
  parts: SceneParts,
  onProgress?: OnProgress,
): WrittenMotion {
  if (format === 'glb') return writeScene(actors, parts, onProgress);
  if (format === 'fbx') return sceneAsFbx(actors, parts, onProgress);
  if (!isUsd(format))
    throw new Error(
      `all characters are written into one .glb, .fbx, .usda or .usdz file, got .${format}: export them one by one`,
    );
  const clips = actors[0]?.clips ?? [];
  if (clips.length > 1) throw new Error(`a .${format} file holds one clip, got ${clips.length}: select .glb for all`);
  const { cameras = [], ...others } = parts;
  const written = asUsd(writeScene(actors, others, onProgress), format, parts.range?.fps ?? clips[0]?.fps ?? STILL_FPS, true);
  return cameras.length === 0 ? written : { ...written, warnings: [...written.warnings, NO_CAMERAS] };
}
