import { checkBytes, checkText } from '../math/check-values.ts';
import { readCharacter, readNpzCharacter, type BvhReadingOverrides, type CharacterFile } from './read-character.ts';
import { looksLikeLandmarks } from './captures/landmark-frames.ts';
import { isGlb } from './gltf/glb.ts';
import type { ReadSibling } from './gltf/gltf-asset.ts';
import { looksLikeFbx } from './fbx/fbx-container.ts';
import { fbxToGlb } from './fbx/fbx-to-glb.ts';
import { looksLikeObj, objToGlb } from './obj/obj-to-glb.ts';
import { withoutExtension } from './text/file-name.ts';
import { onOneLine } from './text/quote.ts';
import { looksLikeZip, openArchive, openNpz } from './zip/zip-archive.ts';

/** How the files are kept that GLBs were made of; a GLB that was read in other units has one before it, too. */
export const ORIGINAL_EXTENSIONS = ['.fbx', '.obj', '.bvh', '.npz', '.landmarks.json', '.original.glb'] as const;

/** A file that a GLB was made of. */
export interface OriginalFile {
  readonly bytes: Uint8Array;
  readonly extension: (typeof ORIGINAL_EXTENSIONS)[number];
}

/** A character's file with what it was before it became a GLB. */
export interface OpenedFile extends CharacterFile {
  /** As the file is called; in an archive, the one that was opened. */
  readonly fileName: string;
  /** The file as it came where a GLB was made of it; null where `bytes` are the file, or it needs others. */
  readonly original: OriginalFile | null;
}

/**
 * Opens every kind of file that a character or a motion can come in: what `readCharacter` of `core` reads, FBX, the faces of OBJ, motion of SMPL in .npz files,
 * and any of them in a zip archive with the files that it needs. Throws an `Error` with one
 * sentence that begins with the file's name.
 */
export function openCharacterFile(
  fileName: string,
  bytes: Uint8Array,
  readSibling?: ReadSibling,
  bvhReading?: BvhReadingOverrides,
): OpenedFile {
  checkText(fileName, 'the file name');
  checkBytes(bytes, 'the bytes');
  if (looksLikeZip(bytes)) {
    const arrays = refusing(fileName, () => openNpz(bytes));
    if (arrays) return { ...readNpzCharacter(fileName, arrays), fileName, original: { bytes, extension: '.npz' } };
    const inner = refusing(fileName, () => openArchive(bytes));
    if (looksLikeZip(inner.bytes)) throw new Error(`"${fileName}" cannot be opened: it holds an archive within an archive`);
    return openCharacterFile(inner.name, inner.bytes, inner.readSibling, bvhReading);
  }
  if (looksLikeObj(bytes)) {
    const { bytes: glb, warnings } = refusing(fileName, () => objToGlb(withoutExtension(fileName), bytes));
    const file = readCharacter(fileName, glb, undefined, bvhReading);
    return { ...file, fileName, warnings: [...warnings, ...file.warnings], original: { bytes, extension: '.obj' } };
  }
  if (!looksLikeFbx(bytes)) {
    const file = readCharacter(fileName, bytes, readSibling, bvhReading);
    return { ...file, fileName, original: originalOf(file, bytes) };
  }
  const { bytes: glb, warnings, isMotionOnly } = refusing(fileName, () => fbxToGlb(fileName, bytes, readSibling));
  const file = readCharacter(fileName, glb, undefined, bvhReading);
  return { ...file, fileName, warnings: [...warnings, ...file.warnings], isMotionOnly, original: { bytes, extension: '.fbx' } };
}

function originalOf({ bvh, bytes: made, isMotionOnly }: CharacterFile, bytes: Uint8Array): OriginalFile | null {
  if (bvh) return { bytes, extension: '.bvh' };
  if (isMotionOnly && !isGlb(bytes) && looksLikeLandmarks(bytes)) return { bytes, extension: '.landmarks.json' };
  return made !== bytes && isGlb(bytes) ? { bytes, extension: '.original.glb' } : null;
}

/** What `open` gives; its refusals begin with the file's name. */
function refusing<Result>(fileName: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    // A damaged file may quote anything.
    const reason = onOneLine(error instanceof Error ? error.message : String(error));
    throw new Error(`"${fileName}" cannot be opened: ${reason}`, { cause: error });
  }
}
