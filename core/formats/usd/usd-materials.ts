import * as z from 'zod/mini';
import type { GltfAsset } from '../gltf/gltf-asset.ts';
import { usdNumbers, usdPrim, usdTuples } from './usd-text.ts';

const texture = z.looseObject({ index: z.int().check(z.nonnegative()) });
const factor = z.number();
const colour = z.array(z.number()).check(z.minLength(3));

const materialSchema = z.looseObject({
  name: z.optional(z.string()),
  doubleSided: z.optional(z.boolean()),
  alphaMode: z.optional(z.string()),
  alphaCutoff: z.optional(factor),
  pbrMetallicRoughness: z.optional(
    z.looseObject({
      baseColorFactor: z.optional(colour),
      baseColorTexture: z.optional(texture),
      metallicFactor: z.optional(factor),
      roughnessFactor: z.optional(factor),
      metallicRoughnessTexture: z.optional(texture),
    }),
  ),
  normalTexture: z.optional(texture),
  emissiveFactor: z.optional(colour),
  emissiveTexture: z.optional(texture),
});

const textureSchema = z.looseObject({ source: z.optional(z.int().check(z.nonnegative())) });

export type UsdMaterial = z.infer<typeof materialSchema>;

/** Material number `index` of a file, or a plain one. */
export function materialAt({ json }: GltfAsset, index: number | undefined): UsdMaterial {
  const materials = Array.isArray(json['materials']) ? json['materials'] : [];
  const parsed = materialSchema.safeParse(materials[index ?? -1] ?? {});
  return parsed.success ? parsed.data : {};
}

/** Where the picture of a texture stands in the archive; null where it has none. */
export type PictureOf = (texture: number) => string | null;

/** The image of a texture; undefined where the file states none that everybody reads. */
export function imageOf({ json }: GltfAsset, index: number): number | undefined {
  const textures = Array.isArray(json['textures']) ? json['textures'] : [];
  const parsed = textureSchema.safeParse(textures[index]);
  return parsed.success ? parsed.data.source : undefined;
}

/** A material as far as the preview surface of USD goes: colours, metal, roughness, normals, light of its own, opacity. `path` is its own. */
export function materialLines(material: UsdMaterial, name: string, path: string, pictureOf: PictureOf): string[] {
  const { pbrMetallicRoughness: pbr = {}, normalTexture, emissiveTexture } = material;
  const [r = 1, g = 1, b = 1, a = 1] = pbr.baseColorFactor ?? [];
  const shaders: string[] = [];
  const inputs: string[] = [];

  function textured(
    input: string,
    kind: string,
    { index }: { readonly index: number },
    shader: string,
    {
      output = 'rgb',
      scale,
      isRaw = false,
    }: { readonly output?: string; readonly scale?: readonly number[]; readonly isRaw?: boolean } = {},
  ): boolean {
    const picture = pictureOf(index);
    if (picture === null) return false;
    inputs.push(`${kind} inputs:${input}.connect = <${path}/${shader}.outputs:${output}>`);
    if (shaders.some((line) => line === `def Shader "${shader}"`)) return true;
    shaders.push(
      ...usdPrim(
        'Shader',
        shader,
        [],
        [
          'uniform token info:id = "UsdUVTexture"',
          `asset inputs:file = @${picture}@`,
          `float2 inputs:st.connect = <${path}/Coordinates.outputs:result>`,
          'token inputs:wrapS = "repeat"',
          'token inputs:wrapT = "repeat"',
          `token inputs:sourceColorSpace = "${isRaw ? 'raw' : 'sRGB'}"`,
          ...(scale ? [`float4 inputs:scale = ${usdTuples(scale, 4).slice(1, -1)}`] : []),
          ...(input === 'normal' ? ['float4 inputs:bias = (-1, -1, -1, 0)'] : []),
          'float3 outputs:rgb',
          'float outputs:r',
          'float outputs:g',
          'float outputs:b',
          'float outputs:a',
        ],
      ),
    );
    return true;
  }

  const colourTexture = pbr.baseColorTexture;
  if (!colourTexture || !textured('diffuseColor', 'color3f', colourTexture, 'Colour', { scale: [r, g, b, a] }))
    inputs.push(`color3f inputs:diffuseColor = ${usdTuples([r, g, b], 3).slice(1, -1)}`);
  const metal = pbr.metallicFactor ?? 1;
  const rough = pbr.roughnessFactor ?? 1;
  const both = pbr.metallicRoughnessTexture;
  const options = { scale: [1, rough, metal, 1], isRaw: true };
  if (!both || !textured('metallic', 'float', both, 'MetalRoughness', { ...options, output: 'b' }))
    inputs.push(`float inputs:metallic = ${usdNumbers([metal]).slice(1, -1)}`);
  if (!both || !textured('roughness', 'float', both, 'MetalRoughness', { ...options, output: 'g' }))
    inputs.push(`float inputs:roughness = ${usdNumbers([rough]).slice(1, -1)}`);
  if (normalTexture) textured('normal', 'normal3f', normalTexture, 'Normal', { scale: [2, 2, 2, 1], isRaw: true });
  const glow = material.emissiveFactor ?? [0, 0, 0];
  if (!emissiveTexture || !textured('emissiveColor', 'color3f', emissiveTexture, 'Glow', { scale: [...glow, 1] }))
    inputs.push(`color3f inputs:emissiveColor = ${usdTuples(glow, 3).slice(1, -1)}`);
  if (material.alphaMode === 'BLEND' || material.alphaMode === 'MASK') {
    if (!colourTexture || !textured('opacity', 'float', colourTexture, 'Colour', { output: 'a' }))
      inputs.push(`float inputs:opacity = ${usdNumbers([a]).slice(1, -1)}`);
    if (material.alphaMode === 'MASK')
      inputs.push(`float inputs:opacityThreshold = ${usdNumbers([material.alphaCutoff ?? 0.5]).slice(1, -1)}`);
  }
  const coordinates = usdPrim(
    'Shader',
    'Coordinates',
    [],
    ['uniform token info:id = "UsdPrimvarReader_float2"', 'string inputs:varname = "st"', 'float2 outputs:result'],
  );
  return usdPrim(
    'Material',
    name,
    [],
    [
      `token outputs:surface.connect = <${path}/Surface.outputs:surface>`,
      ...usdPrim('Shader', 'Surface', [], ['uniform token info:id = "UsdPreviewSurface"', ...inputs, 'token outputs:surface']),
      ...(shaders.length > 0 ? coordinates : []),
      ...shaders,
    ],
  );
}
