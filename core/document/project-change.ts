import type { ListChange } from './list-change.ts';
import { partPath, type ListKind } from './part-paths.ts';
import type { ActorData, ClipData, ProjectData, SavedPoseData } from './project-data.ts';
import type { Project } from './project.ts';

/**
 * What leads from one state of a project to another: what a journal keeps of an edit, what a save sends, and what somebody else did in
 * the project's folder. It says what is there afterwards, so that it may be applied again.
 */
export interface ProjectChange {
  /** Top-level fields with their new values. */
  readonly changed: Partial<ProjectData>;
  /** What the changed settings were before: the base of a merge. Where one is missing it is not known. */
  readonly before?: Partial<ProjectData>;
  /** Saved poses that were added, changed or removed. */
  readonly poses?: ListChange<SavedPoseData>;
  /** Clips that were added, changed or removed. */
  readonly clips?: ListChange<ClipData>;
  /** Actors beside the first that were added, changed or removed. */
  readonly actors?: ListChange<ActorData>;
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
