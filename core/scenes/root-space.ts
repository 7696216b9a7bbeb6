import { conjugate, multiply, rotate, type Quat } from '../math/quat.ts';
import { add, subtract, type Vec3 } from '../math/vec3.ts';
import type { SceneNode } from '../skeleton/scene.ts';
import { mirrorPoint, mirrorRotation, rightHanded } from './mirroring.ts';

/** How the world of a rig lies in the world of its program: the rig stays where it was read, the program carries its root about. */
export interface RootSpace {
  /** Whether the program's world is left-handed. */
  readonly isLeftHanded: boolean;
  /** The root as it was read, in a right-handed space; null where the root is itself a joint of the skin, which poses move. */
  readonly rest: SceneNode | null;
  /** Whether what is below the root, or where that is a joint beside it, is mirrored. */
  readonly isMirrored: boolean;
  /** What carries the rig, as it stands now: the nodes above the root, topmost first, and the root unless it is a joint. */
  readonly carriers: () => readonly SceneNode[];
}

/** With C the transforms of all carriers now and B that of the root as it was read, a point of the program's world is B C⁻¹ p in the world of the rig. */
export function pointIntoRig({ isLeftHanded, rest, isMirrored, carriers }: RootSpace, at: Vec3): Vec3 {
  const { nodes, mirrorings } = rightHanded(carriers(), isLeftHanded);
  let point = mirrorPoint(at, isLeftHanded);
  for (const { translation, rotation, scale } of nodes) {
    const [x, y, z] = rotate(conjugate(rotation), subtract(point, translation));
    point = [x / scale[0], y / scale[1], z / scale[2]];
  }
  point = mirrorPoint(point, (mirrorings.at(-1)?.own ?? isLeftHanded) !== isMirrored);
  return rest === null ? point : placed(rest, point);
}

/** A point of the rig's world in the program's: C B⁻¹ p. */
export function pointIntoProgram({ isLeftHanded, rest, isMirrored, carriers }: RootSpace, at: Vec3): Vec3 {
  const { nodes, mirrorings } = rightHanded(carriers(), isLeftHanded);
  let point = at;
  if (rest !== null) {
    const [x, y, z] = rotate(conjugate(rest.rotation), subtract(at, rest.translation));
    point = [x / rest.scale[0], y / rest.scale[1], z / rest.scale[2]];
  }
  point = mirrorPoint(point, (mirrorings.at(-1)?.own ?? isLeftHanded) !== isMirrored);
  for (const node of nodes.toReversed()) point = placed(node, point);
  return mirrorPoint(point, isLeftHanded);
}

/** {@link pointIntoRig} of a rotation; scales do not turn it. */
export function rotationIntoRig({ isLeftHanded, rest, isMirrored, carriers }: RootSpace, of: Quat): Quat {
  const { nodes, mirrorings } = rightHanded(carriers(), isLeftHanded);
  let rotation = mirrorRotation(of, isLeftHanded);
  for (const node of nodes) rotation = multiply(conjugate(node.rotation), rotation);
  rotation = mirrorRotation(rotation, (mirrorings.at(-1)?.own ?? isLeftHanded) !== isMirrored);
  return rest === null ? rotation : multiply(rest.rotation, rotation);
}

/** {@link pointIntoProgram} of a rotation. */
export function rotationIntoProgram({ isLeftHanded, rest, isMirrored, carriers }: RootSpace, of: Quat): Quat {
  const { nodes, mirrorings } = rightHanded(carriers(), isLeftHanded);
  let rotation = rest === null ? of : multiply(conjugate(rest.rotation), of);
  rotation = mirrorRotation(rotation, (mirrorings.at(-1)?.own ?? isLeftHanded) !== isMirrored);
  for (const node of nodes.toReversed()) rotation = multiply(node.rotation, rotation);
  return mirrorRotation(rotation, isLeftHanded);
}

function placed({ translation, rotation, scale }: SceneNode, [x, y, z]: Vec3): Vec3 {
  return add(translation, rotate(rotation, [x * scale[0], y * scale[1], z * scale[2]]));
}
