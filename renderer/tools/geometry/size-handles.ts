import { shapeMiddle, shapeSize } from '../../../core/contact/shape-size.ts';
import type { MadeShape } from '../../../core/document/project-data.ts';
import { rotate } from '../../../core/math/quat.ts';
import { add, scale, type Vec3 } from '../../../core/math/vec3.ts';
import type { ShownProp } from '../../state/props/shown-props.ts';
import { metresPerPixel, type Lens } from './lens.ts';

/** A side of a shape that Limber makes, by the shape's own axis that leaves it there. What it stands on has no handle. */
export type ShapeSide = '+x' | '-x' | '+y' | '+z' | '-z';

/** The axis of each side, 0 to 2, and which way it goes. */
export const SIDES: Readonly<Record<ShapeSide, { readonly axis: 0 | 1 | 2; readonly sign: 1 | -1 }>> = {
  '+x': { axis: 0, sign: 1 },
  '-x': { axis: 0, sign: -1 },
  '+y': { axis: 1, sign: 1 },
  '+z': { axis: 2, sign: 1 },
  '-z': { axis: 2, sign: -1 },
};

/** What a shape is measured by along its axes. */
export const MEASURES = ['Width', 'Height', 'Depth'] as const;

/** Where a side of a shape is taken to make it larger or smaller. */
export interface SizeHandle {
  readonly side: ShapeSide;
  /** As seen from the actor that is worked on, metres. */
  readonly at: Vec3;
  /** The direction in which the shape grows, of length 1. */
  readonly outward: Vec3;
}

/** CSS pixels before its side at which a handle stands: beside the arrows. */
const BEFORE = 12;

/** The handles at the sides of a prop; none of one from a file, and none above a plane. */
export function sizeHandles({ prop: { form }, frame }: ShownProp, lens: Lens): readonly SizeHandle[] {
  if (form.kind === 'file') return [];
  const size = shapeSize(form);
  const sides = (Object.keys(SIDES) as ShapeSide[]).filter((side) => size[SIDES[side].axis] > 0);
  return sides.map((side) => {
    const { axis, sign } = SIDES[side];
    const own: Vec3 = [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
    const outward = rotate(frame.rotation, own);
    const middle = shapeMiddle(form);
    const face = add(frame.position, rotate(frame.rotation, add(middle, scale(own, size[axis] / 2))));
    return { side, outward, at: add(face, scale(outward, BEFORE * metresPerPixel(lens, face))) };
  });
}

/** How long a shape is along the axis of a side, metres. */
export function measureOf(form: MadeShape, side: ShapeSide): number {
  return shapeSize(form)[SIDES[side].axis];
}
