import { power } from '../../math/elementary.ts';
import type { FBXMaterialData, FBXTextureRef } from '@babylonjs/loaders/FBX/interpreter/materials.js';
import { isPbrShaderType, mapColor, mapScalar } from '@babylonjs/loaders/FBX/interpreter/materialModel.js';
import type { GlbBuilder } from '../gltf/glb-builder.ts';
import type { ReadSibling } from '../gltf/gltf-asset.ts';

/** The materials of an FBX file as those of a glTF file; they are written as they are asked for. */
export interface FbxMaterials {
  indexOf(material: FBXMaterialData): number;
  /** Whether a picture gives the material its colour. */
  isTextured(material: FBXMaterialData): boolean;
  /** What the file's JSON gets, once everything was asked for. */
  json(): Readonly<Record<string, unknown>>;
  /** Sentences about pictures that are not there or cannot be shown. */
  warnings(): readonly string[];
}

/** So many pictures that cannot be shown are told of. */
const MOST_WARNINGS = 10;
const TEXTURE_TRANSFORM = 'KHR_texture_transform';

type Colour = readonly [number, number, number];

export function createMaterials(builder: GlbBuilder, fileName: string, readSibling: ReadSibling | undefined): FbxMaterials {
  const written: object[] = [];
  const textures: object[] = [];
  const samplers: object[] = [];
  const images: object[] = [];
  const indices = new Map<FBXMaterialData, number>();
  const imageOf = new Map<string, number | null>();
  const problems: string[] = [];
  let usesTransform = false;

  /** The number of a texture's picture; null, and told, where it cannot be shown. */
  function findImage(texture: FBXTextureRef): number | null {
    const name = baseName(texture.relativeFileName || texture.fileName) || `picture ${texture.id}`;
    const key = texture.embeddedData ? `${texture.id}` : name;
    const known = imageOf.get(key);
    if (known !== undefined) return known;
    const bytes = texture.embeddedData ?? readBeside(texture, fileName, readSibling);
    const type = bytes && mediaType(bytes);
    if (!bytes) problems.push(`the picture "${name.slice(0, 100)}" was not found`);
    else if (!type) problems.push(`the picture "${name.slice(0, 100)}" is neither PNG nor JPEG`);
    const image = bytes && type ? images.push({ name, mimeType: type, bufferView: builder.view(bytes) }) - 1 : null;
    imageOf.set(key, image);
    return image;
  }

  function textureInfo(texture: FBXTextureRef | undefined): object | undefined {
    const source = texture ? findImage(texture) : null;
    if (!texture || source === null) return undefined;
    const wrap = (mode: number | undefined) => (mode === 1 ? 33071 : 10497);
    const sampler = samplers.push({ wrapS: wrap(texture.wrapU), wrapT: wrap(texture.wrapV) }) - 1;
    const index = textures.push({ source, sampler }) - 1;
    const [u = 0, v = 0] = texture.uvTranslation ?? [];
    const [su = 1, sv = 1] = texture.uvScaling ?? [];
    if (u === 0 && v === 0 && su === 1 && sv === 1) return { index };
    usesTransform = true;
    // v runs downwards in glTF: 1 − (sv (1 − v) + tv) = (1 − sv − tv) + sv v.
    const transform = { offset: [u, 1 - sv - v], scale: [su, sv] };
    return { index, extensions: { [TEXTURE_TRANSFORM]: transform } };
  }

  function write(material: FBXMaterialData): object {
    const { model, properties, textures: refs } = material;
    const isPbr = isPbrShaderType(model.shaderType);
    const slot = (...names: string[]) => refs.find(({ propertyName }) => names.includes(propertyName));
    const base = textureInfo(baseTextureOf(material));
    const normal = textureInfo(model.pbr.normalMap?.texture ?? slot('NormalMap', 'NormalMapTexture', 'normalCamera'));
    const emissive = textureInfo(model.pbr.emissionColor?.texture ?? slot('EmissiveColor'));
    const stated = (isPbr ? mapColor(model.pbr.baseColor) : undefined) ?? properties.diffuseColor ?? [0.8, 0.8, 0.8];
    const factor = isPbr ? (mapScalar(model.pbr.baseFactor) ?? 1) : (properties.diffuseFactor ?? 1);
    const colour: Colour = base ? [1, 1, 1] : scaledColour(stated, factor);
    const cutOut = slot('TransparentColor', 'TransparencyFactor', 'opacity');
    const alpha = opacityOf(material, cutOut !== undefined);
    const glow = scaledColour(
      (isPbr ? mapColor(model.pbr.emissionColor) : properties.emissiveColor) ?? [0, 0, 0],
      (isPbr ? mapScalar(model.pbr.emissionFactor) : properties.emissiveFactor) ?? 1,
    );
    const metal = isPbr ? (mapScalar(model.pbr.metalness) ?? 0) : 0;
    const rough = isPbr ? (mapScalar(model.pbr.roughness) ?? 0.7) : roughnessOf(material);
    return {
      name: material.name,
      doubleSided: true,
      pbrMetallicRoughness: {
        baseColorFactor: [...colour.map(toLinear), alpha],
        ...(base && { baseColorTexture: base }),
        metallicFactor: unit(metal),
        roughnessFactor: unit(rough),
      },
      ...(normal && { normalTexture: normal }),
      ...(emissive && { emissiveTexture: emissive }),
      ...((emissive || glow.some((part) => part > 0)) && { emissiveFactor: emissive ? [1, 1, 1] : glow.map(toLinear) }),
      ...(alpha < 1 ? { alphaMode: 'BLEND' } : cutOut && base ? { alphaMode: 'MASK', alphaCutoff: 0.5 } : {}),
    };
  }

  return {
    indexOf(material) {
      const known = indices.get(material);
      if (known !== undefined) return known;
      const index = written.push(write(material)) - 1;
      indices.set(material, index);
      return index;
    },
    isTextured: (material) => {
      const texture = baseTextureOf(material);
      return texture !== undefined && findImage(texture) !== null;
    },
    json: () => ({
      ...(written.length > 0 && { materials: written }),
      ...(textures.length > 0 && { textures, samplers, images }),
      ...(usesTransform && { extensionsUsed: [TEXTURE_TRANSFORM] }),
    }),
    warnings() {
      const more = problems.length - MOST_WARNINGS;
      return more > 0 ? [...problems.slice(0, MOST_WARNINGS), `${more} more pictures cannot be shown`] : problems;
    },
  };
}

function baseTextureOf({ model, textures }: FBXMaterialData): FBXTextureRef | undefined {
  const isBase = ({ propertyName }: FBXTextureRef) => propertyName === 'DiffuseColor' || propertyName === 'Diffuse';
  return model.pbr.baseColor?.texture ?? textures.find(isBase) ?? model.fbx.diffuseColor?.texture;
}

/**
 * How opaque a material is. Exporters disagree on what its transparency means; a material that nothing could be seen of is taken for an opaque
 * one, and a picture that cuts holes says it alone.
 */
function opacityOf({ properties, model }: FBXMaterialData, isCutOut: boolean): number {
  if (isCutOut) return 1;
  const [r = 1, g = 1, b = 1] = mapColor(model.fbx.transparencyColor) ?? [];
  const stated =
    properties.opacity ?? mapScalar(model.pbr.opacity) ?? 1 - (properties.transparencyFactor ?? 0) * ((r + g + b) / 3);
  return stated > 0 ? unit(stated) : 1;
}

/** Phong's exponent s as a roughness: √(2 ÷ (s + 2)); what has no highlight is rough. */
function roughnessOf({ type, properties }: FBXMaterialData): number {
  const { shininess } = properties;
  return type === 'Phong' && shininess !== undefined && shininess > 0 ? Math.sqrt(2 / (shininess + 2)) : 0.9;
}

function scaledColour([r, g, b]: Colour, factor: number): Colour {
  return [unit(r * factor), unit(g * factor), unit(b * factor)];
}

function unit(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}

/** An sRGB part of a colour as a linear one (IEC 61966-2-1). */
function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055, 2.4);
}

/** The bytes of a picture that lies beside the file, in its `textures` folder or in the `.fbm` folder that unpacking makes. */
function readBeside(
  { relativeFileName, fileName }: FBXTextureRef,
  ownName: string,
  readSibling: ReadSibling | undefined,
): Uint8Array | null {
  const name = baseName(relativeFileName || fileName);
  if (!readSibling || name === '') return null;
  const folder = `${ownName.replace(/\.[^.]*$/, '')}.fbm`;
  for (const path of [relativeFileName.replaceAll('\\', '/'), name, `textures/${name}`, `${folder}/${name}`]) {
    try {
      if (path !== '') return readSibling(path.split('/').map(encodeURIComponent).join('/'));
    } catch {
      // Looked for in the next place.
    }
  }
  return null;
}

/** The last part of a path of any system. */
function baseName(path: string): string {
  return path.slice(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
}

function mediaType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'image/png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'image/jpeg' : null;
}
