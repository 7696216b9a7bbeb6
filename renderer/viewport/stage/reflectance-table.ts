import { Constants } from '@babylonjs/core/Engines/constants.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { ToHalfFloat } from '@babylonjs/core/Misc/halfFloat.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Texels along each side: columns go by the cosine to the viewer, rows by the roughness. */
const COLUMNS = 64;
const ROWS = 32;

/** Directions that a mean is taken over: of the height, and around. A surface is the same on both sides of the view, so half of the circle is enough. */
const HEIGHTS = 16;
const TURNS = 8;
const COSINES = Array.from({ length: TURNS }, (_, i) => Math.cos((Math.PI * (i + 0.5)) / TURNS));

/**
 * What materials read of the shares below, in the place of the picture that Babylon has of them: that one is read and unpacked in several pictures' time at the start
 * and after a lost graphics process, and surfaces are black until then.
 */
export function createReflectanceTable(scene: Scene): RawTexture {
  const texture = new RawTexture(
    (values ??= tabulate()),
    COLUMNS,
    ROWS,
    Constants.TEXTUREFORMAT_RGBA,
    scene,
    false,
    false,
    Texture.BILINEAR_SAMPLINGMODE,
    Constants.TEXTURETYPE_HALF_FLOAT,
  );
  texture.name = 'reflectance';
  texture.wrapU = texture.wrapV = Texture.CLAMP_ADDRESSMODE;
  return texture;
}

/** The texels, made once. */
let values: Uint16Array | null = null;

function tabulate(): Uint16Array {
  const texels = new Uint16Array(4 * COLUMNS * ROWS);
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const shares = reflectedShares((column + 0.5) / COLUMNS, (row + 0.5) / ROWS);
      texels.set([...shares, 1].map(ToHalfFloat), 4 * (row * COLUMNS + column));
    }
  }
  return texels;
}

/**
 * Shares of an even light all around that a rough surface reflects to a viewer, by the cosine `view` of the angle to its normal, for α = `roughness`², 0..1:
 *
 * - `fresnel`: ∫ f (1 − v·h)⁵ (n·l) dl and `all`: ∫ f (n·l) dl, where f is the GGX lobe with Smith's height-correlated shadowing. A surface that reflects F₀
 *   ahead and F₉₀ at grazing angles reflects F₀ · all + (F₉₀ − F₀) · fresnel (Karis 2013).
 * - `sheen`: ∫ D (n·l) / (4 (n·l + n·v − n·l n·v)) dl, the lobe of cloth of Estevez and Kulla (2017).
 */
export function reflectedShares(view: number, roughness: number): readonly [fresnel: number, all: number, sheen: number] {
  const alpha = roughness * roughness;
  return [...glossShares(view, alpha), sheenShare(view, alpha)];
}

/** Normals h that the viewer sees are taken evenly: those of a cap of the sphere, stretched (Dupuy and Benyoub 2023). Each weighs G₂ / G₁ = (1 + Λᵥ) / (1 + Λᵥ + Λₗ). */
function glossShares(view: number, alpha: number): readonly [fresnel: number, all: number] {
  const side = Math.sqrt(1 - view * view);
  const length = Math.hypot(alpha * side, view);
  const [across, up] = [(alpha * side) / length, view / length];
  const seen = shadowing(view, alpha);
  let [fresnel, all] = [0, 0];
  for (let i = 0; i < HEIGHTS; i++) {
    // Heights are spread evenly over the cap −up .. 1.
    const height = ((i + 0.5) / HEIGHTS) * (1 + up) - up;
    const radius = Math.sqrt(1 - height * height);
    for (const cosine of COSINES) {
      // h = (α x, α y, z) of the cap's point plus the view, to length 1; v·h needs its part along the view alone.
      const x = alpha * (radius * cosine + across);
      const y2 = alpha * alpha * radius * radius * (1 - cosine * cosine);
      const z = height + up;
      const scale = 1 / Math.sqrt(x * x + y2 + z * z);
      const towards = (x * side + z * view) * scale;
      const light = 2 * towards * z * scale - view;
      if (light <= 0) continue;
      const weight = (1 + seen) / (1 + seen + shadowing(Math.min(light, 1), alpha));
      fresnel += weight * (1 - towards) ** 5;
      all += weight;
    }
  }
  const count = HEIGHTS * TURNS;
  return [fresnel / count, all / count];
}

/** Λ of a direction at this cosine: (√(1 + α² tan²) − 1) / 2. */
function shadowing(cosine: number, alpha: number): number {
  return (Math.sqrt(1 + (alpha * alpha * (1 - cosine * cosine)) / (cosine * cosine)) - 1) / 2;
}

/** D = (2 + 1/α) sin(θₕ)^(1/α) / 2π, over directions to the light that are spread evenly over the half-sphere. */
function sheenShare(view: number, alpha: number): number {
  const side = Math.sqrt(1 - view * view);
  let sum = 0;
  for (let i = 0; i < HEIGHTS; i++) {
    const light = (i + 0.5) / HEIGHTS;
    const lightSide = Math.sqrt(1 - light * light);
    const weight = light / (4 * (light + view - light * view));
    for (const cosine of COSINES) {
      const between = side * lightSide * cosine + view * light;
      const high2 = (view + light) ** 2 / (2 + 2 * between);
      sum += weight * Math.max(0, 1 - high2) ** (0.5 / alpha);
    }
  }
  return ((2 + 1 / alpha) * sum) / (HEIGHTS * TURNS);
}
