import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { RigOptions } from '../../core/humanoid/rigging/rig-options.ts';
import { plainBones } from '../../core/humanoid/rigging/plain-bones.ts';
import type { LimitPreset, Rig } from '../../core/humanoid/body/rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { readAnimations, type FileAnimation } from '../../core/formats/gltf/gltf-animation.ts';
import { readGltf, type GltfAsset, type ReadSibling } from '../../core/formats/gltf/gltf-asset.ts';
import type { BvhReadingOverrides } from '../../core/formats/read-character.ts';
import { openCharacterFile, type OriginalFile } from '../../core/formats/open-character.ts';
import { motionOfPerson, personInFile } from '../../core/formats/clips/people-in-file.ts';
import { correctionsOf, type NamedBones } from '../../core/formats/clips/retarget-profile.ts';
import { siblingsOf } from '../files/siblings.ts';
import type { NamedRest } from '../../core/formats/clips/named-rest.ts';
import { readingBeside, restBeside, stampOfTakes } from '../files/takes-beside.ts';
import { readMotionOrFrames } from './frame-folder.ts';
import { createRecentValues } from './recent-values.ts';

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
  /** How its skeleton rests as the takes beside it tell; looked for once, when it is asked for. */
  restOfTakes(): NamedRest | undefined;
}

/** How to open a character. */
export interface LoadOptions {
  /** What is known better about how its file is to be read. */
  readonly reading?: BvhReadingOverrides;
  /** Its limits. Default: standard. */
  readonly preset?: LimitPreset | undefined;
  /** Bones that were named by hand. */
  readonly bones?: NamedBones | undefined;
  /** Whether a skeleton that is none of a biped is posed by its plain bones. Default: it is refused. */
  readonly plainBones?: boolean | undefined;
  /** One of the people of a file that holds several, by number from 0. Default: the body that is found first. */
  readonly person?: number | undefined;
}

/** Bytes of the files that are kept open for the next task of the same thread: 128 MiB. */
const KEPT_BYTES = 2 ** 27;

/** Files that are kept open. What is made of one takes several times its bytes, and a motion is not asked for again once the next one came. */
const KEPT_FILES = 24;

const recent = createRecentValues<LoadedCharacter>(KEPT_BYTES, KEPT_FILES);

/**
 * Opens a file and builds its rig; one that was opened so a while ago, with the same bytes and options, is the same object again. Throws an
 * `Error` with one sentence.
 */
export async function loadCharacter(path: string, options: LoadOptions = {}): Promise<LoadedCharacter> {
  const bytes = await readMotionOrFrames(path);
  const key = JSON.stringify([basename(path), hashOf(bytes), options, stampOfTakes(path)]);
  const known = recent.get(key);
  if (known) return known;
  const readSibling = siblingsOf(path);
  let isAlone = true;
  const reading = { ...readingBeside(path, bytes, options.reading), ...options.reading };
  const opened = openLoaded(basename(path), bytes, { ...options, reading }, (uri) => {
    isAlone = false;
    return readSibling(uri);
  });
  let rest: NamedRest | null | undefined;
  const loaded = { ...opened, restOfTakes: () => (rest ??= restBeside(path, opened)) ?? undefined };
  // What other files have in it may have changed when it is asked for again.
  if (isAlone) recent.keep(key, loaded, bytes.byteLength + loaded.bytes.byteLength);
  return loaded;
}

function openLoaded(
  name: string,
  stored: Uint8Array,
  options: LoadOptions,
  readSibling: ReadSibling,
): Omit<LoadedCharacter, 'restOfTakes'> {
  const { reading, preset, bones, person } = options;
  const { fileName, bytes, original, scene: whole, warnings } = openCharacterFile(name, stored, readSibling, reading);
  const asset = readGltf(bytes);
  const { animations, warnings: animationWarnings } = readAnimations(asset);
  const notes = [...warnings, ...animationWarnings];
  const wanted = person === undefined ? undefined : personInFile(whole, person);
  const scene = wanted?.scene ?? whole;
  const named = correctionsOf(`"${fileName}"`, scene, bones);
  const settings = preset && { preset };
  const { rig, corrections } = rigOf(fileName, scene, { ...settings, corrections: named }, options.plainBones ?? false);
  const moving = wanted ? animations.map((each) => motionOfPerson(wanted, each)) : animations;
  return { fileName, hash: hashOf(bytes), bytes, original, asset, scene, rig, corrections, animations: moving, notes };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `isPlain`: what is no biped is posed by its plain bones. */
function rigOf(
  fileName: string,
  scene: CharacterScene,
  options: RigOptions,
  isPlain: boolean,
): Pick<LoadedCharacter, 'rig' | 'corrections'> {
  try {
    return { rig: buildRig(scene, options), corrections: options.corrections ?? {} };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (!isPlain) throw new Error(`"${fileName}" cannot be posed: ${error.message}`, { cause: error });
    const corrections = plainBones(scene);
    return { rig: buildRig(scene, { ...options, corrections }), corrections };
  }
}
