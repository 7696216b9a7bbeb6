import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import '@babylonjs/core/Shaders/ShadersInclude/instancesDeclaration.js';
import '@babylonjs/core/Shaders/ShadersInclude/instancesVertex.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { cross, distance, normalize, perpendicular, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { boneEnds, type BoneShape } from '../../tools/geometry/bone-shapes.ts';
import { LAYERS } from '../drawing/overlay-mesh.ts';
import { withAlpha, type Colour } from '../palette.ts';
import { heldJoints, isJoint, shownJoint, type ViewModel } from './view-model.ts';

const VERTEX = `
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec3 edge;
attribute vec4 tint;
#include<instancesDeclaration>
uniform mat4 viewProjection;
uniform mat4 view;
varying vec4 colour;
varying vec3 facing;
varying vec3 corner;
void main() {
  corner = edge;
  #include<instancesVertex>
  facing = mat3(view) * normalize(mat3(finalWorld) * normal);
  colour = tint;
  gl_Position = viewProjection * finalWorld * vec4(position, 1.0);
}`;

/**
 * Flat faces with bright edges; a face's corners are its barycentric coordinates. A quiet bone (low alpha) has a dark body, so that
 * its edges show on white cloth as well as on black.
 */
const FRAGMENT = `
precision highp float;
varying vec4 colour;
varying vec3 facing;
varying vec3 corner;
void main() {
  vec3 pixels = corner / max(fwidth(corner), vec3(1e-5));
  float rim = 1.0 - smoothstep(0.4, 1.5, min(pixels.x, min(pixels.y, pixels.z)));
  float light = 0.62 + 0.38 * clamp(dot(normalize(facing), normalize(vec3(-0.3, 0.6, 0.75))), 0.0, 1.0);
  vec3 body = mix(vec3(0.07, 0.1, 0.14), colour.rgb, smoothstep(0.4, 0.7, colour.a)) * light;
  gl_FragColor = vec4(mix(body, colour.rgb, rim), mix(colour.a, min(1.0, colour.a * 2.2 + 0.1), rim));
}`;

/** Widest part of a bone as a share of its length, and its limits in metres for a body of 1 m height. */
const GIRTH = 0.085;
const THICKEST = 0.016;
const WAIST = 0.16;

export interface BoneOverlay {
  update(view: ViewModel | null): void;
}

/** Octahedral bones, seen through the character: quiet by default, clear when hovered or selected, amber when held by a limit. */
export function createBoneOverlay(scene: Scene): BoneOverlay {
  const mesh = octahedron(scene);
  return {
    update: (view) => {
      mesh.setEnabled(view !== null && view.state.session.view.bones && view.bones.length > 0);
      if (!view || !mesh.isEnabled()) return;
      const { bones, world, rig } = view;
      const held = heldJoints(view);
      const matrices = new Float32Array(16 * bones.length);
      const tints = new Float32Array(4 * bones.length);
      bones.forEach((bone, i) => {
        const [from, to] = boneEnds(bone, world);
        const girth = Math.min(GIRTH * distance(from, to), THICKEST * rig.report.height) * (bone.humanoid ? 1 : 0.6);
        matrices.set(boneMatrix(from, to, girth), 16 * i);
        tints.set(boneColour(bone, view, held), 4 * i);
      });
      mesh.thinInstanceSetBuffer('matrix', matrices, 16, false);
      mesh.thinInstanceSetBuffer('tint', tints, 4, false);
    },
  };
}

function boneColour(bone: BoneShape, { state, attention, palette, selected }: ViewModel, held: ReadonlySet<number>): Colour {
  if (held.has(bone.joint) && state.transient.preview?.stepped) return withAlpha(palette.held, 0.95);
  if (shownJoint(state) === bone.joint) return withAlpha(palette.selected, 0.95);
  if (selected.has(bone.joint)) return withAlpha(palette.selected, 0.6);
  if (isJoint(attention.hovered, bone.joint)) return withAlpha(palette.hover, 0.8);
  if (held.has(bone.joint)) return withAlpha(palette.held, 0.8);
  return withAlpha(palette.bone, bone.humanoid ? 0.3 : 0.14);
}

/** Column-major matrix that takes +z of length 1 to the bone and the octahedron's unit girth to `girth` metres. */
export function boneMatrix(from: Vec3, to: Vec3, girth: number): readonly number[] {
  const along = subtract(to, from);
  const z = normalize(along, [0, 0, 1]);
  const x = perpendicular(z);
  const y = cross(z, x);
  return [
    x[0] * girth,
    x[1] * girth,
    x[2] * girth,
    0,
    y[0] * girth,
    y[1] * girth,
    y[2] * girth,
    0,
    along[0],
    along[1],
    along[2],
    0,
    from[0],
    from[1],
    from[2],
    1,
  ];
}

function octahedron(scene: Scene): Mesh {
  const mesh = new Mesh('bones', scene);
  const corners: Vec3[] = [
    [1, 0, WAIST],
    [0, 1, WAIST],
    [-1, 0, WAIST],
    [0, -1, WAIST],
  ];
  const positions: number[] = [];
  const normals: number[] = [];
  const edges: number[] = [];
  for (let side = 0; side < 4; side++) {
    const a = corners[side]!;
    const b = corners[(side + 1) % 4]!;
    for (const [p, q, r] of [
      [[0, 0, 0], b, a],
      [a, b, [0, 0, 1]],
    ] as const) {
      const flat = normalize(cross(subtract(q, p), subtract(r, p)));
      positions.push(...p, ...q, ...r);
      normals.push(...flat, ...flat, ...flat);
      edges.push(1, 0, 0, 0, 1, 0, 0, 0, 1);
    }
  }
  const shape = new VertexData();
  shape.positions = positions;
  shape.normals = normals;
  shape.indices = positions.slice(0, positions.length / 3).map((_, i) => i);
  shape.applyToMesh(mesh);
  mesh.setVerticesData('edge', edges, false, 3);
  const material = new ShaderMaterial(
    'bones',
    scene,
    { vertexSource: VERTEX, fragmentSource: FRAGMENT },
    {
      attributes: ['position', 'normal', 'edge', 'tint'],
      uniforms: ['world', 'view', 'viewProjection'],
      needAlphaBlending: true,
    },
  );
  material.backFaceCulling = true;
  material.forceDepthWrite = true;
  mesh.material = material;
  mesh.renderingGroupId = LAYERS.bones;
  mesh.alwaysSelectAsActiveMesh = true;
  mesh.isPickable = false;
  mesh.doNotSyncBoundingInfo = true;
  return mesh;
}
