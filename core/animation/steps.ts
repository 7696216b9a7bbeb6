/** Long work that stops again and again and says how far it is, 0 to 1. Whoever runs it may leave it where it stops. */
export type Steps<Result> = Generator<number, Result, undefined>;

/** Frames that are looked at between two stops. */
export const FRAMES_A_STEP = 8;

/** Runs it to its end. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A part of longer work, which begins at the share `from` of it and ends at `to`. */
export function* between<Result>(from: number, to: number, part: Steps<Result>): Steps<Result> {
  for (;;) {
    const { done, value } = part.next();
    if (done) return value;
    yield from + (to - from) * value;
  }
}

/** What `look` finds in each of `items`, in a row; it is given their index too. */
export function* lookThrough<Item, Found>(
  items: readonly Item[],
  look: (item: Item, index: number) => readonly Found[],
): Steps<Found[]> {
  const found: Found[] = [];
  for (let i = 0; i < items.length; i++) {
    if (i > 0 && i % FRAMES_A_STEP === 0) yield i / items.length;
    found.push(...look(items[i]!, i));
  }
  return found;
}
