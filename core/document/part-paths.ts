import type { ProjectChange } from './changes.ts';
import type { ListChange } from './list-change.ts';

/** Poses and clips are files of their own in a project's folder. */
export type ListKind = 'poses' | 'clips';

export const LIST_KINDS: readonly ListKind[] = ['poses', 'clips'];

/** Where the file of a pose or clip lies in a project's folder. */
export function partPath(kind: ListKind, id: string): string {
  return `${kind}/${id}.json`;
}

/** The change with the revisions that its parts were made from: `revisions` has those of the files that there were, by their paths. */
export function withBases(change: ProjectChange, revisions: Readonly<Record<string, string>>): ProjectChange {
  const based = <Item extends { readonly id: string }>(kind: ListKind, list: ListChange<Item>): ListChange<Item> => {
    const ids = [...list.removed, ...list.put.map(({ item }) => item.id)];
    return { ...list, bases: Object.fromEntries(ids.map((id) => [id, revisions[partPath(kind, id)] ?? null])) };
  };
  const { poses, clips } = change;
  return { ...change, ...(poses && { poses: based('poses', poses) }), ...(clips && { clips: based('clips', clips) }) };
}
