/** What a typed text finds in the palette. */
export interface Entry {
  /** What it is called on screen. */
  readonly label: string;
  /** Where it belongs, such as its menu: found too, but behind what is called so. */
  readonly place: string;
  /** Other words that people use for it. */
  readonly words: readonly string[];
}

/** Typed words that tell nothing: labels mostly go without. */
const ARTICLES = new Set(['a', 'an', 'the']);

/**
 * The entries that hold every typed word, as the beginning of one of theirs, best first: those whose label begins with the text, then those that
 * have its words in their label, in the order typed, then in any order, then those that need their other words or their place. Equals keep
 * their order; nothing typed finds all.
 */
export function findEntries<Each extends Entry>(entries: readonly Each[], typed: string): readonly Each[] {
  const wanted = wordsOf(typed).filter((word) => !ARTICLES.has(word));
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => a.rank! - b.rank!)
    .map(({ entry }) => entry);
}

function rankOf({ label, place, words }: Entry, wanted: readonly string[]): number | null {
  const own = wordsOf(label);
  if (wanted.every((word, i) => own[i]?.startsWith(word))) return 0;
  if (standInOrder(own, wanted)) return 1;
  if (hold(own, wanted)) return 2;
  if (hold([...own, ...words.flatMap(wordsOf)], wanted)) return 3;
  return hold([...own, ...words.flatMap(wordsOf), ...wordsOf(place)], wanted) ? 4 : null;
}

function standInOrder(own: readonly string[], wanted: readonly string[]): boolean {
  let from = 0;
  return wanted.every((word) => {
    const at = own.findIndex((each, i) => i >= from && each.startsWith(word));
    from = at + 1;
    return at >= 0;
  });
}

function hold(own: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => own.some((each) => each.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
