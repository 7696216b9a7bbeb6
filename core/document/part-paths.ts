import type { ProjectChange } from './changes.ts';
import type { ListChange } from './list-change.ts';
import type { Project } from './project.ts';

/** Poses, clips and all actors but the first are files of their own in a project's folder. */
export type ListKind = 'poses' | 'clips' | 'actors';

export const LIST_KINDS: readonly ListKind[] = ['poses', 'clips', 'actors'];

/**
 * Stands for the revision of a file that is there and cannot be used: no content has it, so that nothing is made from such a file, and its id is
 * taken.
 */
export const LEFT_OUT = '0'.repeat(32);

/** Where the file of a pose, clip or actor lies in a project's folder. */
export function partPath(kind: ListKind, id: string): string {
  return `${kind}/${id}.json`;
}

/** The change with the revisions that its parts were made from: `revisions` has those of the files that there were, by their paths. */
export function withBases(change: ProjectChange, revisions: Readonly<Record<string, string>>): ProjectChange {
  const based = <Item extends { readonly id: string }>(kind: ListKind, list: ListChange<Item>): ListChange<Item> => {
    const ids = [...list.removed, ...list.put.map(({ item }) => item.id)];
    return { ...list, bases: Object.fromEntries(ids.map((id) => [id, revisions[partPath(kind, id)] ?? null])) };
  };
  const { poses, clips, actors } = change;
  return {
    ...change,
    ...(poses && { poses: based('poses', poses) }),
    ...(clips && { clips: based('clips', clips) }),
    ...(actors && { actors: based('actors', actors) }),
  };
}

/** The change with the order of all poses and clips where it adds some: what is new has its place also among those that a user's own order does not know. */
export function withOrder(change: ProjectChange, before: Project, after: Project): ProjectChange {
  const ordered = <Item extends { readonly id: string }>(kind: ListKind, list: ListChange<Item>): ListChange<Item> => {
    const known = new Set((before[kind] as readonly { readonly id: string }[]).map(({ id }) => id));
    const hasNew = list.put.some(({ item }) => !known.has(item.id));
    return hasNew ? { ...list, order: after[kind].map(({ id }) => id) } : list;
  };
  const { poses, clips } = change;
  return { ...change, ...(poses && { poses: ordered('poses', poses) }), ...(clips && { clips: ordered('clips', clips) }) };
}

/** The revisions of a folder's files after some have changed; null for those that are gone. */
export function withRevisions(
  known: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const revisions: Record<string, string> = { ...known };
  for (const [path, revision] of Object.entries(changed)) {
    if (revision === null) delete revisions[path];
    else revisions[path] = revision;
  }
  return revisions;
}
