import type { Vec3 } from '../math/vec3.ts';
import type { Box } from './box-union.ts';
import type { Shape } from './shape.ts';

/** Metres that boards and legs are thick, unless the whole is so small that they would not fit. */
const THICKNESS = 0.04;
/** Metres that an arm rest is wide. */
const ARM = 0.06;

/** Metres that each arm rest of a chair is wide, less where its seat is so narrow that it would be most of it; 0 of one without. */
export function armThickness({ armHeight, size }: Extract<Shape, { readonly kind: 'chair' }>): number {
  return armHeight === undefined ? 0 : Math.min(ARM, size[0] / 5);
}

/** Metres that the seat of a chair with arm rests is wide where all of it is so wide. */
export function seatBetweenRests(width: number): number {
  // width = seat + 2 min(ARM, seat / 5)
  return Math.max(width / 1.4, width - 2 * ARM);
}

/** The boxes that a chair or a table is made of: a board on four legs, a back at the board's rear edge, and arm rests beside it. */
export function furnitureBoxes(shape: Extract<Shape, { readonly kind: 'chair' | 'table' }>): readonly Box[] {
  const [width, height, depth] =
    shape.kind === 'table' ? shape.size : ([shape.size[0], shape.seatHeight, shape.size[1]] as const);
  const back = shape.kind === 'chair' ? shape.backHeight : 0;
  const thick = Math.min(THICKNESS, width / 5, height / 5, depth / 5);
  const [x, z] = [width / 2, depth / 2];
  const boxes: Box[] = [
    [
      [-x, height - thick, -z],
      [x, height, z],
    ],
  ];
  for (const left of [-x, x - thick])
    for (const rear of [-z, z - thick])
      boxes.push([
        [left, 0, rear],
        [left + thick, height - thick, rear + thick],
      ]);
  if (back > 0)
    boxes.push([
      [-x, height, -z],
      [x, height + back, -z + thick],
    ]);
  const arm = shape.kind === 'chair' ? armThickness(shape) : 0;
  if (shape.kind === 'chair' && shape.armHeight !== undefined)
    for (const left of [-x - arm, x])
      boxes.push([
        [left, height - thick, -z],
        [left + arm, height + shape.armHeight, z],
      ]);
  return boxes;
}

/** Metres that the bars of a door are thick, and that they are from its free edge; shares of its height where they begin and end. */
const BAR = 0.024;
const FROM_EDGE = 0.08;
const BAR_FROM = 0.42;
const BAR_TO = 0.58;

/** An upright bar on the side towards −Z of what hangs in a hinge, whose other side has the same: its middle and how thick it is, metres. */
export interface Bar {
  readonly at: Vec3;
  readonly thick: number;
}

/** The bar by which a shape is held that hangs in a hinge, as a door does; null of one that stands or lies. */
export function barOf(shape: Shape | { readonly kind: 'file' }): Bar | null {
  return shape.kind === 'door' ? doorBar(shape) : null;
}

function doorBar({ size: [width, height, depth] }: Extract<Shape, { readonly kind: 'door' }>): Bar {
  const thick = Math.min(BAR, width / 10, height / 20, depth / 6);
  return { at: [width - Math.min(FROM_EDGE, width / 8), ((BAR_FROM + BAR_TO) / 2) * height, (thick - depth) / 2], thick };
}

/** The boxes that a door is made of: the leaf, and on either side of it a bar on two stems. */
export function doorBoxes(shape: Extract<Shape, { readonly kind: 'door' }>): readonly Box[] {
  const [width, height, depth] = shape.size;
  const leaf = Math.min(THICKNESS, depth / 3) / 2;
  const { at, thick } = doorBar(shape);
  const [left, right] = [at[0] - thick / 2, at[0] + thick / 2];
  const [from, to] = [BAR_FROM * height, BAR_TO * height];
  const boxes: Box[] = [
    [
      [0, 0, -leaf],
      [width, height, leaf],
    ],
  ];
  for (const side of [-1, 1]) {
    const between = (inner: number, outer: number, low: number, high: number): Box => [
      [left, low, Math.min(side * inner, side * outer)],
      [right, high, Math.max(side * inner, side * outer)],
    ];
    boxes.push(between(depth / 2 - thick, depth / 2, from, to));
    for (const low of [from, to - thick]) boxes.push(between(leaf, depth / 2 - thick, low, low + thick));
  }
  return boxes;
}
