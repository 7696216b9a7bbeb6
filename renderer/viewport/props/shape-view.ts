import { PBRMaterial } from '@babylonjs/core/Materials/PBR/pbrMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Quaternion } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { meshOfShape } from '../../../core/contact/shape-mesh.ts';
import type { Shape } from '../../../core/contact/shape.ts';
import type { Frame } from '../../../core/math/frame.ts';
import { writeQuaternion, writeVector } from '../babylon-space.ts';

/** A prop on the scene. */
export interface PropView {
  /** What is drawn now; empty while its file is read. */
  meshes(): readonly AbstractMesh[];
  /** Resolves when all of it is on the scene; rejects with one sentence where it cannot be. */
  settled(): Promise<void>;
  place(frame: Frame): void;
  dispose(): void;
}

/** The material of all shapes that Limber makes: a light, rough plastic that is told from any character and in any light. */
export function createShapeMaterial(scene: Scene): PBRMaterial {
  const material = new PBRMaterial('shape', scene);
  material.albedoColor = new Color3(0.62, 0.64, 0.67);
  material.metallic = 0;
  material.roughness = 0.72;
  material.backFaceCulling = false;
  return material;
}

/** Draws a shape; `material` is shared and stays when it is disposed. */
export function createShapeView(scene: Scene, shape: Shape, material: PBRMaterial): PropView {
  const { positions, normals, indices } = meshOfShape(shape);
  const mesh = new Mesh(shape.kind, scene);
  const data = new VertexData();
  data.positions = positions;
  data.normals = normals;
  data.indices = indices;
  data.applyToMesh(mesh);
  mesh.material = material;
  mesh.isPickable = false;
  mesh.rotationQuaternion = new Quaternion();
  const meshes = [mesh];
  return {
    meshes: () => meshes,
    settled: async () => {},
    place: ({ position, rotation }) => {
      writeVector(position, mesh.position);
      writeQuaternion(rotation, mesh.rotationQuaternion!);
    },
    dispose: () => mesh.dispose(false, false),
  };
}
