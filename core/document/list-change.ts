import { checkArray, checkObject, checkText, checkTexts, isObject } from '../math/check-values.ts';

/** Anything with an id. */
export interface Named {
  readonly id: string;
}

/**
 * What an edit did to a list of things with ids. It says what is there afterwards, not what to do: applied twice, or to a list that has
 * some of it already, it gives the same list.
 */
export interface ListChange<Item extends Named> {
  /** Ids of what is no longer there. */
  readonly removed: readonly string[];
  /**
   * What is new or different. A new item comes behind the one with the id `after`, first for null, and last when `after` is missing; a
   * known one stays in its place.
   */
  readonly put: readonly { readonly after?: string | null; readonly item: Item }[];
  /** All ids in their order, where what was there before and after stands in another order. */
  readonly order?: readonly string[];
  /**
   * For what is put and removed here: the revision of the file that the change was made from, null where there was none. A missing one
   * is not known.
   */
  readonly bases?: Readonly<Record<string, string | null>>;
}

/** What leads from one list to another, with items compared by reference and put as `write` gives them. Null when nothing does. */
export function listChange<Item extends Named, Written extends Named>(
  before: readonly Item[],
  after: readonly Item[],
  write: (item: Item) => Written,
): ListChange<Written> | null {
  if (before === after) return null;
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const put: { after: string | null; item: Written }[] = [];
  let last = -1;
  let known = 0;
  let isReordered = false;
  for (const [i, item] of after.entries()) {
    const place = places.get(item.id);
    if (place !== undefined) {
      isReordered ||= place < last;
      last = place;
      known++;
    }
    if (place === undefined || before[place] !== item) put.push({ after: after[i - 1]?.id ?? null, item: write(item) });
  }
  const left = known === before.length ? null : new Set(after.map(({ id }) => id));
  const removed = left ? before.flatMap(({ id }) => (left.has(id) ? [] : [id])) : [];
  if (put.length === 0 && removed.length === 0 && !isReordered) return null;
  return { removed, put, ...(isReordered && { order: after.map(({ id }) => id) }) };
}

/** Throws a `RangeError` of one sentence that begins with `what` unless it is the change of a list. */
export function checkListChange(change: ListChange<Named>, what: string): void {
  checkObject(change, what);
  checkTexts(change.removed, `${what}: those removed`);
  if (change.order !== undefined) checkTexts(change.order, `${what}: their order`);
  checkArray(change.put, `${what}: those put`);
  for (const [i, put] of change.put.entries()) {
    checkObject(put, `${what}: number ${i} put`);
    checkNamed(put.item, `${what}: the item of number ${i} put`);
  }
}

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a list of things with ids. */
export function checkNamedList(list: readonly Named[], what: string): void {
  checkArray(list, what);
  // The sentence is put together where it is needed: lists may be long.
  for (let i = 0; i < list.length; i++)
    if (!isObject(list[i]) || typeof list[i]!.id !== 'string') checkNamed(list[i]!, `${what}: number ${i}`);
}

function checkNamed(item: Named, what: string): void {
  checkObject(item, what);
  checkText(item.id, `${what}: the id`);
}

/** The list after the change. What should come behind something that is not there comes last. */
export function applyListChange<Item extends Named>(list: readonly Item[], { removed, put, order }: ListChange<Item>): Item[] {
  const gone = new Set(removed);
  const fresh = new Map(put.map(({ item }) => [item.id, item]));
  const present = new Set<string>();
  const kept: Item[] = [];
  for (const item of list) {
    if (gone.has(item.id)) continue;
    const changed = fresh.get(item.id);
    if (changed) present.add(item.id);
    kept.push(changed ?? item);
  }
  const behind = new Map<string | null | undefined, Item[]>();
  for (const { after, item } of put) {
    if (!present.has(item.id)) behind.set(after, [...(behind.get(after) ?? []), item]);
  }
  const result: Item[] = [];
  /** Places what comes behind `after`, and what comes behind that. */
  const place = (after: string | null | undefined) => {
    const first = behind.get(after);
    if (!first) return;
    const waiting = [...first];
    behind.delete(after);
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      result.push(item);
      waiting.unshift(...(behind.get(item.id) ?? []));
      behind.delete(item.id);
    }
  };
  place(null);
  for (const item of kept) {
    result.push(item);
    place(item.id);
  }
  for (const { after } of put) place(after);
  return order ? inOrder(result, order) : result;
}

/** The list in the order of these ids; what they do not name comes last, as it stood. */
export function inOrder<Item extends Named>(list: readonly Item[], order: readonly string[]): Item[] {
  if (list.length === order.length && list.every(({ id }, place) => id === order[place])) return [...list];
  // The order may name a hundred thousand where a few are listed.
  const listed = new Set(list.map(({ id }) => id));
  const places = new Map<string, number>();
  order.forEach((id, place) => listed.has(id) && places.set(id, place));
  const placeOf = ({ id }: Item) => places.get(id) ?? order.length;
  return [...list].sort((a, b) => placeOf(a) - placeOf(b));
}
