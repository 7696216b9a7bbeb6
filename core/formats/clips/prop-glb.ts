import { meshOfShape } from '../../contact/shape-mesh.ts';
import type { Shape } from '../../contact/shape.ts';
import type { Frame } from '../../math/frame.ts';
import type { Quat } from '../../math/quat.ts';
import { createGlbBuilder } from '../gltf/glb-builder.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { appendAnimation, patchPose } from '../gltf/gltf-patch.ts';

/** How a prop moves in one clip: its frames in the scene at times of the file, seconds. */
export interface PropAnimation {
  readonly name: string;
  readonly times: readonly number[];
  readonly frames: readonly Frame[];
}

/** A light, rough plastic, as the studio draws what it makes. */
const MATERIAL = {
  name: 'Prop',
  pbrMetallicRoughness: { baseColorFactor: [0.35, 0.37, 0.41, 1], metallicFactor: 0, roughnessFactor: 0.72 },
  doubleSided: true,
};

/** A GLB of one node that has the mesh of a shape. */
export function shapeGlb(name: string, shape: Shape): Uint8Array {
  const builder = createGlbBuilder();
  const { positions, normals, indices } = meshOfShape(shape);
  const attributes = {
    POSITION: builder.accessor(positions, 'VEC3', { target: 'vertices', withBounds: true }),
    NORMAL: builder.accessor(normals, 'VEC3', { target: 'vertices' }),
  };
  const primitive = { attributes, indices: builder.accessor(indices, 'SCALAR', { target: 'indices' }), material: 0 };
  return builder.finish({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    meshes: [{ name, primitives: [primitive] }],
    materials: [MATERIAL],
  });
}

/** The file with its last node moved by these animations; `rest` is that node's frame without any. */
export function movedGlb(bytes: Uint8Array, rest: Frame, animations: readonly PropAnimation[]): Uint8Array {
  const node = readGltf(bytes).document.nodes!.length - 1;
  const placed = patchPose(bytes, [{ node, translation: rest.position, rotation: rest.rotation }]);
  return animations.reduce((file, { name, times, frames }) => {
    const translation = Float32Array.from(frames.flatMap(({ position }) => position));
    const rotation = Float32Array.from(theShortWay(frames.map((frame) => frame.rotation)).flat());
    return appendAnimation(file, {
      name,
      times: Float32Array.from(times),
      channels: [
        { node, path: 'translation', values: translation },
        { node, path: 'rotation', values: rotation },
      ],
    });
  }, placed);
}

/** The same rotations with the sign of each that is nearer to the one before: programs that blend their numbers go the short way. */
function theShortWay(rotations: readonly Quat[]): number[][] {
  let last: Quat | null = null;
  return rotations.map((rotation) => {
    const isFar = last !== null && rotation.reduce((sum, value, i) => sum + value * last![i]!, 0) < 0;
    const near = isFar ? (rotation.map((value) => -value) as unknown as Quat) : rotation;
    last = near;
    return [...near];
  });
}
