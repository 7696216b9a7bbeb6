import { createHash } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { writeAtomically } from '../files/atomic-write.ts';
import type { ReadSibling } from '../files/gltf-asset.ts';
import { readCharacter } from '../files/open-character.ts';
import { readWholeFile, siblingsOf } from '../files/read-file.ts';
import type { OpenedCharacter } from '../contract.ts';

export interface CharactersOptions {
  /** Where originals are kept by their hash, so that bytes that were dropped can be found again. */
  readonly cacheFolder: string;
  /** The mannequin that ships with the program. */
  readonly mannequinPath: string;
}

/** Opens characters and keeps their bytes. Every refusal is an `Error` with one sentence. */
export interface Characters {
  open(path: string): Promise<OpenedCharacter>;
  openBytes(fileName: string, bytes: Uint8Array): Promise<OpenedCharacter>;
  /** The bytes with this hash (of a character opened before, also in an earlier session), checked against it. */
  get(hash: string): Promise<Uint8Array>;
  mannequin(): Promise<OpenedCharacter>;
}

export function createCharacters({ cacheFolder, mannequinPath }: CharactersOptions): Characters {
  const pathOf = (hash: string) => join(cacheFolder, `${hash}.glb`);

  async function opened(fileName: string, original: Uint8Array, readSibling?: ReadSibling): Promise<OpenedCharacter> {
    const { bytes, scene, warnings } = readCharacter(fileName, original, readSibling);
    const hash = hashOf(bytes);
    if (!(await exists(pathOf(hash)))) await writeAtomically(pathOf(hash), bytes);
    return {
      name: basename(fileName, extname(fileName)),
      fileName,
      hash,
      bytes,
      scene,
      ...(warnings.length > 0 && { warnings }),
    };
  }

  const open = async (path: string) => opened(basename(path), await readWholeFile(path), siblingsOf(path));
  return {
    open,
    openBytes: (fileName, bytes) => opened(basename(fileName), bytes),
    mannequin: () => open(mannequinPath),
    async get(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`expected a SHA-256 hash, got "${hash.slice(0, 80)}"`);
      if (!(await exists(pathOf(hash)))) throw new Error("the character's file is not in the cache any more: open it again");
      const bytes = await readWholeFile(pathOf(hash));
      if (hashOf(bytes) !== hash) {
        await rm(pathOf(hash), { force: true });
        throw new Error("the character's file in the cache is damaged: open it again");
      }
      return bytes;
    },
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
