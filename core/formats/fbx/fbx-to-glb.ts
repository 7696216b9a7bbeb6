import { BONE_EXTRAS, GENERATOR, STICK_EXTRAS } from '../gltf/stick-mark.ts';
import { createGlbBuilder, type GlbBuilder } from '../gltf/glb-builder.ts';
import type { ReadSibling } from '../gltf/gltf-asset.ts';
import { composeMatrix, multiplyMatrices, type Transform } from '../gltf/matrix.ts';
import { readClips, type FbxClip } from './fbx-clips.ts';
import { createMaterials } from './fbx-materials.ts';
import { writeMeshes, type MeshOfNode } from './fbx-meshes.ts';
import { layOutModels, restValues, type FbxModels } from './fbx-models.ts';
import { readFbx } from './read-fbx.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import { scale, type Vec3 } from '../../math/vec3.ts';
import { BONE_MATERIAL, boneShape } from '../gltf/bone-shapes.ts';

/** An FBX file as a GLB, and sentences about what of it is not there. */
export interface ConvertedFbx {
  readonly bytes: Uint8Array;
  /** There are clips and no meshes; bones are drawn in their place. */
  readonly isMotionOnly: boolean;
  readonly warnings: readonly string[];
}

/**
 * An FBX file as a GLB: every model a node of the same name, in metres and glTF's axes, with meshes, skins, morph targets, materials, pictures
 * (those inside the file, or beside it by `readSibling`) and clips. A file without meshes gets bones to look at. Throws an `Error` with one sentence.
 */
export function fbxToGlb(fileName: string, bytes: Uint8Array, readSibling?: ReadSibling): ConvertedFbx {
  const scene = readFbx(bytes);
  const models = layOutModels(scene);
  const builder = createGlbBuilder();
  const locals = models.models.map((_, index) => models.local(index, (at) => restValues(models.models[at]!)));
  checkNumbers(models, locals);
  const materials = createMaterials(builder, fileName, readSibling);
  const written = writeMeshes(builder, scene, models, materials, worldsOf(models, locals));
  const { skins, morphed, warnings } = written;
  const isDrawn = written.meshes.length > 0;
  const { meshes, ofNode, json: look } = isDrawn ? { ...written, json: materials.json() } : drawBones(builder, models, locals);
  const clips = readClips(scene, models, morphed);
  const children: number[][] = models.models.map(() => []);
  models.parents.forEach((parent, index) => children[parent]?.push(index));
  const json = {
    asset: { version: '2.0', generator: GENERATOR },
    scene: 0,
    scenes: [{ nodes: models.parents.flatMap((parent, index) => (parent < 0 ? [index] : [])) }],
    nodes: models.models.map(({ name, subType }, index) => ({
      name,
      ...(BONES.has(subType) && { extras: BONE_EXTRAS }),
      ...locals[index],
      ...(children[index]!.length > 0 && { children: children[index] }),
      ...ofNode.get(index),
    })),
    ...(meshes.length > 0 && { meshes }),
    ...(skins.length > 0 && { skins }),
    ...look,
    ...(clips.clips.length > 0 && { animations: clips.clips.map((clip) => animationOf(clip, builder)) }),
  };
  const left = layeredScaleWarning(models);
  return {
    bytes: builder.finish(json),
    isMotionOnly: !isDrawn && clips.clips.length > 0,
    warnings: [...warnings, ...materials.warnings(), ...clips.warnings, ...left],
  };
}

/** The kinds of models that are bones: others are nulls, markers and the effectors of control rigs. */
const BONES: ReadonlySet<string> = new Set(['LimbNode', 'Limb', 'Root']);

/** Times that several tracks share are stored once. */
function animationOf({ name, tracks }: FbxClip, builder: ReturnType<typeof createGlbBuilder>): object {
  const inputs = new Map<string, number>();
  const inputOf = (times: Float32Array) => {
    const key = times.join(' ');
    const input = inputs.get(key) ?? builder.accessor(times, 'SCALAR', { withBounds: true });
    inputs.set(key, input);
    return input;
  };
  return {
    name,
    samplers: tracks.map(({ times, values, path, interpolation }) => ({
      input: inputOf(times),
      output: builder.accessor(values, path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3'),
      interpolation,
    })),
    channels: tracks.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  };
}

function worldsOf({ parents }: FbxModels, locals: readonly Transform[]): number[][] {
  const worlds: number[][] = [];
  locals.forEach((local, index) => {
    const own = composeMatrix(local);
    worlds.push(parents[index]! < 0 ? own : multiplyMatrices(worlds[parents[index]!]!, own));
  });
  return worlds;
}

function checkNumbers({ models }: FbxModels, locals: readonly Transform[]): void {
  locals.forEach(({ translation, rotation, scale: factors }, index) => {
    if ([...translation, ...rotation, ...factors].every((value) => Number.isFinite(value))) return;
    throw new Error(`the FBX file is damaged: the place of "${models[index]!.name.slice(0, 100)}" is no number`);
  });
}

/** A model that does not inherit its parent's scale, where that is not the same along all axes, is skewed in a way that glTF cannot say. */
function layeredScaleWarning({ models, parents }: FbxModels): string[] {
  const isUneven = ([x, y, z]: readonly number[]) => Math.max(x!, y!, z!) - Math.min(x!, y!, z!) > 1e-3 * Math.abs(x!);
  const skewed = models.find(({ inheritType }, index) => {
    const parent = models[parents[index]!];
    return inheritType !== 1 && parent !== undefined && isUneven(parent.scale);
  });
  return skewed ? [`the uneven scale above "${skewed.name.slice(0, 100)}" is only nearly as in the file`] : [];
}

/** Length of the last bone of a limb as a share of the bone before it. */
const END_SHARE = 0.4;

/** Where a bone without joints below it is drawn to, in its own space: on from where it came. */
function endOf({ translation, rotation }: Transform): Vec3 {
  return scale(rotate(conjugate(rotation), translation), END_SHARE);
}

/** Draws a bone from each joint to the joints below it, and on from the last ones: what a file without meshes looks like. */
function drawBones(builder: GlbBuilder, { models, parents }: FbxModels, locals: readonly Transform[]) {
  const meshes: object[] = [];
  const ofNode = new Map<number, MeshOfNode>();
  const isJoint = (index: number) => ['LimbNode', 'Limb', 'Root'].includes(models[index]?.subType ?? '');
  models.forEach((_, node) => {
    const ends = locals
      .filter((_local, child) => parents[child] === node && isJoint(child))
      .map(({ translation }) => translation);
    const shape = isJoint(node) ? boneShape(ends.length > 0 ? ends : [endOf(locals[node]!)]) : null;
    if (!shape) return;
    const column = (offset: number) =>
      Float32Array.from({ length: 3 * shape.count }, (__, i) => shape.values[6 * Math.floor(i / 3) + offset + (i % 3)]!);
    const attributes = {
      POSITION: builder.accessor(column(0), 'VEC3', { target: 'vertices', withBounds: true }),
      NORMAL: builder.accessor(column(3), 'VEC3', { target: 'vertices' }),
    };
    ofNode.set(node, { mesh: meshes.push({ primitives: [{ attributes, material: 0, extras: STICK_EXTRAS }] }) - 1 });
  });
  return { meshes, ofNode, json: meshes.length > 0 ? { materials: [BONE_MATERIAL] } : {} };
}
