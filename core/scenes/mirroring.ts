import { conjugate, IDENTITY, multiply, quatAt, type Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { SceneNode } from '../skeleton/scene.ts';

/** How a node of the program's scene differs from the node that rigs are built from. */
export interface Mirroring {
  /** Whether the spaces of its parent and of its children are mirrored. */
  readonly parent: boolean;
  readonly own: boolean;
  /** Half a turn that two negative scales are. */
  readonly fold: Quat;
}

/**
 * A right-handed scene without negative scales of one that may be left-handed, or have nodes that mirror what is below. With M = diag(1, 1, −1), a node
 * T R S in a space that is mirrored becomes (M T M)(M R M) S; a scale of negative determinant loses its sign to the space of the children, which
 * is mirrored from there on; and two negative scales are half a turn.
 */
export function rightHanded(nodes: readonly SceneNode[], isLeftHanded: boolean): { nodes: SceneNode[]; mirrorings: Mirroring[] } {
  const mirrorings: Mirroring[] = [];
  const made = nodes.map((node): SceneNode => {
    const parent = node.parent < 0 ? isLeftHanded : mirrorings[node.parent]!.own;
    const [x, y, z] = node.scale;
    const mirrors = x * y * z < 0;
    const signs = [x < 0, y < 0, mirrors ? z > 0 : z < 0];
    const axis = signs.includes(true) ? signs.indexOf(false) : -1;
    const fold: Quat = axis < 0 ? IDENTITY : [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, 0];
    mirrorings.push({ parent, own: mirrors ? !parent : parent, fold });
    return {
      name: node.name,
      parent: node.parent,
      translation: mirrorPoint(node.translation, parent),
      rotation: multiply(mirrorRotation(node.rotation, parent), fold),
      scale: [Math.abs(x), Math.abs(y), Math.abs(z)],
    };
  });
  return { nodes: made, mirrorings };
}

/** The point with its z turned round. */
export function mirrorPoint(at: Vec3, mirrors: boolean): Vec3 {
  return mirrors ? [at[0], at[1], -at[2]] : at;
}

/** The rotation as it is seen in a mirror across z. */
export function mirrorRotation(q: Quat, mirrors: boolean): Quat {
  return mirrors ? [-q[0], -q[1], q[2], q[3]] : q;
}

/** Of a node's translation and rotation in the program, seven numbers, makes those of the right-handed scene, in place. */
export function intoRightHanded({ parent, fold }: Mirroring, transform: Float64Array): void {
  mirror(transform, parent);
  if (fold !== IDENTITY) transform.set(multiply(quatAt(transform.subarray(3), 0), fold), 3);
}

/** Of a node's translation and rotation in the right-handed scene, seven numbers, makes those that the program sets, in place. */
export function intoProgram({ parent, fold }: Mirroring, transform: Float64Array): void {
  if (fold !== IDENTITY) transform.set(multiply(quatAt(transform.subarray(3), 0), conjugate(fold)), 3);
  mirror(transform, parent);
}

function mirror(transform: Float64Array, mirrors: boolean): void {
  if (!mirrors) return;
  transform[2] = -transform[2]!;
  transform[3] = -transform[3]!;
  transform[4] = -transform[4]!;
}
