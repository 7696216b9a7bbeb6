import { readCharacter, type BvhReadingOverrides, type CharacterFile } from '../../../core/formats/read-character.ts';
import type { ReadSibling } from '../../../core/formats/gltf/gltf-asset.ts';
import { looksLikeFbx } from '../fbx/fbx-container.ts';
import { fbxToGlb } from '../fbx/fbx-to-glb.ts';

/** How the files are kept that GLBs were made of. */
export const ORIGINAL_EXTENSIONS = ['.fbx', '.bvh'] as const;

/** A file that a GLB was made of. */
export interface OriginalFile {
  readonly bytes: Uint8Array;
  readonly extension: (typeof ORIGINAL_EXTENSIONS)[number];
}

/** A character's file with what it was before it became a GLB. */
export interface OpenedFile extends CharacterFile {
  /** The file as it came where a GLB was made of it; null where `bytes` are the file, or it needs others. */
  readonly original: OriginalFile | null;
}

/**
 * Opens every kind of file that a character or a motion can come in: what `readCharacter` of `core` reads, and FBX. Throws an `Error` with one
 * sentence that begins with the file's name.
 */
export function openCharacterFile(
  fileName: string,
  bytes: Uint8Array,
  readSibling?: ReadSibling,
  bvhReading?: BvhReadingOverrides,
): OpenedFile {
  if (!looksLikeFbx(bytes)) {
    const file = readCharacter(fileName, bytes, readSibling, bvhReading);
    return { ...file, original: file.bvh && { bytes, extension: '.bvh' } };
  }
  const { bytes: glb, warnings, isMotionOnly } = converted(fileName, bytes, readSibling);
  const file = readCharacter(fileName, glb);
  return { ...file, warnings: [...warnings, ...file.warnings], isMotionOnly, original: { bytes, extension: '.fbx' } };
}

function converted(fileName: string, bytes: Uint8Array, readSibling: ReadSibling | undefined): ReturnType<typeof fbxToGlb> {
  try {
    return fbxToGlb(fileName, bytes, readSibling);
  } catch (error) {
    throw new Error(`"${fileName}" cannot be opened: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
