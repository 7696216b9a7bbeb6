/** A project: its folder, or the file in it. */
export const PROJECT_FILE = /(\.limber|[/\\]project\.limber)$/i;

/** A file of motions that only VRM characters have. */
export const VRM_ANIMATION = /\.vrma$/i;

/** Extensions of files that hold a character or a motion; which of the two, their content tells. */
export const CHARACTER_EXTENSIONS = ['glb', 'vrm', 'gltf', 'fbx', 'obj', 'bvh', 'npz', 'json', 'zip'] as const;

/** Whether a path ends like that of a character or a motion. */
export function isCharacterFile(path: string): boolean {
  return CHARACTER_EXTENSIONS.some((extension) => path.toLowerCase().endsWith(`.${extension}`));
}
