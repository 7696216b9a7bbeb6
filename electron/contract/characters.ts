import type { BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import type { OpenedCharacter } from '../../core/formats/opened-character.ts';
import type { UpAxis } from '../../core/formats/text/up-axes.ts';

/** What a user knows better of a character's file. */
export interface FileReading {
  /** Metres for one unit of the file. */
  readonly unit?: number;
  /** The axis of the file that points up. */
  readonly axis?: UpAxis;
}

/** Characters are opened from files and named by the hash of their bytes from then on. */
export interface CharacterMessages {
  /**
   * Opens a character file by path (GLB, glTF, VRM, FBX, BVH, or one of them in a zip archive). `bvh` overrides how a BVH file is understood. Here and in all messages that open
   * or read a file, `job` is any text that no other running job has, for `job.cancel`.
   */
  'character.openPath': (path: string, bvh?: Partial<BvhReading>, job?: string) => OpenedCharacter;
  /** Opens a character from bytes that were dropped onto the window. */
  'character.openBytes': (fileName: string, bytes: Uint8Array, bvh?: Partial<BvhReading>, job?: string) => OpenedCharacter;
  /** Keeps the bytes of a character that the window read by itself, for messages that name them by their hash. */
  'character.keep': (bytes: Uint8Array) => void;
  /** A character that was opened before, by its hash, with its lengths read as `unit` metres, or another axis of its file up. */
  'character.readAs': (hash: string, fileName: string, reading: FileReading, job?: string) => OpenedCharacter;
  'character.mannequin': () => OpenedCharacter;
}
