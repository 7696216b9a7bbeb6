import type { ListChange } from './list-change.ts';
import type { ActorData, ClipData, PropData, SavedPoseData } from './project-data.ts';

/** Poses, clips, all actors but the first and props are files of their own in a project's folder. */
export interface ListItems {
  readonly poses: SavedPoseData;
  readonly clips: ClipData;
  readonly actors: ActorData;
  readonly props: PropData;
}

/** One of the lists of a project, and the folder in which its files lie. */
export type ListKind = keyof ListItems;

export const LIST_KINDS: readonly ListKind[] = ['poses', 'clips', 'actors', 'props'];

/** What was added, changed or removed in each list. */
export type ListChanges = { readonly [Kind in ListKind]?: ListChange<ListItems[Kind]> };

/** Anything with an id. */
interface Named {
  readonly id: string;
}

/** The changes with each list's as `map` gives it; null: nothing is left of it. */
export function mapLists(
  changes: ListChanges,
  map: <Item extends Named>(kind: ListKind, list: ListChange<Item>) => ListChange<Item> | null,
): ListChanges {
  return Object.fromEntries(
    LIST_KINDS.flatMap((kind) => {
      const list = changes[kind] as ListChange<Named> | undefined;
      const mapped = list && map(kind, list);
      return mapped ? [[kind, mapped]] : [];
    }),
  );
}
