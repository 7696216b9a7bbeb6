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
