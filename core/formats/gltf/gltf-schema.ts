import * as z from 'zod/mini';
// Problems are phrased there.
import '../text/explain-problem.ts';

/** How many nodes, accessors or other items one file may hold; far above real characters, far below what hurts. */
const MAX_ITEMS = 200_000;

/** Names are cut to so many characters: what looks for bones in them compares every one with many patterns. */
export const LONGEST_NAME = 200;

const index = z.int().check(z.nonnegative());
const byteCount = z.int().check(z.nonnegative());
const number = z.number();
const four = [number, number, number, number] as const;
const vec3 = z.tuple([number, number, number]);
const vec4 = z.tuple(four);
const matrix = z.tuple([...four, ...four, ...four, ...four]);
const extensions = z.record(z.string(), z.unknown());

const node = z.looseObject({
  name: z.optional(z.string()),
  children: z.optional(z.array(index).check(z.maxLength(MAX_ITEMS))),
  matrix: z.optional(matrix),
  translation: z.optional(vec3),
  rotation: z.optional(vec4),
  scale: z.optional(vec3),
  mesh: z.optional(index),
  skin: z.optional(index),
});

const sparse = z.looseObject({
  count: byteCount,
  indices: z.looseObject({ bufferView: index, byteOffset: z.optional(byteCount), componentType: z.int() }),
  values: z.looseObject({ bufferView: index, byteOffset: z.optional(byteCount) }),
});

const accessor = z.looseObject({
  bufferView: z.optional(index),
  byteOffset: z.optional(byteCount),
  componentType: z.literal([5120, 5121, 5122, 5123, 5125, 5126]),
  normalized: z.optional(z.boolean()),
  count: byteCount,
  type: z.literal(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
  sparse: z.optional(sparse),
});

const bufferView = z.looseObject({
  buffer: index,
  byteOffset: z.optional(byteCount),
  byteLength: byteCount,
  byteStride: z.optional(z.int().check(z.gte(4)).check(z.lte(252))),
  extensions: z.optional(extensions),
});

const buffer = z.looseObject({
  byteLength: byteCount,
  uri: z.optional(z.string()),
  extensions: z.optional(extensions),
});

const sampler = z.looseObject({ input: index, output: index, interpolation: z.optional(z.string()) });

const channel = z.looseObject({
  sampler: index,
  target: z.looseObject({ node: z.optional(index), path: z.string() }),
});

const animation = z.looseObject({
  name: z.optional(z.string()),
  samplers: z.array(sampler).check(z.maxLength(MAX_ITEMS)),
  channels: z.array(channel).check(z.maxLength(MAX_ITEMS)),
});

const image = z.looseObject({
  name: z.optional(z.string()),
  uri: z.optional(z.string()),
  mimeType: z.optional(z.string()),
  bufferView: z.optional(index),
});

/** The parts of a glTF 2.0 document that this program reads; everything else passes through untouched. */
export const gltfSchema = z.looseObject({
  asset: z.looseObject({ version: z.string(), minVersion: z.optional(z.string()) }),
  scene: z.optional(index),
  scenes: z.optional(
    z.array(z.looseObject({ nodes: z.optional(z.array(index).check(z.maxLength(MAX_ITEMS))) })).check(z.maxLength(MAX_ITEMS)),
  ),
  nodes: z.optional(z.array(node).check(z.maxLength(MAX_ITEMS))),
  skins: z.optional(
    z
      .array(z.looseObject({ joints: z.array(index).check(z.maxLength(MAX_ITEMS)), skeleton: z.optional(index) }))
      .check(z.maxLength(MAX_ITEMS)),
  ),
  meshes: z.optional(z.array(z.looseObject({})).check(z.maxLength(MAX_ITEMS))),
  accessors: z.optional(z.array(accessor).check(z.maxLength(MAX_ITEMS))),
  bufferViews: z.optional(z.array(bufferView).check(z.maxLength(MAX_ITEMS))),
  buffers: z.optional(z.array(buffer).check(z.maxLength(MAX_ITEMS))),
  animations: z.optional(z.array(animation).check(z.maxLength(MAX_ITEMS))),
  images: z.optional(z.array(image).check(z.maxLength(MAX_ITEMS))),
  extensionsUsed: z.optional(z.array(z.string())),
  extensionsRequired: z.optional(z.array(z.string())),
  extensions: z.optional(extensions),
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
