import { conjugate, rotate } from '../../math/quat.ts';
import { scale, type Vec3 } from '../../math/vec3.ts';
import { BONE_MATERIAL, boneShape } from '../gltf/bone-shapes.ts';
import type { GlbBuilder } from '../gltf/glb-builder.ts';
import type { Transform } from '../gltf/matrix.ts';
import { STICK_EXTRAS } from '../gltf/stick-mark.ts';
import type { MeshOfNode } from './fbx-meshes.ts';
import type { FbxModels } from './fbx-models.ts';

/** Length of the last bone of a limb as a share of the bone before it. */
const END_SHARE = 0.4;

/** Where a bone without joints below it is drawn to, in its own space: on from where it came. */
function endOf({ translation, rotation }: Transform): Vec3 {
  return scale(rotate(conjugate(rotation), translation), END_SHARE);
}

/** Draws a bone from each joint to the joints below it, and on from the last ones: what a file without meshes looks like. */
export function drawBones(builder: GlbBuilder, { models, parents }: FbxModels, locals: readonly Transform[]) {
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
