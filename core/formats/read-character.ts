import { checkFunction, checkBytes, checkObject, checkText } from '../math/check-values.ts';
import type { CharacterScene } from '../skeleton/scene.ts';
import type { BvhReading } from './bvh/bvh-reading.ts';
import { looksLikeBvh } from './bvh/bvh-text.ts';
import { parseBvh } from './bvh/bvh.ts';
import { readBvhCharacter, type BvhCharacter } from './bvh/bvh-scene.ts';
import { looksLikeLandmarks } from './captures/landmark-frames.ts';
import { readLandmarks } from './captures/landmarks.ts';
import { readSmpl } from './captures/smpl.ts';
import { applyUnevenScale } from './gltf/apply-uneven-scale.ts';
import { checkDrawing, picturesLeftOut } from './gltf/drawing-limits.ts';
import { isGlb } from './gltf/glb.ts';
import { writeAsset } from './gltf/glb-builder.ts';
import { readAnimations } from './gltf/gltf-animation.ts';
import { readGltf, type GltfAsset, type ReadSibling } from './gltf/gltf-asset.ts';
import { imagesOutside, unsupportedFeatures } from './gltf/gltf-features.ts';
import { readKhrCharacter } from './gltf/khr-character.ts';
import { packGltf } from './gltf/gltf-pack.ts';
import { readCharacterScene } from './gltf/gltf-scene.ts';
import { rescaleGlb } from './gltf/rescale.ts';
import { asItLay, setUpright } from './gltf/set-upright.ts';
import { drawStickFigure } from './gltf/stick-figure.ts';
import { uprightOf } from './clips/lying-rest.ts';
import { extensionOf, withoutExtension } from './text/file-name.ts';
import { lyingNote, type UpAxis } from './text/up-axes.ts';
import { decodeUtf8 } from './text/utf8.ts';

/** What the user knows better about a BVH file than its choice of reading; `unit` and `axis` about every other file too. */
export interface BvhReadingOverrides extends Partial<BvhReading> {
  /** The axis of the file that points up: y leaves it as it is. Default: another where its body lies along that as if it were up. */
  readonly axis?: UpAxis;
  /** Uneven scales above joints, and a body that lies, stay as the file has them: it was made what it is before, and is known by its bytes. Default false. */
  readonly asItIs?: boolean;
}

/** A character's file, read and checked. */
export interface CharacterFile {
  /** A self-contained GLB: the original bytes for GLB and VRM, a stick figure with its motion for BVH. */
  readonly bytes: Uint8Array;
  /** The file holds motion and no figure of its own. */
  readonly isMotionOnly: boolean;
  readonly scene: CharacterScene;
  /** Sentences about what could not be read or cannot be shown, and how a BVH file was understood. */
  readonly warnings: readonly string[];
  /** How a BVH file was understood; null for other files. */
  readonly bvh: BvhReading | null;
}

/**
 * Reads a character from a GLB, VRM, .gltf or BVH file; the content decides, the name only helps to say what was expected.
 * Throws an `Error` with one sentence that begins with the file's name.
 */
export function readCharacter(
  fileName: string,
  bytes: Uint8Array,
  readSibling?: ReadSibling,
  bvhReading?: BvhReadingOverrides,
): CharacterFile {
  checkText(fileName, 'the file name');
  checkBytes(bytes, 'the bytes');
  if (readSibling !== undefined) checkFunction(readSibling, 'the read sibling');
  if (bvhReading !== undefined) checkObject(bvhReading, 'the bvh reading');
  try {
    if (looksLikeBvh(bytes)) return fromBvh(fileName, bytes, bvhReading);
    if (isGlb(bytes)) {
      const asset = readGltf(bytes);
      checkDrawing(asset);
      return fromAsset(asset, bytes, [...imagesOutside(asset.document), ...picturesLeftOut(asset)], bvhReading);
    }
    if (looksLikeLandmarks(bytes)) return fromMotion(fileName, readLandmarks(bytes));
    if (startsWithBrace(bytes)) {
      const asset = readGltf(bytes, readSibling);
      const packed = packGltf(asset, readSibling ?? refuse);
      const self = readGltf(packed.bytes);
      checkDrawing(self);
      return fromAsset(self, packed.bytes, [...packed.warnings, ...picturesLeftOut(self)], bvhReading);
    }
    if (bytes.byteLength === 0) throw new Error('the file is empty');
    const extension = extensionOf(fileName);
    throw new Error(
      ['.glb', '.vrm', '.gltf', '.fbx', '.obj', '.bvh', '.vrma', '.npz'].includes(extension)
        ? `its content is not that of a ${extension} file`
        : 'expected a GLB, glTF, VRM, FBX or BVH file, landmarks or SMPL motion, but its content is none of them',
    );
  } catch (error) {
    throw cannotOpen(fileName, error);
  }
}

function fromAsset(
  asset: GltfAsset,
  bytes: Uint8Array,
  warnings: readonly string[],
  { unit, axis, asItIs = false }: BvhReadingOverrides = {},
): CharacterFile {
  // What is told of a file that was set upright is told of the file that it was.
  const before = unit !== undefined || axis ? asItLay(asset) : null;
  const read = before ? fileOf(before, writeAsset(before, before.json, before.binary)) : fileOf(asset, bytes);
  const even = withEvenScale({ ...read, warnings: [...warnings, ...read.warnings] }, asItIs);
  const scaled = inUnits(even, unit);
  const stood = asItIs ? scaled : standing(scaled, axis);
  const { lay } = stood.scene;
  return lay === undefined ? stood : { ...stood, warnings: [lyingNote(lay), ...stood.warnings] };
}

function fileOf(asset: GltfAsset, bytes: Uint8Array): CharacterFile {
  return {
    bytes,
    isMotionOnly: asset.document.meshes === undefined && (asset.document.animations?.length ?? 0) > 0,
    scene: readCharacterScene(asset),
    warnings: [...unsupportedFeatures(asset.document), ...readKhrCharacter(asset.document).notes],
    bvh: null,
  };
}

/** The file with uneven scales applied to what hangs below them, where joints would be skewed by them and that can be done. */
function withEvenScale(file: CharacterFile, asItIs: boolean): CharacterFile {
  const bytes = applyUnevenScale(readGltf(file.bytes), file.scene);
  if (!bytes) return file;
  const note = asItIs
    ? 'an uneven scale above joints was not applied: open the file anew'
    : 'an uneven scale above joints was applied to its bones and surfaces: the file itself stays as it is';
  return { ...(asItIs ? file : madeOf(file, bytes)), warnings: [...file.warnings, note] };
}

/** The file with `unit` metres for each of its own. */
function inUnits(file: CharacterFile, unit = 1): CharacterFile {
  if (unit === 1) return file;
  const note = `a length of 1 in the file was read as ${Number(unit.toPrecision(4))} m`;
  return { ...madeOf(file, rescaleGlb(readGltf(file.bytes), unit)), warnings: [...file.warnings, note] };
}

/** The file with a body that stands at rest: as told, else as it shows itself. */
function standing(file: CharacterFile, axis?: UpAxis): CharacterFile {
  const asset = readGltf(file.bytes);
  const upright = axis ? { axis } : uprightOf(file.scene, () => readAnimations(asset).animations);
  return upright && axis !== 'y' ? madeOf(file, setUpright(asset, upright)) : file;
}

function madeOf(file: CharacterFile, bytes: Uint8Array): CharacterFile {
  return { ...file, bytes, scene: readCharacterScene(readGltf(bytes)) };
}

function fromBvh(fileName: string, bytes: Uint8Array, bvhReading?: BvhReadingOverrides): CharacterFile {
  const { axis, ...known } = bvhReading ?? {};
  const { reading, ...read } = readBvhCharacter(parseBvh(bytes), { ...(axis && { up: axis }), ...known });
  return { ...fromMotion(fileName, read), bvh: reading };
}

/** A figure of sticks with its motion. */
function fromMotion(
  fileName: string,
  { scene, animation, notes }: Pick<BvhCharacter, 'scene' | 'animation' | 'notes'>,
): CharacterFile {
  const motion = animation && { ...animation, name: withoutExtension(fileName) };
  // The scene is read back from the figure: whoever gets only the bytes later must see the same joints.
  const { bytes: figure } = drawStickFigure(fileName, scene, motion);
  return {
    bytes: figure,
    isMotionOnly: true,
    scene: readCharacterScene(readGltf(figure)),
    warnings: notes,
    bvh: null,
  };
}

/**
 * Reads the motion of an .npz file of SMPL by its members, the .npy files of its archive. Throws an `Error` with one sentence that begins with the file's
 * name.
 */
export function readNpzCharacter(fileName: string, members: ReadonlyMap<string, Uint8Array>): CharacterFile {
  try {
    return fromMotion(fileName, readSmpl(members));
  } catch (error) {
    throw cannotOpen(fileName, error);
  }
}

function cannotOpen(fileName: string, error: unknown): Error {
  return new Error(`"${fileName}" cannot be opened: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

function startsWithBrace(bytes: Uint8Array): boolean {
  return /^[\uFEFF\s]*\{/.test(decodeUtf8(bytes.subarray(0, 256)));
}

function refuse(uri: string): never {
  throw new Error(`the image "${uri.slice(0, 100)}" was not found`);
}
