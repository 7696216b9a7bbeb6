import { extname } from 'node:path';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { isGlb } from './glb.ts';
import { readGltf, type GltfAsset, type ReadSibling } from './gltf-asset.ts';
import { unsupportedFeatures } from './gltf-features.ts';
import { packGltf } from './gltf-pack.ts';
import { readCharacterScene } from './gltf-scene.ts';

/** A character's file, read and checked. */
export interface CharacterFile {
  /** A self-contained GLB: the original bytes for GLB and VRM. */
  readonly bytes: Uint8Array;
  readonly scene: CharacterScene;
  /** Sentences about what could not be read or cannot be shown. */
  readonly warnings: readonly string[];
}

/**
 * Reads a character from a GLB, VRM or .gltf file; the content decides, the name only helps to say what was expected.
 * Throws an `Error` with one sentence that begins with the file's name.
 */
export function readCharacter(fileName: string, bytes: Uint8Array, readSibling?: ReadSibling): CharacterFile {
  try {
    if (isGlb(bytes)) return fromAsset(readGltf(bytes), bytes, []);
    if (startsWithBrace(bytes)) {
      const asset = readGltf(bytes, readSibling);
      const packed = packGltf(asset, readSibling ?? refuse);
      return fromAsset(asset, packed.bytes, packed.warnings);
    }
    if (bytes.byteLength === 0) throw new Error('the file is empty');
    const extension = extname(fileName).toLowerCase();
    throw new Error(
      ['.glb', '.vrm', '.gltf'].includes(extension)
        ? `its content is not that of a ${extension} file`
        : 'expected a GLB, glTF or VRM file, but its content is none of them',
    );
  } catch (error) {
    throw new Error(`"${fileName}" cannot be opened: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function fromAsset(asset: GltfAsset, bytes: Uint8Array, warnings: readonly string[]): CharacterFile {
  return { bytes, scene: readCharacterScene(asset.document), warnings: [...warnings, ...unsupportedFeatures(asset.document)] };
}

function startsWithBrace(bytes: Uint8Array): boolean {
  return /^[\uFEFF\s]*\{/.test(new TextDecoder().decode(bytes.subarray(0, 256)));
}

function refuse(uri: string): never {
  throw new Error(`the image "${uri.slice(0, 100)}" was not found`);
}
