import * as z from 'zod/mini';
import type { GltfBufferView, GltfDocument } from './gltf-schema.ts';

export const MESHOPT_NAMES = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

const meshoptSchema = z.looseObject({
  buffer: z.int().check(z.nonnegative()),
  byteOffset: z.optional(z.int().check(z.nonnegative())),
  byteLength: z.int().check(z.nonnegative()),
  byteStride: z.int().check(z.positive()),
  count: z.int().check(z.nonnegative()),
  mode: z.enum(['ATTRIBUTES', 'TRIANGLES', 'INDICES']),
  filter: z.optional(z.enum(['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'])),
});

export type MeshoptView = z.infer<typeof meshoptSchema>;

/** Extensions that change how a file must be read and that the studio can deal with. */
const KNOWN_REQUIRED = new Set<string>([
  ...MESHOPT_NAMES,
  'KHR_character',
  'KHR_character_reference_pose',
  'KHR_character_skeleton_mapping',
  'KHR_draco_mesh_compression',
  'KHR_lights_punctual',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_texture_basisu',
  'KHR_texture_transform',
  'EXT_texture_webp',
  'VRM',
  'VRMC_vrm',
  'VRMC_vrm_animation',
  'VRMC_materials_mtoon',
  'VRMC_springBone',
  'VRMC_node_constraint',
]);

/** So many unknown extensions are named one by one. */
const MOST_NAMED = 10;

/** Where the compressed bytes of a Meshopt buffer view are and how they are coded, or null for an ordinary view. */
export function meshoptView(view: Pick<GltfBufferView, 'extensions'>): MeshoptView | null {
  const stated = MESHOPT_NAMES.map((name) => view.extensions?.[name]).find((value) => value !== undefined);
  if (stated === undefined) return null;
  const result = meshoptSchema.safeParse(stated);
  if (!result.success) throw new Error('the glTF file is not valid: a Meshopt buffer view lacks its place or coding');
  return result.data;
}

/** Sentences about what this file needs and the studio cannot show; empty when everything can be shown. */
export function unsupportedFeatures(document: GltfDocument): string[] {
  const sentences: string[] = [];
  const required = new Set(document.extensionsRequired);
  const used = new Set([...(document.extensionsUsed ?? []), ...required]);
  if (used.has('KHR_draco_mesh_compression')) {
    sentences.push('meshes that are compressed with Draco are shown but not measured: size and soles come from the joints');
  }
  const unknown = [...required].filter((name) => !KNOWN_REQUIRED.has(name) && !name.startsWith('KHR_materials_'));
  for (const name of unknown.slice(0, MOST_NAMED)) {
    sentences.push(`the file requires the extension ${name.slice(0, 60)}, which Limber does not know`);
  }
  if (unknown.length > MOST_NAMED) {
    sentences.push(`the file requires ${unknown.length - MOST_NAMED} more extensions that Limber does not know`);
  }
  return sentences;
}

/** A sentence about images that a GLB leaves outside of itself; empty when it holds all of them. */
export function imagesOutside(document: GltfDocument): string[] {
  const outside = document.images?.filter(({ uri }) => uri !== undefined && !/^data:/i.test(uri)) ?? [];
  if (outside.length === 0) return [];
  const names = outside.slice(0, 3).map(({ uri = '' }) => `"${uri.slice(0, 60)}"`);
  return [`the images ${names.join(', ')}${outside.length > 3 ? ', …' : ''} are not in the file, so they are not shown`];
}
