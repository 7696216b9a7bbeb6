import type { AccessorValues } from '../gltf/gltf-accessors.ts';
import { cornersOf, type readPrimitives } from '../gltf/mesh-extents.ts';
import type { Matrix } from '../gltf/matrix.ts';
import { usdMatrix, usdNumbers, usdPrim, usdTuples } from './usd-text.ts';

type Read = (accessor: number) => AccessorValues;
type Primitive = ReturnType<typeof readPrimitives>[number];

/** How a mesh hangs on a skeleton. */
export interface MeshBinding {
  /** The path of the skeleton. */
  readonly skeleton: string;
  /** For each joint of the mesh's skin its number in the skeleton; a single one for a mesh that one node carries. */
  readonly joints: readonly number[];
  /** From the mesh's own space into that of the bound skeleton. */
  readonly bind: Matrix;
  readonly isSkinned: boolean;
}

/** One primitive of a mesh as a prim, or null where it draws no triangles. */
export function meshLines(
  primitive: Primitive,
  read: Read,
  name: string,
  { skeleton, joints, bind, isSkinned }: MeshBinding,
  { material, doubleSided }: { readonly material: string; readonly doubleSided: boolean },
): string[] | null {
  const { attributes } = primitive;
  const position = attributes['POSITION'];
  if (position === undefined) return null;
  const points = read(position);
  const corners = cornersOf(primitive, points.count, read);
  if (corners.length === 0) return null;
  const normals = attributes['NORMAL'] === undefined ? null : read(attributes['NORMAL']);
  const places = attributes['TEXCOORD_0'] === undefined ? null : read(attributes['TEXCOORD_0']);
  const influences = influencesOf(attributes, read, points.count, joints, isSkinned);
  return usdPrim(
    'Mesh',
    name,
    ['prepend apiSchemas = ["MaterialBindingAPI", "SkelBindingAPI"]'],
    [
      `uniform bool doubleSided = ${doubleSided ? 1 : 0}`,
      `int[] faceVertexCounts = [${Array.from({ length: corners.length / 3 }, () => 3).join(', ')}]`,
      `int[] faceVertexIndices = [${corners.join(', ')}]`,
      `point3f[] points = ${usdTuples(points.values, 3)}`,
      ...(normals ? [`normal3f[] normals = ${usdTuples(normals.values, 3)} (`, '    interpolation = "vertex"', ')'] : []),
      ...(places
        ? [`texCoord2f[] primvars:st = ${usdTuples(upsideDown(places.values), 2)} (`, '    interpolation = "vertex"', ')']
        : []),
      `matrix4d primvars:skel:geomBindTransform = ${usdMatrix(bind)}`,
      `int[] primvars:skel:jointIndices = [${influences.joints.join(', ')}] (`,
      `    elementSize = ${influences.size}`,
      '    interpolation = "vertex"',
      ')',
      `float[] primvars:skel:jointWeights = ${usdNumbers(influences.weights)} (`,
      `    elementSize = ${influences.size}`,
      '    interpolation = "vertex"',
      ')',
      `rel skel:skeleton = <${skeleton}>`,
      `rel material:binding = <${material}>`,
      'uniform token subdivisionScheme = "none"',
    ],
  );
}

/** USD counts upwards from the picture's lower edge. */
function upsideDown(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, (value, i) => (i % 2 === 0 ? value : 1 - value));
}

/** Joints and weights of each vertex: four, or eight where the file has more; a rigid mesh hangs on one. Weights sum to 1. */
function influencesOf(
  attributes: Primitive['attributes'],
  read: Read,
  count: number,
  joints: readonly number[],
  isSkinned: boolean,
): { readonly size: number; readonly joints: Int32Array; readonly weights: Float64Array } {
  const sets = [0, 1].flatMap((set) => {
    const [own, weights] = [attributes[`JOINTS_${set}`], attributes[`WEIGHTS_${set}`]];
    return isSkinned && own !== undefined && weights !== undefined
      ? [{ own: read(own).values, weights: read(weights).values }]
      : [];
  });
  if (sets.length === 0)
    return { size: 1, joints: new Int32Array(count).fill(joints[0] ?? 0), weights: new Float64Array(count).fill(1) };
  const size = 4 * sets.length;
  const all = { size, joints: new Int32Array(size * count), weights: new Float64Array(size * count) };
  for (let v = 0; v < count; v++) {
    let sum = 0;
    sets.forEach(({ own, weights }, s) => {
      for (let k = 0; k < 4; k++) {
        all.joints[size * v + 4 * s + k] = joints[own[4 * v + k]!] ?? 0;
        all.weights[size * v + 4 * s + k] = weights[4 * v + k]!;
        sum += weights[4 * v + k]!;
      }
    });
    if (sum > 0) for (let k = 0; k < size; k++) all.weights[size * v + k]! /= sum;
    else all.weights[size * v] = 1;
  }
  return all;
}
