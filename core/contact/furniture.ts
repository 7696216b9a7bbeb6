import type { Box } from './box-union.ts';
import type { Shape } from './shape.ts';

/** Metres that boards and legs are thick, unless the whole is so small that they would not fit. */
const THICKNESS = 0.04;

/** The boxes that a chair or a table is made of: a board on four legs, and a back at the board's rear edge. */
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
  return boxes;
}
