import { z } from 'zod';
// Problems are phrased there.
import '../text/explain-problem.ts';

/** How many nodes, accessors or other items one file may hold; far above real characters, far below what hurts. */
const MAX_ITEMS = 200_000;

/** Names are cut to so many characters: what looks for bones in them compares every one with many patterns. */
export const LONGEST_NAME = 200;

const index = z.int().nonnegative();
const byteCount = z.int().nonnegative();
const vec3 = z.tuple([z.number(), z.number(), z.number()]);
const vec4 = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const extensions = z.record(z.string(), z.unknown());

const node = z.looseObject({
  name: z.string().optional(),
  children: z.array(index).max(MAX_ITEMS).optional(),
  matrix: z.array(z.number()).length(16).optional(),
  translation: vec3.optional(),
  rotation: vec4.optional(),
  scale: vec3.optional(),
  mesh: index.optional(),
  skin: index.optional(),
});

const sparse = z.looseObject({
  count: byteCount,
  indices: z.looseObject({ bufferView: index, byteOffset: byteCount.optional(), componentType: z.int() }),
  values: z.looseObject({ bufferView: index, byteOffset: byteCount.optional() }),
});

const accessor = z.looseObject({
  bufferView: index.optional(),
  byteOffset: byteCount.optional(),
  componentType: z.literal([5120, 5121, 5122, 5123, 5125, 5126]),
  normalized: z.boolean().optional(),
  count: byteCount,
  type: z.literal(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
  sparse: sparse.optional(),
});

const bufferView = z.looseObject({
  buffer: index,
  byteOffset: byteCount.optional(),
  byteLength: byteCount,
  byteStride: z.int().min(4).max(252).optional(),
  extensions: extensions.optional(),
});

const buffer = z.looseObject({
  byteLength: byteCount,
  uri: z.string().optional(),
  extensions: extensions.optional(),
});

const sampler = z.looseObject({ input: index, output: index, interpolation: z.string().optional() });

const channel = z.looseObject({
  sampler: index,
  target: z.looseObject({ node: index.optional(), path: z.string() }),
});

const animation = z.looseObject({
  name: z.string().optional(),
  samplers: z.array(sampler).max(MAX_ITEMS),
  channels: z.array(channel).max(MAX_ITEMS),
});

const image = z.looseObject({
  name: z.string().optional(),
  uri: z.string().optional(),
  mimeType: z.string().optional(),
  bufferView: index.optional(),
});

/** The parts of a glTF 2.0 document that this program reads; everything else passes through untouched. */
export const gltfSchema = z.looseObject({
  asset: z.looseObject({ version: z.string(), minVersion: z.string().optional() }),
  scene: index.optional(),
  scenes: z
    .array(z.looseObject({ nodes: z.array(index).max(MAX_ITEMS).optional() }))
    .max(MAX_ITEMS)
    .optional(),
  nodes: z.array(node).max(MAX_ITEMS).optional(),
  skins: z
    .array(z.looseObject({ joints: z.array(index).max(MAX_ITEMS), skeleton: index.optional() }))
    .max(MAX_ITEMS)
    .optional(),
  meshes: z.array(z.looseObject({})).max(MAX_ITEMS).optional(),
  accessors: z.array(accessor).max(MAX_ITEMS).optional(),
  bufferViews: z.array(bufferView).max(MAX_ITEMS).optional(),
  buffers: z.array(buffer).max(MAX_ITEMS).optional(),
  animations: z.array(animation).max(MAX_ITEMS).optional(),
  images: z.array(image).max(MAX_ITEMS).optional(),
  extensionsUsed: z.array(z.string()).optional(),
  extensionsRequired: z.array(z.string()).optional(),
  extensions: extensions.optional(),
});

export type GltfDocument = z.infer<typeof gltfSchema>;
export type GltfNode = z.infer<typeof node>;
export type GltfAccessor = z.infer<typeof accessor>;
export type GltfBufferView = z.infer<typeof bufferView>;
export type GltfAnimation = z.infer<typeof animation>;

/** Checks the parsed JSON of a glTF file. Throws an `Error` with one sentence naming the first field that is wrong. */
export function parseGltfDocument(json: Record<string, unknown>): GltfDocument {
  const result = gltfSchema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue && issue.path.length > 0 ? issue.path.join('.') : 'the document';
  const message = (issue?.message ?? 'invalid').replace(/^Invalid input: /, '');
  throw new Error(`the glTF file is not valid: ${where}: ${message}`);
}
