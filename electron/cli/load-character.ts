import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { buildRig, type RigOptions } from '../../core/humanoid/rigging/build-rig.ts';
import type { LimitPreset, Rig } from '../../core/humanoid/body/rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { readAnimations, type FileAnimation } from '../../core/formats/gltf/gltf-animation.ts';
import { readGltf, type GltfAsset } from '../../core/formats/gltf/gltf-asset.ts';
import type { BvhReadingOverrides } from '../../core/formats/read-character.ts';
import { openCharacterFile, type OriginalFile } from '../files/characters/open-character.ts';
import { correctionsOf, type NamedBones } from '../../core/formats/clips/retarget-profile.ts';
import { siblingsOf } from '../files/siblings.ts';
import { readWholeFile } from '../files/storage/read-file.ts';

/** A character or motion file, opened and rigged. */
export interface LoadedCharacter {
  readonly fileName: string;
  readonly hash: string;
  /** The character as a self-contained GLB. */
  readonly bytes: Uint8Array;
  /** The file that this was made of, where it was. */
  readonly original: OriginalFile | null;
  readonly asset: GltfAsset;
  readonly scene: CharacterScene;
  readonly rig: Rig;
  /** Bones of the rig that were named by hand. */
  readonly corrections: NonNullable<RigOptions['corrections']>;
  readonly animations: readonly FileAnimation[];
  /** How the file was understood and what could not be read, in sentences. */
  readonly notes: readonly string[];
}

/** Opens a file and builds its rig, with the limits of a preset (default: standard) and with `bones` that were named by hand. Throws an `Error` with one sentence. */
export async function loadCharacter(
  path: string,
  bvhReading?: BvhReadingOverrides,
  preset?: LimitPreset,
  bones?: NamedBones,
): Promise<LoadedCharacter> {
  const { fileName, bytes, original, scene, warnings } = openCharacterFile(
    basename(path),
    await readWholeFile(path),
    siblingsOf(path),
    bvhReading,
  );
  const asset = readGltf(bytes);
  const { animations, warnings: animationWarnings } = readAnimations(asset);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const notes = [...warnings, ...animationWarnings];
  const corrections = correctionsOf(`"${fileName}"`, scene, bones);
  const rig = rigOf(fileName, scene, { ...(preset && { preset }), corrections });
  return { fileName, hash, bytes, original, asset, scene, rig, corrections, animations, notes };
}

function rigOf(fileName: string, scene: CharacterScene, options: RigOptions): Rig {
  try {
    return buildRig(scene, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(`"${fileName}" cannot be posed: ${error.message}`, { cause: error });
  }
}
