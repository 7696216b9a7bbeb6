import type { IBufferView } from '@babylonjs/loaders/glTF/2.0/glTFLoaderInterfaces.js';
import { ArrayItem, type GLTFLoader } from '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import type { IGLTFLoaderExtension } from '@babylonjs/loaders/glTF/2.0/glTFLoaderExtension.js';
import { registerGLTFExtension } from '@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js';
import { meshoptView, type MeshoptView } from '../../../core/formats/gltf/gltf-features.ts';

/** The two extensions differ in the streams and filters that they allow; one decoder reads all of them. */
for (const name of ['EXT_meshopt_compression', 'KHR_meshopt_compression']) {
  registerGLTFExtension(name, true, (loader) => meshoptExtension(name, loader));
}

function meshoptExtension(name: string, loader: GLTFLoader): IGLTFLoaderExtension {
  const decoded = new Map<IBufferView, Promise<ArrayBufferView>>();
  return {
    name,
    enabled: loader.isExtensionUsed(name),
    dispose: () => decoded.clear(),
    loadBufferViewAsync: (context, view) => {
      const known = decoded.get(view);
      if (known) return known;
      if (view.extensions?.[name] === undefined) return null;
      const coded = meshoptView(view)!;
      const bytes = decode(loader, context, coded);
      decoded.set(view, bytes);
      return bytes;
    },
  };
}

async function decode(
  loader: GLTFLoader,
  context: string,
  { buffer, byteOffset = 0, byteLength, count, byteStride, mode, filter }: MeshoptView,
): Promise<Uint8Array> {
  const held = ArrayItem.Get(`${context}/buffer`, loader.gltf.buffers, buffer);
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready;
  const stored = await loader.loadBufferAsync(`/buffers/${held.index}`, held, byteOffset, byteLength);
  const source = new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
  return MeshoptDecoder.decodeGltfBufferAsync(count, byteStride, source, mode, filter);
}
