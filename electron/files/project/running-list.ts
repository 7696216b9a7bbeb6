import { applyListChange, type ListChange } from '../../../core/document/list-change.ts';

interface Named {
  readonly id: string;
}

/** A list that many changes are applied to, one after another: each takes time by what it changes, not by how long the list is. */
export interface RunningList<Item extends Named> {
  /** Whether all things have different ids after a change, in small letters. */
  accepts(change: ListChange<Item>): boolean;
  /**
   * Does what {@link applyListChange} does, once what the change says is new (its base is null) was taken out: where a save that was killed has
   * written it already, it gets its place all the same.
   */
  apply(change: ListChange<Item>): void;
  items(): readonly Item[];
}

/** A thing in its place; the first and the last of the list have none before and behind them. */
interface Place<Item> {
  item: Item;
  before: Place<Item> | null;
  behind: Place<Item> | null;
}

export function createRunningList<Item extends Named>(list: readonly Item[]): RunningList<Item> {
  const places = new Map<string, Place<Item>>();
  /** How many things have an id, in small letters. */
  const folded = new Map<string, number>();
  let first: Place<Item> | null = null;
  let last: Place<Item> | null = null;

  function count(id: string, by: 1 | -1): void {
    const key = id.toLowerCase();
    folded.set(key, (folded.get(key) ?? 0) + by);
  }

  function insert(item: Item, before: Place<Item> | null): void {
    const behind: Place<Item> | null = before ? before.behind : first;
    const place: Place<Item> = { item, before, behind };
    if (before) before.behind = place;
    else first = place;
    if (behind) behind.before = place;
    else last = place;
    places.set(item.id, place);
    count(item.id, 1);
  }

  function remove(id: string): void {
    const place = places.get(id);
    if (!place) return;
    if (place.before) place.before.behind = place.behind;
    else first = place.behind;
    if (place.behind) place.behind.before = place.before;
    else last = place.before;
    places.delete(id);
    count(id, -1);
  }

  function refill(next: readonly Item[]): void {
    places.clear();
    folded.clear();
    first = null;
    last = null;
    for (const item of next) insert(item, last);
  }

  function items(): Item[] {
    const all: Item[] = [];
    for (let place = first; place; place = place.behind) all.push(place.item);
    return all;
  }

  /** Whether what is new has its places one by one, each behind something else that is there when its turn comes. */
  function isPlain({ put, removed, order }: ListChange<Item>, isNew: (id: string) => boolean): boolean {
    if (order) return false;
    const gone = new Set(removed);
    const fresh = new Set<string>();
    const anchors = new Set<string | null>();
    for (const { after, item } of put) {
      if (places.has(item.id) && !isNew(item.id) && !gone.has(item.id)) continue;
      const isThere =
        after === null || (after !== undefined && ((places.has(after) && !isNew(after) && !gone.has(after)) || fresh.has(after)));
      if (!isThere || anchors.has(after) || gone.has(item.id)) return false;
      anchors.add(after);
      fresh.add(item.id);
    }
    return true;
  }

  refill(list);
  return {
    items,
    accepts({ put, removed }) {
      const gone = new Set(removed);
      const more = new Map<string, number>();
      const add = (id: string, by: 1 | -1) => more.set(id.toLowerCase(), (more.get(id.toLowerCase()) ?? 0) + by);
      for (const id of gone) if (places.has(id)) add(id, -1);
      for (const { item } of put) if (!places.has(item.id) || gone.has(item.id)) add(item.id, 1);
      return [...more].every(([key, by]) => (folded.get(key) ?? 0) + by <= 1);
    },
    apply(change) {
      const { put, removed, bases } = change;
      const ids = new Set(put.map(({ item }) => item.id));
      const isNew = (id: string) => bases?.[id] === null && ids.has(id);
      if (!isPlain(change, isNew))
        return refill(
          applyListChange(
            items().filter(({ id }) => !isNew(id)),
            change,
          ),
        );
      for (const id of removed) remove(id);
      for (const id of ids) if (isNew(id)) remove(id);
      for (const { after, item } of put) {
        const place = places.get(item.id);
        if (place) place.item = item;
        else insert(item, after == null ? null : places.get(after)!);
      }
    },
  };
}
