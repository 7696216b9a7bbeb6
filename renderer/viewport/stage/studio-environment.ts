import { Constants } from '@babylonjs/core/Engines/constants.js';
import { RawCubeTexture } from '@babylonjs/core/Materials/Textures/rawCubeTexture.js';
import { SphericalHarmonics, SphericalPolynomial } from '@babylonjs/core/Maths/sphericalPolynomial.js';
import '@babylonjs/core/Materials/Textures/baseTexture.polynomial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { dot, normalize, type Vec3 } from '../../../core/math/vec3.ts';

const SIZE = 32;

/** For each face of a cube map (+x −x +y −y +z −z): the direction of its middle, and of its picture's right and down. */
const FACES: readonly (readonly [Vec3, Vec3, Vec3])[] = [
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, -1, 0],
  ],
  [
    [-1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
  [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, -1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
    [0, -1, 0],
  ],
  [
    [0, 0, -1],
    [-1, 0, 0],
    [0, -1, 0],
  ],
];

interface SoftBox {
  readonly towards: Vec3;
  readonly colour: Vec3;
  /** Larger is smaller and harder. */
  readonly focus: number;
}

const SOFT_BOXES: readonly SoftBox[] = [
  { towards: normalize([0.5, 0.7, 0.75]), colour: [1.7, 1.62, 1.5], focus: 14 },
  { towards: normalize([-0.9, 0.35, 0.35]), colour: [0.55, 0.64, 0.8], focus: 10 },
  { towards: normalize([-0.1, 0.5, -1]), colour: [0.85, 0.95, 1.1], focus: 16 },
];

/** Light of a photographer's studio that arrives from a direction: a dim room, a lighter ceiling and three soft boxes. */
export function studioLight(direction: Vec3): Vec3 {
  const up = (direction[1] + 1) / 2;
  const light: [number, number, number] = [0.1 + 0.42 * up * up, 0.11 + 0.44 * up * up, 0.13 + 0.47 * up * up];
  for (const { towards, colour, focus } of SOFT_BOXES) {
    const strength = Math.max(0, dot(direction, towards)) ** focus;
    for (let c = 0; c < 3; c++) light[c] = light[c]! + colour[c]! * strength;
  }
  return light;
}

/** What metal and gloss reflect and shadows are filled with, computed here so that nothing is fetched. */
export function createStudioEnvironment(scene: Scene): RawCubeTexture {
  const harmonics = new SphericalHarmonics();
  const direction = new Vector3();
  const colour = new Color3();
  let total = 0;
  const faces = FACES.map(([middle, right, down]) => {
    const pixels = new Float32Array(4 * SIZE * SIZE);
    for (let row = 0; row < SIZE; row++) {
      for (let column = 0; column < SIZE; column++) {
        const u = (2 * (column + 0.5)) / SIZE - 1;
        const v = (2 * (row + 0.5)) / SIZE - 1;
        const towards = normalize([
          middle[0] + u * right[0] + v * down[0],
          middle[1] + u * right[1] + v * down[1],
          middle[2] + u * right[2] + v * down[2],
        ]);
        const light = studioLight(towards);
        pixels.set([light[0], light[1], light[2], 1], 4 * (row * SIZE + column));
        // Solid angle of a pixel on a cube of half-size 1: dA / r³.
        const solidAngle = (2 / SIZE) ** 2 / (1 + u * u + v * v) ** 1.5;
        total += solidAngle;
        harmonics.addLight(direction.set(...towards), colour.set(...light), solidAngle);
      }
    }
    return pixels;
  });
  harmonics.scaleInPlace((4 * Math.PI) / total);
  harmonics.convertIncidentRadianceToIrradiance();
  harmonics.convertIrradianceToLambertianRadiance();
  const texture = new RawCubeTexture(
    scene,
    faces,
    SIZE,
    Constants.TEXTUREFORMAT_RGBA,
    Constants.TEXTURETYPE_FLOAT,
    true,
    false,
    Constants.TEXTURE_TRILINEAR_SAMPLINGMODE,
  );
  texture.sphericalPolynomial = SphericalPolynomial.FromHarmonics(harmonics);
  texture.gammaSpace = false;
  // Babylon leaves raw cube textures out of those that it makes again for another graphics process.
  scene.getEngine().getLoadedTexturesCache().push(texture.getInternalTexture()!);
  // The picture is smooth everywhere, so its ordinary mip levels stand in for prefiltered roughness levels.
  texture.lodGenerationScale = 0.8;
  return texture;
}
