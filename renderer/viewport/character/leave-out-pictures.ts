import { isKtx2Image } from '../../../core/formats/gltf/image-size.ts';

/** What of a parsed file is changed before it is drawn. */
export interface DrawnDocument {
  animations?: unknown;
  extensionsRequired?: unknown;
  extensionsUsed?: unknown;
  images?: unknown;
  textures?: unknown;
  materials?: unknown;
}

/** Extensions by which a texture names a picture that can be drawn. */
const DRAWN = ['EXT_texture_webp', 'KHR_texture_basisu'];

/** Takes pictures that cannot be shown from the materials, which keep their colours. Such textures name no picture but in an extension that is not drawn. */
export function leaveOutPictures({ textures, materials }: DrawnDocument): void {
  const isShown = (texture: { source?: unknown; extensions?: Record<string, unknown> } | null): boolean =>
    texture?.source !== undefined || DRAWN.some((name) => texture?.extensions?.[name] !== undefined);
  const unshown = new Set(Array.isArray(textures) ? textures.flatMap((texture, i) => (isShown(texture) ? [] : [i])) : []);
  if (unshown.size > 0) leaveOut(materials);

  function leaveOut(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      if (name.endsWith('Texture') && unshown.has((value as { index?: number } | null)?.index ?? -1)) {
        delete (part as Record<string, unknown>)[name];
      } else leaveOut(value);
    }
  }
}

/** Names KTX2 pictures as glTF has it: files that name them as others are named would not be drawn at all. */
export function nameKtx2Pictures(document: DrawnDocument): void {
  const { images, textures } = document;
  if (!Array.isArray(images) || !Array.isArray(textures)) return;
  for (const texture of textures as ({ source?: number; extensions?: Record<string, unknown> } | null)[]) {
    if (texture?.source === undefined || !isKtx2Image(images[texture.source] ?? {})) continue;
    texture.extensions = { KHR_texture_basisu: { source: texture.source }, ...texture.extensions };
    delete texture.source;
    document.extensionsUsed = [...(Array.isArray(document.extensionsUsed) ? document.extensionsUsed : []), 'KHR_texture_basisu'];
  }
}
