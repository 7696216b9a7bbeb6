import { shapeSize } from '../../../core/contact/shape-size.ts';
import type { MadeShape } from '../../../core/document/project-data.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';

/** Two opposite corners of the box around a prop, in its own space, metres. */
export interface Corners {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** The box around a prop: the origin of made shapes is in the middle of their bottom. */
export function boxAroundForm(form: MadeShape): Corners {
  const [x, y, z] = shapeSize(form);
  return { min: [-x / 2, 0, -z / 2], max: [x / 2, y, z / 2] };
}
