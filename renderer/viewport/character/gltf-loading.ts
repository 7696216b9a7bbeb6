import { DracoDecoder } from '@babylonjs/core/Meshes/Compression/dracoDecoder.js';
import type { SceneLoaderPluginOptions } from '@babylonjs/core/Loading/sceneLoader.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { GLTFLoaderAnimationStartMode } from '@babylonjs/loaders/glTF/glTFFileLoader.js';
import type { IGLTFLoaderExtension } from '@babylonjs/loaders/glTF/2.0/glTFLoaderExtension.js';
import { registerGLTFExtension } from '@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/EXT_texture_webp.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_draco_mesh_compression.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_clearcoat.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_emissive_strength.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_ior.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_pbrSpecularGlossiness.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_sheen.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_specular.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_unlit.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_mesh_quantization.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_texture_transform.js';
import dracoBinary from '@babylonjs/core/assets/Draco/draco_decoder_gltf.wasm?url';
import dracoWrapper from '@babylonjs/core/assets/Draco/draco_wasm_wrapper_gltf.js?url';
import { nextTurn } from '../../next-turn.ts';
import { leaveOutPictures, nameKtx2Pictures, type DrawnDocument } from './leave-out-pictures.ts';
import './basis-pictures.ts';
import './meshopt-views.ts';

/** Extensions that a file may require and that are shown as meant. Babylon's own decoders for others come from the network. */
const SUPPORTED_EXTENSIONS: ReadonlySet<string> = new Set([
  'EXT_meshopt_compression',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_materials_clearcoat',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
  'KHR_texture_transform',
]);

/** Extensions without which a character is drawn all the same, with other lights, surfaces or pictures than meant; what is lost is told when the file is opened. */
const LOOKS_ONLY = /^(KHR_materials_\w+|KHR_lights_punctual|VRM|VRMC_\w+)$/;

const nodeIndices = new WeakMap<TransformNode, number>();

/** Index, in its file, of the node that a transform node was made from. */
export function nodeIndexOf(node: TransformNode): number | undefined {
  return nodeIndices.get(node);
}

const drawnIndices = new WeakMap<TransformNode, number>();

/** Index, in its file, of the node that a mesh is drawn for. Skinned meshes stand elsewhere in the scene than their nodes, those of several materials below what stands for the node. */
export function drawnNodeOf(mesh: TransformNode): number | undefined {
  return drawnIndices.get(mesh) ?? (mesh.parent ? drawnIndices.get(mesh.parent as TransformNode) : undefined);
}

registerGLTFExtension('LIMBER_node_index', false, (loader): IGLTFLoaderExtension => ({
  name: 'LIMBER_node_index',
  enabled: true,
  dispose: () => {},
  loadNodeAsync: (context, node, assign) =>
    loader
      .loadNodeAsync(context, node, (transformNode) => {
        nodeIndices.set(transformNode, node.index);
        assign(transformNode);
      })
      .then((drawn) => {
        drawnIndices.set(drawn, node.index);
        return drawn;
      }),
}));

/** What a file holds is read view by view, each in a turn of its own: many targets of a large mesh would hold the window up. */
registerGLTFExtension('LIMBER_view_by_view', false, (loader): IGLTFLoaderExtension => {
  let isTurn = false;
  return {
    name: 'LIMBER_view_by_view',
    enabled: true,
    dispose: () => {},
    loadBufferViewAsync: (context, view) => {
      if (isTurn) return null;
      return nextTurn().then(() => {
        isTurn = true;
        try {
          return loader.loadBufferViewAsync(context, view);
        } finally {
          isTurn = false;
        }
      });
    },
  };
});

/** Boxes are of vertices at rest: the loader would measure skinned meshes in the pose that the file is in, all vertices in one task, and nothing asks for that. */
registerGLTFExtension('LIMBER_boxes_at_rest', false, (loader): IGLTFLoaderExtension => ({
  name: 'LIMBER_boxes_at_rest',
  enabled: true,
  dispose: () => {},
  _loadMeshPrimitiveAsync: (context, name, node, mesh, primitive, assign) =>
    loader._loadMeshPrimitiveAsync(context, name, node, mesh, primitive, assign).then((drawn) => {
      if (drawn.geometry) drawn.geometry.useBoundingInfoFromGeometry = true;
      return drawn;
    }),
}));

/** Points the mesh decoders at the copies that ship with the program instead of Babylon's servers. */
export function useLocalDecoders(): void {
  const local = (url: string): string => (typeof document === 'undefined' ? url : new URL(url, document.baseURI).href);
  DracoDecoder.DefaultConfiguration = {
    wasmUrl: local(dracoWrapper),
    wasmBinaryUrl: local(dracoBinary),
  };
}

/** How files are loaded: as they rest, without their clips, and following no address out of the file. */
export const LOADING_OPTIONS: SceneLoaderPluginOptions = {
  gltf: {
    animationStartMode: GLTFLoaderAnimationStartMode.NONE,
    // Its targets are gathered in a texture once, when all are there: see `gatherTargets`.
    onMeshLoaded: ({ morphTargetManager }) => {
      if (morphTargetManager) morphTargetManager.areUpdatesFrozen = true;
    },
    onParsed: ({ json }) => {
      const document = json as DrawnDocument;
      document.animations = [];
      document.extensionsRequired = namesIn(document.extensionsRequired).filter((name) => SUPPORTED_EXTENSIONS.has(name));
      nameKtx2Pictures(document);
      leaveOutPictures(document);
    },
    preprocessUrlAsync: async (url) => {
      if (/^(data|blob):/.test(url)) return url;
      throw new Error(`it refers to "${url}", and only what is inside the file can be shown`);
    },
  },
};

/** Throws an `Error` with one sentence when the GLB's header or its required extensions say that it cannot be shown. */
export function checkGlb(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== 0x46546c67) {
    throw new Error('The character cannot be shown: it is not a GLB file.');
  }
  const jsonLength = view.getUint32(12, true);
  if (20 + jsonLength > bytes.byteLength) {
    throw new Error('The character cannot be shown: its file ends in the middle of its description.');
  }
  const missing = requiredExtensions(bytes.subarray(20, 20 + jsonLength)).filter(
    (name) => !SUPPORTED_EXTENSIONS.has(name) && !LOOKS_ONLY.test(name),
  );
  if (missing.length > 0) {
    throw new Error(`The character cannot be shown: it needs ${missing.join(', ')}, which Limber does not support.`);
  }
}

function requiredExtensions(json: Uint8Array): readonly string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(json));
  } catch {
    throw new Error('The character cannot be shown: its description is not valid JSON.');
  }
  return namesIn((parsed as { extensionsRequired?: unknown } | null)?.extensionsRequired);
}

function namesIn(listed: unknown): readonly string[] {
  return Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
}
