import { glbOf, joinArrays } from './build-glb.ts';

/** A file that is small or plausible and asks for far more time or memory than it is worth. */
export interface KillerFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Files beside it by their addresses. */
  readonly siblings?: Readonly<Record<string, Uint8Array>>;
}

const ASSET = { asset: { version: '2.0' } };
const encode = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const times = <Item>(count: number, item: (i: number) => Item) => Array.from({ length: count }, (_, i) => item(i));

/** So many buffers that all name one sibling of `size` bytes. */
export function manyBuffers(count: number, size: number): KillerFile {
  const buffers = times(count, () => ({ byteLength: size, uri: 'data.bin' }));
  const bufferViews = times(count, (buffer) => ({ buffer, byteOffset: 4, byteLength: 12 }));
  const json = { ...ASSET, nodes: [{ name: 'hips' }], buffers, bufferViews };
  return { fileName: 'buffers.gltf', bytes: encode(json), siblings: { 'data.bin': new Uint8Array(size) } };
}

/** So many images that all name one sibling of `size` bytes, or each one of its own. */
export function manyImages(count: number, size: number, own = false): KillerFile {
  const names = times(count, (i) => (own ? `skin${i}.png` : 'skin.png'));
  const bytes = new Uint8Array(size);
  const json = { ...ASSET, nodes: [{ name: 'hips' }], images: names.map((uri) => ({ uri })) };
  return { fileName: 'images.gltf', bytes: encode(json), siblings: Object.fromEntries(names.map((name) => [name, bytes])) };
}

/** `meshNodes` nodes that hold the same mesh, all with a skin of `joints` joints, or with as many skins as `skins` says. */
export function manySkinned(meshNodes: number, joints: number, skins = 1): KillerFile {
  const { bytes, offsets } = joinArrays(
    Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
    Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0),
    Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
  );
  const all = times(joints, (i) => i);
  const json = {
    ...ASSET,
    nodes: [...times(joints, (i) => ({ name: `joint${i}` })), ...times(meshNodes, (i) => ({ mesh: 0, skin: i % skins }))],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] }],
    skins: times(skins, () => ({ joints: all })),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5121, count: 3, type: 'VEC4' },
      { bufferView: 2, componentType: 5126, count: 3, type: 'VEC4' },
    ],
    bufferViews: offsets.map((byteOffset, i) => ({ buffer: 0, byteOffset, byteLength: [36, 12, 48][i] })),
    buffers: [{ byteLength: bytes.byteLength }],
  };
  return { fileName: 'skins.glb', bytes: glbOf(json, bytes) };
}

/** `meshNodes` nodes without a skin that hold one mesh of `primitives` primitives. */
export function manyPrimitives(meshNodes: number, primitives: number): KillerFile {
  const json = {
    ...ASSET,
    nodes: times(meshNodes, () => ({ mesh: 0 })),
    meshes: [{ primitives: times(primitives, () => ({ attributes: { POSITION: 0 } })) }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 12 }],
    buffers: [{ byteLength: 12 }],
  };
  return { fileName: 'primitives.glb', bytes: glbOf(json, new Uint8Array(12)) };
}

/** `animations` with `channels` each, on as many nodes as there are channels, that share keys: `keys` of them. */
export function manyChannels(animations: number, channels: number, keys: number): KillerFile {
  const { bytes, offsets } = joinArrays(
    Float32Array.from({ length: keys }, (_, i) => i / 1000),
    new Float32Array(4 * keys).fill(0.5),
  );
  const animation = {
    samplers: [{ input: 0, output: 1 }],
    channels: times(channels, (node) => ({ sampler: 0, target: { node, path: 'rotation' } })),
  };
  const json = {
    ...ASSET,
    nodes: times(channels, () => ({})),
    accessors: [
      { bufferView: 0, componentType: 5126, count: keys, type: 'SCALAR' },
      { bufferView: 1, componentType: 5126, count: keys, type: 'VEC4' },
    ],
    bufferViews: offsets.map((byteOffset, i) => ({ buffer: 0, byteOffset, byteLength: (i ? 16 : 4) * keys })),
    buffers: [{ byteLength: bytes.byteLength }],
    animations: times(animations, () => animation),
  };
  return { fileName: 'channels.glb', bytes: glbOf(json, bytes) };
}

/** Animations whose channels cannot be read, each for the same reason. */
export function manyBadChannels(channels: number): KillerFile {
  const json = {
    ...ASSET,
    nodes: [{}],
    accessors: [{ componentType: 5126, count: 0, type: 'SCALAR' }],
    animations: [
      {
        samplers: [{ input: 0, output: 0 }],
        channels: times(channels, () => ({ sampler: 0, target: { node: 0, path: 'scale' } })),
      },
    ],
  };
  return { fileName: 'bad.glb', bytes: glbOf(json) };
}

/** Accessors without bytes that claim `elements` each. */
export function manyZeros(accessors: number, elements: number): KillerFile {
  const json = {
    ...ASSET,
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: times(accessors, (POSITION) => ({ attributes: { POSITION } })) }],
    accessors: times(accessors, () => ({ componentType: 5126, count: elements, type: 'VEC3' })),
  };
  return { fileName: 'zeros.glb', bytes: glbOf(json) };
}

/** Small integers that become eight times as much memory. */
export function manyBytes(count: number): KillerFile {
  const json = {
    ...ASSET,
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5120, count: count / 4, type: 'VEC3', normalized: true }],
    bufferViews: [{ buffer: 0, byteLength: count, byteStride: 4 }],
    buffers: [{ byteLength: count }],
  };
  return { fileName: 'bytes.glb', bytes: glbOf(json, new Uint8Array(count)) };
}

/** A sparse accessor of `elements` zeros that replaces one of them. */
export function hugeSparse(elements: number): KillerFile {
  const sparse = { count: 1, indices: { bufferView: 0, componentType: 5125 }, values: { bufferView: 1 } };
  const json = {
    ...ASSET,
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ componentType: 5126, count: elements, type: 'VEC3', sparse }],
    bufferViews: [
      { buffer: 0, byteLength: 4 },
      { buffer: 0, byteOffset: 4, byteLength: 12 },
    ],
    buffers: [{ byteLength: 16 }],
  };
  return { fileName: 'sparse.glb', bytes: glbOf(json, new Uint8Array(16)) };
}

/** A .gltf whose JSON is one long list of empty objects. */
export function manyValues(count: number): KillerFile {
  return { fileName: 'values.gltf', bytes: encode(`{"asset":{"version":"2.0"},"extras":[${'{},'.repeat(count)}0]}`) };
}

/** JSON lists inside lists. */
export function deepJson(depth: number): KillerFile {
  return {
    fileName: 'deep.gltf',
    bytes: encode(`{"asset":{"version":"2.0"},"extras":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  };
}

/** A chain of nodes, each the child of the one before. */
export function longChain(count: number): KillerFile {
  const nodes = times(count, (i) => ({ name: `bone${i}`, ...(i + 1 < count && { children: [i + 1] }) }));
  return { fileName: 'chain.glb', bytes: glbOf({ ...ASSET, nodes }) };
}

/** Nodes with the same or with long names, below one root. */
export function manyNodes(count: number, name: string): KillerFile {
  const nodes = [{ name, children: times(count - 1, (i) => i + 1) }, ...times(count - 1, () => ({ name }))];
  return { fileName: 'nodes.glb', bytes: glbOf({ ...ASSET, nodes, skins: [{ joints: times(count, (i) => i) }] }) };
}

/** Extensions that nobody knows and the file requires. */
export function manyExtensions(count: number): KillerFile {
  const extensionsRequired = times(count, (i) => `ACME_${i}`);
  return { fileName: 'extensions.glb', bytes: glbOf({ ...ASSET, nodes: [{}], extensionsRequired }) };
}

/** A VRM whose list of bones is as long as `count` says. */
export function manyVrmBones(count: number): KillerFile {
  const humanBones = times(count, (i) => ({ bone: `bone${i}`, node: i % 3 }));
  return {
    fileName: 'bones.vrm',
    bytes: glbOf({ ...ASSET, nodes: [{}, {}, {}], extensionsUsed: ['VRM'], extensions: { VRM: { humanoid: { humanBones } } } }),
  };
}

/** A GLB of empty chunks. */
export function manyChunks(count: number): KillerFile {
  const file = glbOf({ ...ASSET, nodes: [{}] });
  const bytes = new Uint8Array(file.byteLength + 8 * count);
  bytes.set(file);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, bytes.byteLength, true);
  for (let i = 0; i < count; i++) view.setUint32(file.byteLength + 8 * i + 4, 0x454d4341, true);
  return { fileName: 'chunks.glb', bytes };
}

/** A `data:` address of semicolons. */
export function longDataHead(length: number): KillerFile {
  const uri = `data:${';'.repeat(length)},AAAA`;
  return { fileName: 'data.gltf', bytes: encode({ ...ASSET, nodes: [{}], buffers: [{ byteLength: 1, uri }] }) };
}

/** A BVH file of `joints` joints beside each other with `channels` channels, and `frames` frames of zeros. */
export function manyBvhJoints(joints: number, frames: number, channels = 'Xrotation Yrotation Zrotation'): KillerFile {
  const count = channels.split(' ').length;
  const joint = `JOINT a { OFFSET 0 1 0 CHANNELS ${count} ${channels} }\n`;
  const head = `HIERARCHY\nROOT hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition\n${joint.repeat(joints)}}\n`;
  const frame = `${'0 '.repeat(3 + joints * count)}\n`;
  return { fileName: 'joints.bvh', bytes: encode(`${head}MOTION Frames: ${frames} Frame Time: 0.01\n${frame.repeat(frames)}`) };
}

/** `size` bytes of a BVH file or of JSON: the beginning of one, then nothing. */
export function hugeText(kind: 'bvh' | 'gltf', size: number): KillerFile {
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(encode(kind === 'bvh' ? 'HIERARCHY\nROOT hips' : '{"asset":{"version":"2.0"},"extras":"'));
  return { fileName: `huge.${kind}`, bytes };
}
