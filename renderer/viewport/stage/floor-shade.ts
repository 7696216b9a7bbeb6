import { Constants } from '@babylonjs/core/Engines/constants.js';
import { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector2, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { bringUpToDate, createFigureMaterials, type FigureProgram } from '../drawing/figure-material.ts';

/** Pixels of the map's side. */
export const SHADE_PIXELS = 512;

/** A map of what keeps light off the floor: how much does, and how high above the floor it is. */
export interface FloorShade {
  /** Red: share of the light that is kept off, 0 to 1. Green: that times the height, 1 at `high` metres. Smaller copies hold means. */
  readonly map: RenderTargetTexture;
  /** Middle of the map on the floor, x and z, and half of its side; metres. */
  readonly area: Vector3;
  /** Draws these meshes from now on. */
  setCasters(meshes: readonly AbstractMesh[]): void;
  /** The square of the floor that it is a map of, and the height that green counts in; metres. */
  place(middle: Vec3, halfSide: number, high: number): void;
  /** The way of the light from now on, downwards. */
  setLight(direction: Vec3): void;
  /** Draws what changed; false while shaders for it are still on their way. */
  draw(): boolean;
  /** What throws it moved, or its shaders arrived: draw it again. */
  refresh(): void;
}

export interface Shading {
  /** The way of the light, downwards. */
  readonly direction: Vec3;
  /** Whether only what nearly touches the floor counts: what is `high` above it counts for nothing, and half of that for little. */
  readonly fades: boolean;
}

/**
 * Each vertex is moved along the light onto the floor, p = x + d · h / −d_y for its height h; the lowest surface there is the one that is seen. What is below the
 * floor counts as on it.
 */
const PROGRAM: FigureProgram = {
  name: 'floor shade',
  uniforms: ['ground_height', 'area', 'slide', 'high', 'fades'],
  declarations: `
uniform float ground_height;
uniform vec3 area;
uniform vec2 slide;
uniform float high;
varying float height;`,
  place: `
  height = max(world_position.y - ground_height, 0.0) / high;
  vec2 at = (world_position.xz + slide * height * high - area.xy) / area.z;
  gl_Position = vec4(at, clamp(height, 0.0, 1.0) * 1.98 - 0.99, 1.0);`,
  fragment: `
varying float height;
uniform float fades;
void main() {
  cut_out();
  float near = clamp(1.0 - height, 0.0, 1.0);
  float cover = mix(1.0, near * near * near, fades);
  gl_FragColor = vec4(cover, cover * min(height, 1.0), 0.0, 1.0);
}`,
};

export function createFloorShade(scene: Scene, { direction, fades }: Shading): FloorShade {
  const materials = createFigureMaterials(scene, PROGRAM);
  const map = new RenderTargetTexture('floor shade', SHADE_PIXELS, scene, {
    generateMipMaps: true,
    samplingMode: Texture.TRILINEAR_SAMPLINGMODE,
    type: Constants.TEXTURETYPE_UNSIGNED_BYTE,
  });
  map.wrapU = map.wrapV = Texture.CLAMP_ADDRESSMODE;
  map.clearColor = new Color4(0, 0, 0, 0);
  map.ignoreCameraViewport = true;
  const area = new Vector3(0, 0, 1);
  let casters: readonly AbstractMesh[] = [];
  let isOutdated = false;
  let shown = 0;
  const setLight = ([x, y, z]: Vec3): void => {
    const slide = new Vector2(x / -y, z / -y);
    materials.each('light', (material) => {
      material.setVector2('slide', slide);
      material.setFloat('fades', fades ? 1 : 0);
    });
    isOutdated = true;
  };
  setLight(direction);
  return {
    map,
    area,
    setLight,
    setCasters: (meshes) => {
      casters = meshes;
      map.renderList = [...meshes];
      for (const mesh of meshes) map.setMaterialForRendering(mesh, materials.of(mesh));
      isOutdated = true;
    },
    place: (middle, halfSide, high) => {
      area.set(middle[0], middle[2], halfSide);
      materials.each('place', (material) => {
        material.setFloat('ground_height', middle[1]);
        material.setVector3('area', area);
        material.setFloat('high', high);
      });
      isOutdated = true;
    },
    refresh: () => {
      isOutdated = true;
    },
    draw: () => {
      const visible = casters.filter(({ isVisible }) => isVisible).length;
      if (casters.length === 0 || (!isOutdated && visible === shown)) return true;
      if (!map.isReadyForRendering()) return false;
      bringUpToDate(casters);
      map.render();
      isOutdated = false;
      shown = visible;
      return true;
    },
  };
}
