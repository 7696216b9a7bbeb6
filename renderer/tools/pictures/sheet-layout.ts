/** How pictures stand on a sheet, pixels. */
export interface SheetLayout {
  readonly columns: number;
  /** Of a picture. */
  readonly width: number;
  readonly height: number;
  /** Height of the line below each picture. */
  readonly line: number;
  /** The top left corner of a picture. */
  at(index: number): { readonly x: number; readonly y: number };
}

/** Width for height of a picture that shows a standing figure best. */
const BEST_SHAPE = 0.75;
const SMALLEST_LINE = 10;
const LARGEST_LINE = 28;

/** As few empty places and as large figures as the sheet allows. Throws an `Error` with one sentence where pictures would be too small. */
export function layOutSheet(count: number, width: number, height: number): SheetLayout {
  let columns = 1;
  let best = 0;
  for (let tried = 1; tried <= count; tried++) {
    const size = Math.min(width / tried / BEST_SHAPE, height / Math.ceil(count / tried));
    if (size > best) [best, columns] = [size, tried];
  }
  const rows = Math.ceil(count / columns);
  const cell = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
  const line = Math.min(LARGEST_LINE, Math.max(SMALLEST_LINE, Math.round(0.1 * cell.height)));
  if (cell.width < 2 * SMALLEST_LINE || cell.height < 3 * SMALLEST_LINE)
    throw new Error(`${count} pictures are too many for a sheet of ${width} × ${height} pixels: make it larger`);
  return {
    columns,
    width: cell.width,
    height: cell.height - line,
    line,
    at: (index) => ({ x: (index % columns) * cell.width, y: Math.floor(index / columns) * cell.height }),
  };
}
