import type { Vec3 } from '../math/vec3.ts';
import { addFace, type MeshBuilder } from './mesh-builder.ts';

/** A box along the axes, by its least and its greatest corner. */
export type Box = readonly [least: Vec3, greatest: Vec3];

/** Values of all boxes along an axis, each once, rising. */
function planesOf(boxes: readonly Box[], axis: number): readonly number[] {
  return [...new Set(boxes.flatMap(([least, greatest]) => [least[axis]!, greatest[axis]!]))].sort((a, b) => a - b);
}

/**
 * Adds the surface of what boxes fill together. Space is cut into cells along all their planes: a face stands wherever a filled cell is beside an empty one,
 * so that nothing is left inside and every edge is whole.
 */
export function addBoxes(mesh: MeshBuilder, boxes: readonly Box[]): void {
  const planes = [0, 1, 2].map((axis) => planesOf(boxes, axis));
  const isFilled = (cell: readonly number[]): boolean =>
    boxes.some(([least, greatest]) =>
      cell.every((at, axis) => least[axis]! <= planes[axis]![at]! && greatest[axis]! >= planes[axis]![at + 1]!),
    );
  for (let x = 0; x + 1 < planes[0]!.length; x++)
    for (let y = 0; y + 1 < planes[1]!.length; y++)
      for (let z = 0; z + 1 < planes[2]!.length; z++) {
        const cell = [x, y, z];
        if (!isFilled(cell)) continue;
        for (let axis = 0; axis < 3; axis++)
          for (const side of [0, 1] as const)
            if (!isFilled(cell.with(axis, cell[axis]! + 2 * side - 1))) addCellFace(mesh, planes, cell, axis, side);
      }
}

/** The face of a cell on its lower (0) or upper (1) side of an axis. */
function addCellFace(
  mesh: MeshBuilder,
  planes: readonly (readonly number[])[],
  cell: readonly number[],
  axis: number,
  side: 0 | 1,
): void {
  const [second, third] = [(axis + 1) % 3, (axis + 2) % 3];
  const corner = (u: number, v: number): Vec3 => {
    const at = cell
      .with(axis, cell[axis]! + side)
      .with(second, cell[second]! + u)
      .with(third, cell[third]! + v);
    return [planes[0]![at[0]!]!, planes[1]![at[1]!]!, planes[2]![at[2]!]!];
  };
  const corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  addFace(mesh, side === 1 ? corners : corners.reverse());
}
