import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import { ImageProcessingConfiguration } from '@babylonjs/core/Materials/imageProcessingConfiguration.js';
import { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { fromAxisAngle, rotate } from '../../../core/math/quat.ts';
import { readVector, writeVector } from '../babylon-space.ts';
import { createReflectanceTable } from './reflectance-table.ts';
import { createStudioEnvironment } from './studio-environment.ts';

export interface Lights {
  readonly key: DirectionalLight;
  /** Meshes that throw shadows on each other; the floor has its own. */
  setShadowCasters(meshes: readonly AbstractMesh[]): void;
  /** Where the shadow is computed: around `centre` with a radius in metres. */
  aim(centre: Vector3, radius: number): void;
  /** Radians that the lights are turned by about the vertical. */
  turn(angle: number): void;
  /** The figure moved: compute its shadow again with the next picture. */
  refreshShadow(): void;
  /** Computes the shadow at once. */
  renderShadow(): void;
}

/** Three-point light: a warm key with a soft shadow, a cool fill and a rim; `reflections` adds the light of the studio's walls. */
export function createLights(scene: Scene, reflections: boolean): Lights {
  const tone = scene.imageProcessingConfiguration;
  tone.toneMappingEnabled = true;
  tone.toneMappingType = ImageProcessingConfiguration.TONEMAPPING_KHR_PBR_NEUTRAL;
  if (reflections) {
    scene.environmentTexture = createStudioEnvironment(scene);
    scene.environmentBRDFTexture = createReflectanceTable(scene);
  }
  scene.environmentIntensity = 0.7;
  const key = directional(scene, 'key', new Vector3(-0.62, -1, -0.5), 2, new Color3(1, 0.96, 0.9));
  const fill = directional(scene, 'fill', new Vector3(0.9, -0.35, -0.35), 0.5, new Color3(0.75, 0.85, 1));
  const rim = directional(scene, 'rim', new Vector3(0.25, -0.5, 1), 1.1, new Color3(0.86, 0.93, 1));
  const directions = [key, fill, rim].map((light) => ({ light, direction: readVector(light.direction) }));
  key.autoUpdateExtends = false;
  key.autoCalcShadowZBounds = false;
  let shadows: ShadowGenerator | null = null;
  const refreshShadow = (): void => {
    const map = shadows?.getShadowMap();
    if (map) map.refreshRate = RenderTargetTexture.REFRESHRATE_RENDER_ONCE;
  };
  return {
    key,
    setShadowCasters: (meshes) => {
      // A generator that has once drawn an empty list never shows a shadow again, so each figure gets its own.
      shadows?.dispose();
      shadows = meshes.length > 0 ? createShadows(key, meshes) : null;
      for (const mesh of meshes) mesh.receiveShadows = true;
      refreshShadow();
    },
    aim: (centre, radius) => {
      key.position.copyFrom(centre).subtractInPlace(key.direction.scale(3 * radius));
      key.orthoLeft = key.orthoBottom = -radius;
      key.orthoRight = key.orthoTop = radius;
      key.shadowMinZ = radius;
      key.shadowMaxZ = 6 * radius;
      refreshShadow();
    },
    turn: (angle) => {
      const turn = fromAxisAngle([0, 1, 0], angle);
      for (const { light, direction } of directions) writeVector(rotate(turn, direction), light.direction);
      if (scene.environmentTexture) (scene.environmentTexture as { rotationY?: number }).rotationY = -angle;
      refreshShadow();
    },
    refreshShadow,
    renderShadow: () => shadows?.getShadowMap()?.render(),
  };
}

function createShadows(key: DirectionalLight, meshes: readonly AbstractMesh[]): ShadowGenerator {
  const shadows = new ShadowGenerator(1024, key);
  shadows.usePercentageCloserFiltering = true;
  shadows.filteringQuality = ShadowGenerator.QUALITY_MEDIUM;
  shadows.bias = 0.004;
  shadows.normalBias = 0.012;
  shadows.darkness = 0.25;
  const map = shadows.getShadowMap();
  if (map) map.renderList = [...meshes];
  return shadows;
}

function directional(scene: Scene, name: string, direction: Vector3, intensity: number, colour: Color3): DirectionalLight {
  const light = new DirectionalLight(name, direction.normalize(), scene);
  light.intensity = intensity;
  light.diffuse = colour;
  light.specular = colour;
  return light;
}
