import { BONE_MATERIAL, boneShape } from '../../../core/formats/gltf/bone-shapes.ts';
import type { GlbBuilder } from '../../../core/formats/gltf/glb-builder.ts';
import type { Transform } from '../../../core/formats/gltf/matrix.ts';
import { STICK_EXTRAS } from '../../../core/formats/gltf/stick-mark.ts';
import type { MeshOfNode } from './fbx-meshes.ts';
import type { FbxModels } from './fbx-models.ts';

/** Draws a bone from each joint to the joints below it: what a file without meshes looks like. */
export function drawBones(builder: GlbBuilder, { models, parents }: FbxModels, locals: readonly Transform[]) {
  const meshes: object[] = [];
  const ofNode = new Map<number, MeshOfNode>();
  const isJoint = (index: number) => ['LimbNode', 'Limb', 'Root'].includes(models[index]?.subType ?? '');
  models.forEach((_, node) => {
    const ends = locals
      .filter((_local, child) => parents[child] === node && isJoint(child))
      .map(({ translation }) => translation);
    const shape = isJoint(node) ? boneShape(ends) : null;
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
