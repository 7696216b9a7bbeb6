import type { CharacterScene } from '../skeleton/scene.ts';
import type { BvhReading } from './bvh/bvh-reading.ts';
import type { NamedRest } from './clips/named-rest.ts';
import type { CharacterFile } from './read-character.ts';
import { withoutExtension } from './text/file-name.ts';

/** A character as the studio works with it. */
export interface OpenedCharacter {
  /** File name without its extension. */
  readonly name: string;
  readonly fileName: string;
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly hash: string;
  /** A self-contained GLB for the viewport: the original bytes for GLB and VRM; what was made of an FBX or BVH file. */
  readonly bytes: Uint8Array;
  readonly scene: CharacterScene;
  /** The file holds motion and no figure of its own: bones are drawn for it. */
  readonly isMotionOnly?: true;
  /** How the file was understood and what of it cannot be shown, in sentences; missing when there is nothing to tell. */
  readonly warnings?: readonly string[];
  /** How the skeleton of a motion rests as the takes beside its file tell; missing where they tell nothing. */
  readonly restOfTakes?: NamedRest;
  /** How a BVH file was understood; missing for other files. */
  readonly bvh?: BvhReading;
}

/** What there is to know of a character's file that was read; `hash` is that of its bytes. */
export function openedCharacter(fileName: string, file: CharacterFile, hash: string): OpenedCharacter {
  const { bytes, isMotionOnly, scene, warnings, bvh } = file;
  return {
    name: withoutExtension(fileName),
    fileName,
    hash,
    bytes,
    scene,
    ...(isMotionOnly && { isMotionOnly }),
    ...(warnings.length > 0 && { warnings }),
    ...(bvh && { bvh }),
  };
}
