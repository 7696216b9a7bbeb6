import { add, dot, normalize, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { AXES, type Axes, type AxisName } from './axes.ts';
import { metresPerPixel, type Lens } from './lens.ts';
import type { Ring } from './rings.ts';

/** What a selected handle is moved and turned by, one part an axis; parts that could not be followed on screen are left out. World, metres. */
export interface Gizmo {
  readonly centre: Vec3;
  /** Moves along the axis. */
  readonly arrows: readonly { readonly axis: AxisName; readonly from: Vec3; readonly to: Vec3 }[];
  /** Moves square to the axis; four corners in order. */
  readonly planes: readonly { readonly axis: AxisName; readonly corners: readonly Vec3[] }[];
  /** Turns about the axis. */
  readonly rings: readonly Ring[];
}

/** CSS pixels from the middle: the ends of an arrow, the near and far side of a plane's square, and the ring. */
const ARROW = [16, 58] as const;
const SQUARE = [20, 33] as const;
const RADIUS = 72;
/** Cosine between an axis and the view from which its arrow is a dot on screen. */
export const POINTS_AT_EYE = 0.97;
/** Cosine between an axis and the view below which the plane square to it is a line on screen. */
export const EDGE_ON = 0.17;

/** The gizmo about a point, of the same size on screen at every distance. */
export function gizmoOf(centre: Vec3, axes: Axes, lens: Lens): Gizmo {
  const pixel = metresPerPixel(lens, centre);
  const view = normalize(subtract(centre, lens.eye));
  const along = (axis: AxisName, pixels: number): Vec3 => scale(axes[axis], pixels * pixel);
  const facing = (axis: AxisName): number => Math.abs(dot(axes[axis], view));
  return {
    centre,
    arrows: AXES.filter((axis) => facing(axis) < POINTS_AT_EYE).map((axis) => ({
      axis,
      from: add(centre, along(axis, ARROW[0])),
      to: add(centre, along(axis, ARROW[1])),
    })),
    planes: AXES.filter((axis) => facing(axis) > EDGE_ON).map((axis) => {
      const [b, c] = AXES.filter((other) => other !== axis) as [AxisName, AxisName];
      const corner = (u: number, v: number): Vec3 => add(centre, add(along(b, SQUARE[u]!), along(c, SQUARE[v]!)));
      return { axis, corners: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] };
    }),
    rings: AXES.map((axis) => ({ name: axis, centre, axis: axes[axis], radius: RADIUS * pixel })),
  };
}
