import { scale, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import { rotate, type Quat } from '../../../core/math/quat.ts';
import type { Space } from '../../state/session-state.ts';
import type { Lens } from './lens.ts';

export const AXES = ['x', 'y', 'z'] as const;

export type AxisName = (typeof AXES)[number];

/** Unit vectors of the world that a handle moves along and turns about. */
export type Axes = Readonly<Record<AxisName, Vec3>>;

/** The axes of a space: the world's, those of a joint that has the world rotation `turned`, or the picture's, whose z points to the eye. */
export function axesOf(space: Space, turned: Quat, lens: Lens): Axes {
  switch (space) {
    case 'world':
      return { x: UNIT_X, y: UNIT_Y, z: UNIT_Z };
    case 'local':
      return { x: rotate(turned, UNIT_X), y: rotate(turned, UNIT_Y), z: rotate(turned, UNIT_Z) };
    case 'camera':
      return { x: lens.right, y: lens.up, z: scale(lens.forward, -1) };
  }
}
