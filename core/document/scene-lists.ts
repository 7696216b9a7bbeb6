import { applyListChange, listChange, type ListChange } from './list-change.ts';
import { SCENE_KINDS, type ListChanges, type SceneKind } from './list-kinds.ts';
import type { ProjectData } from './project-data.ts';

type SceneLists = Pick<ProjectData, SceneKind>;

/** What leads from the lists of one state of a scene to those of another: their items are plain JSON already. */
export function sceneChanges(before: SceneLists, after: SceneLists): Pick<ListChanges, SceneKind> {
  const changes = SCENE_KINDS.map((kind) => [
    kind,
    listChange<Item, Item>(before[kind] ?? NOTHING, after[kind] ?? NOTHING, same),
  ]);
  return Object.fromEntries(changes.filter(([, change]) => change !== null)) as Pick<ListChanges, SceneKind>;
}

interface Item {
  readonly id: string;
}

const same = (item: Item): Item => item;
const NOTHING: readonly never[] = [];

/** The lists of a scene after what a change says of them. */
export function sceneAfter(
  lists: { readonly [Kind in SceneKind]?: SceneLists[Kind] | undefined },
  changes: ListChanges,
): Required<SceneLists> {
  const after = SCENE_KINDS.map((kind) => {
    const list: readonly Item[] = lists[kind] ?? NOTHING;
    const change = changes[kind] as ListChange<Item> | undefined;
    return [kind, change ? applyListChange(list, change) : list];
  });
  return Object.fromEntries(after) as Required<SceneLists>;
}
