import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Clip } from '../../core/animation/clip.ts';
import type { RigSettings } from '../../core/document/project.ts';
import type { BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import type { MotionInfo } from '../contract.ts';
import { readAnimations } from '../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { openCharacterFile, type OpenedFile } from '../files/characters/open-character.ts';
import { siblingsOf } from '../files/siblings.ts';
import { readProjectFolder, type ReadProjectFolder } from '../files/project/project-folder.ts';
import { readWholeFileSync } from '../files/storage/read-file.ts';
import { clipOf, readMotionFile } from './motion-file.ts';

/** Files that are opened: from the disk with what lies beside them, or from bytes. */
export type OpenTask =
  | { readonly kind: 'openFile'; readonly path: string; readonly bvh?: Partial<BvhReading> | undefined }
  | {
      readonly kind: 'openBytes';
      readonly fileName: string;
      readonly bytes: Uint8Array;
      readonly bvh?: Partial<BvhReading> | undefined;
    };

/** The motions of a character's bytes; `index` chooses one. */
export type MotionReadingTask =
  | { readonly kind: 'listMotions'; readonly bytes: Uint8Array }
  | { readonly kind: 'readMotion'; readonly bytes: Uint8Array; readonly index: number; readonly rig: RigSettings };

/** A project by its folder or its file, with the own state of one user. */
export interface ProjectReadingTask {
  readonly kind: 'openProject';
  readonly path: string;
  readonly user: string;
}

export interface ReadCharacter extends OpenedFile {
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly hash: string;
}

/** Throws an `Error` with one sentence. */
export function performOpening(task: OpenTask): ReadCharacter {
  const file =
    task.kind === 'openFile'
      ? openCharacterFile(basename(task.path), readWholeFileSync(task.path), siblingsOf(task.path), task.bvh)
      : openCharacterFile(task.fileName, task.bytes, undefined, task.bvh);
  return { ...file, hash: createHash('sha256').update(file.bytes).digest('hex') };
}

/** Throws an `Error` with one sentence. */
export function performMotionReading(task: MotionReadingTask): readonly MotionInfo[] | Clip {
  if (task.kind === 'readMotion') return clipOf(readMotionFile(task.bytes, task.rig), task.index);
  const { animations } = readAnimations(readGltf(task.bytes));
  return animations.map(({ name, start, end }) => ({ name, duration: end - start }));
}

/** Rejects with an `Error` with one sentence. */
export function performProjectReading({ path, user }: ProjectReadingTask): Promise<ReadProjectFolder> {
  return readProjectFolder(path, user);
}
