/** The lists of a glTF document whose items are named by their place in the list; buffers aside, which only buffer views name. */
export const GLTF_LISTS = [
  'accessors',
  'animations',
  'bufferViews',
  'cameras',
  'images',
  'materials',
  'meshes',
  'nodes',
  'samplers',
  'skins',
  'textures',
] as const;

/** A list of the document, or one in the extension of that name at the root: `KHR_lights_punctual/lights`. */
export type IndexedList = (typeof GLTF_LISTS)[number] | (typeof EXTENSION_LISTS)[number];

/** Lists that extensions keep at the root of the document, as extension and field. */
export const EXTENSION_LISTS = [
  'KHR_lights_punctual/lights',
  'KHR_materials_variants/variants',
  'KHR_xmp_json_ld/packets',
] as const;

/**
 * Where an object holds indices: for each field the list that its number counts in, the fields of the object in it, or in a list of one what
 * every item of the field's list is. `*` are all fields, `*Texture` all whose name ends like this.
 */
export interface IndexFields {
  readonly [field: string]: IndexedList | IndexFields | readonly [IndexedList | IndexFields];
}

const TEXTURES: IndexFields = { '*Texture': { index: 'textures' } };

/** The indices in an item of each list of glTF 2.0. The buffers of buffer views move with their bytes and are not among them. */
export const ITEM_FIELDS: Readonly<Record<(typeof GLTF_LISTS)[number], IndexFields>> = {
  accessors: {
    bufferView: 'bufferViews',
    sparse: { indices: { bufferView: 'bufferViews' }, values: { bufferView: 'bufferViews' } },
  },
  animations: { channels: [{ target: { node: 'nodes' } }], samplers: [{ input: 'accessors', output: 'accessors' }] },
  bufferViews: {},
  cameras: {},
  images: { bufferView: 'bufferViews' },
  materials: { ...TEXTURES, pbrMetallicRoughness: TEXTURES },
  meshes: {
    primitives: [
      { attributes: { '*': 'accessors' }, indices: 'accessors', material: 'materials', targets: [{ '*': 'accessors' }] },
    ],
  },
  nodes: { camera: 'cameras', children: ['nodes'], mesh: 'meshes', skin: 'skins' },
  samplers: {},
  skins: { inverseBindMatrices: 'accessors', joints: ['nodes'], skeleton: 'nodes' },
  textures: { sampler: 'samplers', source: 'images' },
};

const SOURCE: IndexFields = { source: 'images' };
const NONE: IndexFields = {};

/** The indices in extensions, wherever these stand. */
const EXTENSION_FIELDS: Readonly<Record<string, IndexFields>> = {
  // The compressed bytes move as those of the view do.
  EXT_meshopt_compression: NONE,
  EXT_mesh_gpu_instancing: { attributes: { '*': 'accessors' } },
  EXT_texture_avif: SOURCE,
  EXT_texture_webp: SOURCE,
  // The attributes are numbers of the compressed stream's own.
  KHR_draco_mesh_compression: { bufferView: 'bufferViews' },
  KHR_lights_punctual: { light: 'KHR_lights_punctual/lights' },
  KHR_materials_variants: { mappings: [{ material: 'materials', variants: ['KHR_materials_variants/variants'] }] },
  KHR_mesh_quantization: NONE,
  KHR_meshopt_compression: NONE,
  KHR_node_hoverability: NONE,
  KHR_node_selectability: NONE,
  KHR_node_visibility: NONE,
  KHR_texture_basisu: SOURCE,
  KHR_texture_transform: NONE,
  KHR_xmp_json_ld: { packet: 'KHR_xmp_json_ld/packets' },
  MSFT_texture_dds: SOURCE,
  VRMC_node_constraint: { constraint: { aim: { source: 'nodes' }, roll: { source: 'nodes' }, rotation: { source: 'nodes' } } },
};

/** The indices in an extension, or null where they are not known. Extensions of materials name their textures as materials do. */
export function extensionFields(name: string): IndexFields | null {
  if (Object.hasOwn(EXTENSION_FIELDS, name)) return EXTENSION_FIELDS[name]!;
  return /^[A-Z0-9]+_materials_/.test(name) ? TEXTURES : null;
}

/** What `fields` says of one field of an object. */
export function fieldOf(fields: IndexFields, name: string): IndexFields[string] | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  return (name.endsWith('Texture') ? fields['*Texture'] : undefined) ?? fields['*'];
}
