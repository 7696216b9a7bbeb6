import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { checkBytes, checkText } from '../math/check-values.ts';
import { buildRig } from '../humanoid/rigging/build-rig.ts';
import { motionSource, type MotionSourceClip } from './clips/motion-source.ts';
import type { RestChoice } from './clips/source-rest.ts';
import { readAnimations } from './gltf/gltf-animation.ts';
import { readGltf, type ReadSibling } from './gltf/gltf-asset.ts';
import { readCharacter, type BvhReadingOverrides, type CharacterFile } from './read-character.ts';

/** How to read the motions of a file. */
export interface ReadMotionsOptions {
  /** Gives the bytes of files that a .gltf file refers to. Default: they are refused. */
  readonly readSibling?: ReadSibling;
  /** What is known better about a BVH file than its numbers tell. */
  readonly bvh?: BvhReadingOverrides;
  /** What the source rests in. Default: what fits the motion best. */
  readonly rest?: RestChoice;
}

const READING_FIELDS: FieldsOf<ReadMotionsOptions> = { readSibling: true, bvh: true, rest: true };

/** A file with its motions, each on a rig that rests in the pose which fits it best. */
export interface MotionsFile extends CharacterFile {
  readonly motions: readonly MotionSourceClip[];
}

/**
 * Reads a GLB, glTF, VRM, VRMA or BVH file and every motion in it, ready for `retargetClip`. Throws an `Error` with one sentence that begins with the
 * file's name.
 */
export function readMotions(fileName: string, bytes: Uint8Array, options: ReadMotionsOptions = {}): MotionsFile {
  checkText(fileName, 'the file name');
  checkBytes(bytes, 'the bytes');
  checkFieldsOf(options, READING_FIELDS, 'the options');
  const file = readCharacter(fileName, bytes, options.readSibling, options.bvh);
  const asset = readGltf(file.bytes);
  const { animations, warnings } = readAnimations(asset);
  const rig = buildRig(file.scene);
  const keepsFirst = options.bvh?.skipFirstFrame === false;
  const rigged = { asset, scene: file.scene, rig };
  const motions = animations.map((animation) =>
    motionSource(rigged, animation, { rest: options.rest, keepsFirst, takes: animations }),
  );
  return { ...file, warnings: [...file.warnings, ...warnings], motions };
}
