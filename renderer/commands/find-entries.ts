/** What a typed text finds in the palette. */
export interface Entry {
  /** What it is called on screen. */
  readonly label: string;
  /** Where it belongs, such as its menu: found too, but behind what is called so. */
  readonly place: string;
  /** Other words that people use for it. */
  readonly words: readonly string[];
  /** What to do before it can be chosen; null or missing: it can be. */
  readonly disabledBecause?: string | null;
  /** Whether it is read, not done. */
  readonly isRead?: boolean;
}

/** Words that tell nothing: labels and those who type mostly go without. */
const ARTICLES = new Set(['a', 'an', 'the']);

/** What a label may begin with and many do not type. */
const LEFT_OUT: readonly RegExp[] = [/^(?:select|show|set|go to) /i, /^select (?:left|right) /i];

/**
 * The entries that hold every typed word, best first: those whose label is the text, those whose label begins with it, those that have its words in their label in the
 * order typed, in any order, and those that need their other words or their place; each as whole words before beginnings of words. What can be done mostly comes
 * before what cannot be chosen now (`turnOf`). Equals keep their order; nothing typed finds all, in their order.
 */
export function findEntries<Each extends Entry>(entries: readonly Each[], typed: string): readonly Each[] {
  const wanted = wordsOf(withoutArticles(typed));
  if (wanted.length === 0) return entries;
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank !== null)
    .map(({ entry, rank }) => ({ entry, rank: rank! + RANKS_OF_ALL * turnOf(entry, rank!) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/**
 * 0 to 5: what of the found comes first. What can be done and has the typed words as they are in its label; what is called so and cannot be chosen now; all
 * else that can be done; what cannot and has the words in its label; what is read; the rest. Where a label is the text it is first of all.
 */
function turnOf({ disabledBecause = null, isRead = false }: Entry, rank: number): number {
  if (rank === 0) return 0;
  if (isRead) return 4;
  if (disabledBecause === null) return rank < BY_OTHER_WORDS ? 0 : 2;
  if (rank === 1) return 1;
  return rank % RANKS < BY_OTHER_WORDS ? 3 : 5;
}

/** How well a word fits a typed one. */
type Fit = (word: string, typed: string) => boolean;

const WHOLE: Fit = (word, typed) => word === typed;
const BEGINNING: Fit = (word, typed) => word.startsWith(typed);

/** Ranks in which whole words come before beginnings. */
const RANKS = 6;
/** The first of them in which the label alone does not hold the text. */
const BY_OTHER_WORDS = 4;
const RANKS_OF_ALL = 2 * RANKS;

function rankOf(entry: Entry, wanted: readonly string[]): number | null {
  const whole = placeOf(entry, wanted, WHOLE);
  if (whole !== null) return whole;
  const begun = placeOf(entry, wanted, BEGINNING);
  return begun === null ? null : RANKS + begun;
}

/** 0 to 5: where the typed words are found; null where they are not. */
function placeOf({ label, place, words }: Entry, wanted: readonly string[], fits: Fit): number | null {
  const own = wordsOf(withoutArticles(label));
  const short = LEFT_OUT.map((left) => wordsOf(withoutArticles(label.replace(left, ''))));
  const begun = [own, ...short].filter((called) => wanted.every((word, i) => i < called.length && fits(called[i]!, word)));
  if (begun.some((called) => called.length === wanted.length)) return 0;
  if (begun.length > 0) return 1;
  if (standInOrder(own, wanted, fits)) return 2;
  if (hold(own, wanted, fits)) return 3;
  const all = [...own, ...words.flatMap(wordsOf)];
  if (hold(all, wanted, fits)) return 4;
  return hold([...all, ...wordsOf(place)], wanted, fits) ? 5 : null;
}

function standInOrder(own: readonly string[], wanted: readonly string[], fits: Fit): boolean {
  let from = 0;
  return wanted.every((word) => {
    const at = own.findIndex((each, i) => i >= from && fits(each, word));
    from = at + 1;
    return at >= 0;
  });
}

function hold(own: readonly string[], wanted: readonly string[], fits: Fit): boolean {
  return wanted.every((word) => own.some((each) => fits(each, word)));
}

/** Articles stand by themselves: the A of “A-pose” is none. */
function withoutArticles(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !ARTICLES.has(word.toLowerCase()))
    .join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
