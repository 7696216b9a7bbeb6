import type { IInternalTextureLoader } from '@babylonjs/core/Materials/Textures/Loaders/internalTextureLoader.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { BaseTexture } from '@babylonjs/core/Materials/Textures/baseTexture.js';
import { registerTextureLoader } from '@babylonjs/core/Materials/Textures/Loaders/textureLoaderManager.js';
import { ArrayItem, GLTFLoader } from '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import type { IImage } from '@babylonjs/loaders/glTF/2.0/glTFLoaderInterfaces.js';
import type { IGLTFLoaderExtension } from '@babylonjs/loaders/glTF/2.0/glTFLoaderExtension.js';
import { registerGLTFExtension } from '@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js';
import script from 'three/examples/jsm/libs/basis/basis_transcoder.js?url';
import binary from 'three/examples/jsm/libs/basis/basis_transcoder.wasm?url';

const NAME = 'KHR_texture_basisu';
/** How the loader knows decoded pictures: the thread's answers, as they are. */
const DECODED = '.limber-pixels';

/** Width and height in pixels, then the pixels, four bytes each, the first row first. */
type Picture = Uint8Array;

const ofScenes = new WeakMap<Scene, Set<IImage>>();

/** The pictures that could not be decoded of what was loaded into a scene. */
export function leftOutOf(scene: Scene): Set<IImage> {
  const known = ofScenes.get(scene) ?? new Set<IImage>();
  ofScenes.set(scene, known);
  return known;
}

registerGLTFExtension(NAME, true, (loader): IGLTFLoaderExtension => {
  const decoded = new Map<IImage, Promise<Picture | null>>();
  const decode = startDecoding();
  const leftOut = leftOutOf(loader.babylonScene);
  return {
    name: NAME,
    enabled: loader.isExtensionUsed(NAME),
    dispose: () => decoded.clear(),
    _loadTextureAsync: (context, texture, assign) => {
      // The file's own picture for those who cannot decode: it needs no time.
      if (texture.source !== undefined) return null;
      return GLTFLoader.LoadExtensionAsync<{ readonly source: number }, BaseTexture>(
        context,
        texture,
        NAME,
        async (at, { source }) => {
          const image = ArrayItem.Get(`${at}/source`, loader.gltf.images, source);
          const picture = decoded.get(image) ?? loader.loadImageAsync(`/images/${image.index}`, image).then(decode);
          decoded.set(image, picture);
          const pixels = await picture;
          // Its material has its colours then.
          if (pixels === null) {
            leftOut.add(image);
            return null as unknown as BaseTexture;
          }
          image._data = Promise.resolve(pixels);
          image.uri = `${image.index}${DECODED}`;
          delete image.mimeType;
          const sampler =
            texture.sampler === undefined
              ? GLTFLoader.DefaultSampler
              : ArrayItem.Get(`${context}/sampler`, loader.gltf.samplers, texture.sampler);
          const isColour = !texture._textureInfo.nonColorData;
          return loader._createTextureAsync(context, sampler, image, assign, undefined, isColour, texture);
        },
      );
    },
  };
});

registerTextureLoader(DECODED, (): IInternalTextureLoader => ({
  supportCascades: false,
  loadCubeData: () => {},
  loadData: (data, texture, upload) => {
    const head = new DataView(data.buffer, data.byteOffset, 8);
    const pixels = new Uint8Array(data.buffer, data.byteOffset + 8);
    upload(head.getUint32(0, true), head.getUint32(4, true), texture.generateMipMaps, false, () => {
      texture.getEngine()._uploadDataToTextureDirectly(texture, pixels);
    });
  },
}));

/** What decodes the bytes of a KTX2 file, on a thread that lives while it has something to do; null where they are none of Basis Universal. */
function startDecoding(): (bytes: ArrayBufferView) => Promise<Picture | null> {
  let worker: Worker | null = null;
  // The thread answers in the order in which it is asked.
  const waiting: ((picture: Picture | null) => void)[] = [];
  const settle = (picture: Picture | null): void => {
    waiting.shift()?.(picture);
    if (waiting.length > 0) return;
    worker?.terminate();
    worker = null;
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./basis-thread.ts', import.meta.url));
    started.addEventListener('message', ({ data }: MessageEvent<Picture | null>) => settle(data));
    started.addEventListener('error', (event) => {
      event.preventDefault();
      while (waiting.length > 0) settle(null);
    });
    return started;
  };
  return ({ buffer, byteOffset, byteLength }) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      worker ??= start();
      const bytes = new Uint8Array(buffer, byteOffset, byteLength).slice();
      const local = (url: string): string => new URL(url, document.baseURI).href;
      worker.postMessage({ script: local(script), binary: local(binary), bytes }, [bytes.buffer]);
    });
}
