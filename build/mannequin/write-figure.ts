import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { subtract, type Vec3 } from '../../core/math/vec3.ts';
import { writeGlb } from '../../core/formats/gltf/glb.ts';
import type { FigureJoint } from './joints.ts';
import type { MaterialName, Part } from './part.ts';

/** glTF's numbers for the types of accessors and the uses of buffer views. */
const FLOAT = 5126;
const UNSIGNED_BYTE = 5121;
const UNSIGNED_SHORT = 5123;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/** Positions are rounded to this many metres and normals to this share, so that every machine writes the same bytes. */
const POSITION_STEP = 2 ** -16;
const NORMAL_STEP = 2 ** -12;

/** Linear colours: pale maple, graphite, brass. */
const MATERIALS: Readonly<Record<MaterialName, object>> = {
  body: material('Body', [0.8, 0.62, 0.44], 0, 0.5),
  joint: material('Joints', [0.035, 0.037, 0.043], 0.1, 0.42),
  pin: material('Pins', [0.56, 0.34, 0.12], 0.85, 0.34),
};

function material(name: string, [r, g, b]: Vec3, metallicFactor: number, roughnessFactor: number): object {
  return { name, pbrMetallicRoughness: { baseColorFactor: [r, g, b, 1], metallicFactor, roughnessFactor } };
}

/** Writes the figure as a GLB: one skin, one mesh with a primitive for each material. */
export function writeFigure(joints: readonly FigureJoint[], parts: readonly Part[]): Uint8Array {
  const buffer = createBuffer();
  const names = (Object.keys(MATERIALS) as MaterialName[]).filter((name) => parts.some((part) => part.material === name));
  const indexOf = new Map(joints.map(({ name }, i) => [name, i]));
  const primitives = names.map((name, index) =>
    writePrimitive(
      buffer,
      parts.filter((part) => part.material === name),
      indexOf,
      index,
    ),
  );
  const inverseBindMatrices = buffer.add(
    new Float32Array(joints.flatMap(({ position: [x, y, z] }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1])),
    { componentType: FLOAT, type: 'MAT4', count: joints.length },
  );
  const meshNode = joints.length;
  const document = {
    asset: { version: '2.0', generator: 'Limber mannequin' },
    scene: 0,
    scenes: [{ name: 'Mannequin', nodes: [0, meshNode] }],
    nodes: [...joints.map((_, i) => jointNode(joints, i)), { name: 'Mannequin', mesh: 0, skin: 0 }],
    meshes: [{ name: 'Mannequin', primitives }],
    materials: names.map((name) => MATERIALS[name]),
    skins: [{ name: 'Mannequin', inverseBindMatrices, skeleton: 0, joints: joints.map((_, i) => i) }],
    accessors: buffer.accessors,
    bufferViews: buffer.views,
    buffers: [{ byteLength: buffer.length() }],
  };
  return writeGlb({ json: new TextEncoder().encode(JSON.stringify(document)), binary: buffer.bytes(), unknown: [] });
}

function jointNode(joints: readonly FigureJoint[], index: number): object {
  const { name, parent, position } = joints[index]!;
  const children = [...joints.keys()].filter((child) => joints[child]!.parent === index);
  const offset = parent < 0 ? position : subtract(position, joints[parent]!.position);
  return { name, translation: offset.map((value) => rounded(value, POSITION_STEP)), ...(children.length > 0 && { children }) };
}

function writePrimitive(
  buffer: ReturnType<typeof createBuffer>,
  parts: readonly Part[],
  indexOf: ReadonlyMap<HumanoidBone, number>,
  materialIndex: number,
): object {
  const positions = parts.flatMap(({ surface }) => surface.positions.map((point) => roundedPoint(point, POSITION_STEP)));
  const normals = parts.flatMap(({ surface }) => surface.normals.map((normal) => roundedPoint(normal, NORMAL_STEP)));
  const weights = parts.flatMap(({ surface, weights: weigh }) =>
    surface.positions.map((point) => packWeights(weigh(point), indexOf)),
  );
  const count = positions.length;
  let first = 0;
  const indices = parts.flatMap(({ surface }) => {
    const shifted = surface.indices.map((index) => index + first);
    first += surface.positions.length;
    return shifted;
  });
  const column = (axis: 0 | 1 | 2) => positions.map((point) => point[axis]);
  const axes = [0, 1, 2] as const;
  const bounds = { min: axes.map((axis) => Math.min(...column(axis))), max: axes.map((axis) => Math.max(...column(axis))) };
  return {
    material: materialIndex,
    attributes: {
      POSITION: buffer.add(
        new Float32Array(positions.flat()),
        { componentType: FLOAT, type: 'VEC3', count, ...bounds },
        ARRAY_BUFFER,
      ),
      NORMAL: buffer.add(new Float32Array(normals.flat()), { componentType: FLOAT, type: 'VEC3', count }, ARRAY_BUFFER),
      JOINTS_0: buffer.add(
        new Uint8Array(weights.flatMap(({ bones }) => bones)),
        { componentType: UNSIGNED_BYTE, type: 'VEC4', count },
        ARRAY_BUFFER,
      ),
      WEIGHTS_0: buffer.add(
        new Uint8Array(weights.flatMap(({ shares }) => shares)),
        { componentType: UNSIGNED_BYTE, type: 'VEC4', count, normalized: true },
        ARRAY_BUFFER,
      ),
    },
    indices: buffer.add(
      new Uint16Array(indices),
      { componentType: UNSIGNED_SHORT, type: 'SCALAR', count: indices.length },
      ELEMENT_ARRAY_BUFFER,
    ),
  };
}

/** Four joints and their shares in 255ths, which sum to 255. */
function packWeights(weights: ReturnType<Part['weights']>, indexOf: ReadonlyMap<HumanoidBone, number>) {
  const shares = weights.map(([, weight]) => Math.round(weight * 255));
  shares[0]! += 255 - shares.reduce((sum, share) => sum + share, 0);
  const used = weights.map(([bone], i) => ({ bone: indexOf.get(bone)!, share: shares[i]! })).filter(({ share }) => share > 0);
  const fill = Array.from({ length: 4 - used.length }, () => 0);
  return { bones: [...used.map(({ bone }) => bone), ...fill], shares: [...used.map(({ share }) => share), ...fill] };
}

/** Collects accessors, each in a buffer view of its own. */
function createBuffer() {
  const chunks: Uint8Array[] = [];
  const views: object[] = [];
  const accessors: object[] = [];
  let length = 0;
  return {
    views,
    accessors,
    length: () => length,
    /** Returns the accessor's index. */
    add(data: Float32Array | Uint16Array | Uint8Array, accessor: object, target?: number): number {
      views.push({ buffer: 0, byteOffset: length, byteLength: data.byteLength, ...(target !== undefined && { target }) });
      const padded = new Uint8Array(Math.ceil(data.byteLength / 4) * 4);
      padded.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
      chunks.push(padded);
      length += padded.byteLength;
      accessors.push({ bufferView: views.length - 1, ...accessor });
      return accessors.length - 1;
    },
    bytes(): Uint8Array {
      const out = new Uint8Array(length);
      let offset = 0;
      for (const chunk of chunks) {
        out.set(chunk, offset);
        offset += chunk.byteLength;
      }
      return out;
    },
  };
}

function rounded(value: number, step: number): number {
  return Math.round(value / step) * step || 0;
}

function roundedPoint([x, y, z]: Vec3, step: number): [number, number, number] {
  return [rounded(x, step), rounded(y, step), rounded(z, step)];
}
