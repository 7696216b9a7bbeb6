import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { BaseTexture } from '@babylonjs/core/Materials/Textures/baseTexture.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import type { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/core/Shaders/ShadersInclude/bonesDeclaration.js';
import '@babylonjs/core/Shaders/ShadersInclude/bonesVertex.js';
import '@babylonjs/core/Shaders/ShadersInclude/instancesDeclaration.js';
import '@babylonjs/core/Shaders/ShadersInclude/instancesVertex.js';
import '@babylonjs/core/Shaders/ShadersInclude/morphTargetsVertex.js';
import '@babylonjs/core/Shaders/ShadersInclude/morphTargetsVertexDeclaration.js';
import '@babylonjs/core/Shaders/ShadersInclude/morphTargetsVertexGlobal.js';
import '@babylonjs/core/Shaders/ShadersInclude/morphTargetsVertexGlobalDeclaration.js';

/** A program that draws a figure's meshes in another way than their own materials do. */
export interface FigureProgram {
  readonly name: string;
  /** What stands before `main` of the vertex program: its uniforms and varyings. */
  readonly declarations: string;
  /** Sets `gl_Position` from `world_position` and `world_normal` (of any length), of the posed and morphed skin. */
  readonly place: string;
  /** The fragment program after its varyings and uniforms, `main` included; `cut_out()` comes first in it. */
  readonly fragment: string;
  readonly uniforms: readonly string[];
}

/** Materials of one program for all meshes of a figure. */
export interface FigureMaterials {
  /** The material for a mesh: one for all that are opaque, and one for each picture that cuts holes into meshes. */
  of(mesh: AbstractMesh): ShaderMaterial;
  /** Calls `set` with each material there is; those to come get what was set last by each `set` of another name. */
  each(name: string, set: (material: ShaderMaterial) => void): void;
}

/** Below this opacity a texture's pixel is a hole. */
const HOLE = 0.5;

function vertexOf({ declarations, place }: FigureProgram): string {
  return `
precision highp float;
attribute vec3 position;
attribute vec3 normal;
#ifdef CUT_OUT
attribute vec2 uv;
varying vec2 picture_place;
#endif
#include<bonesDeclaration>
#include<morphTargetsVertexGlobalDeclaration>
#include<morphTargetsVertexDeclaration>[0..maxSimultaneousMorphTargets]
#include<instancesDeclaration>
uniform mat4 view;
uniform mat4 projection;
${declarations}
void main() {
  vec3 positionUpdated = position;
  vec3 normalUpdated = normal;
  #ifdef CUT_OUT
  vec2 uvUpdated = uv;
  picture_place = uv;
  #endif
  #include<morphTargetsVertexGlobal>
  #include<morphTargetsVertex>[0..maxSimultaneousMorphTargets]
  #include<instancesVertex>
  #include<bonesVertex>
  vec3 world_position = (finalWorld * vec4(positionUpdated, 1.0)).xyz;
  vec3 world_normal = mat3(finalWorld) * normalUpdated;
  ${place}
}`;
}

function fragmentOf({ fragment }: FigureProgram): string {
  return `
precision highp float;
#ifdef CUT_OUT
varying vec2 picture_place;
uniform sampler2D picture;
void cut_out() { if (texture2D(picture, picture_place).a < ${HOLE.toFixed(2)}) discard; }
#else
void cut_out() {}
#endif
${fragment}`;
}

export function createFigureMaterials(scene: Scene, program: FigureProgram): FigureMaterials {
  const made = new Map<BaseTexture | null, ShaderMaterial>();
  const setters = new Map<string, (material: ShaderMaterial) => void>();
  const build = (picture: BaseTexture | null): ShaderMaterial => {
    const material = new ShaderMaterial(
      program.name,
      scene,
      { vertexSource: vertexOf(program), fragmentSource: fragmentOf(program) },
      {
        attributes: ['position', 'normal', ...(picture ? ['uv'] : [])],
        uniforms: ['world', 'view', 'projection', ...program.uniforms],
        samplers: picture ? ['picture'] : [],
        defines: picture ? ['#define CUT_OUT'] : [],
      },
    );
    material.backFaceCulling = false;
    // What is see-through in its own material is not mixed with what lies below it.
    material.alphaMode = Constants.ALPHA_DISABLE;
    if (picture) material.setTexture('picture', picture);
    for (const set of setters.values()) set(material);
    return material;
  };
  return {
    of: (mesh) => {
      const picture = holesOf(mesh);
      const known = made.get(picture);
      if (known) return known;
      const material = build(picture);
      made.set(picture, material);
      picture?.onDisposeObservable.addOnce(() => {
        made.delete(picture);
        material.dispose();
      });
      return material;
    },
    each: (name, set) => {
      setters.set(name, set);
      for (const material of made.values()) set(material);
    },
  };
}

/** The picture whose clear parts are holes in a mesh; null where there are none. */
function holesOf(mesh: AbstractMesh): BaseTexture | null {
  const { material } = mesh;
  return material && (material.needAlphaBlendingForMesh(mesh) || material.needAlphaTesting())
    ? material.getAlphaTestTexture()
    : null;
}

/** Brings skins up to date with their joints, for drawing them outside of the scene's own picture. */
export function bringUpToDate(meshes: readonly AbstractMesh[]): void {
  for (const mesh of meshes) {
    mesh.computeWorldMatrix(true);
    mesh.skeleton?.prepare(true);
  }
}
