import { Buffer, VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector2 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Layers above the scene, drawn in this order, each over everything before it. */
export const LAYERS = { bones: 1, surfaces: 2, marks: 3 } as const;

export interface OverlayDefinition {
  readonly name: string;
  readonly layer: number;
  readonly vertexSource: string;
  readonly fragmentSource: string;
  /** Numbers of each vertex attribute, in the order they stand in a vertex. */
  readonly attributes: Readonly<Record<string, number>>;
  readonly uniforms?: readonly string[];
}

export interface OverlayMesh {
  readonly mesh: Mesh;
  readonly material: ShaderMaterial;
  /** Replaces all triangles: interleaved vertices as `attributes` lists them, and three indices a triangle. */
  set(vertices: readonly number[], indices: readonly number[]): void;
}

/** A translucent mesh that is rebuilt whenever what it shows changes. */
export function createOverlayMesh(scene: Scene, definition: OverlayDefinition): OverlayMesh {
  const { name, layer, vertexSource, fragmentSource, attributes } = definition;
  const material = new ShaderMaterial(
    name,
    scene,
    { vertexSource, fragmentSource },
    {
      attributes: Object.keys(attributes),
      uniforms: ['viewProjection', ...(definition.uniforms ?? [])],
      needAlphaBlending: true,
    },
  );
  material.backFaceCulling = false;
  const mesh = new Mesh(name, scene);
  mesh.material = material;
  mesh.renderingGroupId = layer;
  mesh.alwaysSelectAsActiveMesh = true;
  mesh.isPickable = false;
  mesh.setEnabled(false);
  const stride = Object.values(attributes).reduce((sum, size) => sum + size, 0);
  let buffer: Buffer | null = null;
  return {
    mesh,
    material,
    set: (vertices, indices) => {
      mesh.setEnabled(indices.length > 0);
      if (indices.length === 0) return;
      buffer?.dispose();
      buffer = new Buffer(scene.getEngine(), new Float32Array(vertices), false, stride);
      let offset = 0;
      for (const [attribute, size] of Object.entries(attributes)) {
        mesh.setVerticesBuffer(buffer.createVertexBuffer(attribute, offset, size));
        offset += size;
      }
      mesh.setIndices([...indices], vertices.length / stride);
    },
  };
}

/** Uniforms of a material that draws in CSS pixels: the picture's size in its own pixels, and how many of them a CSS pixel is wide. */
export const PIXEL_UNIFORMS = ['picture', 'ratio'] as const;

/** Keeps {@link PIXEL_UNIFORMS} up to date. Before each picture: what is set while a mesh is bound counts from the next picture on. */
export function followPictureSize(scene: Scene, material: ShaderMaterial): void {
  const picture = new Vector2();
  scene.onBeforeRenderObservable.add(() => {
    const engine = scene.getEngine();
    material.setVector2('picture', picture.set(engine.getRenderWidth(), engine.getRenderHeight()));
    material.setFloat('ratio', 1 / engine.getHardwareScalingLevel());
  });
}

/** Two triangles for each group of four vertices. */
export function quadIndices(quads: number): number[] {
  const indices: number[] = [];
  for (let q = 0; q < quads; q++) indices.push(4 * q, 4 * q + 1, 4 * q + 2, 4 * q, 4 * q + 2, 4 * q + 3);
  return indices;
}

/** Name Babylon gives to a vertex's place, for attributes that carry it. */
export const POSITION = VertexBuffer.PositionKind;
