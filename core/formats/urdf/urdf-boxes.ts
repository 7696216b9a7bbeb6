import { add, type Vec3 } from '../../math/vec3.ts';
import type { Quat } from '../../math/quat.ts';
import { rotate } from '../../math/quat.ts';
import { childOf, numberOf, numbersOf, originOf, requiredText } from './urdf-values.ts';
import type { XmlElement } from './xml-elements.ts';

/** A box around a part of a robot, in the frame of its joint. */
export interface RobotBox {
  /** Its middle, metres. */
  readonly centre: Vec3;
  readonly turn: Quat;
  /** Its whole lengths along its own axes, metres. */
  readonly size: Vec3;
}

/** The corners of a mesh, in the units of its file; null where it is not known. */
export type MeshBounds = (file: string) => { readonly min: Vec3; readonly max: Vec3 } | null;

/** Boxes around what a link collides with or, where it says nothing of that, shows. Throws an `Error` of one sentence when a shape cannot be used. */
export function boxesOf(link: XmlElement, what: string, boundsOf: MeshBounds): RobotBox[] {
  const named = (name: string) => link.children.filter((child) => child.name === name);
  const parts = named('collision').length > 0 ? named('collision') : named('visual');
  return parts.flatMap((part): RobotBox[] => {
    const shape = childOf(part, 'geometry')?.children[0];
    const { xyz, turn } = originOf(part, what);
    const found = shape === undefined ? null : extentOf(shape, what, boundsOf);
    return found === null ? [] : [{ centre: add(xyz, rotate(turn, found.centre)), turn, size: found.size }];
  });
}

function extentOf(shape: XmlElement, what: string, boundsOf: MeshBounds): { readonly centre: Vec3; readonly size: Vec3 } | null {
  const about = (x: number, y: number, z: number) => ({ centre: [0, 0, 0] as const, size: [x, y, z] as const });
  if (shape.name === 'box') {
    const [x, y, z] = numbersOf(shape, 'size', 3, null, what);
    return about(x!, y!, z!);
  }
  if (shape.name === 'sphere' || shape.name === 'cylinder' || shape.name === 'capsule') {
    const across = 2 * numberOf(shape, 'radius', null, what);
    if (shape.name === 'sphere') return about(across, across, across);
    return about(across, across, numberOf(shape, 'length', null, what) + (shape.name === 'capsule' ? across : 0));
  }
  if (shape.name !== 'mesh') return null;
  const bounds = boundsOf(requiredText(shape, 'filename', what));
  if (bounds === null) return null;
  const scale = numbersOf(shape, 'scale', 3, [1, 1, 1], what);
  const along = (k: 0 | 1 | 2) => [scale[k]! * bounds.min[k], scale[k]! * bounds.max[k]] as const;
  const [x, y, z] = [along(0), along(1), along(2)];
  return {
    centre: [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (z[0] + z[1]) / 2],
    size: [Math.abs(x[1] - x[0]), Math.abs(y[1] - y[0]), Math.abs(z[1] - z[0])],
  };
}
