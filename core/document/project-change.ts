import type { ListChange } from './list-change.ts';
import { LIST_KINDS, mapLists, type ListChanges, type ListKind } from './list-kinds.ts';
import { partPath, presentRevision } from './part-paths.ts';
import type { ProjectData } from './project-data.ts';
import type { Project } from './project.ts';

/**
 * What leads from one state of a project to another: what a journal keeps of an edit, what a save sends, and what somebody else did in
 * the project's folder. It says what is there afterwards, so that it may be applied again.
 */
export interface ProjectChange extends ListChanges {
  /** Top-level fields with their new values. */
  readonly changed: Partial<ProjectData>;
  /** What the changed settings were before: the base of a merge. Where one is missing it is not known. */
  readonly before?: Partial<ProjectData>;
}

/** The change with the revisions that its parts were made from: `revisions` has those of the files that there were, by their paths. */
export function withBases(change: ProjectChange, revisions: Readonly<Record<string, string>>): ProjectChange {
  const based = <Item extends { readonly id: string }>(kind: ListKind, list: ListChange<Item>): ListChange<Item> => {
    const ids = [...list.removed, ...list.put.map(({ item }) => item.id)];
    return { ...list, bases: Object.fromEntries(ids.map((id) => [id, presentRevision(revisions, partPath(kind, id))])) };
  };
  return { ...change, ...mapLists(change, based) };
}

/**
 * The change with the order of whole lists where it adds to them: what is new has its place also among those that a user's own order does not know. Actors come
 * last in any case.
 */
export function withOrder(change: ProjectChange, before: Project, after: Project): ProjectChange {
  const ordered = <Item extends { readonly id: string }>(kind: ListKind, list: ListChange<Item>): ListChange<Item> => {
    const known = new Set((before[kind] as readonly { readonly id: string }[]).map(({ id }) => id));
    const hasNew = list.put.some(({ item }) => !known.has(item.id));
    return hasNew && kind !== 'actors' ? { ...list, order: after[kind].map(({ id }) => id) } : list;
  };
  return { ...change, ...mapLists(change, ordered) };
}

/** Whether a change, or an entry of a journal, changes anything of the project: some say only where the playhead stands. */
export function isEdit(change: ProjectChange): boolean {
  return Object.keys(change.changed).length > 0 || LIST_KINDS.some((kind) => change[kind] !== undefined);
}
