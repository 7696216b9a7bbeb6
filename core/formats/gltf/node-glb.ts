import { isRecord } from '../text/json-text.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { joinBytes, layOut } from './binary-layout.ts';
import { writeGlb } from './glb.ts';
import { viewBytes } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { MESHOPT_NAMES } from './gltf-features.ts';
import { EXTENSION_LISTS, GLTF_LISTS, ITEM_FIELDS, type IndexedList } from './index-fields.ts';
import type { Matrix } from './matrix.ts';
import { moveIndices, type IndexMoves } from './move-indices.ts';

type Json = Readonly<Record<string, unknown>>;

/** The same file without what these nodes draw; all nodes, and the bytes of its buffers, stay. */
export function withoutMeshes({ json, binary, unknownChunks }: GltfAsset, nodes: ReadonlySet<number>): Uint8Array {
  const left = (json['nodes'] as Json[]).map((node, i) => {
    if (!nodes.has(i)) return node;
    const { mesh: _, weights: __, ...other } = node;
    return other;
  });
  return writeGlb({ json: encodeUtf8(JSON.stringify({ ...json, nodes: left })), binary, unknown: unknownChunks });
}

/**
 * A GLB of one node with all below it, which stands at `matrix`, and of what these use: meshes, materials, pictures. Throws an `Error` with one sentence for an
 * extension whose numbers cannot be moved.
 */
export function nodeGlb(asset: GltfAsset, node: number, matrix: Matrix): Uint8Array {
  const lists = Object.fromEntries([...GLTF_LISTS, ...EXTENSION_LISTS].map((list) => [list, []])) as unknown as Lists;
  const pieces: Uint8Array[] = [];
  const taken = new Map<string, number>();
  const moves: IndexMoves = {
    refusal: 'when a prop is taken out of the file; leave it there',
    to(list, index) {
      const key = `${list} ${index}`;
      const known = taken.get(key);
      if (known !== undefined) return known;
      const place = lists[list].push({}) - 1;
      taken.set(key, place);
      lists[list][place] = list === 'bufferViews' ? viewOf(index) : itemOf(list, index);
      return place;
    },
  };
  const itemOf = (list: IndexedList, index: number): Json => {
    const item = itemsOf(asset.json, list)[index];
    return isRecord(item)
      ? moveIndices(item, (ITEM_FIELDS as Record<string, (typeof ITEM_FIELDS)['nodes']>)[list] ?? {}, moves)
      : {};
  };
  const viewOf = (index: number): Json => {
    const { bytes, stride } = viewBytes(asset, index);
    const { target } = itemsOf(asset.json, 'bufferViews')[index]!;
    pieces.push(bytes);
    return {
      buffer: 0,
      byteLength: bytes.byteLength,
      ...(stride !== undefined && { byteStride: stride }),
      ...(target !== undefined && { target }),
    };
  };
  const root = moves.to('nodes', node);
  const { translation: _, rotation: __, scale: ___, ...kept } = lists.nodes[root]!;
  lists.nodes[root] = { ...kept, matrix: [...matrix] };
  const layout = layOut(pieces, 'the file of a prop');
  lists.bufferViews = lists.bufferViews.map((view, i) => ({ ...view, byteOffset: layout.offsets.get(pieces[i]!)! }));
  const extensions = EXTENSION_LISTS.flatMap((list) => {
    const [extension, field] = list.split('/') as [string, string];
    return lists[list].length > 0 ? [[extension, { [field]: lists[list] }] as const] : [];
  });
  const json: Json = {
    asset: asset.json['asset'],
    scene: 0,
    scenes: [{ nodes: [root] }],
    ...Object.fromEntries(GLTF_LISTS.filter((list) => lists[list].length > 0).map((list) => [list, lists[list]])),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions) }),
    ...(layout.length > 0 && { buffers: [{ byteLength: layout.length }] }),
  };
  const whole = { ...json, ...extensionsIn(asset, JSON.stringify(json)) };
  return writeGlb({ json: encodeUtf8(JSON.stringify(whole)), binary: joinBytes(layout), unknown: [] });
}

type Lists = Record<IndexedList, Json[]>;

function itemsOf(json: Json, list: IndexedList): readonly Json[] {
  const [name, field] = list.split('/') as [string, string?];
  const extension = field === undefined ? undefined : (json['extensions'] as Json | undefined)?.[name];
  const items = field === undefined ? json[name] : isRecord(extension) ? extension[field] : undefined;
  return Array.isArray(items) ? (items as Json[]) : [];
}

/** Which extensions a text uses, of those that the file names. The kinds of numbers of an accessor are one that no object names. */
function extensionsIn({ document }: GltfAsset, text: string): Json {
  const isUsed = (name: string): boolean =>
    name === 'KHR_mesh_quantization' || (!(MESHOPT_NAMES as readonly string[]).includes(name) && text.includes(`"${name}"`));
  const [used, required] = [document.extensionsUsed ?? [], document.extensionsRequired ?? []].map((names) =>
    names.filter(isUsed),
  );
  return {
    ...(used!.length > 0 && { extensionsUsed: used }),
    ...(required!.length > 0 && { extensionsRequired: required }),
  };
}
