import type { FBXGeometryData } from '@babylonjs/loaders/FBX/interpreter/geometry.js';
import type { FBXModelData, FBXSceneData } from '@babylonjs/loaders/FBX/interpreter/fbxInterpreter.js';
import type { FBXBlendShapeData } from '@babylonjs/loaders/FBX/interpreter/blendShapes.js';
import type { FBXSkinData } from '@babylonjs/loaders/FBX/interpreter/skeleton.js';
import { rotate } from '../../math/quat.ts';
import { add, normalize, timesEach, type Vec3 } from '../../math/vec3.ts';
import type { GlbBuilder } from '../gltf/glb-builder.ts';
import { invertAffine, multiplyMatrices, type Matrix } from '../gltf/matrix.ts';
import type { FbxMaterials } from './fbx-materials.ts';
import type { FbxModels } from './fbx-models.ts';
import { shapeChannel, shapeWeights, type MorphedNode } from './fbx-shapes.ts';
import { dividedByEach, eulerDegrees } from './fbx-transform.ts';

/** What a node shows. */
export interface MeshOfNode {
  readonly mesh: number;
  readonly skin?: number;
}

export interface FbxMeshes {
  readonly meshes: readonly object[];
  readonly skins: readonly object[];
  readonly ofNode: ReadonlyMap<number, MeshOfNode>;
  readonly morphed: readonly MorphedNode[];
  readonly warnings: readonly string[];
}

/** Writes the meshes of all models with their skins and morph targets. `worlds` are the nodes' matrices at rest. */
export function writeMeshes(
  builder: GlbBuilder,
  scene: FBXSceneData,
  models: FbxModels,
  materials: FbxMaterials,
  worlds: readonly Matrix[],
): FbxMeshes {
  const meshes: object[] = [];
  const skins: object[] = [];
  const ofNode = new Map<number, MeshOfNode>();
  const morphed: MorphedNode[] = [];
  const warnings: string[] = [];
  models.models.forEach((model, node) => {
    const { geometry } = model;
    if (!geometry || geometry.indices.length === 0) return;
    const all = scene.skins.filter(({ geometryId }) => geometryId === geometry.id);
    const skin = geometry.controlPointIndices ? all.find(({ bones }) => bones.some(({ isCluster }) => isCluster)) : undefined;
    if (all.length > 1) warnings.push(`"${model.name}" follows ${all.length} skins in the file, and only the first here`);
    const shapes = geometry.controlPointIndices ? scene.blendShapes.filter(({ geometryId }) => geometryId === geometry.id) : [];
    const joints = skin && jointsOf(skin, models);
    const mesh = writeMesh(builder, { model, geometry, skin, joints, shapes, unit: models.unit, materials });
    if (skin && joints) skins.push(writeSkin(builder, skin, joints, models.unit, worlds, node));
    ofNode.set(node, { mesh: meshes.push(mesh) - 1, ...(skin && { skin: skins.length - 1 }) });
    const channels = shapes.flatMap((shape) => shape.channels.filter((channel) => channel.shapes.length > 0).map(shapeChannel));
    if (channels.length > 0) morphed.push({ node, channels });
  });
  return { meshes, skins, ofNode, morphed, warnings };
}

/** The bones of a skin that move vertices. */
interface Joints {
  /** Node of each joint. */
  readonly nodes: readonly number[];
  /** The skin's bone of each joint. */
  readonly bones: readonly number[];
  /** The joint of each bone of the skin that is one. */
  readonly ofBone: ReadonlyMap<number, number>;
}

function jointsOf(skin: FBXSkinData, { indexOf }: FbxModels): Joints {
  const bones = skin.bones.flatMap(({ isCluster, modelId }, bone) => (isCluster && indexOf.has(modelId) ? [bone] : []));
  return {
    nodes: bones.map((bone) => indexOf.get(skin.bones[bone]!.modelId)!),
    bones,
    ofBone: new Map(bones.map((bone, joint) => [bone, joint])),
  };
}

/**
 * A bone's inverse bind matrix takes the mesh's vertices into the bone's space: the cluster's Transform is that already; without one it is
 * TransformLink⁻¹ · the mesh's place when it was bound, and without those what the nodes' places at rest give.
 */
function writeSkin(
  builder: GlbBuilder,
  skin: FBXSkinData,
  joints: Joints,
  unit: number,
  worlds: readonly Matrix[],
  meshNode: number,
): object {
  const matrices = new Float32Array(16 * joints.nodes.length);
  joints.bones.forEach((bone, joint) => {
    const { bindPoseMatrix, transformLinkMatrix } = skin.bones[bone]!;
    const link = usable(transformLinkMatrix) && invertAffine(transformLinkMatrix);
    const stated = usable(bindPoseMatrix)
      ? bindPoseMatrix
      : link && usable(skin.meshBindPoseMatrix)
        ? multiplyMatrices(link, skin.meshBindPoseMatrix)
        : null;
    const atRest = () => multiplyMatrices(invertAffine(worlds[joints.nodes[joint]!]!) ?? IDENTITY_MATRIX, worlds[meshNode]!);
    const matrix = stated ? stated.map((value, i) => (i >= 12 && i < 15 ? value * unit : value)) : atRest();
    matrices.set(matrix, 16 * joint);
    // The format asks for exactly this last row.
    matrices.set([0], 16 * joint + 3);
    matrices.set([0], 16 * joint + 7);
    matrices.set([0], 16 * joint + 11);
    matrices.set([1], 16 * joint + 15);
  });
  return { joints: joints.nodes, inverseBindMatrices: builder.accessor(matrices, 'MAT4') };
}

const IDENTITY_MATRIX = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function usable(matrix: Float64Array | null): matrix is Float64Array {
  return matrix !== null && matrix.length === 16 && matrix.every((value) => Number.isFinite(value));
}

interface MeshSource {
  readonly model: FBXModelData;
  readonly geometry: FBXGeometryData;
  readonly skin: FBXSkinData | undefined;
  readonly joints: Joints | undefined;
  readonly shapes: readonly FBXBlendShapeData[];
  readonly unit: number;
  readonly materials: FbxMaterials;
}

function writeMesh(builder: GlbBuilder, source: MeshSource): object {
  const { model, geometry, materials } = source;
  const geometric = geometricTransform(model, source.unit);
  const weld = weldVertices(geometry);
  const count = weld.sources.length;
  const corner = (vertex: number) => weld.sources[vertex]!;
  const vectors = (data: Float64Array, change: (value: Vec3) => Vec3) => {
    const values = new Float32Array(3 * count);
    for (let v = 0; v < count; v++) values.set(change(vec3At(data, corner(v))), 3 * v);
    return values;
  };
  const vertices = { target: 'vertices' } as const;
  const attributes: Record<string, number> = {
    POSITION: builder.accessor(vectors(geometry.positions, geometric.point), 'VEC3', { ...vertices, withBounds: true }),
  };
  if (geometry.normals) attributes['NORMAL'] = builder.accessor(vectors(geometry.normals, geometric.normal), 'VEC3', vertices);
  geometry.uvSets.slice(0, 2).forEach(({ data }, set) => {
    const values = new Float32Array(2 * count);
    // FBX counts v from the picture's lower edge, glTF from its upper.
    for (let v = 0; v < count; v++) values.set([finite(data[2 * corner(v)]), 1 - finite(data[2 * corner(v) + 1])], 2 * v);
    attributes[`TEXCOORD_${set}`] = builder.accessor(values, 'VEC2', vertices);
  });
  const isTextured = model.materials.some((material) => materials.isTextured(material));
  if (geometry.colors && !isTextured) {
    const values = new Float32Array(4 * count).fill(1);
    for (let v = 0; v < count; v++) {
      for (let c = 0; c < 3; c++) values[4 * v + c] = Math.min(1, Math.max(0, finite(geometry.colors[4 * corner(v) + c])));
    }
    attributes['COLOR_0'] = builder.accessor(values, 'VEC4', vertices);
  }
  if (source.skin && source.joints) writeWeights(builder, attributes, weld, geometry, source.skin, source.joints);
  const channels = source.shapes.flatMap((shape) => shape.channels.filter(({ shapes }) => shapes.length > 0));
  const targets = channels.flatMap(({ shapes }) =>
    shapes.map((shape) => {
      const moved = new Float32Array(3 * count);
      const deltas = new Map<number, number>();
      shape.indices.forEach((point, i) => deltas.set(point, i));
      for (let v = 0; v < count; v++) {
        const at = deltas.get(geometry.controlPointIndices![corner(v)]!);
        if (at !== undefined) moved.set(geometric.move(vec3At(shape.vertices, at)), 3 * v);
      }
      return { POSITION: builder.accessor(moved, 'VEC3', { withBounds: true }) };
    }),
  );
  const groups = trianglesByMaterial(geometry, weld.indices);
  return {
    name: geometry.name || model.name,
    primitives: [...groups].map(([slot, indices]) => {
      const material = model.materials[slot] ?? model.materials[0];
      return {
        attributes,
        indices: builder.accessor(count > 65_535 ? indices : Uint16Array.from(indices), 'SCALAR', { target: 'indices' }),
        ...(material && { material: materials.indexOf(material) }),
        ...(targets.length > 0 && { targets }),
      };
    }),
    ...(targets.length > 0 && {
      weights: channels.flatMap((channel) => shapeWeights(shapeChannel(channel), channel.deformPercent)),
      extras: {
        targetNames: channels.flatMap(({ name, shapes }) => shapes.map((_, i) => (i === 0 ? name : `${name} ${i + 1}`))),
      },
    }),
  };
}

/** The geometric transform, which moves a model's own mesh and nothing below it, in metres: T · R · S. */
function geometricTransform(model: FBXModelData, unit: number) {
  const turn = eulerDegrees(model.geometricRotation);
  const { geometricScaling: size, geometricTranslation: shift } = model;
  const inMetres = ([x, y, z]: Vec3): Vec3 => [finite(x) * unit, finite(y) * unit, finite(z) * unit];
  const move = (value: Vec3): Vec3 => inMetres(rotate(turn, timesEach(size, value)));
  return {
    point: (value: Vec3): Vec3 => add(move(value), inMetres(shift)),
    move,
    normal: (value: Vec3): Vec3 => {
      const turned = rotate(turn, dividedByEach(value, size));
      return normalize([finite(turned[0]), finite(turned[1]), finite(turned[2])], [0, 1, 0]);
    },
  };
}

interface Weld {
  /** The corner that each vertex is made from. */
  readonly sources: readonly number[];
  readonly indices: Uint32Array;
}

/** Corners of triangles that share everything become one vertex. */
function weldVertices({ positions, indices, normals, uvSets, colors, controlPointIndices }: FBXGeometryData): Weld {
  const corners = positions.length / 3;
  const vertexOf = new Int32Array(corners).fill(-1);
  const sources: number[] = [];
  const latest = new Map<number, number>();
  const before: number[] = [];
  const lists: readonly (readonly [ArrayLike<number>, number])[] = [
    [positions, 3],
    ...(normals ? ([[normals, 3]] as const) : []),
    ...uvSets.slice(0, 2).map(({ data }) => [data, 2] as const),
    ...(colors ? ([[colors, 4]] as const) : []),
  ];
  const same = (a: number, b: number) =>
    lists.every(([list, size]) => {
      for (let c = 0; c < size; c++) if (list[size * a + c] !== list[size * b + c]) return false;
      return true;
    });
  const usedIndices = indices.map((corner) => {
    if (vertexOf[corner]! >= 0) return vertexOf[corner]!;
    const point = controlPointIndices?.[corner] ?? corner;
    let vertex = latest.get(point) ?? -1;
    while (vertex >= 0 && !same(sources[vertex]!, corner)) vertex = before[vertex]!;
    if (vertex < 0) {
      vertex = sources.push(corner) - 1;
      before.push(latest.get(point) ?? -1);
      latest.set(point, vertex);
    }
    vertexOf[corner] = vertex;
    return vertex;
  });
  return { sources, indices: usedIndices };
}

function trianglesByMaterial({ materialIndices }: FBXGeometryData, indices: Uint32Array): Map<number, Uint32Array> {
  if (!materialIndices) return new Map([[0, indices]]);
  const groups = new Map<number, number[]>();
  for (let t = 0; 3 * t < indices.length; t++) {
    const slot = materialIndices[t] ?? 0;
    const group = groups.get(slot) ?? [];
    groups.set(slot, group);
    group.push(indices[3 * t]!, indices[3 * t + 1]!, indices[3 * t + 2]!);
  }
  return new Map([...groups].map(([slot, group]) => [slot, Uint32Array.from(group)]));
}

/** Writes joints and weights as sets of four, as many as are needed. */
function writeWeights(
  builder: GlbBuilder,
  attributes: Record<string, number>,
  { sources }: Weld,
  { controlPointIndices }: FBXGeometryData,
  { boneIndices, boneWeights }: FBXSkinData,
  { ofBone }: Joints,
): void {
  let most = 1;
  const pulls = sources.map((corner) => {
    const point = controlPointIndices![corner]!;
    const weights = boneWeights[point] ?? [];
    const all = (boneIndices[point] ?? []).flatMap((bone, i) => {
      const joint = ofBone.get(bone);
      const weight = finite(weights[i]);
      return joint !== undefined && weight > 0 ? [{ joint, weight }] : [];
    });
    most = Math.max(most, all.length);
    const sum = all.reduce((total, { weight }) => total + weight, 0);
    // A vertex that follows nothing would fall to the origin: it follows the first bone.
    return sum > 0 ? all.map(({ joint, weight }) => ({ joint, weight: weight / sum })) : [{ joint: 0, weight: 1 }];
  });
  for (let set = 0; 4 * set < most; set++) {
    const joints = new Uint16Array(4 * pulls.length);
    const weights = new Float32Array(4 * pulls.length);
    pulls.forEach((list, v) => {
      list.slice(4 * set, 4 * set + 4).forEach(({ joint, weight }, i) => {
        joints[4 * v + i] = joint;
        weights[4 * v + i] = weight;
      });
    });
    attributes[`JOINTS_${set}`] = builder.accessor(joints, 'VEC4', { target: 'vertices' });
    attributes[`WEIGHTS_${set}`] = builder.accessor(weights, 'VEC4', { target: 'vertices' });
  }
}

function vec3At(data: ArrayLike<number>, index: number): Vec3 {
  return [data[3 * index] ?? 0, data[3 * index + 1] ?? 0, data[3 * index + 2] ?? 0];
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
