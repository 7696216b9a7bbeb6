/**
 * A kind of file that the program opens.
 * @typedef {object} FileKind
 * @property {string} extension without its dot
 * @property {string} id by which Windows knows the kind
 * @property {string} description as file managers show it
 * @property {string} mimeType
 * @property {boolean} isOwn whether Limber's own; the others are left to the program that the user has for them
 */

/** @type {readonly FileKind[]} */
export const FILE_KINDS = [
  {
    extension: 'limber',
    id: 'Limber.project',
    description: 'Limber project',
    mimeType: 'application/x-limber-project',
    isOwn: true,
  },
  { extension: 'glb', id: 'Limber.glb', description: 'glTF character', mimeType: 'model/gltf-binary', isOwn: false },
  {
    extension: 'gltf',
    id: 'Limber.gltf',
    description: 'glTF character with files beside it',
    mimeType: 'model/gltf+json',
    isOwn: false,
  },
  { extension: 'vrm', id: 'Limber.vrm', description: 'VRM character', mimeType: 'model/vrm', isOwn: false },
  {
    extension: 'fbx',
    id: 'Limber.fbx',
    description: 'FBX character or motion',
    mimeType: 'application/x-fbx',
    isOwn: false,
  },
  { extension: 'bvh', id: 'Limber.bvh', description: 'BVH motion', mimeType: 'application/x-bvh', isOwn: false },
];
