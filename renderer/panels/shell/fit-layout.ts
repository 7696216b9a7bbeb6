import { Orientation, type SerializedDockview } from 'dockview-react';
import { LEAST_VIEWPORT, type Grid, type Room } from './arrange.ts';

/** The layout in another room: what stands beside the viewport keeps its pixels, as far as they leave the viewport its share. */
export function fitLayout(layout: SerializedDockview, { width, height }: Room): SerializedDockview {
  const { grid } = layout;
  const isHorizontal = grid.orientation === Orientation.HORIZONTAL;
  const root = fit(grid.root, isHorizontal ? height : width, isHorizontal ? width : height);
  return { ...layout, grid: { ...grid, root, width, height } };
}

/** A part with `size` pixels along the line that it stands in, whose own parts lie across that line and have `across` pixels together. */
function fit(part: Grid, size: number, across: number): Grid {
  if (!Array.isArray(part.data)) return { ...part, size };
  const sizes = sizesIn(part.data, across);
  return { ...part, size, data: part.data.map((inner, i) => fit(inner, sizes[i]!, size)) };
}

function sizesIn(parts: readonly Grid[], room: number): readonly number[] {
  const before = parts.map(({ size = 0 }) => size);
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
  const main = parts.findIndex(holdsViewport);
  if (main < 0) return before.map((size) => (size * room) / sum(before));
  const beside = sum(before) - before[main]!;
  const share = Math.min(1, ((1 - LEAST_VIEWPORT) * room) / beside);
  return before.map((size, i) => (i === main ? room - share * beside : share * size));
}

function holdsViewport({ data }: Grid): boolean {
  return Array.isArray(data) ? data.some(holdsViewport) : data.views.includes('viewport');
}
