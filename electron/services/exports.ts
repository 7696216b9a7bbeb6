import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { buildRig } from '../../core/humanoid/build-rig.ts';
import { toDegrees } from '../../core/math/angles.ts';
import { checkPose, type Pose } from '../../core/skeleton/pose.ts';
import type { ExportClipRequest, ExportPoseRequest, ExportReport } from '../contract.ts';
import { writeAtomically } from '../files/atomic-write.ts';
import { readGltf } from '../files/gltf-asset.ts';
import { readCharacterScene } from '../files/gltf-scene.ts';
import { motionFormatOf, writeClip, writePose } from '../files/motion-formats.ts';
import { readCharacter } from '../files/open-character.ts';
import { readWholeFile, siblingsOf } from '../files/read-file.ts';
import type { WrittenMotion } from '../files/write-clip.ts';
import type { Characters } from './characters.ts';

/** Writes clips and poses onto their characters. Every refusal is an `Error` with one sentence, and nothing is written then. */
export interface Exports {
  clip(request: ExportClipRequest): Promise<ExportReport>;
  pose(request: ExportPoseRequest): Promise<ExportReport>;
}

export function createExports(characters: Pick<Characters, 'get'>): Exports {
  const load = async (hash: string) => {
    const bytes = await characters.get(hash);
    return { bytes, scene: readCharacterScene(readGltf(bytes).document) };
  };
  return {
    async clip({ characterHash, rig: settings, clip, path, range }) {
      const { bytes, scene } = await load(characterHash);
      const rig = buildRig(scene, settings);
      const format = motionFormatOf(path);
      return writeChecked(path, characterHash, () => writeClip(format, { bytes, scene, rig }, clip, range));
    },
    async pose({ characterHash, rig: settings, pose: numbers, path }) {
      const { bytes, scene } = await load(characterHash);
      const rig = buildRig(scene, settings);
      const pose: Pose = Float64Array.from(numbers);
      checkPose(rig.skeleton, pose);
      const format = motionFormatOf(path);
      return writeChecked(path, characterHash, () => writePose(format, { bytes, scene, rig }, pose));
    },
  };
}

/**
 * Writes a motion file, reads it back from the disk and compares. Refuses to replace the character's own file, whose SHA-256
 * (as a character) is `originalHash`.
 */
export async function writeChecked(path: string, originalHash: string, write: () => WrittenMotion): Promise<ExportReport> {
  if (await isOriginal(path, originalHash)) {
    throw new Error(`"${basename(path)}" is the character's own file, which is never changed: choose another name`);
  }
  const motion = write();
  await writeAtomically(path, motion.bytes);
  const { distance, angle } = motion.compare(await readWholeFile(path));
  return {
    path,
    bytes: motion.bytes.byteLength,
    largestDistance: distance,
    largestAngle: angle,
    warnings: [...motion.warnings, ...differenceNotes(distance, angle)],
  };
}

/** A sentence when a re-read is farther from what was shown than 0.1 mm or 0.05°; empty otherwise. */
function differenceNotes(distance: number, angle: number): string[] {
  const degrees = toDegrees(angle);
  if (distance <= 1e-4 && degrees <= 0.05) return [];
  return [`the file differs from what was shown by up to ${(1000 * distance).toFixed(1)} mm and ${degrees.toFixed(2)}°`];
}

async function isOriginal(path: string, originalHash: string): Promise<boolean> {
  try {
    const { bytes } = readCharacter(basename(path), await readWholeFile(path), siblingsOf(path));
    return createHash('sha256').update(bytes).digest('hex') === originalHash;
  } catch {
    return false;
  }
}
