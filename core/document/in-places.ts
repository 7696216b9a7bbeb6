/** What is written, with those of what was there before that are to be `kept` behind what they stood behind, so that version control sees them stay. */
export function inPlaces<Item>(
  written: readonly Item[],
  present: readonly Item[],
  nameOf: (item: Item) => string,
  isKept: (item: Item) => boolean,
): readonly Item[] {
  const taken = new Set(written.map(nameOf));
  const behind = new Map<string | null, Item[]>();
  let last: string | null = null;
  for (const item of present) {
    if (taken.has(nameOf(item))) last = nameOf(item);
    else if (isKept(item)) behind.set(last, [...(behind.get(last) ?? []), item]);
  }
  if (behind.size === 0) return written;
  return [...(behind.get(null) ?? []), ...written.flatMap((item) => [item, ...(behind.get(nameOf(item)) ?? [])])];
}
