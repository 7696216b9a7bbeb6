import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { glbOf, joinArrays } from '../core/formats/build-glb.ts';
import { ktx2 } from './ktx2.ts';
import { plainFigure, sceneOf, type FigureJoint } from './figure.ts';

await MeshoptEncoder.ready;

/** What is large about a character. */
export interface Largeness {
  /** Joints at least, the most of them in strands of hair. Default: those of the body. */
  readonly joints?: number;
  /** Vertices of its skin on each joint. Default 8. */
  readonly vertices?: number;
  /** Joints that move each vertex: 4 or 8. Default 4. */
  readonly influences?: 4 | 8;
  /** Morph targets. Default none. */
  readonly morphs?: number;
  /** Characters of each name, in five scripts; default: short names in English. */
  readonly nameLength?: number;
  /** How its mesh is stored. Default: plainly. */
  readonly mesh?: 'plain' | 'meshopt' | 'draco';
  /** Bytes of a texture in a KTX2 file. Default none. */
  readonly ktx2?: number;
  /** Bytes of a Draco mesh. */
  readonly draco?: number;
}

/** Latin, Cyrillic, Arabic, Devanagari and Han. */
const SCRIPTS = ['a', 'ж', 'ب', 'क', '漢'];
const RED = [220, 20, 30, 255] as const;
const STRAND = 30;

/** A figure with strands of hair until it has so many joints. */
function hairy(count: number): FigureJoint[] {
  const joints = plainFigure().filter(({ isBare }) => !isBare);
  for (let strand = 0; joints.length < count; strand++) {
    const turn = 2.4 * strand;
    for (let i = 0; i < STRAND && joints.length < count; i++) {
      const out = 0.09 + 0.0005 * strand;
      joints.push({
        name: `hair_${strand}_${i}`,
        parent: i === 0 ? 'head' : `hair_${strand}_${i - 1}`,
        at: [out * Math.cos(turn), 1.7 - 0.012 * i, -Math.abs(out * Math.sin(turn)) - 0.02],
      });
    }
  }
  return joints;
}

/** A GLB of a skinned figure that is large in some ways. Its bones are named as `plainFigure` has them, or so long that only its shape tells them. */
export function largeCharacter(how: Largeness): Uint8Array {
  const { vertices = 8, influences = 4, morphs = 0, nameLength = 0, mesh = 'plain' } = how;
  const joints = hairy(how.joints ?? 0);
  const count = joints.length * vertices;
  const positions = new Float32Array(3 * count);
  const indices = [new Uint16Array(4 * count), new Uint16Array(4 * count)];
  const weights = [new Float32Array(4 * count), new Float32Array(4 * count)];
  const triangles = new Uint32Array(3 * (count - 2)).map((_, i) => Math.floor(i / 3) + (i % 3));
  for (let v = 0; v < count; v++) {
    const joint = Math.floor(v / vertices);
    joints[joint]!.at.forEach((value, c) => (positions[3 * v + c] = value + 0.02 * Math.sin(7 * v + 2 * c)));
    for (let k = 0; k < influences; k++) {
      indices[k >> 2]![4 * v + (k & 3)] = Math.max(0, joint - k);
      weights[k >> 2]![4 * v + (k & 3)] = k === 0 ? 1 - 0.01 * (influences - 1) : 0.01;
    }
  }
  const binds = new Float32Array(16 * joints.length);
  joints.forEach(({ at: [x, y, z] }, j) => binds.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1], 16 * j));
  const arrays: ArrayBufferView[] = [];
  const views: object[] = [];
  const accessors: object[] = [];
  const add = (data: ArrayBufferView, componentType: number, type: string, size: number, more: object = {}): number => {
    const stride = data.byteLength / size;
    const packed = mesh === 'meshopt' && stride % 4 === 0 && stride <= 64;
    const mode = type === 'SCALAR' ? 'TRIANGLES' : 'ATTRIBUTES';
    arrays.push(packed ? MeshoptEncoder.encodeGltfBuffer(bytesOf(data), size, stride, mode, 0) : data);
    views.push({ stride, size, packed, mode });
    accessors.push({ bufferView: views.length - 1, componentType, count: size, type, ...more });
    return accessors.length - 1;
  };
  const box = { min: [-2, -1, -2], max: [2, 3, 2] };
  const own = {
    POSITION: add(positions, 5126, 'VEC3', count, box),
    JOINTS_0: add(indices[0]!, 5123, 'VEC4', count),
    WEIGHTS_0: add(weights[0]!, 5126, 'VEC4', count),
    ...(influences === 8 && {
      JOINTS_1: add(indices[1]!, 5123, 'VEC4', count),
      WEIGHTS_1: add(weights[1]!, 5126, 'VEC4', count),
    }),
  };
  const faces = add(triangles, 5125, 'SCALAR', triangles.length);
  const targets = Array.from({ length: morphs }, (_, m) => ({
    POSITION: add(new Float32Array(3 * count).fill(0.001 * m), 5126, 'VEC3', count, box),
  }));
  const bound = add(binds, 5126, 'MAT4', joints.length);
  const extra = (bytes: Uint8Array): number => {
    arrays.push(bytes);
    return views.push({}) - 1;
  };
  const draco = mesh === 'draco' ? extra(dracoMesh(how.draco ?? 1000, count)) : null;
  const image = how.ktx2 === undefined ? null : extra(ktx2(how.ktx2 < 2 ** 20 ? 64 : 512, RED, how.ktx2));
  const { bytes, offsets } = joinArrays(...arrays);
  const names = joints.map(({ name }, j) =>
    nameLength > 0 ? SCRIPTS[j % SCRIPTS.length]!.repeat(nameLength - 5) + String(j).padStart(5, '0') : name,
  );
  const { nodes } = sceneOf(joints);
  const used = [
    ...(mesh === 'meshopt' ? ['EXT_meshopt_compression'] : []),
    ...(draco === null ? [] : ['KHR_draco_mesh_compression']),
    ...(image === null ? [] : ['KHR_texture_basisu']),
  ];
  return glbOf(
    {
      asset: { version: '2.0' },
      ...(used.length > 0 && { extensionsUsed: used }),
      scene: 0,
      scenes: [{ nodes: [0, joints.length] }],
      nodes: [
        ...nodes.map(({ translation }, j) => ({
          name: names[j],
          translation,
          children: nodes.flatMap(({ parent }, child) => (parent === j ? [child] : [])),
        })),
        { name: 'body', mesh: 0, skin: 0 },
      ].map((node) => ('children' in node && node.children.length === 0 ? { ...node, children: undefined } : node)),
      skins: [{ joints: [...joints.keys()], inverseBindMatrices: bound }],
      meshes: [
        {
          primitives: [
            {
              attributes: own,
              indices: faces,
              ...(morphs > 0 && { targets }),
              ...(draco !== null && {
                extensions: { KHR_draco_mesh_compression: { bufferView: draco, attributes: { POSITION: 0 } } },
              }),
              ...(image !== null && { material: 0 }),
            },
          ],
          ...(morphs > 0 && { extras: { targetNames: targets.map((_, m) => `shape ${m}`) } }),
        },
      ],
      accessors,
      ...(image !== null && {
        images: [{ bufferView: image, mimeType: 'image/ktx2' }],
        textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      }),
      buffers: [{ byteLength: bytes.byteLength }, ...(mesh === 'meshopt' ? [fallback(views as Coded[])] : [])],
      bufferViews: (views as Partial<Coded>[]).map((view, i) =>
        viewOf(view, offsets[i]!, arrays[i]!.byteLength, views as Coded[], i),
      ),
    },
    bytes,
  );
}

interface Coded {
  readonly stride: number;
  readonly size: number;
  readonly packed: boolean;
  readonly mode: 'TRIANGLES' | 'ATTRIBUTES';
}

const plainBytes = ({ packed, stride, size }: Partial<Coded>): number => (packed ? stride! * size! : 0);

/** The buffer in which nothing is: what is coded is in the first. */
function fallback(views: readonly Coded[]): object {
  const byteLength = views.reduce((sum, view) => sum + plainBytes(view), 0);
  return { byteLength, extensions: { EXT_meshopt_compression: { fallback: true } } };
}

function viewOf(view: Partial<Coded>, byteOffset: number, byteLength: number, views: readonly Coded[], index: number): object {
  if (!view.packed) return { buffer: 0, byteOffset, byteLength };
  const before = views.slice(0, index).reduce((sum, each) => sum + plainBytes(each), 0);
  const { stride: byteStride, size: count, mode } = view;
  const coded = { buffer: 0, byteOffset, byteLength, byteStride, count, mode };
  return { buffer: 1, byteOffset: before, byteLength: plainBytes(view), extensions: { EXT_meshopt_compression: coded } };
}

function bytesOf(data: ArrayBufferView): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** The head of a Draco mesh that states its faces and points, and bytes behind it: files keep such meshes as they are. */
function dracoMesh(size: number, points: number): Uint8Array {
  const bytes = new Uint8Array(size).map((_, i) => (i * 31) & 0xff);
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]);
  bytes.set([...Buffer.from('DRACO'), 2, 2, 1, 0, 0, 0, ...varint(points), ...varint(points)]);
  return bytes;
}
