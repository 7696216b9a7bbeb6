import { BONE_EXTRAS } from '../gltf/bone-mark.ts';
import { createGlbBuilder } from '../gltf/glb-builder.ts';
import type { ReadSibling } from '../gltf/gltf-asset.ts';
import { composeMatrix, multiplyMatrices, type Transform } from '../gltf/matrix.ts';
import { drawBones } from './fbx-bones.ts';
import { readClips, type FbxClip } from './fbx-clips.ts';
import { createMaterials } from './fbx-materials.ts';
import { writeMeshes } from './fbx-meshes.ts';
import { layOutModels, restValues, type FbxModels } from './fbx-models.ts';
import { readFbx } from './read-fbx.ts';

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
    asset: { version: '2.0', generator: 'Limber' },
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
  locals.forEach(({ translation, rotation, scale }, index) => {
    if ([...translation, ...rotation, ...scale].every((value) => Number.isFinite(value))) return;
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
