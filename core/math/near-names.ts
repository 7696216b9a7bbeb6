import { checkObject, spellOut } from './check-values.ts';

/** Names that a sentence about an unknown one suggests. */
const MOST_SUGGESTED = 3;
/** Longer texts are no misspelt names. */
const LONGEST_NAME = 200;

/** The end of a sentence about a name that is not among `names`: "; near it are "leftHand", "leftFoot"", or nothing when none is near. */
export function suggestNames(names: Iterable<string>, name: string): string {
  const near = nearNames(names, name).map((each) => `"${each}"`);
  return near.length === 0 ? '' : `; near it ${near.length === 1 ? 'is' : 'are'} ${near.join(', ')}`;
}

/** Names that differ from `name` by less than half of its letters, the nearest first; upper and lower case count as the same. */
function nearNames(names: Iterable<string>, name: string): string[] {
  if (typeof name !== 'string' || name.length > LONGEST_NAME) return [];
  const wanted = name.toLowerCase();
  return [...new Set(names)]
    .map((each) => ({ each, edits: editDistance(each.toLowerCase(), wanted) }))
    .filter(({ each, edits }) => edits < Math.max(each.length, wanted.length) / 2)
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MOST_SUGGESTED)
    .map(({ each }) => each);
}

/**
 * Letters that must be inserted, removed, replaced or swapped with the next to make `b` of `a` (Levenshtein 1966, Damerau 1964: the optimal string
 * alignment, row by row).
 */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  let before = row;
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      // Before the first letter there is none, which equals no letter.
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : replaced;
      next[j] = Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}

/** A table of all fields of a type: the compiler sees to it that none is forgotten. */
export type FieldsOf<Value> = { readonly [Field in keyof Required<Value>]: unknown };

/** Throws a `RangeError` that begins with `what` unless the value is an object, no list, without other fields than those of the table. */
export function checkFieldsOf<Value extends object>(value: Value, fields: FieldsOf<NoInfer<Value>>, what: string): void {
  checkObject(value, what);
  checkFields(value, new Set(Object.keys(fields)), what);
}

/** Throws a `RangeError` of one sentence unless every field of the value is known: one that is not is misspelt, and would be passed over in silence. */
export function checkFields(value: object, known: ReadonlySet<string>, what: string): void {
  for (const field in value) {
    if (known.has(field)) continue;
    const hint = suggestNames(known, field) || `; it may have ${[...known].join(', ')}`;
    throw new RangeError(`${what} cannot have the field ${spellOut(field)}${hint}`);
  }
}
