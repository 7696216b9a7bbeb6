import type { GltfAccessor } from './gltf-schema.ts';

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

/** Bytes of one component of glTF's component type. */
export function bytesOf(componentType: number): number {
  switch (componentType) {
    case 5120:
    case 5121:
      return 1;
    case 5122:
    case 5123:
      return 2;
    default:
      return 4;
  }
}

/** Numbers in one element: 3 for VEC3. */
export function componentsOf(accessor: GltfAccessor): number {
  return COMPONENTS[accessor.type];
}

/** Bytes of one element; the columns of small matrices begin at multiples of four bytes. */
export function elementBytes(accessor: GltfAccessor): number {
  const size = bytesOf(accessor.componentType);
  if (accessor.type === 'MAT2' && size === 1) return 8;
  if (accessor.type === 'MAT3' && size < 4) return size === 1 ? 12 : 24;
  return size * componentsOf(accessor);
}
