import { checkCoordinates, checkFinite } from '../../math/check-numbers.ts';
import { checkArray, checkBytes, checkObject, checkText, checkTexts } from '../../math/check-values.ts';
import { checkFields } from '../../math/near-names.ts';
import { fromAxisAngle } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isRecord } from '../text/json-text.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { joinBytes, layOut, moveView, type BinaryLayout, type MoveBytes } from './binary-layout.ts';
import { listOf } from './glb-builder.ts';
import { writeGlb } from './glb.ts';
import { readGltf, type GltfAsset } from './gltf-asset.ts';
import { EXTENSION_LISTS, GLTF_LISTS, ITEM_FIELDS, type IndexedList } from './index-fields.ts';
import { joinAnimations } from './join-animations.ts';
import { inPart, joinHeads, shownNodes, type MovedPart } from './join-document.ts';
import { moveExtensions, moveIndices, movesBy, type IndexShifts } from './move-indices.ts';

/** One character of a file of several. */
export interface GlbPart {
  /** Its name in the scene: the node that carries it has it. */
  readonly name: string;
  /** Its GLB, with the animations that were written onto it. */
  readonly bytes: Uint8Array;
  /** Where its origin stands in the scene, metres. */
  readonly at: Vec3;
  /** How it is turned there about +Y, radians. */
  readonly turn: number;
}

export interface JoinGlbOptions {
  /**
   * The clips that were written onto every part, as its last animations, in this order: each becomes one animation of all, of this name, whatever it was
   * called in a part. Default: none, and animations belong together by their names alone.
   */
  readonly clips?: readonly string[];
}

/** A GLB of several characters, and sentences about what one file of all cannot keep. */
export interface JoinedGlb {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;
type Lists = Record<IndexedList, Json[]>;

const PART_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['name', 'bytes', 'at', 'turn']);
const OPTION_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['clips']);

/**
 * One GLB of several characters. Each part keeps its items, in its order, behind those of the parts before it, with the numbers in them moved, and
 * its bytes, which lie behind each other in one BIN chunk. One scene shows a node for each part, which has its name and its place and carries what
 * the part's scene shows. Animations of the same name become one. Names that meet are kept. Throws an `Error` with one sentence when a part cannot be
 * read, or has an extension whose numbers cannot be moved; a `RangeError` for a place or a name that is none.
 */
export function joinGlbs(parts: readonly GlbPart[], options: JoinGlbOptions = {}): JoinedGlb {
  checkObject(options, 'the options');
  checkFields(options, OPTION_FIELDS, 'the options');
  const { clips = [] } = options;
  checkTexts(clips, 'the clips');
  const assets = readParts(parts, clips.length);
  const layout = layOut(assets.flatMap(binaryOf), 'the file of all characters');
  const buffers: Json[] = layout.length > 0 ? [{ byteLength: layout.length }] : [];
  const lists = Object.fromEntries([...GLTF_LISTS, ...EXTENSION_LISTS].map((list) => [list, []])) as unknown as Lists;
  const animations: Json[][] = [];
  const moved = assets.map((asset, p): MovedPart => {
    const shifts = Object.fromEntries(Object.entries(lists).map(([list, items]) => [list, items.length])) as IndexShifts;
    inPart(parts[p]!.name, () => animations.push(addLists(asset, shifts, lists, moveBytesOf(asset, layout, buffers))));
    return { name: parts[p]!.name, asset, shifts };
  });
  const carriers = moved.map((part, p) => lists.nodes.push(carrierOf(part, parts[p]!)) - 1);
  lists.animations = joinAnimations(animations, clips);
  const joined = joinHeads(moved);
  const extensions = { ...joined.extensions, ...extensionsOf(lists) };
  const json: Json = {
    ...joined.head,
    ...(isFilled(extensions) && { extensions }),
    scene: 0,
    scenes: [{ nodes: carriers }],
    ...Object.fromEntries(GLTF_LISTS.filter((list) => lists[list].length > 0).map((list) => [list, lists[list]])),
    ...(buffers.length > 0 && { buffers }),
  };
  const bytes = writeGlb({ json: encodeUtf8(JSON.stringify(json)), binary: joinBytes(layout), unknown: [] });
  return { bytes, warnings: joined.warnings };
}

/** The lists that extensions keep at the root. */
function extensionsOf(lists: Lists): Json {
  const filled = EXTENSION_LISTS.filter((list) => lists[list].length > 0);
  return Object.fromEntries(
    filled.map((list) => {
      const [extension, field] = list.split('/') as [string, string];
      return [extension, { [field]: lists[list] }];
    }),
  );
}

function readParts(parts: readonly GlbPart[], clips: number): GltfAsset[] {
  checkArray(parts, 'the parts');
  if (parts.length === 0) throw new RangeError('the parts must be at least one, got none');
  return parts.map((part, p) => {
    checkObject(part, `part ${p}`);
    checkFields(part, PART_FIELDS, `part ${p}`);
    checkText(part.name, `the name of part ${p}`);
    checkBytes(part.bytes, `the bytes of part ${p}`);
    checkCoordinates(part.at, 3, `the place of part ${p}`);
    checkFinite(part.turn, `the turn of part ${p}`);
    return inPart(part.name, () => {
      const asset = readGltf(part.bytes);
      if (asset.container !== 'glb') throw new Error('expected a GLB file, got a .gltf');
      const count = asset.document.animations?.length ?? 0;
      if (count < clips) throw new Error(`the clips are ${clips}, but the file has ${count} animations`);
      return asset;
    });
  });
}

/** The BIN chunk, where the first buffer lies in it. */
function binaryOf({ binary, document }: GltfAsset): Uint8Array[] {
  const first = document.buffers?.[0];
  return binary && first && first.uri === undefined ? [binary] : [];
}

/** Adds the buffers of a part that lie outside of its BIN chunk; returns what moves its bytes. */
function moveBytesOf(asset: GltfAsset, { offsets }: BinaryLayout, buffers: Json[]): MoveBytes {
  const [binary] = binaryOf(asset);
  const indices = listOf<Json>(asset.json, 'buffers').map((buffer, i) => (binary && i === 0 ? 0 : buffers.push(buffer) - 1));
  return (place) => {
    const buffer = Number(place['buffer']);
    const shift = binary && buffer === 0 ? offsets.get(binary)! : 0;
    return { ...place, buffer: indices[buffer]!, ...(shift > 0 && { byteOffset: Number(place['byteOffset'] ?? 0) + shift }) };
  };
}

/** Adds the items of a part to the lists, moved; returns its animations, which are not added. */
function addLists(asset: GltfAsset, shifts: IndexShifts, lists: Lists, moveBytes: MoveBytes): Json[] {
  const moves = movesBy(shifts);
  const moved = (list: (typeof GLTF_LISTS)[number]) =>
    listOf<Json>(asset.json, list).map((item) => (isRecord(item) ? moveIndices(item, ITEM_FIELDS[list], moves) : item));
  for (const list of GLTF_LISTS) {
    if (list === 'bufferViews') lists[list].push(...moved(list).map((view) => moveView(view, moveBytes)));
    else if (list !== 'animations') lists[list].push(...moved(list));
  }
  for (const list of EXTENSION_LISTS) {
    const [extension, field] = list.split('/') as [string, string];
    const stated = asset.document.extensions?.[extension];
    if (isRecord(stated)) lists[list].push(...listOf<Json>(stated, field).map((item) => moveIndices(item, {}, moves)));
  }
  return moved('animations');
}

/** The node that carries a part, with what its file says of itself as a whole. */
function carrierOf({ asset, shifts }: MovedPart, { name, at, turn }: GlbPart): Json {
  const { asset: stated } = asset.document;
  const extras = {
    ...(stated['extras'] !== undefined && { asset: stated['extras'] }),
    ...(asset.json['extras'] !== undefined && { file: asset.json['extras'] }),
  };
  const extensions = isRecord(stated['extensions']) ? moveExtensions(stated['extensions'], movesBy(shifts)) : {};
  const children = shownNodes(asset).map((node) => node + shifts.nodes);
  return {
    name,
    translation: [...at],
    rotation: [...fromAxisAngle([0, 1, 0], turn)],
    ...(children.length > 0 && { children }),
    ...(isFilled(extensions) && { extensions }),
    ...(isFilled(extras) && { extras }),
  };
}

function isFilled(record: Json): boolean {
  return Object.keys(record).length > 0;
}
