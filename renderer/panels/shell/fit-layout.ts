import { Orientation, type SerializedDockview } from 'dockview-react';
import { growth, LEAST_VIEWPORT, type Grid, type Room } from './arrange.ts';

/**
 * The layout in another room, at the same scale: what stands beside the viewport keeps its pixels, as far as they leave the viewport its share; columns
 * beside it grow as those of a new window do.
 */
export function fitLayout(layout: SerializedDockview, { width, height }: Room, scale: number): SerializedDockview {
  const { grid } = layout;
  const isHorizontal = grid.orientation === Orientation.HORIZONTAL;
  const grown = isHorizontal ? growth(width, scale) / growth(grid.width, scale) : 1;
  const root = fit(grid.root, isHorizontal ? height : width, { across: isHorizontal ? width : height, isHorizontal, grown });
  return { ...layout, grid: { ...grid, root, width, height } };
}

/** The line in which the parts of a part lie. */
interface Line {
  /** Pixels that they have together. */
  readonly across: number;
  readonly isHorizontal: boolean;
  /** Times the width that columns had. */
  readonly grown: number;
}

/** A part with `size` pixels along the line that it stands in, whose own parts lie across that line. */
function fit(part: Grid, size: number, line: Line): Grid {
  if (!Array.isArray(part.data)) return { ...part, size };
  const sizes = sizesIn(part.data, line);
  const inner = { ...line, across: size, isHorizontal: !line.isHorizontal };
  return { ...part, size, data: part.data.map((each, i) => fit(each, sizes[i]!, inner)) };
}

function sizesIn(parts: readonly Grid[], { across: room, isHorizontal, grown }: Line): readonly number[] {
  const before = parts.map(({ size = 0 }) => size);
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
  const main = parts.findIndex(holdsViewport);
  if (main < 0) return before.map((size) => (size * room) / sum(before));
  const times = isHorizontal ? grown : 1;
  const beside = times * (sum(before) - before[main]!);
  const share = Math.min(1, ((1 - LEAST_VIEWPORT) * room) / beside);
  return before.map((size, i) => (i === main ? room - share * beside : share * times * size));
}

function holdsViewport({ data }: Grid): boolean {
  return Array.isArray(data) ? data.some(holdsViewport) : data.views.includes('viewport');
}
