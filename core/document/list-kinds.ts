import type { ListChange, Named } from './list-change.ts';
import type { ActorData, CameraData, ClipData, PropData, SavedPoseData, SoundData } from './project-data.ts';

/** Poses, clips, all actors but the first, props, sounds and cameras are files of their own in a project's folder. */
export interface ListItems {
  readonly poses: SavedPoseData;
  readonly clips: ClipData;
  readonly actors: ActorData;
  readonly props: PropData;
  readonly sounds: SoundData;
  readonly cameras: CameraData;
}

/** One of the lists of a project, and the folder in which its files lie. */
export type ListKind = keyof ListItems;

/** Lists that are not written where they are empty. */
export const SCENE_KINDS = ['actors', 'props', 'sounds', 'cameras'] as const satisfies readonly ListKind[];

export type SceneKind = (typeof SCENE_KINDS)[number];

/** Lists of what does something in clips, by their ids, beside the actors. */
export const MOVING_KINDS = ['props', 'cameras'] as const satisfies readonly SceneKind[];

export const LIST_KINDS: readonly ListKind[] = ['poses', 'clips', ...SCENE_KINDS];

/** Those of the lists that are not empty. */
export function filledLists<Lists extends Partial<Record<SceneKind, readonly unknown[]>>>(lists: Lists): Filled<Lists> {
  const filled = SCENE_KINDS.filter((kind) => (lists[kind]?.length ?? 0) > 0);
  return Object.fromEntries(filled.map((kind) => [kind, lists[kind]])) as Filled<Lists>;
}

type Filled<Lists> = { readonly [Kind in keyof Lists & SceneKind]?: NonNullable<Lists[Kind]> };

/** What was added, changed or removed in each list. */
export type ListChanges = { readonly [Kind in ListKind]?: ListChange<ListItems[Kind]> };

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
