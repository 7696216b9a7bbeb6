import { basename, extname } from 'node:path';
import type { ReadSibling } from '../files/gltf/gltf-asset.ts';
import { readCharacter } from '../files/characters/open-character.ts';
import { siblingsOf } from '../files/gltf/siblings.ts';
import { readWholeFile } from '../files/storage/read-file.ts';
import type { BvhReading, OpenedCharacter } from '../contract.ts';
import { createCharacterCache } from './character-cache.ts';

export interface CharactersOptions {
  /** Where originals are kept by their hash, so that bytes that were dropped can be found again. */
  readonly cacheFolder: string;
  /** The mannequin that ships with the program. */
  readonly mannequinPath: string;
}

/** Opens characters and keeps their bytes. Every refusal is an `Error` with one sentence. */
export interface Characters {
  /** `bvh` overrides how a BVH file is understood. */
  open(path: string, bvh?: Partial<BvhReading>): Promise<OpenedCharacter>;
  openBytes(fileName: string, bytes: Uint8Array, bvh?: Partial<BvhReading>): Promise<OpenedCharacter>;
  /** The bytes with this hash (of a character opened before, also in an earlier session), checked against it. */
  get(hash: string): Promise<Uint8Array>;
  mannequin(): Promise<OpenedCharacter>;
}

export function createCharacters({ cacheFolder, mannequinPath }: CharactersOptions): Characters {
  const cache = createCharacterCache(cacheFolder);

  async function opened(
    fileName: string,
    original: Uint8Array,
    overrides: Partial<BvhReading> = {},
    readSibling?: ReadSibling,
  ): Promise<OpenedCharacter> {
    const { bytes, scene, warnings, bvh } = readCharacter(fileName, original, readSibling, overrides);
    const hash = await cache.keep(bytes);
    const name = basename(fileName, extname(fileName));
    return { name, fileName, hash, bytes, scene, ...(warnings.length > 0 && { warnings }), ...(bvh && { bvh }) };
  }

  const open = async (path: string, bvh?: Partial<BvhReading>) =>
    opened(basename(path), await readWholeFile(path), bvh, siblingsOf(path));
  return {
    open,
    openBytes: (fileName, bytes, bvh) => opened(basename(fileName), bytes, bvh),
    mannequin: () => open(mannequinPath),
    get: (hash) => cache.get(hash),
  };
}
