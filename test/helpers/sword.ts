import { meshOfShape } from '../../core/contact/shape-mesh.ts';
import { createGlbBuilder } from '../../core/formats/gltf/glb-builder.ts';

/**
 * A sword as another program would write it: a blade of 0.9 m and a guard, two meshes under nodes of their own, the blade hanging from the guard, in centimetres
 * below a node that scales them; without bones.
 */
export function swordGlb(): Uint8Array {
  const builder = createGlbBuilder();
  const mesh = (name: string, size: readonly [number, number, number]) => {
    const { positions, normals, indices } = meshOfShape({ kind: 'box', size });
    const attributes = {
      POSITION: builder.accessor(positions, 'VEC3', { target: 'vertices', withBounds: true }),
      NORMAL: builder.accessor(normals, 'VEC3', { target: 'vertices' }),
    };
    return { name, primitives: [{ attributes, indices: builder.accessor(indices, 'SCALAR', { target: 'indices' }) }] };
  };
  const meshes = [mesh('Guard', [20, 2, 4]), mesh('Blade', [4, 90, 1])];
  return builder.finish({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'Sword', children: [1], scale: [0.01, 0.01, 0.01] },
      { name: 'Guard', mesh: 0, children: [2] },
      { name: 'Blade', mesh: 1, translation: [0, 2, 0] },
    ],
    meshes,
  });
}
