import type { MannequinJoint } from './joints.ts';
import type { Surface } from './surface.ts';

export interface Part {
  readonly name: string;
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly roughness: number;
  readonly surface: Surface;
}

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_BYTE = 5121;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/** Writes the skinned figure as a GLB: one skin, one mesh, a primitive and a material a part. The same input gives the same bytes. */
export function writeMannequin(joints: readonly MannequinJoint[], parts: readonly Part[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  let length = 0;
  const add = (data: ArrayBufferView, accessor: object, target?: number): number => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const padded = new Uint8Array((bytes.length + 3) & ~3);
    padded.set(bytes);
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length, ...(target ? { target } : {}) });
    chunks.push(padded);
    length += padded.length;
    accessors.push({ bufferView: bufferViews.length - 1, ...accessor });
    return accessors.length - 1;
  };
  const index = new Map(joints.map(({ name }, i) => [name, i]));
  const primitives = parts.map(({ surface }, material) => {
    const count = surface.positions.length / 3;
    const positions = Float32Array.from(surface.positions);
    const bounds = (pick: (...values: number[]) => number): number[] =>
      [0, 1, 2].map((k) => positions.reduce((best, value, i) => (i % 3 === k ? pick(best, value) : best), positions[k]!));
    return {
      attributes: {
        POSITION: add(positions, { componentType: FLOAT, count, type: 'VEC3', min: bounds(Math.min), max: bounds(Math.max) }, ARRAY_BUFFER),
        NORMAL: add(Float32Array.from(surface.normals), { componentType: FLOAT, count, type: 'VEC3' }, ARRAY_BUFFER),
        JOINTS_0: add(jointBytes(surface, index), { componentType: UNSIGNED_BYTE, count, type: 'VEC4' }, ARRAY_BUFFER),
        WEIGHTS_0: add(weightBytes(surface), { componentType: UNSIGNED_BYTE, normalized: true, count, type: 'VEC4' }, ARRAY_BUFFER),
      },
      indices: add(
        Uint16Array.from(surface.indices),
        { componentType: UNSIGNED_SHORT, count: surface.indices.length, type: 'SCALAR' },
        ELEMENT_ARRAY_BUFFER,
      ),
      material,
    };
  });
  const inverseBind = add(inverseBindMatrices(joints), { componentType: FLOAT, count: joints.length, type: 'MAT4' });
  const json = {
    asset: { version: '2.0', generator: 'Limber mannequin' },
    scene: 0,
    scenes: [{ name: 'Mannequin', nodes: [0, joints.length] }],
    nodes: [...joints.map((joint) => jointNode(joint, joints)), { name: 'Mannequin', mesh: 0, skin: 0 }],
    meshes: [{ name: 'Mannequin', primitives }],
    skins: [{ name: 'Mannequin', inverseBindMatrices: inverseBind, skeleton: 0, joints: joints.map((_, i) => i) }],
    materials: parts.map(({ name, colour, roughness }) => ({
      name,
      pbrMetallicRoughness: { baseColorFactor: [...colour, 1], metallicFactor: 0, roughnessFactor: roughness },
    })),
    accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  };
  return container(JSON.stringify(json), chunks, length);
}

function jointNode({ name, at, parent }: MannequinJoint, joints: readonly MannequinJoint[]): object {
  const origin = joints.find((joint) => joint.name === parent)?.at ?? [0, 0, 0];
  const children = joints.flatMap((joint, i) => (joint.parent === name ? [i] : []));
  const translation = at.map((value, k) => Number((value - origin[k]!).toFixed(6)));
  return { name, translation, ...(children.length > 0 ? { children } : {}) };
}

function jointBytes(surface: Surface, index: ReadonlyMap<string, number>): Uint8Array {
  return Uint8Array.from(
    surface.weights.flatMap(({ first, second, share }) => {
      const [a, b] = [index.get(first)!, index.get(second)!];
      return share <= 0 ? [a, 0, 0, 0] : share >= 1 ? [b, 0, 0, 0] : [a, b, 0, 0];
    }),
  );
}

function weightBytes(surface: Surface): Uint8Array {
  return Uint8Array.from(
    surface.weights.flatMap(({ share }) => {
      const second = Math.min(254, Math.max(1, Math.round(255 * share)));
      return share <= 0 || share >= 1 ? [255, 0, 0, 0] : [255 - second, second, 0, 0];
    }),
  );
}

/** Joints are not turned at rest, so the inverse bind matrix only moves back. */
function inverseBindMatrices(joints: readonly MannequinJoint[]): Float32Array {
  return Float32Array.from(joints.flatMap(({ at: [x, y, z] }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]));
}

function container(json: string, chunks: readonly Uint8Array[], length: number): Uint8Array {
  const text = new TextEncoder().encode(json);
  const textLength = (text.length + 3) & ~3;
  const out = new Uint8Array(12 + 8 + textLength + 8 + length);
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, out.length, true);
  view.setUint32(12, textLength, true);
  view.setUint32(16, 0x4e4f534a, true);
  out.fill(0x20, 20, 20 + textLength);
  out.set(text, 20);
  view.setUint32(20 + textLength, length, true);
  view.setUint32(24 + textLength, 0x004e4942, true);
  let offset = 28 + textLength;
  for (const chunk of chunks) {
    out.set(chunk, offset);
    offset += chunk.length;
  }
  return out;
}
