/** How cards of one size stand in a list that scrolls. Pixels. */
export interface CardGrid {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** From the left edge of a card to that of the next, and from the top edge to the next row's. */
  readonly across: number;
  readonly down: number;
  /** Of all rows together. */
  readonly whole: number;
}

/** What cards may be. Pixels. */
export interface CardSizes {
  readonly narrowest: number;
  readonly widest: number;
  /** What a card is higher than wide. */
  readonly below: number;
  readonly gap: number;
}

/** As many columns as fit, the cards as wide as that lets them be. */
export function layOutCards(count: number, width: number, { narrowest, widest, below, gap }: CardSizes): CardGrid {
  const columns = Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
  const room = (width - gap * (columns - 1)) / columns;
  const card = Math.max(narrowest, Math.min(widest, Math.floor(room)));
  const rows = Math.ceil(count / columns);
  const down = card + below + gap;
  return { columns, rows, width: card, height: card + below, across: card + gap, down, whole: Math.max(0, rows * down - gap) };
}

/** The first card in view and the one behind the last, with `more` rows above and below. */
export function cardsInView(
  { columns, down }: CardGrid,
  count: number,
  top: number,
  height: number,
  more: number,
): { readonly from: number; readonly to: number } {
  const first = Math.max(0, Math.floor(top / down) - more);
  const last = Math.ceil((top + height) / down) + more;
  return { from: Math.min(count, first * columns), to: Math.min(count, last * columns) };
}

/** Where the list must be scrolled to so that a whole card is in view, or its top where the list is lower; `top` where it is. */
export function scrollToCard({ columns, down, height }: CardGrid, index: number, top: number, view: number): number {
  const above = Math.floor(index / columns) * down;
  if (above < top || height > view) return above;
  return above + height > top + view ? above + height - view : top;
}

/** The card that a key leads to from another one; null for keys that lead to none. */
export function cardAfterKey(
  key: string,
  index: number,
  count: number,
  { columns, down }: CardGrid,
  view: number,
): number | null {
  if (count === 0) return null;
  const page = columns * Math.max(1, Math.floor(view / down));
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined) return null;
  if (index < 0) return 0;
  const next = index + step;
  // A step down or up that leads out of the list stays in its column.
  if (Math.abs(step) === columns && columns > 1 && (next < 0 || next >= count)) return index;
  return Math.max(0, Math.min(count - 1, next));
}
